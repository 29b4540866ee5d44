// Splits of torch-mlir in generic form. Shapes and numbers of the functions up to
// @tensor_split_4 and of @onnx_* are facts from torch-mlir's tests (slice_like.py and
// simple_ops_q_to_z.mlir); the others are made by hand.
// RUN: split-opt %s --allow-unregistered-dialect --convert-foreign-split | FileCheck %s

// CHECK-LABEL: func @unbind_unpack(
// CHECK-SAME: %[[X:.+]]: !torch.vtensor<[2,3,4],f32>
func.func @unbind_unpack(%x: !torch.vtensor<[2,3,4],f32>) -> !torch.vtensor<[3,4],f32> {
  // CHECK-NEXT: %[[T:.+]] = "torch_c.to_builtin_tensor"(%[[X]]) : (!torch.vtensor<[2,3,4],f32>) -> tensor<2x3x4xf32>
  // CHECK-NEXT: %[[P:.+]]:2 = split.split %[[T]] axis(0) into 2 : tensor<2x3x4xf32> -> tensor<1x3x4xf32>, tensor<1x3x4xf32>
  // CHECK-DAG: %[[A:.+]] = tensor.collapse_shape %[[P]]#0 {{\[}}[0, 1], [2]]
  // CHECK-DAG: %[[B:.+]] = tensor.collapse_shape %[[P]]#1 {{\[}}[0, 1], [2]]
  // CHECK-DAG: %[[TA:.+]] = "torch_c.from_builtin_tensor"(%[[A]]) : (tensor<3x4xf32>) -> !torch.vtensor<[3,4],f32>
  // CHECK-DAG: %[[TB:.+]] = "torch_c.from_builtin_tensor"(%[[B]])
  // CHECK: %[[ONE:.+]] = "torch.constant.int"
  // CHECK: "torch.aten.sub.Tensor"(%[[TA]], %[[TB]], %[[ONE]])
  %d = "torch.constant.int"() <{value = 0 : i64}> : () -> !torch.int
  %l = "torch.aten.unbind.int"(%x, %d) : (!torch.vtensor<[2,3,4],f32>, !torch.int) -> !torch.list<vtensor<[3,4],f32>>
  %p:2 = "torch.prim.ListUnpack"(%l) : (!torch.list<vtensor<[3,4],f32>>) -> (!torch.vtensor<[3,4],f32>, !torch.vtensor<[3,4],f32>)
  %one = "torch.constant.int"() <{value = 1 : i64}> : () -> !torch.int
  %r = "torch.aten.sub.Tensor"(%p#0, %p#1, %one) : (!torch.vtensor<[3,4],f32>, !torch.vtensor<[3,4],f32>, !torch.int) -> !torch.vtensor<[3,4],f32>
  return %r : !torch.vtensor<[3,4],f32>
}

// CHECK-LABEL: func @split_get_item(
func.func @split_get_item(%x: !torch.vtensor<[3,3,4],f32>) -> (!torch.vtensor<[2,3,4],f32>, !torch.vtensor<[1,3,4],f32>) {
  // CHECK: split.variadic_split %{{.+}} axis(0) lengths [2, 1] : tensor<3x3x4xf32> -> tensor<2x3x4xf32>, tensor<1x3x4xf32>
  // CHECK-NOT: torch.constant.int
  // CHECK-NOT: __getitem__
  %n = "torch.constant.int"() {value = 2 : i64} : () -> !torch.int
  %0 = "torch.constant.int"() {value = 0 : i64} : () -> !torch.int
  %1 = "torch.constant.int"() {value = 1 : i64} : () -> !torch.int
  %l = "torch.aten.split.Tensor"(%x, %n, %0) : (!torch.vtensor<[3,3,4],f32>, !torch.int, !torch.int) -> !torch.list<vtensor<[?,3,4],f32>>
  %p = "torch.aten.__getitem__.t"(%l, %0) : (!torch.list<vtensor<[?,3,4],f32>>, !torch.int) -> !torch.vtensor<[2,3,4],f32>
  %q = "torch.aten.__getitem__.t"(%l, %1) : (!torch.list<vtensor<[?,3,4],f32>>, !torch.int) -> !torch.vtensor<[1,3,4],f32>
  return %p, %q : !torch.vtensor<[2,3,4],f32>, !torch.vtensor<[1,3,4],f32>
}

// CHECK-LABEL: func @split_last_smaller(
func.func @split_last_smaller(%x: !torch.vtensor<[8,10,12],f32>) -> !torch.vtensor<[2,10,12],f32> {
  // CHECK: split.variadic_split %{{.+}} axis(0) lengths [3, 3, 2]
  %n = "torch.constant.int"() <{value = 3 : i64}> : () -> !torch.int
  %d = "torch.constant.int"() <{value = 0 : i64}> : () -> !torch.int
  %l = "torch.aten.split.Tensor"(%x, %n, %d) : (!torch.vtensor<[8,10,12],f32>, !torch.int, !torch.int) -> !torch.list<vtensor<[?,10,12],f32>>
  %p:3 = "torch.prim.ListUnpack"(%l) : (!torch.list<vtensor<[?,10,12],f32>>) -> (!torch.vtensor<[3,10,12],f32>, !torch.vtensor<[3,10,12],f32>, !torch.vtensor<[2,10,12],f32>)
  return %p#2 : !torch.vtensor<[2,10,12],f32>
}

// CHECK-LABEL: func @split_negative_dim(
func.func @split_negative_dim(%x: !torch.vtensor<[10,12,6],f32>) -> !torch.vtensor<[10,12,2],f32> {
  // CHECK: split.split %{{.+}} axis(2) into 3
  %n = "torch.constant.int"() <{value = 2 : i64}> : () -> !torch.int
  %d = "torch.constant.int"() <{value = -1 : i64}> : () -> !torch.int
  %l = "torch.aten.split.Tensor"(%x, %n, %d) : (!torch.vtensor<[10,12,6],f32>, !torch.int, !torch.int) -> !torch.list<vtensor<[10,12,2],f32>>
  %p:3 = "torch.prim.ListUnpack"(%l) : (!torch.list<vtensor<[10,12,2],f32>>) -> (!torch.vtensor<[10,12,2],f32>, !torch.vtensor<[10,12,2],f32>, !torch.vtensor<[10,12,2],f32>)
  return %p#1 : !torch.vtensor<[10,12,2],f32>
}

// CHECK-LABEL: func @split_with_sizes(
func.func @split_with_sizes(%x: !torch.vtensor<[10,12],f32>) -> (!torch.vtensor<[10,3],f32>, !torch.vtensor<[10,4],f32>, !torch.vtensor<[10,5],f32>) {
  // CHECK: split.variadic_split %{{.+}} axis(1) lengths [3, 4, 5]
  // CHECK-NOT: ListConstruct
  %a = "torch.constant.int"() <{value = 3 : i64}> : () -> !torch.int
  %b = "torch.constant.int"() <{value = 4 : i64}> : () -> !torch.int
  %c = "torch.constant.int"() <{value = 5 : i64}> : () -> !torch.int
  %d = "torch.constant.int"() <{value = -1 : i64}> : () -> !torch.int
  %n = "torch.prim.ListConstruct"(%a, %b, %c) : (!torch.int, !torch.int, !torch.int) -> !torch.list<int>
  %l = "torch.aten.split_with_sizes"(%x, %n, %d) : (!torch.vtensor<[10,12],f32>, !torch.list<int>, !torch.int) -> !torch.list<vtensor<[10,?],f32>>
  %p:3 = "torch.prim.ListUnpack"(%l) : (!torch.list<vtensor<[10,?],f32>>) -> (!torch.vtensor<[10,3],f32>, !torch.vtensor<[10,4],f32>, !torch.vtensor<[10,5],f32>)
  return %p#0, %p#1, %p#2 : !torch.vtensor<[10,3],f32>, !torch.vtensor<[10,4],f32>, !torch.vtensor<[10,5],f32>
}

// torch.chunk returns 5 pieces here, not 6.
// CHECK-LABEL: func @chunk_uneven(
func.func @chunk_uneven(%x: !torch.vtensor<[2,13,2],f32>) -> !torch.vtensor<[2,1,2],f32> {
  // CHECK: split.variadic_split %{{.+}} axis(1) lengths [3, 3, 3, 3, 1]
  %n = "torch.constant.int"() <{value = 6 : i64}> : () -> !torch.int
  %d = "torch.constant.int"() <{value = 1 : i64}> : () -> !torch.int
  %l = "torch.aten.chunk"(%x, %n, %d) : (!torch.vtensor<[2,13,2],f32>, !torch.int, !torch.int) -> !torch.list<vtensor<[2,?,2],f32>>
  %p:5 = "torch.prim.ListUnpack"(%l) : (!torch.list<vtensor<[2,?,2],f32>>) -> (!torch.vtensor<[2,3,2],f32>, !torch.vtensor<[2,3,2],f32>, !torch.vtensor<[2,3,2],f32>, !torch.vtensor<[2,3,2],f32>, !torch.vtensor<[2,1,2],f32>)
  return %p#4 : !torch.vtensor<[2,1,2],f32>
}

// CHECK-LABEL: func @chunk_dynamic(
func.func @chunk_dynamic(%x: !torch.vtensor<[?,?,?],f32>) -> (!torch.vtensor<[?,?,?],f32>, !torch.vtensor<[?,?,?],f32>) {
  // CHECK: %[[D:.+]] = tensor.dim
  // CHECK: %[[N:.+]] = arith.ceildivui %[[D]], %
  // CHECK: split.assert %{{.+}}, "dimension 1 of size {} is not split into 3 pieces of length {}"(%[[D]], %[[N]])
  // CHECK: split.variadic_split %{{.+}} axis(1) lengths
  %n = "torch.constant.int"() <{value = 3 : i64}> : () -> !torch.int
  %d = "torch.constant.int"() <{value = 1 : i64}> : () -> !torch.int
  %l = "torch.aten.chunk"(%x, %n, %d) : (!torch.vtensor<[?,?,?],f32>, !torch.int, !torch.int) -> !torch.list<vtensor<[?,?,?],f32>>
  %p:3 = "torch.prim.ListUnpack"(%l) : (!torch.list<vtensor<[?,?,?],f32>>) -> (!torch.vtensor<[?,?,?],f32>, !torch.vtensor<[?,?,?],f32>, !torch.vtensor<[?,?,?],f32>)
  return %p#0, %p#2 : !torch.vtensor<[?,?,?],f32>, !torch.vtensor<[?,?,?],f32>
}

// CHECK-LABEL: func @run_time_lengths(
// CHECK-SAME: %[[I:[^:]+]]: !torch.int
func.func @run_time_lengths(%x: !torch.vtensor<[?],f32>, %i: !torch.int) -> !torch.vtensor<[?],f32> {
  // CHECK: %[[N:.+]] = "torch_c.to_i64"(%[[I]]) : (!torch.int) -> i64
  // CHECK: %[[L:.+]] = arith.index_cast %[[N]] : i64 to index
  // CHECK: split.variadic_split %{{.+}} axis(0) lengths [%[[L]], 4]
  %n = "torch.constant.int"() <{value = 4 : i64}> : () -> !torch.int
  %d = "torch.constant.int"() <{value = 0 : i64}> : () -> !torch.int
  %s = "torch.prim.ListConstruct"(%i, %n) : (!torch.int, !torch.int) -> !torch.list<int>
  %l = "torch.aten.split_with_sizes"(%x, %s, %d) : (!torch.vtensor<[?],f32>, !torch.list<int>, !torch.int) -> !torch.list<vtensor<[?],f32>>
  %p:2 = "torch.prim.ListUnpack"(%l) : (!torch.list<vtensor<[?],f32>>) -> (!torch.vtensor<[?],f32>, !torch.vtensor<[4],f32>)
  return %p#0 : !torch.vtensor<[?],f32>
}

// CHECK-LABEL: func @tensor_split_3(
func.func @tensor_split_3(%x: !torch.vtensor<[2,5],f32>) -> (!torch.vtensor<[2,2],f32>, !torch.vtensor<[2,1],f32>) {
  // CHECK: split.variadic_split %{{.+}} axis(1) lengths [2, 2, 1]
  %n = "torch.constant.int"() <{value = 3 : i64}> : () -> !torch.int
  %0 = "torch.constant.int"() <{value = 0 : i64}> : () -> !torch.int
  %d = "torch.constant.int"() <{value = 1 : i64}> : () -> !torch.int
  %2 = "torch.constant.int"() <{value = 2 : i64}> : () -> !torch.int
  %l = "torch.aten.tensor_split.sections"(%x, %n, %d) : (!torch.vtensor<[2,5],f32>, !torch.int, !torch.int) -> !torch.list<vtensor<[2,?],f32>>
  %p = "torch.aten.__getitem__.t"(%l, %0) : (!torch.list<vtensor<[2,?],f32>>, !torch.int) -> !torch.vtensor<[2,2],f32>
  %q = "torch.aten.__getitem__.t"(%l, %2) : (!torch.list<vtensor<[2,?],f32>>, !torch.int) -> !torch.vtensor<[2,1],f32>
  return %p, %q : !torch.vtensor<[2,2],f32>, !torch.vtensor<[2,1],f32>
}

// CHECK-LABEL: func @tensor_split_4(
func.func @tensor_split_4(%x: !torch.vtensor<[2,5],f32>) -> !torch.vtensor<[2,2],f32> {
  // CHECK: split.variadic_split %{{.+}} axis(1) lengths [2, 1, 1, 1]
  %n = "torch.constant.int"() <{value = 4 : i64}> : () -> !torch.int
  %d = "torch.constant.int"() <{value = 1 : i64}> : () -> !torch.int
  %l = "torch.aten.tensor_split.sections"(%x, %n, %d) : (!torch.vtensor<[2,5],f32>, !torch.int, !torch.int) -> !torch.list<vtensor<[2,?],f32>>
  %p:4 = "torch.prim.ListUnpack"(%l) : (!torch.list<vtensor<[2,?],f32>>) -> (!torch.vtensor<[2,2],f32>, !torch.vtensor<[2,1],f32>, !torch.vtensor<[2,1],f32>, !torch.vtensor<[2,1],f32>)
  return %p#0 : !torch.vtensor<[2,2],f32>
}

// x[:, :1], x[:, 1:-1], x[:, -1:9] and x[:, 9:], an op that torch-mlir has no definition of.
// CHECK-LABEL: func @tensor_split_indices(
func.func @tensor_split_indices(%x: !torch.vtensor<[2,5],f32>) -> !torch.vtensor<[2,3],f32> {
  // CHECK: split.variadic_split %{{.+}} axis(1) lengths [1, 3, 1, 0]
  %1 = "torch.constant.int"() <{value = 1 : i64}> : () -> !torch.int
  %m = "torch.constant.int"() <{value = -1 : i64}> : () -> !torch.int
  %9 = "torch.constant.int"() <{value = 9 : i64}> : () -> !torch.int
  %n = "torch.prim.ListConstruct"(%1, %m, %9) : (!torch.int, !torch.int, !torch.int) -> !torch.list<int>
  %l = "torch.operator"(%x, %n, %1) <{name = "torch.aten.tensor_split.indices"}> : (!torch.vtensor<[2,5],f32>, !torch.list<int>, !torch.int) -> !torch.list<vtensor>
  %p:4 = "torch.prim.ListUnpack"(%l) : (!torch.list<vtensor>) -> (!torch.vtensor<[2,1],f32>, !torch.vtensor<[2,3],f32>, !torch.vtensor<[2,1],f32>, !torch.vtensor<[2,0],f32>)
  return %p#1 : !torch.vtensor<[2,3],f32>
}

// Casts at the boundaries vanish, and names of overloads for copies mean the same.
// CHECK-LABEL: func @casts(
// CHECK-SAME: %[[X:.+]]: tensor<4x2xi64>
func.func @casts(%x: tensor<4x2xi64>) -> (tensor<2x2xi64>, tensor<2x2xi64>) {
  // CHECK-NEXT: %[[P:.+]]:2 = split.split %[[X]] axis(0) into 2 : tensor<4x2xi64> -> tensor<2x2xi64>, tensor<2x2xi64>
  // CHECK-NEXT: return %[[P]]#0, %[[P]]#1
  %t = "torch_c.from_builtin_tensor"(%x) : (tensor<4x2xi64>) -> !torch.vtensor<[4,2],si64>
  %n = "torch.constant.int"() <{value = 2 : i64}> : () -> !torch.int
  %d = "torch.constant.int"() <{value = 0 : i64}> : () -> !torch.int
  %l = "torch.aten.split_copy.Tensor"(%t, %n, %d) : (!torch.vtensor<[4,2],si64>, !torch.int, !torch.int) -> !torch.list<vtensor>
  %p:2 = "torch.prim.ListUnpack"(%l) : (!torch.list<vtensor>) -> (!torch.vtensor<[2,2],si64>, !torch.vtensor<[2,2],si64>)
  %a = "torch_c.to_builtin_tensor"(%p#0) : (!torch.vtensor<[2,2],si64>) -> tensor<2x2xi64>
  %b = "torch_c.to_builtin_tensor"(%p#1) : (!torch.vtensor<[2,2],si64>) -> tensor<2x2xi64>
  return %a, %b : tensor<2x2xi64>, tensor<2x2xi64>
}

// Element types as torch_c.to_builtin_tensor converts them.
// CHECK-LABEL: func @element_types(
func.func @element_types(%a: !torch.vtensor<[2],ui8>, %b: !torch.vtensor<[2],complex<f64>>, %c: !torch.vtensor<[2],i1>, %d: !torch.vtensor<[2],bf16>) {
  // CHECK: (!torch.vtensor<[2],ui8>) -> tensor<2xi8>
  // CHECK: (!torch.vtensor<[2],complex<f64>>) -> tensor<2xcomplex<f64>>
  // CHECK: (!torch.vtensor<[2],i1>) -> tensor<2xi1>
  // CHECK: (!torch.vtensor<[2],bf16>) -> tensor<2xbf16>
  // CHECK: tensor.collapse_shape %{{.+}} [] : tensor<1xbf16> into tensor<bf16>
  %0 = "torch.constant.int"() <{value = 0 : i64}> : () -> !torch.int
  %la = "torch.aten.unbind.int"(%a, %0) : (!torch.vtensor<[2],ui8>, !torch.int) -> !torch.list<vtensor<[],ui8>>
  %lb = "torch.aten.unbind.int"(%b, %0) : (!torch.vtensor<[2],complex<f64>>, !torch.int) -> !torch.list<vtensor<[],complex<f64>>>
  %lc = "torch.aten.unbind.int"(%c, %0) : (!torch.vtensor<[2],i1>, !torch.int) -> !torch.list<vtensor<[],i1>>
  %ld = "torch.aten.unbind.int"(%d, %0) : (!torch.vtensor<[2],bf16>, !torch.int) -> !torch.list<vtensor<[],bf16>>
  %pa = "torch.aten.__getitem__.t"(%la, %0) : (!torch.list<vtensor<[],ui8>>, !torch.int) -> !torch.vtensor<[],ui8>
  %pb = "torch.aten.__getitem__.t"(%lb, %0) : (!torch.list<vtensor<[],complex<f64>>>, !torch.int) -> !torch.vtensor<[],complex<f64>>
  %pc = "torch.aten.__getitem__.t"(%lc, %0) : (!torch.list<vtensor<[],i1>>, !torch.int) -> !torch.vtensor<[],i1>
  %pd = "torch.aten.__getitem__.t"(%ld, %0) : (!torch.list<vtensor<[],bf16>>, !torch.int) -> !torch.vtensor<[],bf16>
  return
}

// CHECK-LABEL: func @onnx_uneven(
func.func @onnx_uneven(%x: !torch.vtensor<[2,8],f32>) -> !torch.vtensor<[2,2],f32> attributes {torch.onnx_meta.opset_version = 18 : si64} {
  // CHECK: split.variadic_split %{{.+}} axis(1) lengths [3, 3, 2]
  %0:3 = "torch.operator"(%x) <{name = "onnx.Split"}> {torch.onnx.axis = 1 : si64, torch.onnx.num_outputs = 3 : si64} : (!torch.vtensor<[2,8],f32>) -> (!torch.vtensor<[2,3],f32>, !torch.vtensor<[2,3],f32>, !torch.vtensor<[2,2],f32>)
  return %0#2 : !torch.vtensor<[2,2],f32>
}

// CHECK-LABEL: func @onnx_variable_parts(
func.func @onnx_variable_parts(%x: !torch.vtensor<[2,6],f32>, %n: !torch.vtensor<[2],si64>) -> (!torch.vtensor<[2,2],f32>, !torch.vtensor<[2,4],f32>) attributes {torch.onnx_meta.opset_version = 18 : si64} {
  // CHECK: %[[N:.+]] = "torch_c.to_builtin_tensor"(%{{.+}}) : (!torch.vtensor<[2],si64>) -> tensor<2xi64>
  // CHECK: %[[N0:.+]] = tensor.extract %[[N]][%{{.+}}]
  // CHECK: %[[L0:.+]] = arith.index_cast %[[N0]] : i64 to index
  // CHECK: %[[N1:.+]] = tensor.extract %[[N]][%{{.+}}]
  // CHECK: %[[L1:.+]] = arith.index_cast %[[N1]] : i64 to index
  // CHECK: split.variadic_split %{{.+}} axis(1) lengths [%[[L0]], %[[L1]]] : tensor<2x6xf32> -> tensor<2x2xf32>, tensor<2x4xf32>
  %0:2 = "torch.operator"(%x, %n) <{name = "onnx.Split"}> {torch.onnx.axis = 1 : si64} : (!torch.vtensor<[2,6],f32>, !torch.vtensor<[2],si64>) -> (!torch.vtensor<[2,2],f32>, !torch.vtensor<[2,4],f32>)
  return %0#0, %0#1 : !torch.vtensor<[2,2],f32>, !torch.vtensor<[2,4],f32>
}

// A constant input, and the attribute of version 11.
// CHECK-LABEL: func @onnx_constant_parts(
func.func @onnx_constant_parts(%x: !torch.vtensor<[2,6],f32>) -> !torch.vtensor<[2,4],f32> attributes {torch.onnx_meta.opset_version = 13 : si64} {
  // CHECK-NEXT: "torch_c.to_builtin_tensor"
  // CHECK-NEXT: split.variadic_split %{{.+}} axis(1) lengths [2, 4]
  // CHECK-NEXT: "torch_c.from_builtin_tensor"
  // CHECK-NEXT: return
  %n = "torch.operator"() <{name = "onnx.Constant"}> {torch.onnx.value = dense<[2, 4]> : tensor<2xsi64>} : () -> !torch.vtensor<[2],si64>
  %0:2 = "torch.operator"(%x, %n) <{name = "onnx.Split"}> {torch.onnx.axis = 1 : si64} : (!torch.vtensor<[2,6],f32>, !torch.vtensor<[2],si64>) -> (!torch.vtensor<[2,2],f32>, !torch.vtensor<[2,4],f32>)
  return %0#1 : !torch.vtensor<[2,4],f32>
}
// CHECK-LABEL: func @onnx_11(
func.func @onnx_11(%x: !torch.vtensor<[2,6],f32>) -> !torch.vtensor<[2,4],f32> attributes {torch.onnx_meta.opset_version = 12 : si64} {
  // CHECK: split.variadic_split %{{.+}} axis(-1) lengths [2, 4]
  %0:2 = "torch.operator"(%x) <{name = "onnx.Split"}> {torch.onnx.axis = -1 : si64, torch.onnx.split = [2 : si64, 4 : si64]} : (!torch.vtensor<[2,6],f32>) -> (!torch.vtensor<[2,2],f32>, !torch.vtensor<[2,4],f32>)
  return %0#1 : !torch.vtensor<[2,4],f32>
}
