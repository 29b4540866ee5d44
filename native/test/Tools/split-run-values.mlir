// Every kind of element, as argument and result, through compiled code.

// RUN: split-run %s --function=scalars --input=i1=true --input=i4=-3 \
// RUN:   --input=index=-7 --input=f16=0.1 --input='complex<f32>=(1.5,-2)' \
// RUN:   --input=i128=-170141183460469231731687303715884105728 \
// RUN:   --input=bf16=3.140625 --input=f8E4M3FN=448 --input=i24=-8388608 \
// RUN:   | FileCheck %s --check-prefix=SCALARS
// SCALARS:      {{^}}result[0]: i1=1{{$}}
// SCALARS-NEXT: {{^}}result[1]: i4=-3{{$}}
// SCALARS-NEXT: {{^}}result[2]: index=-7{{$}}
// SCALARS-NEXT: {{^}}result[3]: f16=0.1{{$}}
// SCALARS-NEXT: {{^}}result[4]: complex<f32>=(1.5,-2){{$}}
// SCALARS-NEXT: {{^}}result[5]: i128=-170141183460469231731687303715884105728
// SCALARS-NEXT: {{^}}result[6]: bf16=3.14{{$}}
// SCALARS-NEXT: {{^}}result[7]: f8E4M3FN=448{{$}}
// SCALARS-NEXT: {{^}}result[8]: i24=-8388608{{$}}
func.func @scalars(%a: i1, %b: i4, %c: index, %d: f16, %e: complex<f32>,
                   %f: i128, %g: bf16, %h: f8E4M3FN, %i: i24)
    -> (i1, i4, index, f16, complex<f32>, i128, bf16, f8E4M3FN, i24) {
  return %a, %b, %c, %d, %e, %f, %g, %h, %i
      : i1, i4, index, f16, complex<f32>, i128, bf16, f8E4M3FN, i24
}

// RUN: split-run %s --function=tensors --input=4xi1=0,1,true,false \
// RUN:   --input=4xi4=-8,7,0,-1 --input=4xui8=0,255,128,1 \
// RUN:   --input=4xindex=iota --input='4xcomplex<f64>=(1,2)(3,4)(5,6)(7,8)' \
// RUN:   --input=4xf8E5M2=1,-2,inf,nan | FileCheck %s --check-prefix=TENSORS
// TENSORS:      {{^}}result[0]: 2xi1=[1,0]{{$}}
// TENSORS-NEXT: {{^}}result[1]: 2xi4=[0,-1]{{$}}
// TENSORS-NEXT: {{^}}result[2]: 2xui8=[128,1]{{$}}
// TENSORS-NEXT: {{^}}result[3]: 2xindex=[2,3]{{$}}
// TENSORS-NEXT: {{^}}result[4]: 2xcomplex<f64>=[(5,6),(7,8)]{{$}}
// TENSORS-NEXT: {{^}}result[5]: 2xf8E5M2=[inf,nan]{{$}}
func.func @tensors(%a: tensor<4xi1>, %b: tensor<4xi4>, %c: tensor<4xui8>,
                   %d: tensor<4xindex>, %e: tensor<4xcomplex<f64>>,
                   %f: tensor<4xf8E5M2>)
    -> (tensor<2xi1>, tensor<2xi4>, tensor<2xui8>, tensor<2xindex>,
        tensor<2xcomplex<f64>>, tensor<2xf8E5M2>) {
  %a1 = tensor.extract_slice %a[2] [2] [1] : tensor<4xi1> to tensor<2xi1>
  %b1 = tensor.extract_slice %b[2] [2] [1] : tensor<4xi4> to tensor<2xi4>
  %c1 = tensor.extract_slice %c[2] [2] [1] : tensor<4xui8> to tensor<2xui8>
  %d1 = tensor.extract_slice %d[2] [2] [1] : tensor<4xindex> to tensor<2xindex>
  %e1 = tensor.extract_slice %e[2] [2] [1]
      : tensor<4xcomplex<f64>> to tensor<2xcomplex<f64>>
  %f1 = tensor.extract_slice %f[2] [2] [1]
      : tensor<4xf8E5M2> to tensor<2xf8E5M2>
  return %a1, %b1, %c1, %d1, %e1, %f1
      : tensor<2xi1>, tensor<2xi4>, tensor<2xui8>, tensor<2xindex>,
        tensor<2xcomplex<f64>>, tensor<2xf8E5M2>
}

// No result, and an unused argument.
// RUN: split-run %s --function=nothing --input=i4=-1 | count 0
func.func @nothing(%a: i4) {
  return
}

// Sizes and ranks that only the argument knows.
// RUN: split-run %s --function=shapes --input=2x2xf32=iota \
// RUN:   --input=3x0x2xi8= --input=f64=2.5 | FileCheck %s --check-prefix=SHAPES
// SHAPES:      {{^}}result[0]: 2x2xf32=[0,1][2,3]{{$}}
// SHAPES-NEXT: {{^}}result[1]: 3x0x2xi8=[]{{$}}
// SHAPES-NEXT: {{^}}result[2]: f64=2.5{{$}}
func.func @shapes(%x: tensor<*xf32>, %y: tensor<?x0x2xi8>, %z: tensor<f64>)
    -> (tensor<*xf32>, tensor<?x0x2xi8>, tensor<f64>) {
  return %x, %y, %z : tensor<*xf32>, tensor<?x0x2xi8>, tensor<f64>
}

// Results that are the argument, twice, and a constant.
// RUN: split-run %s --function=same --input=3xf32=5,6,7 \
// RUN:   | FileCheck %s --check-prefix=SAME
// SAME:      {{^}}result[0]: 3xf32=[5,6,7]{{$}}
// SAME-NEXT: {{^}}result[1]: 3xf32=[5,6,7]{{$}}
// SAME-NEXT: {{^}}result[2]: 3xf32=[1,2,3]{{$}}
func.func @same(%x: tensor<3xf32>)
    -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) {
  %c = arith.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  return %x, %x, %c : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>
}

// bf16 arithmetic: by instructions or by calls, as the processor has it.
// 1.5 * 3.3125 is 4.96875 exactly.
// RUN: split-run %s --function=product --input=bf16=1.5 --input=bf16=3.3125 \
// RUN:   | FileCheck %s --check-prefix=PRODUCT
// RUN: test "$(uname -m)" != x86_64 || split-run %s --function=product \
// RUN:   --input=bf16=1.5 --input=bf16=3.3125 --cpu=x86-64 \
// RUN:   | FileCheck %s --check-prefix=PRODUCT
// RUN: test "$(uname -m)" != x86_64 || split-run %s --function=product \
// RUN:   --input=bf16=1.5 --input=bf16=3.3125 --cpu=sapphirerapids \
// RUN:   | FileCheck %s --check-prefix=PRODUCT
// PRODUCT: {{^}}result[0]: bf16=4.97{{$}}
func.func @product(%x: bf16, %y: bf16) -> bf16 {
  %r = arith.mulf %x, %y : bf16
  return %r : bf16
}

// signless and signed iN take each other's values, and index takes i64.
// RUN: split-run %s --function=signs --input=2xi8=-1,1 --input=i64=-5 \
// RUN:   --input=2xsi16=-1,1 | FileCheck %s --check-prefix=SIGNS
// SIGNS:      {{^}}result[0]: 2xsi8=[-1,1]{{$}}
// SIGNS-NEXT: {{^}}result[1]: index=-5{{$}}
// SIGNS-NEXT: {{^}}result[2]: 2xi16=[-1,1]{{$}}
func.func @signs(%x: tensor<2xsi8>, %y: index, %z: tensor<2xi16>)
    -> (tensor<2xsi8>, index, tensor<2xi16>) {
  return %x, %y, %z : tensor<2xsi8>, index, tensor<2xi16>
}
