// Ops of torch-mlir with operands and attributes that it never writes. Made by hand.
// RUN: split-opt %s --allow-unregistered-dialect --convert-foreign-split | FileCheck %s

// A cast with two operands stays.
// CHECK-LABEL: func @cast_of_two(
func.func @cast_of_two(%x: !torch.vtensor<[4],f32>) -> tensor<2xf32> {
  // CHECK: %[[P:.+]]:2 = split.split
  // CHECK: %[[T:.+]] = "torch_c.from_builtin_tensor"(%[[P]]#0)
  // CHECK: "torch_c.to_builtin_tensor"(%[[T]], %[[T]])
  %n = "torch.constant.int"() <{value = 2 : i64}> : () -> !torch.int
  %0 = "torch.constant.int"() <{value = 0 : i64}> : () -> !torch.int
  %l = "torch.aten.split.Tensor"(%x, %n, %0) : (!torch.vtensor<[4],f32>, !torch.int, !torch.int) -> !torch.list<vtensor>
  %a, %b = "torch.prim.ListUnpack"(%l) : (!torch.list<vtensor>) -> (!torch.vtensor<[2],f32>, !torch.vtensor<[2],f32>)
  %c = "torch_c.to_builtin_tensor"(%a, %a) : (!torch.vtensor<[2],f32>, !torch.vtensor<[2],f32>) -> tensor<2xf32>
  return %c : tensor<2xf32>
}

// A literal of another type than its result is not read.
// CHECK-LABEL: func @literal_of_index(
func.func @literal_of_index(%x: !torch.vtensor<[4],f32>) -> !torch.vtensor<[2],f32> {
  // CHECK: split.variadic_split %{{.+}} axis(0) lengths [%{{.+}}, %{{.+}}]
  %l = "torch.vtensor.literal"() <{value = dense<2> : tensor<2xindex>}> : () -> !torch.vtensor<[2],si64>
  %a, %b = "torch.operator"(%x, %l) {name = "onnx.Split", torch.onnx.axis = 0 : si64} : (!torch.vtensor<[4],f32>, !torch.vtensor<[2],si64>) -> (!torch.vtensor<[2],f32>, !torch.vtensor<[2],f32>)
  return %a : !torch.vtensor<[2],f32>
}
