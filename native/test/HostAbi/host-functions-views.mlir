// With views every result is described to the host, whatever its shape.
// RUN: split-opt %s -split-emit-host-functions=views | FileCheck %s
// RUN: not split-opt %s -split-emit-host-functions 2>&1 | FileCheck %s --check-prefix=COPIES

!descriptor_argument = memref<4xf32>
!descriptor = !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>

// COPIES: result 0 of type '!llvm.struct<{{.+}}>' cannot be passed by a host program
// CHECK: func.func private @f.fast(%[[X:.+]]: !llvm.ptr, %[[R0:.+]]: !llvm.ptr, %[[R1:.+]]: !llvm.ptr) -> (i32
// CHECK: %[[CALL:.+]]:2 = call @f.impl(
// CHECK: llvm.store %[[CALL]]#0, %[[R0]] : !llvm.struct<
// CHECK: %[[STATIC:.+]] = builtin.unrealized_conversion_cast %[[CALL]]#1 : memref<2xf32> to
// CHECK: llvm.store %[[STATIC]], %[[R1]]
func.func @f(%x: !descriptor_argument) -> (!descriptor, memref<2xf32>) {
  %0 = builtin.unrealized_conversion_cast %x : !descriptor_argument to !descriptor
  %1 = memref.alloc() : memref<2xf32>
  return %0, %1 : !descriptor, memref<2xf32>
}

// An argument that results are views of is passed as the host describes it. In
// row-major order it must be only for a reshape, or to be read: then it is
// refused, or packed. One that nothing reads is checked, and left where it is.
// CHECK: func.func private @given.fast(%[[X:.+]]: !llvm.ptr, %[[Y:.+]]: !llvm.ptr, %{{.+}}: !llvm.ptr) -> (i32
// CHECK: arith.constant dense<4> : vector<1xi64>
// CHECK-NEXT: llvm.getelementptr %[[X]][3]
// CHECK: arith.constant dense<[0, 4]> : vector<2xi64>
// CHECK-NEXT: llvm.getelementptr %[[Y]][2]
// CHECK: %[[DESCRIPTOR:.+]] = llvm.load %[[X]]
// CHECK: %[[GIVEN:.+]] = builtin.unrealized_conversion_cast %[[DESCRIPTOR]] : {{.+}} to memref<4xf32, strided<[?], offset: ?>>
// CHECK: call @given.impl(%{{.+}}, %{{.+}}, %[[GIVEN]])
// The layouts of the arguments are 2, unused, and 1, row-major.
// CHECK: @split_mlir_operands{{.*}}(dense<[1, 2, 1, 2, 7, 12, 17, 3, 4, 2, 1, 4, 3, 4, 1, 1, 4, 1]>
// CHECK: func.func private @given.call(%[[TABLE:.+]]: !llvm.ptr, %{{.+}}: !llvm.ptr) -> i32
// CHECK: %[[ENTRY:.+]] = llvm.getelementptr %[[TABLE]][0]
// CHECK: %[[PLACE:.+]] = llvm.load %[[ENTRY]]
// CHECK: %[[DESCRIPTOR:.+]] = llvm.load %[[PLACE]]
// CHECK: %[[GIVEN:.+]] = builtin.unrealized_conversion_cast %[[DESCRIPTOR]] : {{.+}} to memref<4xf32, strided<[?], offset: ?>>
// CHECK: call @given.impl(%{{.+}}, %{{.+}}, %[[GIVEN]])
// CHECK: func.func private @given.impl(
// CHECK-SAME: %{{.+}}: memref<4xf32, strided<[?], offset: ?>>)
func.func @given(%x: memref<4xf32>, %y: memref<4xf32> {split.row_major}, %z: memref<4xf32, strided<[?], offset: ?>> {split.given = 0 : index}) -> !descriptor {
  %c0 = arith.constant 0 : index
  %0 = memref.load %y[%c0] : memref<4xf32>
  memref.store %0, %z[%c0] : memref<4xf32, strided<[?], offset: ?>>
  %1 = builtin.unrealized_conversion_cast %z : memref<4xf32, strided<[?], offset: ?>> to !descriptor
  return %1 : !descriptor
}
