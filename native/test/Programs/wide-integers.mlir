// Buffers of wide integers have the size that the code expects: an i80 takes 16 bytes.

// RUN: split-compile %s --emit=llvm-ir -o - | FileCheck %s
// RUN: %run-each %s --function=swap --input=1000xi80=iota --input=index=999 \
// RUN:   --expected_output=i80=0 --expected_output=i80=999

// CHECK: call {{.*}}alloc(i64 64, i64 160
// CHECK: call void @llvm.memcpy{{.*}} i64 16000, i1 false)
func.func @swap(%x: tensor<1000xi80>, %i: index) -> (i80, i80) {
  %c0 = arith.constant 0 : index
  %first = tensor.extract %x[%c0] : tensor<1000xi80>
  %other = tensor.extract %x[%i] : tensor<1000xi80>
  %a = tensor.insert %other into %x[%c0] : tensor<1000xi80>
  %b = tensor.insert %first into %a[%i] : tensor<1000xi80>
  %r = tensor.extract %b[%i] : tensor<1000xi80>
  %s = tensor.extract %b[%c0] : tensor<1000xi80>
  return %r, %s : i80, i80
}

// Integers of more than 128 bits become infinite beyond the range of floats. 2^128 - 2^103 - 1 is
// nearer to the largest number of f32 than to 2^128.
// RUN: %run-each %s --function=to_float --input=3xi200=803469022129495137770981046170581301261101496891396417650687,-340282366920938463463374607431768211456,340282356779733661637539395458142568447 \
// RUN:   --expected_output=3xf32=inf,-inf,3.4028234663852886e38
func.func @to_float(%x: tensor<3xi200>) -> tensor<3xf32> {
  %r = arith.sitofp %x : tensor<3xi200> to tensor<3xf32>
  return %r : tensor<3xf32>
}

// RUN: %run-each %s --function=unsigned --input=i129=-1 --expected_output=f32=inf --expected_output=f16=inf --expected_output=bf16=inf
// RUN: %run-each %s --function=unsigned --input=i129=3 --expected_output=f32=3 --expected_output=f16=3 --expected_output=bf16=3
func.func @unsigned(%x: i129) -> (f32, f16, bf16) {
  %r = arith.uitofp %x : i129 to f32
  %s = arith.uitofp %x : i129 to f16
  %t = arith.uitofp %x : i129 to bf16
  return %r, %s, %t : f32, f16, bf16
}
