// Splits of torch-mlir of a dimension that is known only at run time. Expected values
// are those that PyTorch documents: chunks of the size rounded up, the last one smaller.
// REQUIRES: !sanitizer || thorough
// RUN: split-opt %s --allow-unregistered-dialect --convert-foreign-split --mlir-print-debuginfo -o %t
// RUN: split-run %t --function=chunk --input=7xf32=iota --expected_output=3xf32=0,1,2 --expected_output=3xf32=3,4,5 --expected_output=1xf32=6 | FileCheck %s --check-prefix=THREE
// RUN: split-run %t --function=chunk --input=3xf32=iota --expected_output=1xf32=0 --expected_output=1xf32=1 --expected_output=1xf32=2 | FileCheck %s --check-prefix=THREE
// RUN: split-run %t --function=chunk --input=0xf32= --expected_output=0xf32= --expected_output=0xf32= --expected_output=0xf32= | FileCheck %s --check-prefix=THREE
// RUN: split-run %t --function=split --input=4xf32=iota --expected_output=3xf32=0,1,2 --expected_output=1xf32=3 | FileCheck %s --check-prefix=TWO
// RUN: split-run %t --function=split --input=6xf32=iota --expected_output=3xf32=0,1,2 --expected_output=3xf32=3,4,5 | FileCheck %s --check-prefix=TWO
// TWO: 2 results match
// THREE: 3 results match

// torch.chunk returns 2 pieces of 4 elements, and torch.split 1 of 3 and 3 of 7.
// RUN: not split-run %t --function=chunk --input=4xf32=iota 2>&1 | FileCheck %s --check-prefix=CHUNK
// RUN: not split-run %t --function=split --input=3xf32=iota 2>&1 | FileCheck %s --check-prefix=FEWER
// RUN: not split-run %t --function=split --input=7xf32=iota 2>&1 | FileCheck %s --check-prefix=MORE
// RUN: not split-run %t --function=split --input=0xf32= 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not split-run %t --function=unbind --input=3xf32=iota 2>&1 | FileCheck %s --check-prefix=UNBIND
// RUN: not split-run %t --function=types --input=4xf32=iota 2>&1 | FileCheck %s --check-prefix=TYPES

// RUN: split-run %t --function=sizes --input=6xf32=iota --input=i64=2 --input=i64=1 --expected_output=2xf32=0,1 --expected_output=3xf32=2,3,4 --expected_output=1xf32=5 | FileCheck %s --check-prefix=THREE
// RUN: not split-run %t --function=sizes --input=6xf32=iota --input=i64=-1 --input=i64=4 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: not split-run %t --function=sizes --input=6xf32=iota --input=i64=2 --input=i64=2 2>&1 | FileCheck %s --check-prefix=SUM

func.func @chunk(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %t = "torch_c.from_builtin_tensor"(%x) : (tensor<?xf32>) -> !torch.vtensor<[?],f32>
  %n = "torch.constant.int"() <{value = 3 : i64}> : () -> !torch.int
  %d = "torch.constant.int"() <{value = 0 : i64}> : () -> !torch.int
  // CHUNK: torch-native.mlir:[[#@LINE+1]]:8: error: dimension 0 of size 4 is not split into 3 pieces of length 2
  %l = "torch.aten.chunk"(%t, %n, %d) : (!torch.vtensor<[?],f32>, !torch.int, !torch.int) -> !torch.list<vtensor<[?],f32>>
  %p:3 = "torch.prim.ListUnpack"(%l) : (!torch.list<vtensor<[?],f32>>) -> (!torch.vtensor<[?],f32>, !torch.vtensor<[?],f32>, !torch.vtensor<[?],f32>)
  %a = "torch_c.to_builtin_tensor"(%p#0) : (!torch.vtensor<[?],f32>) -> tensor<?xf32>
  %b = "torch_c.to_builtin_tensor"(%p#1) : (!torch.vtensor<[?],f32>) -> tensor<?xf32>
  %c = "torch_c.to_builtin_tensor"(%p#2) : (!torch.vtensor<[?],f32>) -> tensor<?xf32>
  return %a, %b, %c : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}

func.func @split(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %t = "torch_c.from_builtin_tensor"(%x) : (tensor<?xf32>) -> !torch.vtensor<[?],f32>
  %n = "torch.constant.int"() <{value = 3 : i64}> : () -> !torch.int
  %d = "torch.constant.int"() <{value = 0 : i64}> : () -> !torch.int
  // FEWER: torch-native.mlir:[[#@LINE+3]]:8: error: dimension 0 of size 3 is not split into 2 pieces of length 3
  // MORE: error: dimension 0 of size 7 is not split into 2 pieces of length 3
  // NONE: error: dimension 0 of size 0 is not split into 2 pieces of length 3
  %l = "torch.aten.split.Tensor"(%t, %n, %d) : (!torch.vtensor<[?],f32>, !torch.int, !torch.int) -> !torch.list<vtensor<[?],f32>>
  %p:2 = "torch.prim.ListUnpack"(%l) : (!torch.list<vtensor<[?],f32>>) -> (!torch.vtensor<[?],f32>, !torch.vtensor<[?],f32>)
  %a = "torch_c.to_builtin_tensor"(%p#0) : (!torch.vtensor<[?],f32>) -> tensor<?xf32>
  %b = "torch_c.to_builtin_tensor"(%p#1) : (!torch.vtensor<[?],f32>) -> tensor<?xf32>
  return %a, %b : tensor<?xf32>, tensor<?xf32>
}

func.func @sizes(%x: tensor<?xf32>, %n: i64, %m: i64) -> (tensor<?xf32>, tensor<3xf32>, tensor<?xf32>) {
  %t = "torch_c.from_builtin_tensor"(%x) : (tensor<?xf32>) -> !torch.vtensor<[?],f32>
  %a = "torch_c.from_i64"(%n) : (i64) -> !torch.int
  %b = "torch_c.from_i64"(%m) : (i64) -> !torch.int
  %3 = "torch.constant.int"() <{value = 3 : i64}> : () -> !torch.int
  %d = "torch.constant.int"() <{value = 0 : i64}> : () -> !torch.int
  %s = "torch.prim.ListConstruct"(%a, %3, %b) : (!torch.int, !torch.int, !torch.int) -> !torch.list<int>
  // NEGATIVE: torch-native.mlir:[[#@LINE+2]]:8: error: lengths [-1, 3, 4] hold a negative index value
  // SUM: error: lengths [2, 3, 2] sum to more than 6, the size of dimension 0
  %l = "torch.aten.split_with_sizes"(%t, %s, %d) : (!torch.vtensor<[?],f32>, !torch.list<int>, !torch.int) -> !torch.list<vtensor<[?],f32>>
  %p:3 = "torch.prim.ListUnpack"(%l) : (!torch.list<vtensor<[?],f32>>) -> (!torch.vtensor<[?],f32>, !torch.vtensor<[3],f32>, !torch.vtensor<[?],f32>)
  %e = "torch_c.to_builtin_tensor"(%p#0) : (!torch.vtensor<[?],f32>) -> tensor<?xf32>
  %f = "torch_c.to_builtin_tensor"(%p#1) : (!torch.vtensor<[3],f32>) -> tensor<3xf32>
  %g = "torch_c.to_builtin_tensor"(%p#2) : (!torch.vtensor<[?],f32>) -> tensor<?xf32>
  return %e, %f, %g : tensor<?xf32>, tensor<3xf32>, tensor<?xf32>
}

func.func @unbind(%x: tensor<?xf32>) -> tensor<f32> {
  %t = "torch_c.from_builtin_tensor"(%x) : (tensor<?xf32>) -> !torch.vtensor<[?],f32>
  %d = "torch.constant.int"() <{value = 0 : i64}> : () -> !torch.int
  // UNBIND: error: lengths [1, 1] sum to 2, expected 3, the size of dimension 0
  %l = "torch.aten.unbind.int"(%t, %d) : (!torch.vtensor<[?],f32>, !torch.int) -> !torch.list<vtensor<[],f32>>
  %p:2 = "torch.prim.ListUnpack"(%l) : (!torch.list<vtensor<[],f32>>) -> (!torch.vtensor<[],f32>, !torch.vtensor<[],f32>)
  %a = "torch_c.to_builtin_tensor"(%p#0) : (!torch.vtensor<[],f32>) -> tensor<f32>
  return %a : tensor<f32>
}

func.func @types(%x: tensor<?xf32>) -> tensor<1xf32> {
  %t = "torch_c.from_builtin_tensor"(%x) : (tensor<?xf32>) -> !torch.vtensor<[?],f32>
  %n = "torch.constant.int"() <{value = 2 : i64}> : () -> !torch.int
  %d = "torch.constant.int"() <{value = 0 : i64}> : () -> !torch.int
  // TYPES: error: dimension 0 of piece 1 is 2, expected 1 as its type states
  %l = "torch.aten.chunk"(%t, %n, %d) : (!torch.vtensor<[?],f32>, !torch.int, !torch.int) -> !torch.list<vtensor<[?],f32>>
  %p:2 = "torch.prim.ListUnpack"(%l) : (!torch.list<vtensor<[?],f32>>) -> (!torch.vtensor<[2],f32>, !torch.vtensor<[1],f32>)
  %b = "torch_c.to_builtin_tensor"(%p#1) : (!torch.vtensor<[1],f32>) -> tensor<1xf32>
  return %b : tensor<1xf32>
}
