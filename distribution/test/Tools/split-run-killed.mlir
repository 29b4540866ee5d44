// A rank that is killed at any time ends the run with one line, or the run ends well;
// it never hangs.

// REQUIRES: openmpi || mpich
// UNSUPPORTED: sanitizer
// DEFINE: %{kill} = %python %S/Inputs/kill_ranks.py
// DEFINE: %{run} = %s --shard=arg0=[[0]] --shard=arg1=[[],[0]] \
// DEFINE:   --input=96x96xf32=iota --input=96x96xf32=random
// RUN: %if openmpi %{ %{kill} openmpi %{run} %}
// RUN: %if mpich %{ %{kill} mpich %{run} %}

func.func @main(%x: tensor<96x96xf32>, %y: tensor<96x96xf32>)
    -> (tensor<96x96xf32>, tensor<48x96xf32>) {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<96x96xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<96x96xf32>)
      -> tensor<96x96xf32>
  %0 = linalg.matmul ins(%x, %y : tensor<96x96xf32>, tensor<96x96xf32>)
                     outs(%init : tensor<96x96xf32>) -> tensor<96x96xf32>
  %1 = linalg.matmul ins(%y, %0 : tensor<96x96xf32>, tensor<96x96xf32>)
                     outs(%init : tensor<96x96xf32>) -> tensor<96x96xf32>
  %a, %b = split.split %1 axis(0) into 2
      : tensor<96x96xf32> -> tensor<48x96xf32>, tensor<48x96xf32>
  return %1, %b : tensor<96x96xf32>, tensor<48x96xf32>
}
