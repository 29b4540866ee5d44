// Ops have the same values if their operands are constants or results of inverse ops.
// Expected values are those of C's Annex F, of Python's cmath and of IEEE arithmetic.

// RUN: %run-each %s --function=angles --expected_output=4xi32=0,-2147483648,1078530011,-1068953637
// RUN: %run-each %s --function=half_angle --expected_output=i16=16968
// RUN: %run-each %s --function=folded_angle --expected_output=f64=0.46364760900080609
// RUN: %run-each %s --function=log_of_exp --input=f64=1 --input=f64=4 --expected_output=i64=1000000 --expected_output=i64=-2283185
// RUN: %run-each %s --function=exp_of_log '--input=complex<f32>=nan,1' '--expected_output=complex<f32>=nan,nan'
// RUN: %run-each %s --function=times_one '--input=complex<f32>=1,inf' '--expected_output=complex<f32>=nan,inf' '--expected_output=complex<f32>=nan,inf'
// RUN: %run-each %s --function=sums --input=f32=1 --input=f32=1e30 --expected_output=4xf32=0,0,0,0
// RUN: %run-each %s --function=sums_in_map --input=2xf32=1,2 --input=2xf32=1e30,1 --expected_output=2xf32=0,2
// RUN: %run-each %s --function=times_zero --input=3xf32=inf,nan,-1 --expected_output=3xf32=nan,nan,-inf
// RUN: %run-each %s --function=zero_times --input=3xf32=inf,nan,-1 --expected_output=3xf32=nan,nan,-inf
// RUN: %run-each %s --function=plus_zero --input=2xf32=-0.0,1 --expected_output=2xf32=inf,1
// RUN: %run-each %s --function=minus_zero --input=2xf32=-0.0,1 --expected_output=2xf32=inf,1
// RUN: %run-each %s --function=quotient --expected_output=index=-4611686018427387904

func.func @angles() -> tensor<4xi32> {
  %y = arith.constant dense<[0.0, -0.0, 0.0, -0.0]> : tensor<4xf32>
  %x = arith.constant dense<[0.0, 0.0, -0.0, -0.0]> : tensor<4xf32>
  %r = math.atan2 %y, %x : tensor<4xf32>
  %b = arith.bitcast %r : tensor<4xf32> to tensor<4xi32>
  return %b : tensor<4xi32>
}

func.func @half_angle() -> i16 {
  %y = arith.constant 0.0 : f16
  %x = arith.constant -0.0 : f16
  %r = math.atan2 %y, %x : f16
  %b = arith.bitcast %r : f16 to i16
  return %b : i16
}

func.func @folded_angle() -> f64 {
  %y = arith.constant 1.0 : f64
  %x = arith.constant 2.0 : f64
  %r = math.atan2 %y, %x : f64
  return %r : f64
}

func.func @log_of_exp(%re: f64, %im: f64) -> (i64, i64) {
  %million = arith.constant 1.0e6 : f64
  %x = complex.create %re, %im : complex<f64>
  %e = complex.exp %x : complex<f64>
  %r = complex.log %e : complex<f64>
  %rr = complex.re %r : complex<f64>
  %ri = complex.im %r : complex<f64>
  %mr = arith.mulf %rr, %million : f64
  %mi = arith.mulf %ri, %million : f64
  %nr = math.roundeven %mr : f64
  %ni = math.roundeven %mi : f64
  %a = arith.fptosi %nr : f64 to i64
  %b = arith.fptosi %ni : f64 to i64
  return %a, %b : i64, i64
}

// The logarithm has an absolute value of NaN, so its exponential has no angle, either.
func.func @exp_of_log(%x: complex<f32>) -> complex<f32> {
  %l = complex.log %x : complex<f32>
  %r = complex.exp %l : complex<f32>
  return %r : complex<f32>
}

// inf * 0 is NaN.
func.func @times_one(%x: complex<f32>) -> (complex<f32>, complex<f32>) {
  %one = complex.constant [1.0 : f32, 0.0 : f32] : complex<f32>
  %p = complex.mul %x, %one : complex<f32>
  %q = complex.div %x, %one : complex<f32>
  return %p, %q : complex<f32>, complex<f32>
}

func.func @sums(%a: f32, %b: f32) -> tensor<4xf32> {
  %x = complex.create %a, %a : complex<f32>
  %y = complex.create %b, %b : complex<f32>
  %d = complex.sub %x, %y : complex<f32>
  %p = complex.add %d, %y : complex<f32>
  %s = complex.add %x, %y : complex<f32>
  %q = complex.sub %s, %y : complex<f32>
  %p0 = complex.re %p : complex<f32>
  %p1 = complex.im %p : complex<f32>
  %q0 = complex.re %q : complex<f32>
  %q1 = complex.im %q : complex<f32>
  %r = tensor.from_elements %p0, %p1, %q0, %q1 : tensor<4xf32>
  return %r : tensor<4xf32>
}

func.func @sums_in_map(%a: tensor<2xf32>, %b: tensor<2xf32>) -> tensor<2xf32> {
  %out = tensor.empty() : tensor<2xf32>
  %r = linalg.map ins(%a, %b : tensor<2xf32>, tensor<2xf32>) outs(%out : tensor<2xf32>) (%x: f32, %y: f32, %o: f32) {
    %p = complex.create %x, %x : complex<f32>
    %q = complex.create %y, %y : complex<f32>
    %d = complex.sub %p, %q : complex<f32>
    %s = complex.add %d, %q : complex<f32>
    %im = complex.im %s : complex<f32>
    linalg.yield %im : f32
  }
  return %r : tensor<2xf32>
}

func.func @times_zero(%x: tensor<3xf32>) -> tensor<3xf32> {
  %zero = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %shift = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %p = tosa.mul %x, %zero, %shift : (tensor<3xf32>, tensor<1xf32>, tensor<1xi8>) -> tensor<3xf32>
  %r = tosa.reciprocal %p : (tensor<3xf32>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}

func.func @zero_times(%x: tensor<?xf32>) -> tensor<?xf32> {
  %zero = arith.constant dense<0.0> : tensor<1xf32>
  %shift = arith.constant dense<0> : tensor<1xi8>
  %p = tosa.mul %zero, %x, %shift : (tensor<1xf32>, tensor<?xf32>, tensor<1xi8>) -> tensor<?xf32>
  %r = tosa.reciprocal %p : (tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

func.func @plus_zero(%x: tensor<2xf32>) -> tensor<2xf32> {
  %zero = "tosa.const"() {values = dense<0.0> : tensor<2xf32>} : () -> tensor<2xf32>
  %p = tosa.add %x, %zero : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %r = tosa.reciprocal %p : (tensor<2xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

func.func @minus_zero(%x: tensor<2xf32>) -> tensor<2xf32> {
  %zero = "tosa.const"() {values = dense<-0.0> : tensor<2xf32>} : () -> tensor<2xf32>
  %p = tosa.sub %x, %zero : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %r = tosa.reciprocal %p : (tensor<2xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

func.func @quotient() -> index {
  %a = index.constant -9223372036854775808
  %b = index.constant 2
  %r = index.ceildivs %a, %b
  return %r : index
}
