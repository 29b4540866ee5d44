// With views every result is described to the host, whatever its shape.
// RUN: split-opt %s -split-emit-host-functions=views | FileCheck %s
// RUN: not split-opt %s -split-emit-host-functions 2>&1 | FileCheck %s --check-prefix=COPIES

!descriptor_argument = memref<4xf32>
!descriptor = !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>

// COPIES: result 0 of type '!llvm.struct<{{.+}}>' cannot be passed by a host program
// CHECK: func.func private @f.call(%{{.+}}: !llvm.ptr, %[[R0:.+]]: !llvm.ptr, %[[R1:.+]]: !llvm.ptr) -> i32
// CHECK: %[[CALL:.+]]:2 = call @f.impl(
// CHECK: llvm.store %[[CALL]]#0, %[[R0]] : !llvm.struct<
// CHECK: %[[STATIC:.+]] = builtin.unrealized_conversion_cast %[[CALL]]#1 : memref<2xf32> to
// CHECK: llvm.store %[[STATIC]], %[[R1]]
func.func @f(%x: !descriptor_argument) -> (!descriptor, memref<2xf32>) {
  %0 = builtin.unrealized_conversion_cast %x : !descriptor_argument to !descriptor
  %1 = memref.alloc() : memref<2xf32>
  return %0, %1 : !descriptor, memref<2xf32>
}
