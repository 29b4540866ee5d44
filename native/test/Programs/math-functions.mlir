// Functions of vectors and scalars whose formulas would lose digits, or that upstream
// does not convert. Small numbers are their own results.

// RUN: %run-each %s --function=small --rtol=1e-6 --atol=0 --input=4xf32=1e-9,1e-5,0.5,-1e-10 \
// RUN:   --input=f64=1e-12 --input=3xf16=1e-6,-2.4e-4,0.5 \
// RUN:   --expected_output=4xf32=1e-9,9.99995e-6,0.405465108,-1e-10 \
// RUN:   --expected_output=4xf32=1e-9,1.000005e-5,0.648721271,-1e-10 \
// RUN:   --expected_output=f64=1.0000000000005e-12 --expected_output=3xf16=1e-6,-2.4e-4,0.6487
func.func @small(%x: tensor<4xf32>, %s: f64, %h: tensor<3xf16>)
    -> (tensor<4xf32>, tensor<4xf32>, f64, tensor<3xf16>) {
  %0 = math.log1p %x : tensor<4xf32>
  %1 = math.expm1 %x : tensor<4xf32>
  %2 = math.expm1 %s : f64
  %3 = math.expm1 %h : tensor<3xf16>
  return %0, %1, %2, %3 : tensor<4xf32>, tensor<4xf32>, f64, tensor<3xf16>
}

// The exponent is not in the body of the op.
// RUN: %run-each %s --function=power --input=4xf32=iota --input=i32=3 \
// RUN:   --expected_output=4xf32=0,1,8,27
// RUN: split-run %s --function=power --input=4xf32=1,-2,0,-0.0 --input=i32=-3 \
// RUN:   --expected_output=4xf32=1,-0.125,inf,-inf
// The power 2^53 + 1 of 1 + 2^-52 is e^2 (1 - 2^-52 + 2^-52).
// RUN: %run-each %s --function=power_i64 --rtol=1e-15 --input=3xf64=1.0000000000000002,-1,-1 \
// RUN:   --input=3xi64=9007199254740993,9007199254740993,-9223372036854775808 \
// RUN:   --expected_output=3xf64=7.38905609893065,-1,1
// RUN: %run-each %s --function=power_i128 --input=4xf64=-1,-1,2,0.5 \
// RUN:   --input=4xi128=170141183460469231731687303715884105727,-170141183460469231731687303715884105728,-1000,170141183460469231731687303715884105727 \
// RUN:   --expected_output=4xf64=-1,1,9.332636185032189e-302,0
// Exponents that f64 needs, the last two of more than 63 bits.
// RUN: split-run %s --function=power_i128 --rtol=1e-15 --atol=0 \
// RUN:   --input=4xf64=0.9999999999999999,-0.9999999999999999,0.9999999999999999,-0.9999999999999999 \
// RUN:   --input=4xi128=5764607523034234880,5764607523034234881,18446744073709551616,-18446744073709551617 \
// RUN:   --expected_output=4xf64=1.1259823474165623e-278,-1.1259823474165622e-278,0,-inf
// RUN: split-run %s --function=cube --input=3xf32=iota --expected_output=3xf32=0,1,8
// RUN: split-run %s --function=constants --input=5xf32=-1,1.5,-2,1e10,1e-10 --rtol=1e-7 --atol=0 \
// RUN:   --expected_output=5xf32=-1,1.5,-2,1e10,1e-10 \
// RUN:   --expected_output=5xf32=1,186140372879.47342,18446744073709551616,inf,0 \
// RUN:   --expected_output=5xf32=-1,17.0859375,-128,inf,0
func.func @power(%x: tensor<4xf32>, %n: i32) -> tensor<4xf32> {
  %empty = tensor.empty() : tensor<4xf32>
  %y = linalg.generic {
      indexing_maps = [affine_map<(d) -> (d)>, affine_map<(d) -> (d)>],
      iterator_types = ["parallel"]}
      ins(%x : tensor<4xf32>) outs(%empty : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %p = math.fpowi %a, %n : f32, i32
    linalg.yield %p : f32
  } -> tensor<4xf32>
  return %y : tensor<4xf32>
}
func.func @power_i64(%x: tensor<3xf64>, %n: tensor<3xi64>) -> tensor<3xf64> {
  %y = math.fpowi %x, %n : tensor<3xf64>, tensor<3xi64>
  return %y : tensor<3xf64>
}
func.func @power_i128(%x: tensor<4xf64>, %n: tensor<4xi128>) -> tensor<4xf64> {
  %y = math.fpowi %x, %n : tensor<4xf64>, tensor<4xi128>
  return %y : tensor<4xf64>
}
func.func @cube(%x: tensor<3xf32>) -> tensor<3xf32> {
  %n = arith.constant dense<3> : tensor<3xi32>
  %y = math.fpowi %x, %n : tensor<3xf32>, tensor<3xi32>
  return %y : tensor<3xf32>
}

func.func @constants(%x: tensor<5xf32>) -> (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>) {
  %1 = arith.constant dense<1> : tensor<5xi64>
  %64 = arith.constant dense<64> : tensor<5xi64>
  %7 = arith.constant dense<7> : tensor<5xi64>
  %a = math.fpowi %x, %1 : tensor<5xf32>, tensor<5xi64>
  %b = math.fpowi %x, %64 : tensor<5xf32>, tensor<5xi64>
  %c = math.fpowi %x, %7 : tensor<5xf32>, tensor<5xi64>
  return %a, %b, %c : tensor<5xf32>, tensor<5xf32>, tensor<5xf32>
}

// Powers wrap round. Those with negative exponents are rounded to zero.
// RUN: %run-each %s --function=integer_power \
// RUN:   --input=9xi8=3,-3,2,0,2,1,-1,-1,0 --input=9xi8=4,5,7,0,-1,-7,-7,-8,-1 \
// RUN:   --expected_output=9xi8=81,13,-128,1,0,1,-1,1,0
func.func @integer_power(%x: tensor<9xi8>, %n: tensor<9xi8>) -> tensor<9xi8> {
  %y = math.ipowi %x, %n : tensor<9xi8>
  return %y : tensor<9xi8>
}

// RUN: %run-each %s --function=clamp --input=6xf32=-1,0.5,7,-inf,inf,nan \
// RUN:   --expected_output=6xf32=0,0.5,3,0,3,nan
func.func @clamp(%x: tensor<6xf32>) -> tensor<6xf32> {
  %low = arith.constant dense<0.0> : tensor<6xf32>
  %high = arith.constant dense<3.0> : tensor<6xf32>
  %y = math.clampf %x to [%low, %high] : tensor<6xf32>
  return %y : tensor<6xf32>
}

// RUN: %run-each %s --function=classes --input=7xf16=1,0,-0.0,6e-8,inf,-inf,nan \
// RUN:   --expected_output=7xi1=0,0,0,0,1,1,0 --expected_output=7xi1=1,0,0,0,0,0,0 \
// RUN:   --expected_output=7xi1=1,1,1,1,0,0,0 --expected_output=7xi1=0,0,0,0,0,0,1
func.func @classes(%x: tensor<7xf16>) -> (tensor<7xi1>, tensor<7xi1>, tensor<7xi1>, tensor<7xi1>) {
  %0 = math.isinf %x : tensor<7xf16>
  %1 = math.isnormal %x : tensor<7xf16>
  %2 = math.isfinite %x : tensor<7xf16>
  %3 = math.isnan %x : tensor<7xf16>
  return %0, %1, %2, %3 : tensor<7xi1>, tensor<7xi1>, tensor<7xi1>, tensor<7xi1>
}
