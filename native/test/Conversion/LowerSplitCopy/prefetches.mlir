// Large copies with ordinary stores prefetch the source and the destinations, where the
// machine gains by that.
// RUN: split-opt %s --lower-split-copy="machine={prefetch-distance=1024 store-prefetch-distance=512}" --canonicalize | FileCheck %s
// RUN: split-opt %s --lower-split-copy="machine={prefetch-distance=1024}" --canonicalize | FileCheck %s --check-prefix=NONE
// RUN: split-opt %s --lower-split-copy=machine=runtime --canonicalize | FileCheck %s --check-prefix=ASK
// NONE-NOT: prefetch
// RUN: split-opt %s --lower-split-copy="machine={prefetch-distance=0 store-prefetch-distance=512}" --canonicalize | FileCheck %s --check-prefix=WRITES

// The size decides at run time.
// CHECK-LABEL: func @dynamic(
// CHECK-DAG: %[[LEAST:.+]] = arith.constant 262144 : i64
// CHECK: %[[IS:.+]] = arith.cmpi sge, %{{.+}}, %[[LEAST]] : i64
// CHECK-NEXT: scf.if %[[IS]] {
// CHECK: call @[[LARGE:[a-z_0-9]+]](
// CHECK: } else {
// CHECK: call @[[SMALL:[a-z_0-9]+]](
// The code first checks whether stores are non-temporal.
// ASK-LABEL: func @dynamic(
// ASK: scf.if
// ASK: llvm.call @split_mlir_machine()
// ASK: scf.if
// ASK: call @split_copy_kernel(
// ASK: } else {
// ASK: scf.if
// ASK: call @[[LARGE:[a-z_0-9]+]](
// ASK: } else {
// ASK: call @{{[a-z_0-9]+}}(
func.func @dynamic(%x: memref<?x1024xi8>, %a: memref<?x64xi8>, %b: memref<?x960xi8>) {
  split.copy ins(%x : memref<?x1024xi8>) outs(%a, %b : memref<?x64xi8>, memref<?x960xi8>) axis(1)
  return
}
// CHECK-LABEL: func @composed(
// CHECK: call @[[COMPOSED:[a-z_0-9]+]](
func.func @composed(%x: memref<65536x2xi32>, %a: memref<65536x1xi32>, %b: memref<65536x1xi32>) {
  split.copy ins(%x : memref<65536x2xi32>) outs(%a, %b : memref<65536x1xi32>, memref<65536x1xi32>) axis(1)
  return
}
// WRITES-LABEL: func @transposed(
// WRITES: call @[[TRANSPOSED:[a-z_0-9]+]](
func.func @transposed(%x: memref<1024x320xi8>, %a: memref<1024x32xi8>) {
  split.copy ins(%x : memref<1024x320xi8>) outs(%a, %a, %a, %a, %a, %a, %a, %a, %a, %a : memref<1024x32xi8>, memref<1024x32xi8>, memref<1024x32xi8>, memref<1024x32xi8>, memref<1024x32xi8>, memref<1024x32xi8>, memref<1024x32xi8>, memref<1024x32xi8>, memref<1024x32xi8>, memref<1024x32xi8>) axis(1)
  return
}

// CHECK: func.func private @[[LARGE]](
// CHECK: llvm.getelementptr %{{.+}}[1024]
// CHECK: llvm.intr.prefetch
// CHECK: llvm.getelementptr %{{.+}}[512]
// CHECK: llvm.intr.prefetch
// CHECK: llvm.store {{.+}} {alignment = 1 : i64}
// CHECK: return
// CHECK: func.func private @[[SMALL]](
// CHECK-NOT: prefetch
// CHECK: return
// CHECK: func.func private @[[COMPOSED]](
// CHECK: llvm.getelementptr %{{.+}}[1024]
// CHECK: llvm.intr.prefetch
// CHECK: llvm.getelementptr %{{.+}}[512]
// CHECK: llvm.intr.prefetch
// CHECK: vector.shuffle

// Without a distance for reads, only stores are prefetched.
// WRITES: func.func private @
// WRITES-NOT: prefetch
// WRITES: llvm.getelementptr %{{.+}}[512]
// WRITES-NEXT: llvm.intr.prefetch
// WRITES-NEXT: llvm.load
// WRITES-NEXT: llvm.store
// WRITES: func.func private @[[TRANSPOSED]](
// WRITES-NOT: prefetch
// WRITES: vector.shuffle
// WRITES: llvm.intr.prefetch

// On a machine that does not gain, both distances are 0: only lines in use are
// prefetched.
// ASK: func.func private @[[LARGE]](
// ASK: %[[M:.+]] = llvm.call @split_mlir_machine() : () -> !llvm.ptr
// ASK: %[[RF:.+]] = llvm.getelementptr %[[M]][3]
// ASK: %[[READ:.+]] = llvm.load %[[RF]]
// ASK: %[[WF:.+]] = llvm.getelementptr %[[M]][5]
// ASK: %[[WRITE:.+]] = llvm.load %[[WF]]
// ASK: %[[GAINS:.+]] = arith.cmpi ne, %[[WRITE]], %{{.+}}
// ASK: arith.select %[[GAINS]], %[[READ]], %[[WRITE]]
