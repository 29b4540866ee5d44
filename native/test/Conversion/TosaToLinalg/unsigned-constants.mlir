// Constants of unsigned integers, in TOSA and arith, and their pieces.
// RUN: split-run %s --function=pieces --input=2xui8=7,200 | FileCheck %s

// CHECK: result[0]: 2xui8=[1,2]
// CHECK: result[1]: 1xui8=[255]
// CHECK: result[2]: 2xui16=[65535,4]
// CHECK: result[3]: 4xui8=[7,200,3,255]
func.func @pieces(%x: tensor<2xui8>) -> (tensor<2xui8>, tensor<1xui8>, tensor<2xui16>, tensor<4xui8>) {
  %c = "tosa.const"() {values = dense<[1, 2, 3, 255]> : tensor<4xui8>} : () -> tensor<4xui8>
  %a, %b = split.split %c axis(0) into 2 : tensor<4xui8> -> tensor<2xui8>, tensor<2xui8>
  %p, %q = split.split %b axis(0) into 2 : tensor<2xui8> -> tensor<1xui8>, tensor<1xui8>
  %d = arith.constant dense<[65535, 4]> : tensor<2xui16>
  %e = tosa.concat %x, %b {axis = 0 : i32} : (tensor<2xui8>, tensor<2xui8>) -> tensor<4xui8>
  return %a, %q, %d, %e : tensor<2xui8>, tensor<1xui8>, tensor<2xui16>, tensor<4xui8>
}
