// A cast of an index to a narrower integer and back keeps the low bits only: the check and
// the split read the same length. Upstream's canonicalization drops both casts.

// RUN: not split-run %s --function=length --input=1000xf32=iota --input=index=200 2>&1 \
// RUN:   | FileCheck %s
// RUN: %run-each %s --function=length --input=1000xf32=iota --input=index=258 \
// RUN:   --expected_output=2xf32=0,1
// RUN: %run-each %s --function=unsigned --input=7xf32=iota --input=index=259 \
// RUN:   --expected_output=3xf32=0,1,2 --expected_output=index=3
// RUN: %run-each %s --function=wide --input=3xi128=1,-1,18446744073709551621 \
// RUN:   --expected_output=3xi128=1,-1,5
// RUN: %run-each %s --function=exact --input=i64=-5 --input=index=7 \
// RUN:   --expected_output=i64=-5 --expected_output=index=7

// CHECK: index-casts.mlir:[[#@LINE + 6]]:10: error: lengths [-56, -1] hold a negative length other than -1

func.func @length(%x: tensor<1000xf32>, %n: index) -> tensor<?xf32> {
  %a = arith.index_cast %n : index to i8
  %r = arith.constant -1 : i8
  %l = tensor.from_elements %a, %r : tensor<2xi8>
  %p:2 = split.variadic_split %x axis(0) lengths(%l : tensor<2xi8>)
      : tensor<1000xf32> -> tensor<?xf32>, tensor<?xf32>
  return %p#0 : tensor<?xf32>
}

func.func @unsigned(%x: tensor<7xf32>, %n: index) -> (tensor<?xf32>, index) {
  %a = arith.index_castui %n : index to i8
  %b = arith.index_castui %a : i8 to index
  %p:2 = split.variadic_split %x axis(0) lengths [%b, -1]
      : tensor<7xf32> -> tensor<?xf32>, tensor<?xf32>
  return %p#0, %b : tensor<?xf32>, index
}

// 2^64 + 5 has the low bits of 5.
func.func @wide(%x: tensor<3xi128>) -> tensor<3xi128> {
  %i = arith.index_cast %x : tensor<3xi128> to tensor<3xindex>
  %r = arith.index_cast %i : tensor<3xindex> to tensor<3xi128>
  return %r : tensor<3xi128>
}

func.func @exact(%x: i64, %n: index) -> (i64, index) {
  %i = arith.index_cast %x : i64 to index
  %j = arith.index_cast %i : index to i64
  %k = arith.index_cast %n : index to i64
  %l = arith.index_cast %k : i64 to index
  return %j, %l : i64, index
}
