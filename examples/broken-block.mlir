// A block of a network. One of its splits certainly fails; lowering warns about it.
func.func private @normalize(%x: tensor<?x8xf32>) -> tensor<?x8xf32>

func.func private @scale(%x: tensor<?x4xf32>, %by: f32) -> tensor<?x4xf32> {
  %0 = linalg.fill ins(%by : f32) outs(%x : tensor<?x4xf32>) -> tensor<?x4xf32>
  %1 = arith.mulf %x, %0 : tensor<?x4xf32>
  return %1 : tensor<?x4xf32>
}

func.func @block(%x: tensor<?x8xf32>, %rounds: index, %axis: i64)
    -> (tensor<?x4xf32>, tensor<?x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %half = arith.constant 0.5 : f32
  %lengths = arith.constant dense<[3, 6]> : tensor<2xi64>
  %y = call @normalize(%x) : (tensor<?x8xf32>) -> tensor<?x8xf32>
  %z = scf.for %i = %c0 to %rounds step %c1 iter_args(%state = %y)
      -> (tensor<?x8xf32>) {
    %low, %high = split.split %state axis(1) into 2
        : tensor<?x8xf32> -> tensor<?x4xf32>, tensor<?x4xf32>
    %scaled = func.call @scale(%high, %half)
        : (tensor<?x4xf32>, f32) -> tensor<?x4xf32>
    %joined = tensor.concat dim(1) %low, %scaled
        : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x8xf32>
    %small, %large = split.variadic_split %joined axis(1)
        lengths(%lengths : tensor<2xi64>)
        : tensor<?x8xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
    %next = tensor.concat dim(1) %large, %small
        : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x8xf32>
    scf.yield %next : tensor<?x8xf32>
  }
  %first, %rest = split.variadic_split %z axis(-1) lengths [4, -1]
      : tensor<?x8xf32> -> tensor<?x4xf32>, tensor<?x4xf32>
  %sum = arith.addf %first, %rest : tensor<?x4xf32>
  return %sum, %z : tensor<?x4xf32>, tensor<?x8xf32>
}
