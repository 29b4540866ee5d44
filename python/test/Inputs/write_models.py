"""Writes the shared library for no_numpy.py: write_models.py PATH."""

import sys

import split_mlir

MODEL = """
func.func @halves(%x: tensor<?x4xf32>) -> (tensor<?x2xf32>, tensor<?x2xf32>) {
  %0:2 = split.split %x axis(1) into 2
      : tensor<?x4xf32> -> tensor<?x2xf32>, tensor<?x2xf32>
  return %0#0, %0#1 : tensor<?x2xf32>, tensor<?x2xf32>
}
func.func @fixed(%x: tensor<4xi16>) -> tensor<2xi16> {
  %0:2 = split.split %x axis(0) into 2 : tensor<4xi16> -> tensor<2xi16>, tensor<2xi16>
  return %0#1 : tensor<2xi16>
}
func.func @scalars(%a: f16, %b: f32, %c: f64, %d: i8, %e: ui64, %f: i1, %g: complex<f32>,
                   %h: bf16, %i: i4)
    -> (f16, f32, f64, i8, ui64, i1, complex<f32>, bf16, i4) {
  return %a, %b, %c, %d, %e, %f, %g, %h, %i
      : f16, f32, f64, i8, ui64, i1, complex<f32>, bf16, i4
}
func.func @rank0(%x: tensor<f64>) -> tensor<f64> {
  return %x : tensor<f64>
}
func.func @deep(%n: index) -> tensor<?xSHAPExf32> {
  %0 = tensor.empty(%n) : tensor<?xSHAPExf32>
  return %0 : tensor<?xSHAPExf32>
}
func.func @wide(%x: tensor<2xi128>) -> tensor<2xi128> {
  return %x : tensor<2xi128>
}
""".replace("SHAPE", "x".join(64 * "1"))

split_mlir.compile(MODEL).save(sys.argv[1])
split_mlir.compile(MODEL, results="views").save(sys.argv[1] + ".views.so")
