// Functions of complex numbers, also of numbers whose squares overflow.

// RUN: %run-each %s --function=root '--input=3xcomplex<f32>=(-4,0),(0,2),(3,-4)' \
// RUN:   '--expected_output=3xcomplex<f32>=(0,2),(1,1),(2,-1)'
// RUN: %run-each %s --function=magnitude '--input=2xcomplex<f32>=(3e38,4e37),(3e-30,-4e-30)' \
// RUN:   --rtol=1e-6 --atol=0 --expected_output=2xf32=3.02654919e38,5e-30
// RUN: %run-each %s --function=magnitude_f64 '--input=2xcomplex<f64>=(3e300,-4e300),(3e-300,4e-300)' \
// RUN:   --rtol=1e-15 --atol=0 --expected_output=2xf64=5e300,5e-300
// RUN: %run-each %s --function=quotient '--input=2xcomplex<f32>=(2e38,2e38),(1,2)' \
// RUN:   '--input=2xcomplex<f32>=(1e38,-1e38),(3,4)' --rtol=1e-6 \
// RUN:   '--expected_output=2xcomplex<f32>=(0,2),(0.44,0.08)'
// RUN: %run-each %s --function=rotate '--input=complex<f64>=(0,3.141592653589793)' \
// RUN:   '--expected_output=complex<f64>=(-1,0)' '--expected_output=complex<f64>=(0,-3.141592653589793)'
// C's exp of -infinity + infinity i is zero.
// RUN: split-run %s --function=rotate '--input=complex<f64>=(-inf,inf)' \
// RUN:   '--expected_output=complex<f64>=(0,0)' '--expected_output=complex<f64>=(-inf,-inf)'
// Near -1, and at constants.
// RUN: %run-each %s --function=log1p '--input=complex<f32>=(-1,1e-30)' \
// RUN:   --rtol=1e-7 --atol=0 '--expected_output=complex<f32>=(-69.077553,1.5707963)'
// RUN: %run-each %s --function=log1p '--input=complex<f32>=(-1.5,0.25)' \
// RUN:   --rtol=1e-7 --atol=0 '--expected_output=complex<f32>=(-0.58157540,2.6779450)'
// RUN: %run-each %s --function=log1p_f64 '--input=complex<f64>=(-1,1e-10)' \
// RUN:   --rtol=1e-15 --atol=0 '--expected_output=complex<f64>=(-23.025850929940457,1.5707963267948966)'
// RUN: %run-each %s --function=log1p_f64 '--input=complex<f64>=(0.5,0.25)' \
// RUN:   --rtol=1e-15 --atol=0 '--expected_output=complex<f64>=(0.4191645952022216,0.16514867741462683)'
// RUN: %run-each %s --function=log1p_constant '--expected_output=complex<f32>=(-inf,0)'
#id = affine_map<(d) -> (d)>
func.func @root(%x: tensor<3xcomplex<f32>>) -> tensor<3xcomplex<f32>> {
  %empty = tensor.empty() : tensor<3xcomplex<f32>>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<3xcomplex<f32>>) outs(%empty : tensor<3xcomplex<f32>>) {
  ^bb0(%a: complex<f32>, %b: complex<f32>):
    %r = complex.sqrt %a : complex<f32>
    linalg.yield %r : complex<f32>
  } -> tensor<3xcomplex<f32>>
  return %y : tensor<3xcomplex<f32>>
}
func.func @magnitude(%x: tensor<2xcomplex<f32>>) -> tensor<2xf32> {
  %empty = tensor.empty() : tensor<2xf32>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<2xcomplex<f32>>) outs(%empty : tensor<2xf32>) {
  ^bb0(%a: complex<f32>, %b: f32):
    %r = complex.abs %a : complex<f32>
    linalg.yield %r : f32
  } -> tensor<2xf32>
  return %y : tensor<2xf32>
}
func.func @magnitude_f64(%x: tensor<2xcomplex<f64>>) -> tensor<2xf64> {
  %empty = tensor.empty() : tensor<2xf64>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<2xcomplex<f64>>) outs(%empty : tensor<2xf64>) {
  ^bb0(%a: complex<f64>, %b: f64):
    %r = complex.abs %a : complex<f64>
    linalg.yield %r : f64
  } -> tensor<2xf64>
  return %y : tensor<2xf64>
}
func.func @quotient(%x: tensor<2xcomplex<f32>>, %y: tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>> {
  %empty = tensor.empty() : tensor<2xcomplex<f32>>
  %z = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%x, %y : tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>)
      outs(%empty : tensor<2xcomplex<f32>>) {
  ^bb0(%a: complex<f32>, %b: complex<f32>, %c: complex<f32>):
    %r = complex.div %a, %b : complex<f32>
    linalg.yield %r : complex<f32>
  } -> tensor<2xcomplex<f32>>
  return %z : tensor<2xcomplex<f32>>
}
func.func @rotate(%x: complex<f64>) -> (complex<f64>, complex<f64>) {
  %0 = complex.exp %x : complex<f64>
  %1 = complex.conj %x : complex<f64>
  return %0, %1 : complex<f64>, complex<f64>
}
func.func @log1p(%x: complex<f32>) -> complex<f32> {
  %r = complex.log1p %x : complex<f32>
  return %r : complex<f32>
}
func.func @log1p_f64(%x: complex<f64>) -> complex<f64> {
  %r = complex.log1p %x : complex<f64>
  return %r : complex<f64>
}
func.func @log1p_constant() -> complex<f32> {
  %x = complex.constant [-1.0 : f32, 0.0 : f32] : complex<f32>
  %r = complex.log1p %x : complex<f32>
  return %r : complex<f32>
}
