// Views of arguments move no byte: nothing is allocated, loaded or copied.
// RUN: split-opt %s -split-to-llvm="host-abi results=views" | FileCheck %s
// RUN: split-opt %s -split-to-llvm=results=views | FileCheck %s --check-prefix=PLAIN

// DEFINE: %{run} = split-run %s --results=views
// RUN: %{run} --function=pieces --input=2x9xf32=iota --expected_output=2x3xf32=0,1,2,9,10,11 --expected_output=2x3xf32=3,4,5,12,13,14 --expected_output=2x3xf32=6,7,8,15,16,17
// RUN: %{run} --function=chain --input=24xf32=iota --expected_output=4xf32=4,10,16,22 --expected_output=24xf32=iota
// RUN: %{run} --function=lengths --input=2x4xf32=iota --input=2xi64=1,-1 --expected_output=2x1xf32=0,4 --expected_output=2x3xf32=1,2,3,5,6,7
// RUN: %{run} --function=lengths --input=2x4xf32=iota --input=2xi64=4,0 --expected_output=2x4xf32=iota --expected_output=2x0xf32=
// RUN: not %{run} --function=lengths --input=2x4xf32=iota --input=2xi64=4,1 2>&1 | FileCheck %s --check-prefix=FAILS
// FAILS: views.mlir:[[#]]:{{[0-9]+}}: error: lengths [4, 1]
// RUN: %{run} --function=mixed --input=4xf32=-1,2,-3,4 --input=f32=5 | FileCheck %s --check-prefix=MIXED
// MIXED: result[0]: 2xf32=[-1,2]
// MIXED-NEXT: result[1]: 2xf32=[3,4]
// MIXED-NEXT: result[2]: 2xf32=[5,5]
// MIXED-NEXT: result[3]: f32=5
// MIXED-NEXT: result[4]: 0xf32=[]
// RUN: %{run} --function=caller --input=4xf32=iota --expected_output=2xf32=2,3 --expected_output=2xf32=2,3
// RUN: %{run} --function=unranked --input=4xf32=iota --expected_output=2xf32=0,1 --expected_output=2xf32=2,3
// RUN: %{run} --function=writable --input=4xf32=iota --expected_output=2xf32=0,1 --expected_output=4xf32=7,7,7,7
// RUN: %{run} --function=sometimes --input=4xf32=iota --input=i1=1 --expected_output=2xf32=0,1
// RUN: %{run} --function=sometimes --input=4xf32=iota --input=i1=0 --expected_output=2xf32=2,3

// CHECK-LABEL: llvm.func @pieces(
// CHECK-NOT: split_mlir_begin_call
// CHECK: llvm.return
// CHECK-LABEL: llvm.func internal @pieces.impl(
// CHECK-NOT: llvm.call
// CHECK-NOT: llvm.load
// CHECK-NOT: memcpy
// CHECK: llvm.return
// PLAIN-LABEL: llvm.func @pieces(
// PLAIN-NOT: llvm.call
// PLAIN-NOT: llvm.load
// PLAIN: llvm.return
func.func @pieces(%x: tensor<2x9xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) {
  %0:3 = split.split %x axis(1) into 3 : tensor<2x9xf32> -> tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>
  return %0#0, %0#1, %0#2 : tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>
}

// CHECK-LABEL: llvm.func internal @chain.impl(
// CHECK-NOT: llvm.call
// CHECK-NOT: llvm.load
// CHECK: llvm.return
func.func @chain(%x: tensor<24xf32>) -> (tensor<4xf32>, tensor<24xf32>) {
  %0 = tensor.expand_shape %x [[0, 1]] output_shape [4, 6] : tensor<24xf32> into tensor<4x6xf32>
  %1:2 = split.split %0 axis(1) into 2 : tensor<4x6xf32> -> tensor<4x3xf32>, tensor<4x3xf32>
  %2 = tensor.extract_slice %1#1[0, 1] [4, 1] [1, 1] : tensor<4x3xf32> to tensor<4xf32>
  return %2, %x : tensor<4xf32>, tensor<24xf32>
}

func.func @lengths(%x: tensor<?x4xf32>, %l: tensor<2xi64>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %0:2 = split.variadic_split %x axis(-1) lengths(%l : tensor<2xi64>) : tensor<?x4xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  return %0#0, %0#1 : tensor<?x?xf32>, tensor<?x?xf32>
}

// Results that are no views are allocated, those of static shape too.
func.func @mixed(%x: tensor<4xf32>, %c: f32) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, f32, tensor<0xf32>) {
  %0:2 = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %1 = math.absf %0#1 : tensor<2xf32>
  %2 = linalg.fill ins(%c : f32) outs(%0#0 : tensor<2xf32>) -> tensor<2xf32>
  %3 = tensor.empty() : tensor<0xf32>
  return %0#0, %1, %2, %c, %3 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, f32, tensor<0xf32>
}

func.func @called(%x: tensor<4xf32>) -> tensor<2xf32> {
  %0:2 = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  return %0#1 : tensor<2xf32>
}
func.func @caller(%x: tensor<4xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %y = math.absf %x : tensor<4xf32>
  %0 = call @called(%y) : (tensor<4xf32>) -> tensor<2xf32>
  %1 = call @called(%x) : (tensor<4xf32>) -> tensor<2xf32>
  return %0, %1 : tensor<2xf32>, tensor<2xf32>
}

func.func @unranked(%x: tensor<*xf32>) -> (tensor<*xf32>, tensor<2xf32>) {
  %0:2 = split.split %x axis(0) into 2 : tensor<*xf32> -> tensor<*xf32>, tensor<*xf32>
  %1 = tensor.cast %0#1 : tensor<*xf32> to tensor<2xf32>
  return %0#0, %1 : tensor<*xf32>, tensor<2xf32>
}

// What is written over afterwards is copied.
func.func @writable(%x: tensor<4xf32> {bufferization.writable = true}) -> (tensor<2xf32>, tensor<4xf32>) {
  %c = arith.constant 7.0 : f32
  %0:2 = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %1 = linalg.fill ins(%c : f32) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  return %0#0, %1 : tensor<2xf32>, tensor<4xf32>
}

func.func @sometimes(%x: tensor<4xf32>, %c: i1) -> tensor<2xf32> {
  %0:2 = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  cf.cond_br %c, ^a, ^b
^a:
  return %0#0 : tensor<2xf32>
^b:
  return %0#1 : tensor<2xf32>
}
