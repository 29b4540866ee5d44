// Integer divisions have a result whatever they divide by, in data and in the lanes of
// vectors beyond it: 0 for a divisor of 0, as in NumPy, and the least number for its
// quotient by -1.

// RUN: %run-each %s --function=rem --input=3xi32=iota --input=3xi32=2 \
// RUN:   --expected_output=3xi32=0,1,0
// RUN: %run-each %s --function=rem --input=5xi32=7,-7,7,-2147483648,1 \
// RUN:   --input=5xi32=-3,3,0,-1,-2147483648 --expected_output=5xi32=1,-1,0,0,1
func.func @rem(%a: tensor<?xi32>, %b: tensor<?xi32>) -> tensor<?xi32> {
  %r = arith.remsi %a, %b : tensor<?xi32>
  return %r : tensor<?xi32>
}

// RUN: %run-each %s --function=unsigned --input=3xi8=iota --input=3xi8=2 \
// RUN:   --expected_output=3xi8=0,0,1 --expected_output=3xi8=0,1,0 \
// RUN:   --expected_output=3xi8=0,1,1
// RUN: %run-each %s --function=unsigned --input=5xi8=-1,100,1,-128,0 \
// RUN:   --input=5xi8=2,-1,0,-1,0 --expected_output=5xi8=127,0,0,0,0 \
// RUN:   --expected_output=5xi8=1,100,0,-128,0 --expected_output=5xi8=-128,1,0,1,0
func.func @unsigned(%a: tensor<?xi8>, %b: tensor<?xi8>) -> (tensor<?xi8>, tensor<?xi8>, tensor<?xi8>) {
  %q = arith.divui %a, %b : tensor<?xi8>
  %r = arith.remui %a, %b : tensor<?xi8>
  %c = arith.ceildivui %a, %b : tensor<?xi8>
  return %q, %r, %c : tensor<?xi8>, tensor<?xi8>, tensor<?xi8>
}

// RUN: %run-each %s --function=rounded --input=6xi64=7,-7,7,-7,-9223372036854775808,5 \
// RUN:   --input=6xi64=2,2,-2,-2,-1,0 --expected_output=6xi64=3,-3,-3,3,-9223372036854775808,0 \
// RUN:   --expected_output=6xi64=3,-4,-4,3,-9223372036854775808,0 \
// RUN:   --expected_output=6xi64=4,-3,-3,4,-9223372036854775808,0
func.func @rounded(%a: tensor<?xi64>, %b: tensor<?xi64>) -> (tensor<?xi64>, tensor<?xi64>, tensor<?xi64>) {
  %q = arith.divsi %a, %b : tensor<?xi64>
  %f = arith.floordivsi %a, %b : tensor<?xi64>
  %c = arith.ceildivsi %a, %b : tensor<?xi64>
  return %q, %f, %c : tensor<?xi64>, tensor<?xi64>, tensor<?xi64>
}

// Upstream's expansion of floordivsi adds 2^64 - 1, not -1, to numbers of more bits.
// RUN: %run-each %s --function=wide --input=3xi128=-7,7,-170141183460469231731687303715884105728 \
// RUN:   --input=3xi128=2,0,-1 \
// RUN:   --expected_output=3xi128=-4,0,-170141183460469231731687303715884105728 \
// RUN:   --expected_output=3xi128=-1,0,0
func.func @wide(%a: tensor<?xi128>, %b: tensor<?xi128>) -> (tensor<?xi128>, tensor<?xi128>) {
  %f = arith.floordivsi %a, %b : tensor<?xi128>
  %r = arith.remsi %a, %b : tensor<?xi128>
  return %f, %r : tensor<?xi128>, tensor<?xi128>
}

// The lanes beyond the data divide -2^31 by -1.
// RUN: %run-each %s --function=computed --input=3xi32=1,2,3 --input=i32=-1 \
// RUN:   --expected_output=3xi32=2147483647,2147483646,2147483645
#map = affine_map<(i) -> (i)>
func.func @computed(%a: tensor<?xi32>, %b: i32) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %size = tensor.dim %a, %c0 : tensor<?xi32>
  %e = tensor.empty(%size) : tensor<?xi32>
  %r = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]}
      ins(%a : tensor<?xi32>) outs(%e : tensor<?xi32>) {
  ^bb0(%x: i32, %out: i32):
    %least = arith.constant -2147483648 : i32
    %y = arith.addi %x, %least : i32
    %q = arith.divsi %y, %b : i32
    linalg.yield %q : i32
  } -> tensor<?xi32>
  return %r : tensor<?xi32>
}

// RUN: %run-each %s --function=scalars --input=index=7 --input=index=0 \
// RUN:   --expected_output=index=0 --expected_output=index=0 --expected_output=index=0
// RUN: %run-each %s --function=scalars --input=index=-7 --input=index=2 \
// RUN:   --expected_output=index=-3 --expected_output=index=-4 --expected_output=index=1
func.func @scalars(%a: index, %b: index) -> (index, index, index) {
  %q = index.divs %a, %b
  %f = index.floordivs %a, %b
  %r = arith.remui %a, %b : index
  return %q, %f, %r : index, index, index
}

// Upstream computes index.ceildivs by sums that overflow.
// RUN: %run-each %s --function=indices --input=index=-9223372036854775808 \
// RUN:   --input=index=2 --expected_output=index=-4611686018427387904 \
// RUN:   --expected_output=index=-4611686018427387904 \
// RUN:   --expected_output=index=4611686018427387904 --expected_output=index=0
// RUN: %run-each %s --function=indices --input=index=9223372036854775807 \
// RUN:   --input=index=-1 --expected_output=index=-9223372036854775807 \
// RUN:   --expected_output=index=-9223372036854775807 --expected_output=index=1 \
// RUN:   --expected_output=index=9223372036854775807
// RUN: %run-each %s --function=indices --input=index=-9223372036854775808 \
// RUN:   --input=index=3 --expected_output=index=-3074457345618258602 \
// RUN:   --expected_output=index=-3074457345618258603 \
// RUN:   --expected_output=index=3074457345618258603 --expected_output=index=2
func.func @indices(%a: index, %b: index) -> (index, index, index, index) {
  %0 = index.ceildivs %a, %b
  %1 = index.floordivs %a, %b
  %2 = index.ceildivu %a, %b
  %3 = index.remu %a, %b
  return %0, %1, %2, %3 : index, index, index, index
}

// RUN: %run-each %s --function=constants --input=i8=-128 --expected_output=i8=-42 \
// RUN:   --expected_output=i8=1
func.func @constants(%a: i8) -> (i8, i8) {
  %c3 = arith.constant 3 : i8
  %c127 = arith.constant 127 : i8
  %0 = arith.divsi %a, %c3 : i8
  %1 = arith.divui %a, %c127 : i8
  return %0, %1 : i8, i8
}
