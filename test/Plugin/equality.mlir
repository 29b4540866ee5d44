// Upstream's comparison of ops, which CSE asks too, sees properties, the number of
// lengths or destinations, and which operand is which.
// RUN: %mlir-opt %s -split-input-file --pass-pipeline='builtin.module(test-operations-equality)' 2>&1 | FileCheck %s

// CHECK: compares equals.
// CHECK-LABEL: func @all(
module {
  func.func @all(%x: tensor<?xf32>, %a: i32, %l: tensor<2xi64>, %m: memref<2xf32>, %c: i1) {
    %0:2 = split.split %x axis(%a : i32) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
    %1:2 = split.variadic_split %x axis(0) lengths(%l : tensor<2xi64>) : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
    %2:2 = split.variadic_split %x axis(%a : i32) lengths [1, 2] : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
    split.copy ins(%m : memref<2xf32>) outs(%m : memref<2xf32>) axis(0)
    split.assert %c, "a"
    return
  }
}
module {
  func.func @all(%x: tensor<?xf32>, %a: i32, %l: tensor<2xi64>, %m: memref<2xf32>, %c: i1) {
    %0:2 = split.split %x axis(%a : i32) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
    %1:2 = split.variadic_split %x axis(0) lengths(%l : tensor<2xi64>) : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
    %2:2 = split.variadic_split %x axis(%a : i32) lengths [1, 2] : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
    split.copy ins(%m : memref<2xf32>) outs(%m : memref<2xf32>) axis(0)
    split.assert %c, "a"
    return
  }
}

// -----

// CHECK: compares NOT equals!
// CHECK-LABEL: func @axis(
module {
  func.func @axis(%x: tensor<4xf32>) {
    %0:2 = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
    return
  }
}
module {
  func.func @axis(%x: tensor<4xf32>) {
    %0:2 = split.split %x axis(-1) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
    return
  }
}

// -----

// CHECK: compares NOT equals!
// CHECK-LABEL: func @lengths(
module {
  func.func @lengths(%x: tensor<?xf32>) {
    %0:2 = split.variadic_split %x axis(0) lengths [2, -1] : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
    return
  }
}
module {
  func.func @lengths(%x: tensor<?xf32>) {
    %0:2 = split.variadic_split %x axis(0) lengths [-1, 2] : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
    return
  }
}

// -----

// One operand is the axis here, the lengths there.
// CHECK: compares NOT equals!
// CHECK-LABEL: func @which_operand(
module {
  func.func @which_operand(%x: tensor<?xf32>, %a: tensor<1xi64>) {
    %0 = split.variadic_split %x axis(%a : tensor<1xi64>) lengths [-1] : tensor<?xf32> -> tensor<?xf32>
    return
  }
}
module {
  func.func @which_operand(%x: tensor<?xf32>, %a: tensor<1xi64>) {
    %0 = split.variadic_split %x axis(0) lengths(%a : tensor<1xi64>) : tensor<?xf32> -> tensor<?xf32>
    return
  }
}

// -----

// CHECK: compares NOT equals!
// CHECK-LABEL: func @format(
module {
  func.func @format(%c: i1) {
    split.assert %c, "a"
    return
  }
}
module {
  func.func @format(%c: i1) {
    split.assert %c, "b"
    return
  }
}
