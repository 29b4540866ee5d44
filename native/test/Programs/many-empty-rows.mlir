// Ops over any number of empty rows end at once.
// RUN: timeout 60 %run-each %s --function=fill --input=index=9223372036854775807 \
// RUN:   --input=index=0 --expected_output=9223372036854775807x0xf32=
// RUN: timeout 60 %run-each %s --function=gen --input=index=9223372036854775807 \
// RUN:   --input=index=0 --expected_output=9223372036854775807x0xindex=
// RUN: timeout 60 %run-each %s --function=add --input=index=9223372036854775807 \
// RUN:   --input=index=0 --expected_output=9223372036854775807x0xf32=
// RUN: timeout 60 %run-each %s --function=concat --input=index=9223372036854775807 \
// RUN:   --input=index=0 --expected_output=9223372036854775807x0xf32=
// RUN: timeout 60 %run-each %s --function=int --input=index=9223372036854775807 \
// RUN:   --input=index=0 --expected_output=9223372036854775807x0xi4=

func.func @fill(%n: index, %m: index) -> tensor<?x?xf32> {
  %k = arith.constant 1.0 : f32
  %e = tensor.empty(%n, %m) : tensor<?x?xf32>
  %r = linalg.fill ins(%k : f32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @gen(%n: index, %m: index) -> tensor<?x?xindex> {
  %r = tensor.generate %n, %m {
    ^bb0(%i: index, %j: index):
    tensor.yield %j : index
  } : tensor<?x?xindex>
  return %r : tensor<?x?xindex>
}
func.func @add(%n: index, %m: index) -> tensor<?x?xf32> {
  %e = tensor.empty(%n, %m) : tensor<?x?xf32>
  %r = arith.addf %e, %e : tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @concat(%n: index, %m: index) -> tensor<?x?xf32> {
  %e = tensor.empty(%n, %m) : tensor<?x?xf32>
  %c = tensor.concat dim(1) %e, %e : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %c : tensor<?x?xf32>
}
func.func @int(%n: index, %m: index) -> tensor<?x?xi4> {
  %e = tensor.empty(%n, %m) : tensor<?x?xi4>
  %r = arith.addi %e, %e : tensor<?x?xi4>
  return %r : tensor<?x?xi4>
}
