// Between element types, linalg.copy converts, so that results of conversions
// are not written to their target. The values are those of NumPy's astype(float16)
// and astype(int8).
// RUN: split-run %s --input=6xf32=1,-2.5,0.1,65519,65520,1e-8 \
// RUN:   --input=6xi64=0,127,128,-129,256,-1 | FileCheck %s
// CHECK: result[0]: 6xf32=[1,-2.5,0.099975586,65504,inf,0]
// CHECK: result[1]: 6xi64=[0,127,-128,127,0,-1]
// CHECK: result[2]: 6xi64=[0,127,-128,127,0,-1]
func.func @main(%x: tensor<6xf32>, %i: tensor<6xi64>) -> (tensor<6xf32>, tensor<6xi64>, tensor<6xi64>) {
  %f16 = tensor.empty() : tensor<6xf16>
  %f32 = tensor.empty() : tensor<6xf32>
  %i8 = tensor.empty() : tensor<6xi8>
  %i64 = tensor.empty() : tensor<6xi64>
  %half = linalg.copy ins(%x : tensor<6xf32>) outs(%f16 : tensor<6xf16>) -> tensor<6xf16>
  %0 = linalg.copy ins(%half : tensor<6xf16>) outs(%f32 : tensor<6xf32>) -> tensor<6xf32>
  %byte = linalg.copy ins(%i : tensor<6xi64>) outs(%i8 : tensor<6xi8>) -> tensor<6xi8>
  %1 = linalg.copy ins(%byte : tensor<6xi8>) outs(%i64 : tensor<6xi64>) -> tensor<6xi64>
  // The first copy converts, and the second one does not.
  %2 = linalg.copy ins(%1 : tensor<6xi64>) outs(%i64 : tensor<6xi64>) -> tensor<6xi64>
  return %0, %1, %2 : tensor<6xf32>, tensor<6xi64>, tensor<6xi64>
}
