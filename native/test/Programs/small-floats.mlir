// bf16 and f16 of every length, with subnormal numbers, and rounded once.

// Instructions of bf16 treat subnormal numbers as zeros.
// RUN: for cpu in sapphirerapids znver5 sierraforest diamondrapids; do \
// RUN:   split-compile %s --target=x86_64-linux-gnu --cpu=$cpu --emit=asm -o %t.s && \
// RUN:   not grep -E 'ps2bf16|bf16(\s|$)' %t.s || exit 1; done

// RUN: %run-each %s --function=max --input=17xbf16=1 --input=17xbf16=2 \
// RUN:   --expected_output=17xbf16=2
func.func @max(%x: tensor<17xbf16>, %y: tensor<17xbf16>) -> tensor<17xbf16> {
  %r = arith.maximumf %x, %y : tensor<17xbf16>
  return %r : tensor<17xbf16>
}

// 33 of a row and 9 of the next.
// RUN: %run-each %s --function=lengths --input=33xbf16=3 --input=9xbf16=0.5 --input=25xbf16=-2 \
// RUN:   --expected_output=33xbf16=9 --expected_output=9xbf16=-0.5 --expected_output=25xi1=1
func.func @lengths(%x: tensor<33xbf16>, %y: tensor<9xbf16>, %z: tensor<25xbf16>)
    -> (tensor<33xbf16>, tensor<9xbf16>, tensor<25xi1>) {
  %a = arith.mulf %x, %x : tensor<33xbf16>
  %b = arith.negf %y : tensor<9xbf16>
  %c0 = arith.constant dense<0.0> : tensor<25xbf16>
  %c = arith.cmpf olt, %z, %c0 : tensor<25xbf16>
  return %a, %b, %c : tensor<33xbf16>, tensor<9xbf16>, tensor<25xi1>
}

// RUN: %run-each %s --function=subnormal --atol=0 --rtol=0 --input=4xbf16=1.1754944e-38 \
// RUN:   --input=4xbf16=0.5 --expected_output=4xbf16=5.877e-39 \
// RUN:   --expected_output=4xbf16=1.1754944e-38 --expected_output=4xbf16=5.877e-39
func.func @subnormal(%a: tensor<4xbf16>, %b: tensor<4xbf16>)
    -> (tensor<4xbf16>, tensor<4xbf16>, tensor<4xbf16>) {
  %r = arith.mulf %a, %b : tensor<4xbf16>
  %double = arith.addf %r, %r : tensor<4xbf16>
  %wide = arith.extf %r : tensor<4xbf16> to tensor<4xf32>
  %narrow = arith.truncf %wide : tensor<4xf32> to tensor<4xbf16>
  return %r, %double, %narrow : tensor<4xbf16>, tensor<4xbf16>, tensor<4xbf16>
}

// In f32, the first three numbers lie halfway between 1 and the next number of the
// result type, 1 + 2^-10 in f16 and 1 + 2^-7 in bf16. The last one of x is NaN.
// RUN: %run-each %s --function=once --atol=0 --rtol=0 \
// RUN:   --input=5xf64=1.000488281250001,1.000488281249999,1.00048828125,1e300,nan \
// RUN:   --input=3xf64=1.003906250000001,1.003906249999999,1.00390625 \
// RUN:   --expected_output=5xf16=1.001,1,1,inf,nan --expected_output=3xbf16=1.0078125,1,1
func.func @once(%x: tensor<5xf64>, %y: tensor<3xf64>) -> (tensor<5xf16>, tensor<3xbf16>) {
  %0 = arith.truncf %x : tensor<5xf64> to tensor<5xf16>
  %1 = arith.truncf %y : tensor<3xf64> to tensor<3xbf16>
  return %0, %1 : tensor<5xf16>, tensor<3xbf16>
}

// 257 * 2^k + 1 is nearer to 258 * 2^k than to 256 * 2^k, but f32 and f64 lose the 1.
// RUN: %run-each %s --function=integers --input=4xi64=257,16842753,72339069014638593,-72339069014638593 \
// RUN:   --input=3xi128=iota --input=2xi128=20361637766165934761540795236353,-20361637766165934761540795236353 \
// RUN:   --expected_output=4xbf16=256,16908288,72620543991349248,-72620543991349248 \
// RUN:   --expected_output=3xf16=0,1,2 --expected_output=2xbf16=20440865928680199099134339186688,-20440865928680199099134339186688
func.func @integers(%x: tensor<4xi64>, %y: tensor<3xi128>, %z: tensor<2xi128>)
    -> (tensor<4xbf16>, tensor<3xf16>, tensor<2xbf16>) {
  %0 = arith.sitofp %x : tensor<4xi64> to tensor<4xbf16>
  %1 = arith.sitofp %y : tensor<3xi128> to tensor<3xf16>
  %2 = arith.sitofp %z : tensor<2xi128> to tensor<2xbf16>
  return %0, %1, %2 : tensor<4xbf16>, tensor<3xf16>, tensor<2xbf16>
}

// 1.0078125^2 - 1.0156250 is 2^-14; the product of bf16 would be rounded to 1.015625.
// The sum of 1.00390625, halfway between numbers, and a tiny one is rounded up.
// RUN: %run-each %s --function=fma --atol=0 --rtol=0 --input=3xbf16=1.0078125,0.99609375,1 \
// RUN:   --input=3xbf16=1.0078125,1.0078125,1 --input=3xbf16=-1.015625,1e-30,2 \
// RUN:   --expected_output=3xbf16=6.1035e-05,1,3
func.func @fma(%x: tensor<3xbf16>, %y: tensor<3xbf16>, %z: tensor<3xbf16>) -> tensor<3xbf16> {
  %r = math.fma %x, %y, %z : tensor<3xbf16>
  return %r : tensor<3xbf16>
}

// The sign is that of an argument, which is in another block than the op.
// RUN: %run-each %s --function=sign --input=bf16=-3 --input=bf16=-1.17e-38 \
// RUN:   --input=f32=5 --expected_output=bf16=-3 --expected_output=f32=-5
func.func @sign(%x: bf16, %y: bf16, %z: f32) -> (bf16, f32) {
  %0 = math.copysign %x, %y : bf16
  %wide = arith.extf %y : bf16 to f32
  %1 = math.copysign %z, %wide : f32
  return %0, %1 : bf16, f32
}

// RUN: %run-each %s --function=sum --input=2x35xbf16=1 --expected_output=2xbf16=35
func.func @sum(%x: tensor<?x?xbf16>) -> tensor<?xbf16> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xbf16>
  %zero = arith.constant 0.0 : bf16
  %e = tensor.empty(%n) : tensor<?xbf16>
  %f = linalg.fill ins(%zero : bf16) outs(%e : tensor<?xbf16>) -> tensor<?xbf16>
  %r = linalg.reduce {arith.addf} ins(%x : tensor<?x?xbf16>) outs(%f : tensor<?xbf16>) dimensions = [1]
  return %r : tensor<?xbf16>
}
