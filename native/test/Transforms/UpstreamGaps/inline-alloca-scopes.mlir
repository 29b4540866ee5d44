// RUN: split-opt %s --allow-unregistered-dialect --split-inline-alloca-scopes | FileCheck %s

// CHECK-LABEL: @inlined
// CHECK-NEXT: %[[V:.+]] = arith.addi
// CHECK-NEXT: llvm.call_intrinsic "llvm.x86.sse.sfence"
// CHECK-NEXT: return %[[V]]
func.func @inlined(%x: i32) -> i32 {
  %0 = memref.alloca_scope -> (i32) {
    memref.alloca_scope {
      memref.alloca_scope.return
    }
    %1 = arith.addi %x, %x : i32
    llvm.call_intrinsic "llvm.x86.sse.sfence"() : () -> ()
    memref.alloca_scope.return %1 : i32
  }
  return %0 : i32
}

// CHECK-LABEL: @no_inline_of_allocations
// CHECK-COUNT-2: memref.alloca_scope
func.func @no_inline_of_allocations(%size: i64) {
  memref.alloca_scope {
    %0 = memref.alloca() : memref<4xf32>
    "test.use"(%0) : (memref<4xf32>) -> ()
    memref.alloca_scope.return
  }
  memref.alloca_scope {
    %0 = llvm.alloca %size x i8 : (i64) -> !llvm.ptr
    "test.use"(%0) : (!llvm.ptr) -> ()
    memref.alloca_scope.return
  }
  return
}
