// Splits that torch rejects. Made by hand.
// RUN: split-opt %s --allow-unregistered-dialect --convert-foreign-split -split-input-file -verify-diagnostics

func.func @dim(%x: !torch.vtensor<[4],f32>) -> !torch.vtensor<[2],f32> {
  %n = "torch.constant.int"() <{value = 2 : i64}> : () -> !torch.int
  %0 = "torch.constant.int"() <{value = 0 : i64}> : () -> !torch.int
  // expected-error @below {{'torch.aten.split.Tensor' op axis 2 is out of range [-1, 0] for data of rank 1}}
  %l = "torch.aten.split.Tensor"(%x, %n, %n) : (!torch.vtensor<[4],f32>, !torch.int, !torch.int) -> !torch.list<vtensor>
  %p = "torch.aten.__getitem__.t"(%l, %0) : (!torch.list<vtensor>, !torch.int) -> !torch.vtensor<[2],f32>
  return %p : !torch.vtensor<[2],f32>
}
// -----

func.func @rank_0(%x: !torch.vtensor<[],f32>) -> !torch.vtensor<[],f32> {
  %0 = "torch.constant.int"() <{value = 0 : i64}> : () -> !torch.int
  // expected-error @below {{'torch.aten.unbind.int' op data has rank 0, so there is no axis to split along}}
  %l = "torch.aten.unbind.int"(%x, %0) : (!torch.vtensor<[],f32>, !torch.int) -> !torch.list<vtensor>
  %p = "torch.aten.__getitem__.t"(%l, %0) : (!torch.list<vtensor>, !torch.int) -> !torch.vtensor<[],f32>
  return %p : !torch.vtensor<[],f32>
}
// -----

func.func @split_size_0(%x: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = "torch.constant.int"() <{value = 0 : i64}> : () -> !torch.int
  // expected-error @below {{'torch.aten.split.Tensor' op operand 1 is 0, expected at least 1}}
  %l = "torch.aten.split.Tensor"(%x, %0, %0) : (!torch.vtensor<[4],f32>, !torch.int, !torch.int) -> !torch.list<vtensor>
  %p = "torch.aten.__getitem__.t"(%l, %0) : (!torch.list<vtensor>, !torch.int) -> !torch.vtensor<[4],f32>
  return %p : !torch.vtensor<[4],f32>
}
// -----

func.func @no_chunks(%x: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = "torch.constant.int"() <{value = 0 : i64}> : () -> !torch.int
  %n = "torch.constant.int"() <{value = -3 : i64}> : () -> !torch.int
  // expected-error @below {{'torch.aten.chunk' op operand 1 is -3, expected at least 1}}
  %l = "torch.aten.chunk"(%x, %n, %0) : (!torch.vtensor<[4],f32>, !torch.int, !torch.int) -> !torch.list<vtensor>
  %p = "torch.aten.__getitem__.t"(%l, %0) : (!torch.list<vtensor>, !torch.int) -> !torch.vtensor<[4],f32>
  return %p : !torch.vtensor<[4],f32>
}
// -----

func.func @unpacked(%x: !torch.vtensor<[5],f32>) -> !torch.vtensor<[2],f32> {
  %0 = "torch.constant.int"() <{value = 0 : i64}> : () -> !torch.int
  %n = "torch.constant.int"() <{value = 2 : i64}> : () -> !torch.int
  // expected-error @below {{'torch.aten.split.Tensor' op is unpacked into 2 values, expected 3, the number of pieces}}
  %l = "torch.aten.split.Tensor"(%x, %n, %0) : (!torch.vtensor<[5],f32>, !torch.int, !torch.int) -> !torch.list<vtensor>
  %p:2 = "torch.prim.ListUnpack"(%l) : (!torch.list<vtensor>) -> (!torch.vtensor<[2],f32>, !torch.vtensor<[2],f32>)
  return %p#0 : !torch.vtensor<[2],f32>
}
// -----

func.func @index(%x: !torch.vtensor<[5],f32>) -> !torch.vtensor<[2],f32> {
  %0 = "torch.constant.int"() <{value = 0 : i64}> : () -> !torch.int
  %n = "torch.constant.int"() <{value = -4 : i64}> : () -> !torch.int
  %m = "torch.constant.int"() <{value = 3 : i64}> : () -> !torch.int
  // expected-error @below {{'torch.aten.chunk' op index -4 is out of range [-3, 2] for 3 pieces}}
  %l = "torch.aten.chunk"(%x, %m, %0) : (!torch.vtensor<[5],f32>, !torch.int, !torch.int) -> !torch.list<vtensor>
  %p = "torch.aten.__getitem__.t"(%l, %n) : (!torch.list<vtensor>, !torch.int) -> !torch.vtensor<[2],f32>
  return %p : !torch.vtensor<[2],f32>
}
// -----

// -1 is not the rest in torch.
func.func @negative_length(%x: !torch.vtensor<[?],f32>) -> !torch.vtensor<[?],f32> {
  %0 = "torch.constant.int"() <{value = 0 : i64}> : () -> !torch.int
  %n = "torch.constant.int"() <{value = -1 : i64}> : () -> !torch.int
  %s = "torch.prim.ListConstruct"(%0, %n) : (!torch.int, !torch.int) -> !torch.list<int>
  // expected-error @below {{'torch.aten.split.sizes' op length #1 is -1, expected at least 0}}
  %l = "torch.aten.split.sizes"(%x, %s, %0) : (!torch.vtensor<[?],f32>, !torch.list<int>, !torch.int) -> !torch.list<vtensor>
  %p = "torch.aten.__getitem__.t"(%l, %0) : (!torch.list<vtensor>, !torch.int) -> !torch.vtensor<[?],f32>
  return %p : !torch.vtensor<[?],f32>
}
// -----

func.func @sum(%x: !torch.vtensor<[5],f32>) -> !torch.vtensor<[2],f32> {
  %0 = "torch.constant.int"() <{value = 0 : i64}> : () -> !torch.int
  %n = "torch.constant.int"() <{value = 2 : i64}> : () -> !torch.int
  %s = "torch.prim.ListConstruct"(%n, %n) : (!torch.int, !torch.int) -> !torch.list<int>
  // expected-error @below {{'torch.aten.split_with_sizes' op lengths [2, 2] sum to 4, expected 5, the size of dimension 0}}
  %l = "torch.aten.split_with_sizes"(%x, %s, %0) : (!torch.vtensor<[5],f32>, !torch.list<int>, !torch.int) -> !torch.list<vtensor>
  %p = "torch.aten.__getitem__.t"(%l, %0) : (!torch.list<vtensor>, !torch.int) -> !torch.vtensor<[2],f32>
  return %p : !torch.vtensor<[2],f32>
}
// -----

func.func @type_of_piece(%x: !torch.vtensor<[5],f32>) -> !torch.vtensor<[3],f32> {
  %0 = "torch.constant.int"() <{value = 0 : i64}> : () -> !torch.int
  %n = "torch.constant.int"() <{value = 2 : i64}> : () -> !torch.int
  // expected-error @below {{'torch.aten.split.Tensor' op piece 0 is of type '!torch.vtensor<[3],f32>', expected 'tensor<2xf32>'}}
  %l = "torch.aten.split.Tensor"(%x, %n, %0) : (!torch.vtensor<[5],f32>, !torch.int, !torch.int) -> !torch.list<vtensor>
  %p = "torch.aten.__getitem__.t"(%l, %0) : (!torch.list<vtensor>, !torch.int) -> !torch.vtensor<[3],f32>
  return %p : !torch.vtensor<[3],f32>
}
// -----

// The lengths sum to more than 64 bits.
func.func @overflow(%x: !torch.vtensor<[?],f32>) -> !torch.vtensor<[?],f32> {
  %0 = "torch.constant.int"() <{value = 0 : i64}> : () -> !torch.int
  %n = "torch.constant.int"() <{value = 9223372036854775807 : i64}> : () -> !torch.int
  // expected-error-re @below {{'torch.aten.split.Tensor' op lengths {{.+}} sum to more than}}
  %l = "torch.aten.split.Tensor"(%x, %n, %0) : (!torch.vtensor<[?],f32>, !torch.int, !torch.int) -> !torch.list<vtensor>
  %p:3 = "torch.prim.ListUnpack"(%l) : (!torch.list<vtensor>) -> (!torch.vtensor<[?],f32>, !torch.vtensor<[?],f32>, !torch.vtensor<[?],f32>)
  return %p#0 : !torch.vtensor<[?],f32>
}
// -----

// A list that is unpacked twice, once into too few values.
func.func @unpacked_twice(%x: !torch.vtensor<[4],f32>) -> !torch.vtensor<[2],f32> {
  %n = "torch.constant.int"() <{value = 2 : i64}> : () -> !torch.int
  %0 = "torch.constant.int"() <{value = 0 : i64}> : () -> !torch.int
  // expected-error @below {{'torch.aten.split.Tensor' op is unpacked into 1 value, expected 2, the number of pieces}}
  %l = "torch.aten.split.Tensor"(%x, %n, %0) : (!torch.vtensor<[4],f32>, !torch.int, !torch.int) -> !torch.list<vtensor>
  %c = "torch.prim.ListUnpack"(%l) : (!torch.list<vtensor>) -> !torch.vtensor<[2],f32>
  %a, %b = "torch.prim.ListUnpack"(%l) : (!torch.list<vtensor>) -> (!torch.vtensor<[2],f32>, !torch.vtensor<[2],f32>)
  return %c : !torch.vtensor<[2],f32>
}
