// Under the host ABI a failed check returns, from wherever it stands.
// RUN: split-opt %s -split-to-llvm=host-abi | FileCheck %s --implicit-check-not=@abort --implicit-check-not=llvm.unreachable

// Nothing is copied where a result is made for the caller's buffer, and nothing
// allocated.
// CHECK-LABEL: llvm.func internal @filled.impl(
// CHECK-NOT: llvm.call
// CHECK-NOT: llvm.intr.memcpy
// CHECK: llvm.return
func.func @filled(%c: f32) -> tensor<4xf32> {
  %empty = tensor.empty() : tensor<4xf32>
  %0 = linalg.fill ins(%c : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// Memory is the runtime library's.
// CHECK-LABEL: llvm.func internal @allocates.impl(
// CHECK: llvm.call @_mlir_memref_to_llvm_aligned_alloc(
// CHECK: llvm.call @split_mlir_record_failure(
func.func @allocates(%n: index) -> tensor<?xf32> {
  %0 = tensor.empty(%n) : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: llvm.func @f(
// CHECK-SAME: !llvm.ptr, %{{.+}}: i64, %{{.+}}: !llvm.ptr) -> (i32 {llvm.signext})
// CHECK: %[[CALL:.+]] = llvm.alloca %{{.+}} x !llvm.array<16 x ptr>
// CHECK: llvm.call @split_mlir_begin_call(%[[CALL]]) : (!llvm.ptr) -> ()
// CHECK: %[[STATUS:.+]] = llvm.call @f.fast(
// CHECK: %[[WIDE:.+]] = llvm.sext %[[STATUS]] : i32 to i64
// CHECK: llvm.call @split_mlir_end_call(%[[CALL]], %[[WIDE]])
// CHECK: llvm.return %[[STATUS]] : i32
// CHECK: llvm.func internal @f.slow(%{{.+}}: !llvm.ptr, %{{.+}}: i64, %{{.+}}: !llvm.ptr) -> i32
// CHECK: llvm.call @f.call(
// CHECK: llvm.call @split_mlir_free_packed(
// CHECK: llvm.func internal @f.call(%{{.+}}: !llvm.ptr, %{{.+}}: !llvm.ptr) -> i32
func.func @f(%x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %0:2 = split.split %x axis(0) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  return %0#0 : tensor<?xf32>
}
