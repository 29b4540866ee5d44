// minimumf and maximumf order -0 below 0 and return NaN if a number is NaN, in elements,
// in scalars and in reductions; minnumf and maxnumf ignore NaN.

// RUN: %run-each %s --function=elements --atol=0 --rtol=0 --input=2xf32=0,-0.0 \
// RUN:   --input=2xf32=-0.0,0 --expected_output=2xf32=-0.0,-0.0 --expected_output=2xf32=0,0
// RUN: split-run %s --function=elements --input=2xf32=0,-0.0 --input=2xf32=-0.0,0 \
// RUN:   | FileCheck %s --check-prefix=ZEROS
// ZEROS: result[0]: 2xf32=[-0,-0]
// ZEROS: result[1]: 2xf32=[0,0]
// RUN: %run-each %s --function=elements --input=3xf32=nan,1,2 --input=3xf32=1,nan,3 \
// RUN:   --expected_output=3xf32=nan,nan,2 --expected_output=3xf32=nan,nan,3
func.func @elements(%a: tensor<?xf32>, %b: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = arith.minimumf %a, %b : tensor<?xf32>
  %1 = arith.maximumf %a, %b : tensor<?xf32>
  return %0, %1 : tensor<?xf32>, tensor<?xf32>
}

// RUN: split-run %s --function=halves --input=2xbf16=0,-0.0 --input=2xbf16=-0.0,0 \
// RUN:   | FileCheck %s --check-prefix=HALVES
// HALVES: result[0]: 2xbf16=[-0,-0]
// HALVES: result[1]: 2xbf16=[0,0]
func.func @halves(%a: tensor<?xbf16>, %b: tensor<?xbf16>) -> (tensor<?xbf16>, tensor<?xbf16>) {
  %0 = arith.minimumf %a, %b : tensor<?xbf16>
  %1 = arith.maximumf %a, %b : tensor<?xbf16>
  return %0, %1 : tensor<?xbf16>, tensor<?xbf16>
}

// RUN: split-run %s --function=scalars --input=f64=-0.0 --input=f64=0 --input=f16=0 \
// RUN:   --input=f16=-0.0 --input=bf16=0 --input=bf16=-0.0 --input=f128=-0.0 --input=f128=0 \
// RUN:   --input=f80=0 --input=f80=-0.0 | FileCheck %s --check-prefix=SCALARS
// SCALARS: f64=0
// SCALARS: f16=-0
// SCALARS: bf16=-0
// SCALARS: f128=0{{$}}
// SCALARS: f80=-0
func.func @scalars(%a: f64, %b: f64, %c: f16, %d: f16, %e: bf16, %f: bf16, %g: f128, %h: f128,
                   %i: f80, %j: f80) -> (f64, f16, bf16, f128, f80) {
  %0 = arith.maximumf %a, %b : f64
  %1 = arith.minimumf %c, %d : f16
  %2 = arith.minimumf %e, %f : bf16
  %3 = arith.maximumf %g, %h : f128
  %4 = arith.minimumf %i, %j : f80
  return %0, %1, %2, %3, %4 : f64, f16, bf16, f128, f80
}

// RUN: %run-each %s --function=numbers --input=3xf32=nan,1,nan --input=3xf32=2,nan,nan \
// RUN:   --expected_output=3xf32=2,1,nan --expected_output=3xf32=2,1,nan
func.func @numbers(%a: tensor<?xf32>, %b: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = arith.minnumf %a, %b : tensor<?xf32>
  %1 = arith.maxnumf %a, %b : tensor<?xf32>
  return %0, %1 : tensor<?xf32>, tensor<?xf32>
}

// RUN: split-run %s --function=rows --input=2x5xf32=-0.0,-0.0,0,-0.0,-0.0,1,nan,3,4,5 \
// RUN:   | FileCheck %s --check-prefix=ROWS
// ROWS: result[0]: 2xf32=[-0,nan]
// ROWS: result[1]: 2xf32=[0,nan]
// RUN: %run-each %s --function=rows --input=1x39xf32=iota --expected_output=1xf32=0 \
// RUN:   --expected_output=1xf32=38
func.func @rows(%x: tensor<?x?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %inf = arith.constant 0x7F800000 : f32
  %low = arith.constant 0xFF800000 : f32
  %e = tensor.empty(%n) : tensor<?xf32>
  %f = linalg.fill ins(%inf : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %g = linalg.fill ins(%low : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %0 = linalg.reduce {arith.minimumf} ins(%x : tensor<?x?xf32>) outs(%f : tensor<?xf32>) dimensions = [1]
  %1 = linalg.reduce {arith.maximumf} ins(%x : tensor<?x?xf32>) outs(%g : tensor<?xf32>) dimensions = [1]
  return %0, %1 : tensor<?xf32>, tensor<?xf32>
}

// RUN: split-run %s --function=constants | FileCheck %s --check-prefix=CONSTANTS
// CONSTANTS: f32=-0
// CONSTANTS: f32=0
func.func @constants() -> (f32, f32) {
  %zero = arith.constant 0.0 : f32
  %minus = arith.constant -0.0 : f32
  %0 = arith.minimumf %zero, %minus : f32
  %1 = arith.maximumf %minus, %zero : f32
  return %0, %1 : f32, f32
}
