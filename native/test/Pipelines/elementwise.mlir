// Pieces go into elementwise ops on whole tensors, of dynamic size too.
// RUN: split-run %s --input=2x4xf32=iota --expected_output=2x2xf32=0,3,24,35
// RUN: split-run %s --input=0x4xf32= --expected_output=0x2xf32=

func.func @main(%data: tensor<?x4xf32>) -> tensor<?x2xf32> {
  %a, %b = split.split %data axis(1) into 2 : tensor<?x4xf32> -> tensor<?x2xf32>, tensor<?x2xf32>
  %product = arith.mulf %a, %b : tensor<?x2xf32>
  return %product : tensor<?x2xf32>
}
