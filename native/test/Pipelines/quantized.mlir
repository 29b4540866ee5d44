// C1: programs on quantized tensors run on their storage, which is what goes in and
// comes out. Values are worked out by hand: real = scale * (stored - zero point).

// RUN: split-run %s --function=move --input=2x4xui8=0,255,3,128,1,2,254,7 | FileCheck %s --check-prefix=MOVE
// MOVE:      result[0]: 2x2xui8=[0,255][1,2]
// MOVE-NEXT: result[1]: 2x2xui8=[3,128][254,7]
!u8 = !quant.uniform<u8:f32, 0.5:3>
func.func @move(%x: tensor<?x4x!u8>) -> (tensor<?x2x!u8>, tensor<?x2x!u8>) {
  %0:2 = split.split %x axis(1) into 2 : tensor<?x4x!u8> -> tensor<?x2x!u8>, tensor<?x2x!u8>
  return %0#0, %0#1 : tensor<?x2x!u8>, tensor<?x2x!u8>
}

// RUN: split-run %s --function=dequantize --input=4xui8=0,255,3,128 | FileCheck %s --check-prefix=DEQUANTIZE
// DEQUANTIZE:      result[0]: 2xf32=[-1.5,126]
// DEQUANTIZE-NEXT: result[1]: 2xf32=[0,62.5]
func.func @dequantize(%x: tensor<4x!u8>) -> (tensor<2xf32>, tensor<2xf32>) {
  %0:2 = split.split %x axis(0) into 2 : tensor<4x!u8> -> tensor<2x!u8>, tensor<2x!u8>
  %1 = quant.dcast %0#0 : tensor<2x!u8> to tensor<2xf32>
  %2 = quant.dcast %0#1 : tensor<2x!u8> to tensor<2xf32>
  return %1, %2 : tensor<2xf32>, tensor<2xf32>
}

// Upstream rounds towards zero, then keeps within -7 and 7: 2.6, -5.4, 9, -10.
// RUN: split-run %s --function=quantize --input=4xf32=1.3,-2.7,4.5,-5 | FileCheck %s --check-prefix=QUANTIZE
// QUANTIZE:      result[0]: 1xi8=[2]
// QUANTIZE-NEXT: result[1]: 3xi8=[-5,7,-7]
!i8 = !quant.uniform<i8<-7:7>:f32, 0.5>
func.func @quantize(%x: tensor<?xf32>) -> (tensor<1x!i8>, tensor<?x!i8>) {
  %0 = quant.qcast %x : tensor<?xf32> to tensor<?x!i8>
  %1:2 = split.variadic_split %0 axis(0) lengths [1, -1] : tensor<?x!i8> -> tensor<1x!i8>, tensor<?x!i8>
  return %1#0, %1#1 : tensor<1x!i8>, tensor<?x!i8>
}

// Each column has a scale and a zero point: 2 * (-128 - 0) and 3 * (127 - -1).
// RUN: split-run %s --function=per_axis --input=2x2xi8=1,-1,-128,127 | FileCheck %s --check-prefix=PER_AXIS
// PER_AXIS: result[0]: 1x2xf32=[-256,384]
!axis = !quant.uniform<i8:f32:1, {2.0, 3.0:-1}>
func.func @per_axis(%x: tensor<2x2x!axis>) -> tensor<1x2xf32> {
  %0:2 = split.split %x axis(0) into 2 : tensor<2x2x!axis> -> tensor<1x2x!axis>, tensor<1x2x!axis>
  %1 = quant.dcast %0#1 : tensor<1x2x!axis> to tensor<1x2xf32>
  return %1 : tensor<1x2xf32>
}

// Each row has: 2 * (3 - 0), 2 * (4 - 0), 3 * (7 - 1), 3 * (8 - 1).
// RUN: split-run %s --function=blocks --input=2x4xui8=1,2,3,4,5,6,7,8 | FileCheck %s --check-prefix=BLOCKS
// BLOCKS: result[0]: 2x2xf32=[6,8][18,21]
!block = !quant.uniform<u8:f32:{0:1}, {{2.0}, {3.0:1}}>
func.func @blocks(%x: tensor<2x4x!block>) -> tensor<2x2xf32> {
  %0:2 = split.split %x axis(1) into 2 : tensor<2x4x!block> -> tensor<2x2x!block>, tensor<2x2x!block>
  %1 = quant.dcast %0#1 : tensor<2x2x!block> to tensor<2x2xf32>
  return %1 : tensor<2x2xf32>
}

// Of unknown rank; upstream asks for its shape.
// RUN: split-run %s --function=unranked --input=2x2xui8=3,4,5,6 | FileCheck %s --check-prefix=UNRANKED
// UNRANKED: result[0]: 2x2xf32=[0,0.5][1,1.5]
func.func @unranked(%x: tensor<*x!u8>) -> tensor<*xf32> {
  %0 = quant.dcast %x : tensor<*x!u8> to tensor<*xf32>
  return %0 : tensor<*xf32>
}

// Calls, loops and scalars.
// RUN: split-run %s --function=structured --input=4xui8=9,8,7,6 --input=index=3 | FileCheck %s --check-prefix=STRUCTURED
// STRUCTURED:      result[0]: 4xui8=[7,6,7,6]
// STRUCTURED-NEXT: result[1]: ui8=6
func.func private @second_half(%x: tensor<4x!u8>) -> tensor<2x!u8> {
  %0:2 = split.split %x axis(0) into 2 : tensor<4x!u8> -> tensor<2x!u8>, tensor<2x!u8>
  return %0#1 : tensor<2x!u8>
}
func.func @structured(%x: tensor<4x!u8>, %n: index) -> (tensor<4x!u8>, !u8) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<4x!u8> {
    %half = func.call @second_half(%a) : (tensor<4x!u8>) -> tensor<2x!u8>
    %next = tensor.insert_slice %half into %a[0] [2] [1] : tensor<2x!u8> into tensor<4x!u8>
    scf.yield %next : tensor<4x!u8>
  }
  %s = tensor.extract %0[%n] : tensor<4x!u8>
  return %0, %s : tensor<4x!u8>, !u8
}

// What does not fit is told by what is expected.
// RUN: not split-run %s --function=move --input=2x4xi8=iota 2>&1 | FileCheck %s --check-prefix=SIGN
// SIGN: error: input 0: expected tensor<?x4x!quant.uniform<u8:f32, 5.000000e-01:3>> (stored as ui8), got tensor<2x4xi8>
// RUN: not split-run %s --function=calibrated 2>&1 | FileCheck %s --check-prefix=CALIBRATED
// CALIBRATED: error: wrong number of inputs: expected 1 (tensor<4x!quant.calibrated<f32<-0.998:1.232100e+00>>>), got 0
// RUN: not split-run %s --function=returns_calibrated 2>&1 | FileCheck %s --check-prefix=RETURNS
// RETURNS: error: result 0 is of type 'tensor<4x!quant.calibrated<f32<-0.998:1.232100e+00>>>', only tensors and scalars of integers, index, floats, complexes and quantized integers can be passed
!calibrated = !quant.calibrated<f32<-0.998:1.2321>>
func.func @calibrated(%x: tensor<4x!calibrated>) {
  return
}
func.func @returns_calibrated() -> tensor<4x!calibrated> {
  %0 = tensor.empty() : tensor<4x!calibrated>
  return %0 : tensor<4x!calibrated>
}
