// Blocks of a network. One of their splits certainly fails; lowering warns about it.
func.func private @store(tensor<?x?xf32>)

func.func @block(%x: tensor<?x8xf32>, %y: tensor<?x12xf32>, %rounds: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %rounds step %c1 {
    %low, %high = split.split %y axis(1) into 2
        : tensor<?x12xf32> -> tensor<?x6xf32>, tensor<?x6xf32>
    %joined = tensor.concat dim(1) %high, %low
        : (tensor<?x6xf32>, tensor<?x6xf32>) -> tensor<?x?xf32>
    func.call @store(%joined) : (tensor<?x?xf32>) -> ()
  }
  %any = tensor.cast %x : tensor<?x8xf32> to tensor<?x?xf32>
  call @store(%any) : (tensor<?x?xf32>) -> ()
  %lengths = arith.constant dense<[3, 6]> : tensor<2xi64>
  %small, %large = split.variadic_split %x axis(1) lengths(%lengths : tensor<2xi64>)
      : tensor<?x8xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  call @store(%small) : (tensor<?x?xf32>) -> ()
  call @store(%large) : (tensor<?x?xf32>) -> ()
  return
}

func.func @scale(%x: tensor<?x8xf32>, %by: f32) -> tensor<?x8xf32> {
  %0 = linalg.fill ins(%by : f32) outs(%x : tensor<?x8xf32>) -> tensor<?x8xf32>
  %1 = arith.mulf %x, %0 : tensor<?x8xf32>
  return %1 : tensor<?x8xf32>
}

func.func @halves(%x: tensor<?x8xf32>) -> tensor<?x4xf32> {
  %first, %rest = split.variadic_split %x axis(-1) lengths [4, -1]
      : tensor<?x8xf32> -> tensor<?x4xf32>, tensor<?x4xf32>
  %sum = arith.addf %first, %rest : tensor<?x4xf32>
  return %sum : tensor<?x4xf32>
}
