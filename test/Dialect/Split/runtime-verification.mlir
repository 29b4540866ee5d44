// Upstream's verification checks the rules too, with constant messages.
// RUN: split-opt %s -generate-runtime-verification | FileCheck %s
// RUN: split-opt %s -generate-runtime-verification=verbose-level=0 | grep -c cf.assert | FileCheck %s --check-prefix=COUNT
// As many as split-generate-runtime-checks generates.
// RUN: split-opt %s -split-generate-runtime-checks | grep -c split.assert | FileCheck %s --check-prefix=COUNT
// COUNT: {{^}}17{{$}}

// CHECK-LABEL: func @split_r1_axis(
// CHECK-SAME: %[[X:.+]]: tensor<?x?xf32>, %[[A:.+]]: i32
func.func @split_r1_axis(%x: tensor<?x?xf32>, %a: i32) {
  // CHECK: %[[AXIS:.+]] = arith.index_cast %[[A]] : i32 to index
  // CHECK: %[[GE:.+]] = arith.cmpi sge, %[[AXIS]]
  // CHECK: %[[LT:.+]] = arith.cmpi slt, %[[AXIS]]
  // CHECK: %[[OK:.+]] = arith.andi %[[GE]], %[[LT]]
  // CHECK: cf.assert %[[OK]], "ERROR: Runtime op verification failed{{.*}}split.split{{.*}}^ axis ? is out of range for data of rank 2
  // CHECK-SAME: Location: loc({{.+}}runtime-verification.mlir{{.*}}:[[#@LINE+2]]:
  // CHECK-NEXT: split.split %[[X]]
  %0 = split.split %x axis(%a : i32) into 1 : tensor<?x?xf32> -> tensor<?x?xf32>
  return
}

// CHECK-LABEL: func @split_r1_rank(
// CHECK-SAME: %[[X:.+]]: tensor<*xf32>
func.func @split_r1_rank(%x: tensor<*xf32>) {
  // CHECK: %[[RANK:.+]] = tensor.rank %[[X]]
  // CHECK: %[[OK:.+]] = arith.cmpi ne, %[[RANK]]
  // CHECK: cf.assert %[[OK]], "{{.*}}data has rank 0, so there is no axis to split along
  // CHECK: cf.assert %{{.+}}, "{{.*}}axis 1 is out of range for data of rank ?
  // CHECK: tensor.dim
  // CHECK: cf.assert %{{.+}}, "{{.*}}dimension 1 of size ? is not divisible by num_splits 2
  // CHECK-NEXT: split.split
  %0:2 = split.split %x axis(1) into 2 : tensor<*xf32> -> tensor<*xf32>, tensor<*xf32>
  return
}

// CHECK-LABEL: func @split_r2(
// CHECK-SAME: %[[X:.+]]: tensor<?xf32>
func.func @split_r2(%x: tensor<?xf32>) {
  // CHECK: %[[D:.+]] = tensor.dim %[[X]]
  // CHECK: %[[REST:.+]] = arith.remui %[[D]]
  // CHECK: %[[OK:.+]] = arith.cmpi eq, %[[REST]]
  // CHECK: cf.assert %[[OK]], "{{.*}}dimension 0 of size ? is not divisible by num_splits 2
  // CHECK-NEXT: split.split
  %0:2 = split.split %x axis(0) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  return
}

// CHECK-LABEL: func @variadic_r3_r4(
func.func @variadic_r3_r4(%x: tensor<?xf32>, %l: tensor<2xi64>) {
  // CHECK: cf.assert %{{.+}}, "{{.*}}lengths [?, ?] hold a negative length other than -1
  // CHECK: cf.assert %{{.+}}, "{{.*}}lengths [?, ?] hold -1 more than once
  // CHECK: cf.assert %{{.+}}, "{{.*}}lengths [?, ?] sum to more than ?, the size of dimension 0
  // CHECK: cf.assert %{{.+}}, "{{.*}}lengths [?, ?] sum to ?, expected ?, the size of dimension 0
  // CHECK-NEXT: split.variadic_split
  %0:2 = split.variadic_split %x axis(0) lengths(%l : tensor<2xi64>) : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  return
}

// No constant is left behind for what unsigned lengths are not compared to.
// CHECK-LABEL: func @variadic_r3_unsigned(
func.func @variadic_r3_unsigned(%x: tensor<?xf32>, %l: tensor<1xui64>) {
  // CHECK-NOT: arith.constant -1
  // CHECK: cf.assert %{{.+}}, "{{.*}}lengths [?] hold one above 9223372036854775807, the largest size
  // CHECK: cf.assert %{{.+}}, "{{.*}}lengths [?] sum to more than ?, the size of dimension 0
  // CHECK: cf.assert %{{.+}}, "{{.*}}lengths [?] sum to ?, expected ?, the size of dimension 0
  // CHECK-NEXT: split.variadic_split
  %0 = split.variadic_split %x axis(0) lengths(%l : tensor<1xui64>) : tensor<?xf32> -> tensor<?xf32>
  return
}

// CHECK-LABEL: func @variadic_r4(
// CHECK-SAME: %[[X:.+]]: tensor<?xf32>
func.func @variadic_r4(%x: tensor<?xf32>) {
  // CHECK: %[[D:.+]] = tensor.dim %[[X]]
  // CHECK: %[[OK:.+]] = arith.cmpi eq, %[[D]], %{{.+}}
  // CHECK: cf.assert %[[OK]], "{{.*}}lengths [3, 4] sum to 7, expected ?, the size of dimension 0
  // CHECK-NEXT: split.variadic_split
  %0:2 = split.variadic_split %x axis(0) lengths [3, 4] : tensor<?xf32> -> tensor<3xf32>, tensor<4xf32>
  return
}

// CHECK-LABEL: func @split_r6(
func.func @split_r6(%x: tensor<*xf32>) {
  // CHECK: cf.assert %{{.+}}, "{{.*}}result type has rank 2, but data has rank ?
  // CHECK: cf.assert %{{.+}}, "{{.*}}dimension 0 of size ? is not divisible by num_splits 2
  // CHECK: cf.assert %{{.+}}, "{{.*}}result 1 has size ? along dimension 1, but its type states 3
  // CHECK-NEXT: split.split
  %0:2 = split.split %x axis(-2) into 2 : tensor<*xf32> -> tensor<*xf32>, tensor<?x3xf32>
  return
}

// A check within a loop stays in the loop.
// CHECK-LABEL: func @split_r2_nested(
func.func @split_r2_nested(%x: tensor<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: scf.for
  scf.for %i = %c0 to %n step %c1 {
    // CHECK: cf.assert %{{.+}}, "{{.*}}dimension 0 of size ? is not divisible by num_splits 3
    // CHECK-NEXT: split.split
    %0:3 = split.split %x axis(0) into 3 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
  }
  return
}

// A function is certain to obey the rules: nothing is inserted, not even a size.
// CHECK-LABEL: func @certain(
// CHECK-SAME: %[[X:.+]]: tensor<6x4xf32>, %[[Y:.+]]: tensor<?x4xf32>, %[[L:.+]]: tensor<2xi64>)
// CHECK-NEXT: split.split %[[X]]
// CHECK-NEXT: split.variadic_split %[[X]]
// CHECK-NEXT: split.split %[[Y]]
// CHECK-NEXT: split.variadic_split %[[Y]]
// CHECK-NEXT: split.variadic_split %[[Y]]
// CHECK-NEXT: return
func.func @certain(%x: tensor<6x4xf32>, %y: tensor<?x4xf32>, %l: tensor<2xi64>) {
  %0:2 = split.split %x axis(0) into 2 : tensor<6x4xf32> -> tensor<?x4xf32>, tensor<3x4xf32>
  %1:2 = split.variadic_split %x axis(-2) lengths [6, -1] : tensor<6x4xf32> -> tensor<6x4xf32>, tensor<0x4xf32>
  %2:2 = split.split %y axis(1) into 2 : tensor<?x4xf32> -> tensor<?x2xf32>, tensor<?x2xf32>
  %3 = split.variadic_split %y axis(0) lengths [-1] : tensor<?x4xf32> -> tensor<?x4xf32>
  %4:2 = split.variadic_split %y axis(1) lengths [1, 3] : tensor<?x4xf32> -> tensor<?x1xf32>, tensor<*xf32>
  return
}
