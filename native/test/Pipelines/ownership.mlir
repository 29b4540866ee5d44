// Results belong to the caller, each a buffer of its own, whatever they are.
// RUN: split-opt %s -split-to-llvm -o %t
// RUN: mlir-runner %t -e main -entry-point-result=void --shared-libs=%llvm_lib/libmlir_runner_utils.so,%llvm_lib/libmlir_c_runner_utils.so | FileCheck %s

func.func private @printMemrefF32(tensor<*xf32>)
func.func private @print(%x: tensor<?xf32>) {
  %u = tensor.cast %x : tensor<?xf32> to tensor<*xf32>
  call @printMemrefF32(%u) : (tensor<*xf32>) -> ()
  return
}

func.func @swapped(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %a, %b = split.split %x axis(0) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  return %b, %a : tensor<?xf32>, tensor<?xf32>
}
func.func @twice_and_argument(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %a, %b = split.split %x axis(0) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  return %b, %b, %x : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}
func.func @constants() -> (tensor<2xf32>, tensor<2xf32>, tensor<4xf32>) {
  %x = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %a, %b = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  return %b, %b, %x : tensor<2xf32>, tensor<2xf32>, tensor<4xf32>
}
func.func @conditional(%x: tensor<?xf32>, %c: i1) -> tensor<?xf32> {
  %a, %b = split.split %x axis(0) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  %r = scf.if %c -> tensor<?xf32> {
    scf.yield %a : tensor<?xf32>
  } else {
    scf.yield %b : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}
func.func @loop(%x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%y = %x) -> tensor<?xf32> {
    %a, %b = split.split %y axis(0) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
    scf.yield %b : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}
func.func @branches(%x: tensor<?xf32>, %c: i1) -> tensor<?xf32> {
  %a, %b = split.split %x axis(0) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  cf.cond_br %c, ^bb1(%a : tensor<?xf32>), ^bb1(%b : tensor<?xf32>)
^bb1(%r: tensor<?xf32>):
  return %r : tensor<?xf32>
}
func.func private @inner(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %a, %b = split.variadic_split %x axis(0) lengths [3, -1] : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  return %b, %x : tensor<?xf32>, tensor<?xf32>
}
func.func @private_call(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %a, %b = split.split %x axis(0) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  %0:2 = call @inner(%b) : (tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>)
  return %0#0, %0#1 : tensor<?xf32>, tensor<?xf32>
}
// A piece is written to; the data has to stay as it is.
func.func @split_c8_written(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %f9 = arith.constant 9.0 : f32
  %a, %b = split.split %x axis(0) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  %w = tensor.insert %f9 into %b[%c0] : tensor<?xf32>
  return %w, %x : tensor<?xf32>, tensor<?xf32>
}

func.func @main() {
  %x = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]> : tensor<8xf32>
  %d = tensor.cast %x : tensor<8xf32> to tensor<?xf32>
  %true = arith.constant true
  %false = arith.constant false

  // CHECK: [5,  6,  7,  8]
  // CHECK: [1,  2,  3,  4]
  %0:2 = call @swapped(%d) : (tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>)
  call @print(%0#0) : (tensor<?xf32>) -> ()
  call @print(%0#1) : (tensor<?xf32>) -> ()

  // CHECK: {{^}}[5,  6,  7,  8]
  // CHECK: {{^}}[5,  6,  7,  8]
  // CHECK: {{^}}[1,  2,  3,  4,  5,  6,  7,  8]
  %1:3 = call @twice_and_argument(%d) : (tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>)
  call @print(%1#0) : (tensor<?xf32>) -> ()
  call @print(%1#1) : (tensor<?xf32>) -> ()
  call @print(%1#2) : (tensor<?xf32>) -> ()

  // CHECK: {{^}}[3,  4]
  // CHECK: {{^}}[3,  4]
  // CHECK: {{^}}[1,  2,  3,  4]
  %2:3 = call @constants() : () -> (tensor<2xf32>, tensor<2xf32>, tensor<4xf32>)
  %20 = tensor.cast %2#0 : tensor<2xf32> to tensor<?xf32>
  %21 = tensor.cast %2#1 : tensor<2xf32> to tensor<?xf32>
  %22 = tensor.cast %2#2 : tensor<4xf32> to tensor<?xf32>
  call @print(%20) : (tensor<?xf32>) -> ()
  call @print(%21) : (tensor<?xf32>) -> ()
  call @print(%22) : (tensor<?xf32>) -> ()

  // CHECK: {{^}}[1,  2,  3,  4]
  // CHECK: {{^}}[5,  6,  7,  8]
  %3 = call @conditional(%d, %true) : (tensor<?xf32>, i1) -> tensor<?xf32>
  %4 = call @conditional(%d, %false) : (tensor<?xf32>, i1) -> tensor<?xf32>
  call @print(%3) : (tensor<?xf32>) -> ()
  call @print(%4) : (tensor<?xf32>) -> ()

  // CHECK: {{^}}[7,  8]
  // CHECK: {{^}}[1,  2,  3,  4,  5,  6,  7,  8]
  %n0 = arith.constant 0 : index
  %n2 = arith.constant 2 : index
  %5 = call @loop(%d, %n2) : (tensor<?xf32>, index) -> tensor<?xf32>
  %6 = call @loop(%d, %n0) : (tensor<?xf32>, index) -> tensor<?xf32>
  call @print(%5) : (tensor<?xf32>) -> ()
  call @print(%6) : (tensor<?xf32>) -> ()

  // CHECK: {{^}}[5,  6,  7,  8]
  %7 = call @branches(%d, %false) : (tensor<?xf32>, i1) -> tensor<?xf32>
  call @print(%7) : (tensor<?xf32>) -> ()

  // CHECK: {{^}}[8]
  // CHECK: {{^}}[5,  6,  7,  8]
  %8:2 = call @private_call(%d) : (tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>)
  call @print(%8#0) : (tensor<?xf32>) -> ()
  call @print(%8#1) : (tensor<?xf32>) -> ()

  // CHECK: {{^}}[9,  6,  7,  8]
  // CHECK: {{^}}[1,  2,  3,  4,  5,  6,  7,  8]
  %9:2 = call @split_c8_written(%d) : (tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>)
  call @print(%9#0) : (tensor<?xf32>) -> ()
  call @print(%9#1) : (tensor<?xf32>) -> ()
  return
}
