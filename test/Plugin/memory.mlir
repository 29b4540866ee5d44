// What a copy of memrefs does to each buffer, as two of upstream's analyses
// conclude.
// RUN: %mlir-opt %s --pass-pipeline='builtin.module(func.func(test-alias-analysis-modref))' --mlir-disable-threading 2>&1 | FileCheck %s --check-prefix=MODREF
// RUN: %mlir-opt %s --pass-pipeline='builtin.module(test-last-modified)' 2>&1 | FileCheck %s --check-prefix=LAST

// The data is only read, the destinations only written, others not touched.
// MODREF-LABEL: Testing : "copy"
// MODREF-DAG: copy -> data#0: Ref
// MODREF-DAG: copy -> first#0: Mod
// MODREF-DAG: copy -> second#0: Mod
// MODREF-DAG: copy -> other#0: NoModRef
func.func @copy() {
  %data = memref.alloc() {test.ptr = "data"} : memref<6xf32>
  %first = memref.alloc() {test.ptr = "first"} : memref<2xf32>
  %second = memref.alloc() {test.ptr = "second"} : memref<4xf32>
  %other = memref.alloc() {test.ptr = "other"} : memref<4xf32>
  split.copy ins(%data : memref<6xf32>) outs(%first, %second : memref<2xf32>, memref<4xf32>) axis(0) {test.ptr = "copy"}
  return
}

// Splits of tensors touch no buffer.
// MODREF-LABEL: Testing : "pieces"
// MODREF: split -> buffer#0: NoModRef
func.func @pieces(%x: tensor<6xf32>) {
  %buffer = memref.alloc() {test.ptr = "buffer"} : memref<6xf32>
  %p:2 = split.split %x axis(0) into 2 {test.ptr = "split"} : tensor<6xf32> -> tensor<3xf32>, tensor<3xf32>
  return
}

// What was last written to a destination is the copy, to the data what was
// there before.
// LAST:      test_tag: read_first:
// LAST-NEXT:  operand #0
// LAST-NEXT:   - copy
// LAST:      test_tag: read_data:
// LAST-NEXT:  operand #0
// LAST-NEXT:   - before
func.func @last(%data: memref<6xf32>, %first: memref<2xf32>, %second: memref<4xf32>, %i: index) -> (f32, f32) {
  %one = arith.constant 1.0 : f32
  memref.store %one, %data[%i] {tag_name = "before"} : memref<6xf32>
  split.copy ins(%data : memref<6xf32>) outs(%first, %second : memref<2xf32>, memref<4xf32>) axis(0) {tag_name = "copy"}
  %0 = memref.load %first[%i] {tag = "read_first"} : memref<2xf32>
  %1 = memref.load %data[%i] {tag = "read_data"} : memref<6xf32>
  return %0, %1 : f32, f32
}
