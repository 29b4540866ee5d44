// The five forms of a split: equal pieces, constant lengths, some lengths that
// are values, a tensor of lengths, and an axis known only at run time.
func.func @main(%x: tensor<?x6xf32>, %n: index, %lengths: tensor<2xi64>,
                %axis: index) {
  %a:2 = split.split %x axis(-1) into 2
      : tensor<?x6xf32> -> tensor<?x3xf32>, tensor<?x3xf32>
  %b:2 = split.variadic_split %x axis(1) lengths [4, -1]
      : tensor<?x6xf32> -> tensor<?x4xf32>, tensor<?x2xf32>
  %c:2 = split.variadic_split %x axis(0) lengths [%n, -1]
      : tensor<?x6xf32> -> tensor<?x6xf32>, tensor<?x6xf32>
  %d:2 = split.variadic_split %x axis(0) lengths(%lengths : tensor<2xi64>)
      : tensor<?x6xf32> -> tensor<?x6xf32>, tensor<?x6xf32>
  %e:2 = split.split %x axis(%axis : index) into 2
      : tensor<?x6xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  return
}
