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
