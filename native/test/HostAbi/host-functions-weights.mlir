// RUN: split-opt %s -split-emit-host-functions=weights | FileCheck %s
// RUN: sed 's/@split_mlir_other/@split_mlir_weights/' %s \
// RUN:   | not split-opt -split-emit-host-functions=weights 2>&1 | FileCheck %s --check-prefix=TAKEN

// TAKEN: error: 'split_mlir_weights' is also the name of a symbol of the runtime library; expected another name

// CHECK: llvm.mlir.global external @split_mlir_weights() {{.*}}: !llvm.struct<(ptr, ptr, i64, array<32 x i8>, ptr)>
// CHECK-LABEL: func.func @f(
// CHECK: %[[RECORD:.*]] = llvm.mlir.addressof @split_mlir_weights
// CHECK: %[[BASE:.*]] = llvm.load %[[RECORD]]
// CHECK: %[[IS_MAPPED:.*]] = llvm.icmp "ne" %[[BASE]], %{{.*}} : !llvm.ptr
// CHECK: cf.cond_br %[[IS_MAPPED]], ^[[THEN:.*]], ^[[MAP:.*]]
// CHECK: ^[[MAP]]:
// CHECK: %[[STATUS:.*]] = llvm.call @split_mlir_map_weights(%[[RECORD]])
// CHECK: %[[SUCCEEDS:.*]] = arith.cmpi eq, %[[STATUS]], %{{.*}} : i32
// CHECK: cf.cond_br %[[SUCCEEDS]], ^[[THEN]], ^[[FAILURE:.*]]
// CHECK: ^[[FAILURE]]:
// CHECK-NEXT: return %[[STATUS]]
// CHECK: ^[[THEN]]:
// CHECK: call @f.fast(
func.func @f(%x: memref<4xf32>) {
  return
}
func.func private @split_mlir_other()
