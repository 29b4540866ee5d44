// Programs with split ops run in a stock mlir-runner; values are worked out by hand.
// RUN: split-opt %s -split-to-llvm -o %t
// RUN: mlir-runner %t -e main -entry-point-result=void --shared-libs=%llvm_lib/libmlir_runner_utils.so,%llvm_lib/libmlir_c_runner_utils.so | FileCheck %s
// No copy needs a runtime library.
// RUN: FileCheck %s --check-prefix=COPY --input-file=%t
// COPY-NOT: memrefCopy

func.func private @printMemrefF32(tensor<*xf32>)
func.func private @print1(%x: tensor<?xf32>) {
  %u = tensor.cast %x : tensor<?xf32> to tensor<*xf32>
  call @printMemrefF32(%u) : (tensor<*xf32>) -> ()
  return
}
func.func private @print2(%x: tensor<?x?xf32>) {
  %u = tensor.cast %x : tensor<?x?xf32> to tensor<*xf32>
  call @printMemrefF32(%u) : (tensor<*xf32>) -> ()
  return
}

func.func @columns(%x: tensor<2x6xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>) {
  %0:3 = split.split %x axis(-1) into 3 : tensor<2x6xf32> -> tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>
  return %0#0, %0#1, %0#2 : tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>
}
func.func @rows_dynamic(%x: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %0:2 = split.split %x axis(0) into 2 : tensor<?x?xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  return %0#0, %0#1 : tensor<?x?xf32>, tensor<?x?xf32>
}
func.func @rest(%x: tensor<?x?xf32>) -> (tensor<?x1xf32>, tensor<?x?xf32>, tensor<?x2xf32>) {
  %0:3 = split.variadic_split %x axis(1) lengths [1, -1, 2] : tensor<?x?xf32> -> tensor<?x1xf32>, tensor<?x?xf32>, tensor<?x2xf32>
  return %0#0, %0#1, %0#2 : tensor<?x1xf32>, tensor<?x?xf32>, tensor<?x2xf32>
}
func.func @run_time(%x: tensor<?x?xf32>, %l: tensor<3xi64>) -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) {
  %0:3 = split.variadic_split %x axis(1) lengths(%l : tensor<3xi64>) : tensor<?x?xf32> -> tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>
  return %0#0, %0#1, %0#2 : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>
}
func.func @middle(%x: tensor<2x3x2xf32>) -> tensor<2x2x2xf32> {
  %0:2 = split.variadic_split %x axis(1) lengths [1, 2] : tensor<2x3x2xf32> -> tensor<2x1x2xf32>, tensor<2x2x2xf32>
  return %0#1 : tensor<2x2x2xf32>
}

func.func @main() {
  %x = arith.constant dense<[[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], [7.0, 8.0, 9.0, 10.0, 11.0, 12.0]]> : tensor<2x6xf32>
  %d = tensor.cast %x : tensor<2x6xf32> to tensor<?x?xf32>

  // CHECK: sizes = [2, 2]
  // CHECK-NEXT: {{\[\[}}1,   2],
  // CHECK-NEXT: [7,   8]]
  // CHECK: {{\[\[}}3,   4],
  // CHECK-NEXT: [9,   10]]
  // CHECK: {{\[\[}}5,   6],
  // CHECK-NEXT: [11,   12]]
  %0:3 = call @columns(%x) : (tensor<2x6xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>)
  %00 = tensor.cast %0#0 : tensor<2x2xf32> to tensor<?x?xf32>
  %01 = tensor.cast %0#1 : tensor<2x2xf32> to tensor<?x?xf32>
  %02 = tensor.cast %0#2 : tensor<2x2xf32> to tensor<?x?xf32>
  call @print2(%00) : (tensor<?x?xf32>) -> ()
  call @print2(%01) : (tensor<?x?xf32>) -> ()
  call @print2(%02) : (tensor<?x?xf32>) -> ()

  // CHECK: sizes = [1, 6]
  // CHECK-NEXT: {{\[\[}}1,   2,   3,   4,   5,   6]]
  // CHECK: sizes = [1, 6]
  // CHECK-NEXT: {{\[\[}}7,   8,   9,   10,   11,   12]]
  %1:2 = call @rows_dynamic(%d) : (tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>)
  call @print2(%1#0) : (tensor<?x?xf32>) -> ()
  call @print2(%1#1) : (tensor<?x?xf32>) -> ()

  // CHECK: sizes = [2, 1]
  // CHECK-NEXT: {{\[\[}}1],
  // CHECK-NEXT: [7]]
  // CHECK: sizes = [2, 3]
  // CHECK-NEXT: {{\[\[}}2,   3,   4],
  // CHECK-NEXT: [8,   9,   10]]
  // CHECK: sizes = [2, 2]
  // CHECK-NEXT: {{\[\[}}5,   6],
  // CHECK-NEXT: [11,   12]]
  %2:3 = call @rest(%d) : (tensor<?x?xf32>) -> (tensor<?x1xf32>, tensor<?x?xf32>, tensor<?x2xf32>)
  %20 = tensor.cast %2#0 : tensor<?x1xf32> to tensor<?x?xf32>
  %22 = tensor.cast %2#2 : tensor<?x2xf32> to tensor<?x?xf32>
  call @print2(%20) : (tensor<?x?xf32>) -> ()
  call @print2(%2#1) : (tensor<?x?xf32>) -> ()
  call @print2(%22) : (tensor<?x?xf32>) -> ()

  // CHECK: sizes = [2, 3]
  // CHECK-NEXT: {{\[\[}}1,   2,   3],
  // CHECK-NEXT: [7,   8,   9]]
  // CHECK: sizes = [2, 1]
  // CHECK-NEXT: {{\[\[}}4],
  // CHECK-NEXT: [10]]
  // CHECK: sizes = [2, 2]
  // CHECK-NEXT: {{\[\[}}5,   6],
  // CHECK-NEXT: [11,   12]]
  %l3 = arith.constant dense<[-1, 1, 2]> : tensor<3xi64>
  %3:3 = call @run_time(%d, %l3) : (tensor<?x?xf32>, tensor<3xi64>) -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>)
  call @print2(%3#0) : (tensor<?x?xf32>) -> ()
  call @print2(%3#1) : (tensor<?x?xf32>) -> ()
  call @print2(%3#2) : (tensor<?x?xf32>) -> ()

  // The same code, other lengths, none -1.
  // CHECK: sizes = [2, 1]
  // CHECK: sizes = [2, 4]
  // CHECK-NEXT: {{\[\[}}2,   3,   4,   5],
  // CHECK-NEXT: [8,   9,   10,   11]]
  // CHECK: sizes = [2, 1]
  // CHECK-NEXT: {{\[\[}}6],
  // CHECK-NEXT: [12]]
  %l4 = arith.constant dense<[1, 4, 1]> : tensor<3xi64>
  %4:3 = call @run_time(%d, %l4) : (tensor<?x?xf32>, tensor<3xi64>) -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>)
  call @print2(%4#0) : (tensor<?x?xf32>) -> ()
  call @print2(%4#1) : (tensor<?x?xf32>) -> ()
  call @print2(%4#2) : (tensor<?x?xf32>) -> ()

  // 255 of ui8 is a size, not -1.
  // CHECK: 255
  // CHECK-NEXT: 2
  %z = arith.constant dense<1.0> : tensor<257xf32>
  %zd = tensor.cast %z : tensor<257xf32> to tensor<?xf32>
  %i255 = arith.constant 255 : i8
  %i2 = arith.constant 2 : i8
  %u255 = builtin.unrealized_conversion_cast %i255 : i8 to ui8
  %u2 = builtin.unrealized_conversion_cast %i2 : i8 to ui8
  %l5 = tensor.from_elements %u255, %u2 : tensor<2xui8>
  %c0 = arith.constant 0 : index
  %5:2 = split.variadic_split %zd axis(0) lengths(%l5 : tensor<2xui8>) : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  %50 = tensor.dim %5#0, %c0 : tensor<?xf32>
  %51 = tensor.dim %5#1, %c0 : tensor<?xf32>
  vector.print %50 : index
  vector.print %51 : index

  // An axis in the middle: 3, 4, 5, 6 and 9, 10, 11, 12 of 12.
  // CHECK: sizes = [8]
  // CHECK-NEXT: [3,  4,  5,  6,  9,  10,  11,  12]
  %y = arith.constant dense<[[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], [[7.0, 8.0], [9.0, 10.0], [11.0, 12.0]]]> : tensor<2x3x2xf32>
  %6 = call @middle(%y) : (tensor<2x3x2xf32>) -> tensor<2x2x2xf32>
  %60 = tensor.collapse_shape %6 [[0, 1, 2]] : tensor<2x2x2xf32> into tensor<8xf32>
  %61 = tensor.cast %60 : tensor<8xf32> to tensor<?xf32>
  call @print1(%61) : (tensor<?xf32>) -> ()
  return
}
