// torch.chunk(x, 3, dim=1) in the IR of torch-mlir, printed in generic form.
func.func @main(%x: tensor<2x5xf32>) -> tensor<2x1xf32> {
  %0 = "torch_c.from_builtin_tensor"(%x) : (tensor<2x5xf32>) -> !torch.vtensor<[2,5],f32>
  %three = "torch.constant.int"() <{value = 3 : i64}> : () -> !torch.int
  %dim = "torch.constant.int"() <{value = 1 : i64}> : () -> !torch.int
  %list = "torch.aten.chunk"(%0, %three, %dim)
      : (!torch.vtensor<[2,5],f32>, !torch.int, !torch.int) -> !torch.list<vtensor>
  %pieces:3 = "torch.prim.ListUnpack"(%list) : (!torch.list<vtensor>)
      -> (!torch.vtensor<[2,2],f32>, !torch.vtensor<[2,2],f32>, !torch.vtensor<[2,1],f32>)
  %1 = "torch_c.to_builtin_tensor"(%pieces#2) : (!torch.vtensor<[2,1],f32>) -> tensor<2x1xf32>
  return %1 : tensor<2x1xf32>
}
