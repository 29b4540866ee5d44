// Values that are shorter to write than their elements: zeros, equal and random ones.

// RUN: split-run %s --input=2x3xf32=2.5 --input=2xi8 | FileCheck %s
// CHECK:      {{^}}result[0]: 2x3xf32=[2.5,2.5,2.5][2.5,2.5,2.5]{{$}}
// CHECK-NEXT: {{^}}result[1]: 2xi8=[0,0]{{$}}

// RUN: split-run %s --input=2x3xf32=2.5 --input=2xi8 \
// RUN:   --expected-output=2x3xf32=2.5 --expected-output=2xi8 \
// RUN:   | FileCheck %s --check-prefix=EXPECTED
// RUN: split-run %s --input=2x3xf32=2.5 --input=2xi8 \
// RUN:   --expected_output=2x3xf32=2.5 --expected_output=2xi8=0 \
// RUN:   | FileCheck %s --check-prefix=EXPECTED
// EXPECTED: {{^}}2 results match{{$}}
// RUN: not split-run %s --input=2x3xf32=2.5 --input=2xi8 \
// RUN:   --expected-output=2x3xf32 --expected_output=2xi8=0 2>&1 \
// RUN:   | FileCheck %s --check-prefix=MISMATCH
// MISMATCH: error: result 0: element [0,0] is 2.5, expected 0 (6 of 6 differ)

// A wrong number of values is an error, except one.
// RUN: not split-run %s --input=2x3xf32=1,2 --input=2xi8 2>&1 \
// RUN:   | FileCheck %s --check-prefix=COUNT
// COUNT: {{^}}split-run: error: input 0: wrong number of values for 2x3xf32: expected 6, got 2{{$}}
// RUN: not split-run %s --input=2x3xf32=1,zwei --input=2xi8 2>&1 \
// RUN:   | FileCheck %s --check-prefix=WORD
// WORD: {{^}}split-run: error: input 0: 'zwei' is not a number of type f32{{$}}

// Long results are elided.
// RUN: split-run %s --function=first --input=3x500xi16=iota | FileCheck %s --check-prefix=ELIDED
// ELIDED: 499][500,
// ELIDED-SAME: 999][1000,
// ELIDED-SAME: ,1022,1023,...]{{$}}
// RUN: split-run %s --function=first --input=2x512xi16=iota | FileCheck %s --check-prefix=FITS
// FITS: ,1022,1023]{{$}}
// RUN: split-run %s --function=first --input=3x512xi16=iota | FileCheck %s --check-prefix=ROWS
// ROWS: ,1022,1023]...{{$}}
// RUN: split-run %s --function=first --input=3x500xi16=iota --print-all | FileCheck %s --check-prefix=ALL
// ALL: ,1498,1499]{{$}}

// The seed determines random inputs, and each has numbers of its own.
// RUN: rm -rf %t && mkdir %t
// RUN: split-run %s --function=random --input=500xf32=random --input=30x10xf64=random \
// RUN:   --input=99xi8=random --input=99xui8=random --input=99xi64=random --input=99xi1=random \
// RUN:   --output=@%t/f32.npy --output=@%t/f64.npy --output=@%t/i8.npy --output=@%t/ui8.npy \
// RUN:   --output=@%t/i64.npy --output=@%t/i1.npy --seed=7
// RUN: %python %S/Inputs/random_inputs.py %t
// RUN: split-run %s --function=first --input=2x2xi16=random > %t/0
// RUN: split-run %s --function=first --input=2x2xi16=random --seed=0 | cmp - %t/0
// RUN: split-run %s --function=first --input=2x2xi16=random --seed=1 | not cmp - %t/0

func.func @main(%x: tensor<2x3xf32>, %y: tensor<2xi8>) -> (tensor<2x3xf32>, tensor<2xi8>) {
  return %x, %y : tensor<2x3xf32>, tensor<2xi8>
}

func.func @first(%x: tensor<?x?xi16>) -> tensor<?x?xi16> {
  return %x : tensor<?x?xi16>
}

func.func @random(%a: tensor<?xf32>, %b: tensor<?x?xf64>, %c: tensor<?xi8>, %d: tensor<?xui8>, %e: tensor<?xi64>, %f: tensor<?xi1>)
    -> (tensor<?xf32>, tensor<?x?xf64>, tensor<?xi8>, tensor<?xui8>, tensor<?xi64>, tensor<?xi1>) {
  return %a, %b, %c, %d, %e, %f : tensor<?xf32>, tensor<?x?xf64>, tensor<?xi8>, tensor<?xui8>, tensor<?xi64>, tensor<?xi1>
}
