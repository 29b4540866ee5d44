// A difference of index values is compared with 0 as it is, although it may have wrapped.
// Upstream's canonicalization compares the operands of the difference instead.

// RUN: %run-each %s --function=length --input=6xf32=iota --input=index=0 --input=index=2 \
// RUN:   --expected_output=2xf32=0,1 --expected_output=i1=0 --expected_output=i1=1 \
// RUN:   --expected_output=i1=1
// RUN: %run-each %s --function=length --input=6xf32=iota --input=index=2 --input=index=2 \
// RUN:   --expected_output=1xf32=0 --expected_output=i1=1 --expected_output=i1=0 \
// RUN:   --expected_output=i1=0
// RUN: %run-each %s --function=signed --input=index=9223372036854775807 --input=index=-1 \
// RUN:   --expected_output=i1=1 --expected_output=i1=0 --expected_output=i1=0

func.func @length(%x: tensor<6xf32>, %n: index, %m: index)
    -> (tensor<?xf32>, i1, i1, i1) {
  %z = index.constant 0
  %d = index.sub %n, %m
  %a = index.cmp ule(%d, %z)
  %b = index.cmp slt(%d, %z)
  %c = index.cmp ugt(%d, %z)
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %l = arith.select %a, %one, %two : index
  %p:2 = split.variadic_split %x axis(0) lengths [%l, -1]
      : tensor<6xf32> -> tensor<?xf32>, tensor<?xf32>
  return %p#0, %a, %b, %c : tensor<?xf32>, i1, i1, i1
}

// 2^63 - 1 - (-1) is -2^63.
func.func @signed(%n: index, %m: index) -> (i1, i1, i1) {
  %z = index.constant 0
  %d = index.sub %n, %m
  %a = index.cmp slt(%d, %z)
  %b = index.cmp sge(%d, %z)
  %c = index.cmp eq(%d, %z)
  return %a, %b, %c : i1, i1, i1
}
