// What stays, counted in one remark. Made by hand.
// RUN: split-opt %s --allow-unregistered-dialect --convert-foreign-split 2>&1 >%t | FileCheck %s --check-prefix=REMARK
// RUN: not grep "= split\." %t

// REMARK: torch-left.mlir:[[#@LINE+16]]:8: remark: 15 ops are not converted to split ops:
// REMARK-SAME: 1 'onnx.SplitToSequence' that is not known,
// REMARK-SAME: 1 'torch.aten.chunk' whose number of pieces is unknown,
// REMARK-SAME: 1 'torch.aten.chunk' with a number that is not constant,
// REMARK-SAME: 3 'torch.aten.split.Tensor' of a tensor of unknown rank or type,
// REMARK-SAME: 1 'torch.aten.split.Tensor' of an unknown form,
// REMARK-SAME: 1 'torch.aten.split.Tensor' with a dimension that is not constant,
// REMARK-SAME: 1 'torch.aten.split.Tensor' with too many pieces,
// REMARK-SAME: 1 'torch.aten.split_with_sizes' with a list of unknown integers,
// REMARK-SAME: 1 'torch.aten.tensor_split.indices' with indices into a dimension of unknown size,
// REMARK-SAME: 1 'torch.aten.tensor_split.indices' with indices that are not constant,
// REMARK-SAME: 1 'torch.aten.tensor_split.indices' with indices that decrease,
// REMARK-SAME: 1 'torch.aten.unbind.int' whose list has other uses than unpacking,
// REMARK-SAME: 1 'torch.aten.unbind.int' whose list is not unpacked{{$}}

func.func @left(%x: !torch.vtensor<[4],f32>, %y: !torch.vtensor<[?],f32>, %i: !torch.int, %list: !torch.list<int>, %huge: !torch.vtensor<[9223372036854775807],f32>, %a: !torch.vtensor<*,f32>, %b: !torch.tensor<[4],f32>, %c: !torch.vtensor<[4],!torch.qint8>) {
  %0 = "torch.operator"(%x) <{name = "onnx.SplitToSequence"}> : (!torch.vtensor<[4],f32>) -> !torch.list<vtensor>
  %1 = "torch.constant.int"() <{value = 1 : i64}> : () -> !torch.int
  %z = "torch.constant.int"() <{value = 0 : i64}> : () -> !torch.int
  // How many pieces there are of ? is only known if they are unpacked.
  %2 = "torch.aten.chunk"(%y, %1, %z) : (!torch.vtensor<[?],f32>, !torch.int, !torch.int) -> !torch.list<vtensor>
  %p2 = "torch.aten.__getitem__.t"(%2, %z) : (!torch.list<vtensor>, !torch.int) -> !torch.vtensor<[?],f32>
  %3 = "torch.aten.chunk"(%x, %i, %z) : (!torch.vtensor<[4],f32>, !torch.int, !torch.int) -> !torch.list<vtensor>
  %4 = "torch.aten.split.Tensor"(%a, %1, %z) : (!torch.vtensor<*,f32>, !torch.int, !torch.int) -> !torch.list<vtensor>
  %5 = "torch.aten.split.Tensor"(%b, %1, %z) : (!torch.tensor<[4],f32>, !torch.int, !torch.int) -> !torch.list<tensor>
  %6 = "torch.aten.split.Tensor"(%c, %1, %z) : (!torch.vtensor<[4],!torch.qint8>, !torch.int, !torch.int) -> !torch.list<vtensor>
  %7 = "torch.aten.split.Tensor"(%x, %1) : (!torch.vtensor<[4],f32>, !torch.int) -> !torch.list<vtensor>
  %8 = "torch.aten.split.Tensor"(%x, %1, %i) : (!torch.vtensor<[4],f32>, !torch.int, !torch.int) -> !torch.list<vtensor>
  %9 = "torch.aten.split.Tensor"(%huge, %1, %z) : (!torch.vtensor<[9223372036854775807],f32>, !torch.int, !torch.int) -> !torch.list<vtensor>
  %p9 = "torch.aten.__getitem__.t"(%9, %z) : (!torch.list<vtensor>, !torch.int) -> !torch.vtensor<[1],f32>
  %10 = "torch.aten.split_with_sizes"(%x, %list, %z) : (!torch.vtensor<[4],f32>, !torch.list<int>, !torch.int) -> !torch.list<vtensor>
  %11 = "torch.aten.unbind.int"(%x, %z) : (!torch.vtensor<[4],f32>, !torch.int) -> !torch.list<vtensor>
  %12 = "torch.aten.stack"(%11, %z) : (!torch.list<vtensor>, !torch.int) -> !torch.vtensor<[4],f32>
  %13 = "torch.aten.unbind.int"(%x, %z) : (!torch.vtensor<[4],f32>, !torch.int) -> !torch.list<vtensor>
  %15 = "torch.prim.ListConstruct"(%1, %z) : (!torch.int, !torch.int) -> !torch.list<int>
  %16 = "torch.aten.tensor_split.indices"(%x, %15, %z) : (!torch.vtensor<[4],f32>, !torch.list<int>, !torch.int) -> !torch.list<vtensor>
  %17:3 = "torch.prim.ListUnpack"(%16) : (!torch.list<vtensor>) -> (!torch.vtensor<[1],f32>, !torch.vtensor<[0],f32>, !torch.vtensor<[4],f32>)
  %18 = "torch.aten.tensor_split.indices"(%y, %15, %z) : (!torch.vtensor<[?],f32>, !torch.list<int>, !torch.int) -> !torch.list<vtensor>
  %19:3 = "torch.prim.ListUnpack"(%18) : (!torch.list<vtensor>) -> (!torch.vtensor<[1],f32>, !torch.vtensor<[0],f32>, !torch.vtensor<[?],f32>)
  %20 = "torch.prim.ListConstruct"(%1, %i) : (!torch.int, !torch.int) -> !torch.list<int>
  %21 = "torch.aten.tensor_split.indices"(%x, %20, %z) : (!torch.vtensor<[4],f32>, !torch.list<int>, !torch.int) -> !torch.list<vtensor>
  %22:3 = "torch.prim.ListUnpack"(%21) : (!torch.list<vtensor>) -> (!torch.vtensor<[1],f32>, !torch.vtensor<[?],f32>, !torch.vtensor<[?],f32>)
  return
}
