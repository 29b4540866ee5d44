// A conditional yields one piece or the other, whatever their sizes.
// RUN: split-run %s --function=yielded --input=7xf32=iota --input=i1=1 --expected_output=2xf32=0,1
// RUN: split-run %s --function=yielded --input=7xf32=iota --input=i1=0 --expected_output=5xf32=2,3,4,5,6
// RUN: split-run %s --function=selected --input=7xf32=iota --input=i1=1 --expected_output=5xf32=2,3,4,5,6
// RUN: split-run %s --function=selected --input=7xf32=iota --input=i1=0 --expected_output=2xf32=0,1

// Canonicalization makes an arith.select of it.
func.func @yielded(%x: tensor<?xf32>, %c: i1) -> tensor<?xf32> {
  %a, %b = split.variadic_split %x axis(0) lengths [2, -1] : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  %r = scf.if %c -> tensor<?xf32> {
    scf.yield %a : tensor<?xf32>
  } else {
    scf.yield %b : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

func.func @selected(%x: tensor<?xf32>, %c: i1) -> tensor<?xf32> {
  %a, %b = split.variadic_split %x axis(0) lengths [2, -1] : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  %r = arith.select %c, %b, %a : tensor<?xf32>
  return %r : tensor<?xf32>
}
