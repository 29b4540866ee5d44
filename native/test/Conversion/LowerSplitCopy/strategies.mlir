// One copy for each strategy, as remarks tell it, and what code
// is made of it.
// RUN: split-opt %s --lower-split-copy --canonicalize --remark-policy=all --remarks-filter=lower-split-copy --verify-diagnostics | FileCheck %s --implicit-check-not=split.copy

// Pointers, rows 0 to 10, and how far these are apart.
// CHECK-LABEL: func @lines(
// CHECK-SAME: %[[X:[^:]+]]: memref<10x48xf32>, %[[A:[^:]+]]: memref<10x16xf32>, %[[B:[^:]+]]: memref<10x32xf32>)
// CHECK-DAG: %[[ZERO:.+]] = arith.constant 0 : i64
// CHECK-DAG: %[[ROWS:.+]] = arith.constant 10 : i64
// CHECK-DAG: %[[STRIDE:.+]] = arith.constant 192 : i64
// CHECK: %[[XD:.+]] = builtin.unrealized_conversion_cast %[[X]] : memref<10x48xf32> to !llvm.struct
// CHECK: %[[XP:.+]] = llvm.extractvalue %[[XD]][1]
// CHECK: %[[AD:.+]] = builtin.unrealized_conversion_cast %[[A]] : memref<10x16xf32> to !llvm.struct
// CHECK: %[[AP:.+]] = llvm.extractvalue %[[AD]][1]
// CHECK: %[[BD:.+]] = builtin.unrealized_conversion_cast %[[B]] : memref<10x32xf32> to !llvm.struct
// CHECK: %[[BP:.+]] = llvm.extractvalue %[[BD]][1]
// CHECK: call @[[LINES:[a-z_0-9]+]](%[[XP]], %[[ZERO]], %[[ROWS]], %[[STRIDE]], %[[AP]], %[[BP]])
func.func @lines(%x: memref<10x48xf32>, %a: memref<10x16xf32>, %b: memref<10x32xf32>) {
  // expected-remark @below {{unrolled: lines x2}}
  split.copy ins(%x : memref<10x48xf32>) outs(%a, %b : memref<10x16xf32>, memref<10x32xf32>) axis(1)
  return
}
// CHECK-LABEL: func @compose(
// CHECK: call @[[COMPOSE:[a-z_0-9]+]](
func.func @compose(%x: memref<32x2xf32>, %a: memref<32x1xf32>, %b: memref<32x1xf32>) {
  // expected-remark @below {{unrolled: compose x2}}
  split.copy ins(%x : memref<32x2xf32>) outs(%a, %b : memref<32x1xf32>, memref<32x1xf32>) axis(1)
  return
}
// No argument stands for the empty piece's bytes; it has one all the same.
// CHECK-LABEL: func @empty_piece(
// CHECK: call @{{.+}} : (!llvm.ptr, i64, i64, i64, !llvm.ptr, !llvm.ptr) -> ()
func.func @empty_piece(%x: memref<32x16xf32>, %a: memref<32x0xf32>, %b: memref<32x16xf32>) {
  // expected-remark @below {{unrolled: empty, lines}}
  split.copy ins(%x : memref<32x16xf32>) outs(%a, %b : memref<32x0xf32>, memref<32x16xf32>) axis(1)
  return
}
// CHECK-LABEL: func @looped(
// CHECK: %[[TABLE:.+]] = llvm.alloca %{{.+}} x i64
// CHECK-COUNT-20: llvm.store %{{.+}}, %{{.+}} : !llvm.ptr, !llvm.ptr
// CHECK: call @{{.+}}, %[[TABLE]]) : (!llvm.ptr, i64, i64, i64, !llvm.ptr) -> ()
func.func @looped(%x: memref<8x60xi64>, %a: memref<8x3xi64>) {
  // expected-remark @below {{looped: compose}}
  split.copy ins(%x : memref<8x60xi64>) outs(%a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a : memref<8x3xi64>, memref<8x3xi64>, memref<8x3xi64>, memref<8x3xi64>, memref<8x3xi64>, memref<8x3xi64>, memref<8x3xi64>, memref<8x3xi64>, memref<8x3xi64>, memref<8x3xi64>, memref<8x3xi64>, memref<8x3xi64>, memref<8x3xi64>, memref<8x3xi64>, memref<8x3xi64>, memref<8x3xi64>, memref<8x3xi64>, memref<8x3xi64>, memref<8x3xi64>, memref<8x3xi64>) axis(1)
  return
}
// CHECK-LABEL: func @transposed(
// CHECK: %[[TABLE:.+]] = llvm.alloca %{{.+}} x i64
// CHECK: call @[[TRANSPOSED:[a-z_0-9]+]](%{{.+}}, %[[TABLE]]) : (!llvm.ptr, i64, i64, i64, !llvm.ptr) -> ()
func.func @transposed(%x: memref<32x16xi64>, %a: memref<32x1xi64>) {
  // expected-remark @below {{transposed}}
  split.copy ins(%x : memref<32x16xi64>) outs(%a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a : memref<32x1xi64>, memref<32x1xi64>, memref<32x1xi64>, memref<32x1xi64>, memref<32x1xi64>, memref<32x1xi64>, memref<32x1xi64>, memref<32x1xi64>, memref<32x1xi64>, memref<32x1xi64>, memref<32x1xi64>, memref<32x1xi64>, memref<32x1xi64>, memref<32x1xi64>, memref<32x1xi64>, memref<32x1xi64>) axis(1)
  return
}
// Triples of pointer, run and where the run begins.
// CHECK-LABEL: func @generic(
// CHECK-SAME: %{{[^:]+}}: memref<?x?xf32>, %[[A:[^:]+]]: memref<?x2xf32>, %[[B:[^:]+]]: memref<?x?xf32>)
// CHECK-DAG: %[[TWO:.+]] = arith.constant 2 : i64
// CHECK-DAG: %[[SIX:.+]] = arith.constant 6 : i64
// CHECK-DAG: %[[FOUR:.+]] = arith.constant 4 : i64
// CHECK-DAG: %[[EIGHT:.+]] = arith.constant 8 : i64
// CHECK: %[[TABLE:.+]] = llvm.alloca %[[SIX]] x i64
// CHECK: llvm.store %[[EIGHT]], %{{.+}} : i64, !llvm.ptr
// CHECK: %[[DIM:.+]] = memref.dim %[[B]], %c1
// CHECK: %[[LENGTH:.+]] = arith.index_cast %[[DIM]]
// CHECK: %[[BYTES:.+]] = arith.muli %[[LENGTH]], %[[FOUR]]
// CHECK: llvm.store %[[BYTES]], %{{.+}} : i64, !llvm.ptr
// CHECK: llvm.store %[[EIGHT]], %{{.+}} : i64, !llvm.ptr
// CHECK: call @{{.+}}, %[[TABLE]], %[[TWO]]) : (!llvm.ptr, i64, i64, i64, !llvm.ptr, i64) -> ()
func.func @generic(%x: memref<?x?xf32>, %a: memref<?x2xf32>, %b: memref<?x?xf32>) {
  // expected-remark @below {{generic}}
  split.copy ins(%x : memref<?x?xf32>) outs(%a, %b : memref<?x2xf32>, memref<?x?xf32>) axis(1)
  return
}
// CHECK-LABEL: func @nothing(
// CHECK-NEXT: return
func.func @nothing(%x: memref<0x2xf32>, %a: memref<0x1xf32>) {
  // expected-remark @below {{nothing}}
  split.copy ins(%x : memref<0x2xf32>) outs(%a, %a : memref<0x1xf32>, memref<0x1xf32>) axis(1)
  return
}
// Kernels are shared: element types are not theirs to know, nor how many rows
// there are.
// CHECK-LABEL: func @compose_again(
// CHECK: call @[[COMPOSE]](
func.func @compose_again(%x: memref<?x2x4xi8>, %a: memref<?x1x4xi8>) {
  // expected-remark @below {{unrolled: compose x2}}
  split.copy ins(%x : memref<?x2x4xi8>) outs(%a, %a : memref<?x1x4xi8>, memref<?x1x4xi8>) axis(1)
  return
}

// CHECK: func private @[[LINES]](
// CHECK: llvm.load %{{.+}} {alignment = 1 : i64} : !llvm.ptr -> vector<64xi8>
// CHECK: llvm.store %{{.+}}, %{{.+}} {alignment = 1 : i64} : vector<64xi8>, !llvm.ptr
// CHECK-NOT: vector.shuffle
// CHECK: func private @[[COMPOSE]](
// CHECK: vector.shuffle
// CHECK: func private @[[TRANSPOSED]](
// CHECK: scf.for
// CHECK-COUNT-24: vector.shuffle
// CHECK-COUNT-8: llvm.store
// CHECK-NOT: nontemporal
