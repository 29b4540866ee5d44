// Operands whose sizes differ at run time are errors, not accesses out of
// bounds. Expected values are computed by hand.

// DEFINE: %{input} =
// DEFINE: %{function} =
// DEFINE: %{run} = split-run %s --function=%{function} %{input}

// REDEFINE: %{function} = sum
// REDEFINE: %{input} = --input=2xf32=1,2 --input=2xf32=10,20
// RUN: %{run} | grep -Fx 'result[0]: 2xf32=[11,22]'
// REDEFINE: %{input} = --input=2xf32=1,2 --input=3xf32=1,2,3
// RUN: not %{run} 2>&1 | grep '.mlir:%(line+6):8: error: operand 1 has size 3 along dimension 0, expected 2, the size of operand 0 along dimension 0'
// REDEFINE: %{input} = --input=3xf32=1,2,3 --input=2xf32=1,2
// RUN: not %{run} 2>&1 | grep 'operand 1 has size 2 along dimension 0, expected 3'
// The check is not made where it is not asked for.
// RUN: split-opt %s --split-to-llvm='host-abi runtime-checks=false' --dump-pass-pipeline 2>&1 | not grep check-operand-sizes
func.func @sum(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = arith.addf %x, %y : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// Canonicalization makes both sizes 4, which the first operand may not have. After it, the
// operand is a cast, which has a check of its own.
// REDEFINE: %{function} = static_size
// REDEFINE: %{input} = --input=4xf32=1,2,3,4 --input=4xf32=1,1,1,1
// RUN: %{run} | grep -Fx 'result[0]: 4xf32=[2,3,4,5]'
// REDEFINE: %{input} = --input=2xf32=1,2 --input=4xf32=1,1,1,1
// RUN: not %{run} 2>&1 | grep -E 'operand 1 has size 4 along dimension 0, expected 2|result 0 has size 2 along dimension 0, but its type states 4'
func.func @static_size(%x: tensor<?xf32>, %y: tensor<4xf32>) -> tensor<?xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %c = tensor.cast %e : tensor<4xf32> to tensor<?xf32>
  %0 = linalg.add ins(%x, %y : tensor<?xf32>, tensor<4xf32>) outs(%c : tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// Pieces of run-time lengths.
// REDEFINE: %{function} = pieces
// REDEFINE: %{input} = --input=4xf32=1,2,3,4 --input=index=2
// RUN: %{run} | grep -Fx 'result[0]: 2xf32=[4,6]'
// REDEFINE: %{input} = --input=4xf32=1,2,3,4 --input=index=1
// RUN: not %{run} 2>&1 | grep 'operand 1 has size 3 along dimension 0, expected 1'
func.func @pieces(%x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %a, %b = split.variadic_split %x axis(0) lengths [%n, -1] : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  %0 = arith.addf %a, %b : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// REDEFINE: %{function} = windows
// REDEFINE: %{input} = --input=1x5x1xf32=1,2,3,4,5 --input=3x1xf32=1,10,100 --input=1x2x1xf32=0,0
// RUN: %{run} | grep -F 'result[0]: 1x2x1xf32=' | grep -F '[321]' | grep -F '[543]'
// REDEFINE: %{input} = --input=1x4x1xf32=1,2,3,4 --input=3x1xf32=1,10,100 --input=1x2x1xf32=0,0
// RUN: not %{run} 2>&1 | grep 'operand 0 has size 4 along dimension 1, but is accessed at index 4'
func.func @windows(%x: tensor<1x?x1xf32>, %k: tensor<?x1xf32>, %o: tensor<1x?x1xf32>) -> tensor<1x?x1xf32> {
  %0 = linalg.depthwise_conv_1d_nwc_wc {dilations = dense<1> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>}
      ins(%x, %k : tensor<1x?x1xf32>, tensor<?x1xf32>) outs(%o : tensor<1x?x1xf32>) -> tensor<1x?x1xf32>
  return %0 : tensor<1x?x1xf32>
}

// TOSA repeats a dimension of size 1.
// REDEFINE: %{function} = broadcast
// REDEFINE: %{input} = --input=3xf32=1,2,3 --input=1xf32=10
// RUN: %{run} | grep -Fx 'result[0]: 3xf32=[11,12,13]'
// REDEFINE: %{input} = --input=1xf32=10 --input=3xf32=1,2,3
// RUN: %{run} | grep -Fx 'result[0]: 3xf32=[11,12,13]'
// REDEFINE: %{input} = --input=2xf32=1,2 --input=3xf32=1,2,3
// RUN: not %{run} 2>&1 | grep 'error: operand 0 has size 2 along dimension 0\|error: operand 1 has size 3 along dimension 0'
func.func @broadcast(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = tosa.add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
