// Results that are parts of arguments are views of them.
// RUN: split-opt %s -allow-unregistered-dialect -split-results-to-views -split-input-file | FileCheck %s

// CHECK-LABEL: func.func @pieces(
// Views lie in the argument as the host describes it.
// CHECK-SAME: %{{.+}}: tensor<4x?xf32>,
// CHECK-SAME: %[[X:.+]]: tensor<4x?xf32> {bufferization.buffer_layout = strided<[?, ?], offset: ?>, bufferization.writable = false, split.given = 0 : index})
// CHECK-SAME: -> (![[D:.+]], ![[D]]) {
// CHECK-NEXT: %[[P:.+]]:2 = split.split %[[X]]
// CHECK-NEXT: %[[B:.+]] = bufferization.to_buffer %[[P]]#0 read_only : tensor<4x?xf32> to memref<4x?xf32, strided<[?, ?], offset: ?>>
// CHECK-NEXT: %[[C:.+]] = builtin.unrealized_conversion_cast %[[B]] : {{.+}} to ![[D]]
// CHECK-NEXT: %[[NULL:.+]] = llvm.mlir.zero
// CHECK-NEXT: %[[R0:.+]] = llvm.insertvalue %[[NULL]], %[[C]][0]
// CHECK-NEXT: bufferization.to_buffer %[[P]]#1 read_only
// CHECK: %[[R1:.+]] = llvm.insertvalue
// CHECK-NEXT: return %[[R0]], %[[R1]]
func.func @pieces(%x: tensor<4x?xf32>) -> (tensor<4x?xf32>, tensor<4x?xf32>) {
  %0:2 = split.split %x axis(1) into 2 : tensor<4x?xf32> -> tensor<4x?xf32>, tensor<4x?xf32>
  return %0#0, %0#1 : tensor<4x?xf32>, tensor<4x?xf32>
}

// A part of a part of a reshape, and the argument itself.
// CHECK-LABEL: func.func @chain(
// CHECK-SAME: %[[X:.+]]: tensor<24xf32> {split.row_major}, %[[G:.+]]: tensor<24xf32> {{{.+}}split.given = 0 : index})
// CHECK-SAME: -> (!llvm.struct<{{.+}}>, !llvm.struct<{{.+}}>) {
// CHECK-NEXT: tensor.expand_shape %[[X]]
// CHECK: bufferization.to_buffer %[[G]]
func.func @chain(%x: tensor<24xf32>) -> (tensor<?xf32>, tensor<24xf32>) {
  %0 = tensor.expand_shape %x [[0, 1]] output_shape [4, 6] : tensor<24xf32> into tensor<4x6xf32>
  %1:2 = split.split %0 axis(1) into 2 : tensor<4x6xf32> -> tensor<4x3xf32>, tensor<4x3xf32>
  %2 = tensor.extract_slice %1#1[0, 1] [4, 1] [1, 1] : tensor<4x3xf32> to tensor<4xf32>
  %3 = tensor.cast %2 : tensor<4xf32> to tensor<?xf32>
  return %3, %x : tensor<?xf32>, tensor<24xf32>
}

// A part that is written to has ops of its own.
// CHECK-LABEL: func.func @written(
// CHECK: %[[P:.+]] = tensor.extract_slice
// CHECK: linalg.fill ins(%{{.+}}) outs(%[[P]] :
// CHECK: %[[Q:.+]] = tensor.extract_slice
// CHECK: bufferization.to_buffer %[[Q]] read_only
func.func @written(%x: tensor<4xf32>, %c: f32) -> (tensor<2xf32>, tensor<2xf32>) {
  %0 = tensor.extract_slice %x[1] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %1 = linalg.fill ins(%c : f32) outs(%0 : tensor<2xf32>) -> tensor<2xf32>
  return %0, %1 : tensor<2xf32>, tensor<2xf32>
}

// Nothing here is certainly a view of an argument that stays as it is.
// CHECK-LABEL: func.func @writable(
// CHECK-SAME: -> tensor<2xf32>
func.func @writable(%x: tensor<4xf32> {bufferization.writable = true}) -> tensor<2xf32> {
  %0:2 = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  return %0#0 : tensor<2xf32>
}
// CHECK-LABEL: func.func @computed(
// CHECK-SAME: -> tensor<2xf32>
func.func @computed(%x: tensor<4xf32>) -> tensor<2xf32> {
  %y = math.absf %x : tensor<4xf32>
  %0:2 = split.split %y axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  return %0#0 : tensor<2xf32>
}
// CHECK-LABEL: func.func @axis(
// CHECK-SAME: -> tensor<?x?xf32>
func.func @axis(%x: tensor<4x4xf32>, %a: i64) -> tensor<?x?xf32> {
  %0:2 = split.split %x axis(%a : i64) into 2 : tensor<4x4xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  return %0#0 : tensor<?x?xf32>
}
// CHECK-LABEL: func.func @unranked(
// CHECK-SAME: -> tensor<*xf32>
func.func @unranked(%x: tensor<*xf32>) -> tensor<*xf32> {
  %0:2 = split.split %x axis(0) into 2 : tensor<*xf32> -> tensor<*xf32>, tensor<*xf32>
  return %0#0 : tensor<*xf32>
}
// CHECK-LABEL: func.func @reshaped(
// CHECK-SAME: -> tensor<6xf32>
func.func @reshaped(%x: tensor<2x6xf32>) -> tensor<6xf32> {
  %0:2 = split.split %x axis(1) into 2 : tensor<2x6xf32> -> tensor<2x3xf32>, tensor<2x3xf32>
  %1 = tensor.collapse_shape %0#0 [[0, 1]] : tensor<2x3xf32> into tensor<6xf32>
  return %1 : tensor<6xf32>
}
// CHECK-LABEL: func.func @empty(
// CHECK-SAME: -> tensor<0xf32>
func.func @empty(%x: tensor<4xf32>) -> tensor<0xf32> {
  %0:2 = split.variadic_split %x axis(0) lengths [4, 0] : tensor<4xf32> -> tensor<4xf32>, tensor<0xf32>
  return %0#1 : tensor<0xf32>
}
// CHECK-LABEL: func.func @sometimes(
// CHECK-SAME: -> tensor<4xf32>
func.func @sometimes(%x: tensor<4xf32>, %c: i1) -> tensor<4xf32> {
  cf.cond_br %c, ^a, ^b
^a:
  return %x : tensor<4xf32>
^b:
  %y = math.absf %x : tensor<4xf32>
  return %y : tensor<4xf32>
}

// Callers know nothing of views.
// CHECK-LABEL: func.func @called(
// CHECK-SAME: -> !llvm.struct
// CHECK: func.func @caller(
// CHECK-SAME: -> tensor<2xf32>
// CHECK: call @called_0(%{{.+}}) : (tensor<4xf32>) -> tensor<2xf32>
// CHECK: func.func private @called_0(%{{.+}}: tensor<4xf32>) -> tensor<2xf32>
// CHECK: split.split
// CHECK: return %{{.+}} : tensor<2xf32>
func.func @called(%x: tensor<4xf32>) -> tensor<2xf32> {
  %0:2 = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  return %0#1 : tensor<2xf32>
}
func.func @caller(%x: tensor<4xf32>) -> tensor<2xf32> {
  %0 = call @called(%x) : (tensor<4xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// Views of two arguments, and of one that says that nothing is written to it. There are
// none of what another block takes.
// CHECK-LABEL: func.func @two_arguments(
// CHECK-SAME: split.given = 0 : index
// CHECK-SAME: split.given = 1 : index
func.func @two_arguments(%x: tensor<4x?xf32>, %y: tensor<4x?xf32>) -> (tensor<4x?xf32>, tensor<4x?xf32>, tensor<4x?xf32>, tensor<4x?xf32>) {
  %0:2 = split.split %x axis(1) into 2 : tensor<4x?xf32> -> tensor<4x?xf32>, tensor<4x?xf32>
  %1:2 = split.split %y axis(1) into 2 : tensor<4x?xf32> -> tensor<4x?xf32>, tensor<4x?xf32>
  return %0#0, %0#1, %1#0, %1#1 : tensor<4x?xf32>, tensor<4x?xf32>, tensor<4x?xf32>, tensor<4x?xf32>
}
// CHECK-LABEL: func.func @read_only(
// CHECK-SAME: -> !llvm.struct
func.func @read_only(%x: tensor<4x?xf32> {bufferization.writable = false}) -> tensor<4x?xf32> {
  %0:2 = split.split %x axis(1) into 2 : tensor<4x?xf32> -> tensor<4x?xf32>, tensor<4x?xf32>
  return %0#0 : tensor<4x?xf32>
}
// CHECK-LABEL: func.func @other_block(
// CHECK-SAME: -> tensor<4x?xf32>
func.func @other_block(%x: tensor<4x?xf32>) -> tensor<4x?xf32> {
  cf.br ^bb1(%x : tensor<4x?xf32>)
^bb1(%y: tensor<4x?xf32>):
  return %y : tensor<4x?xf32>
}

// -----

// Calls that nobody knows take what they took.
// CHECK-LABEL: func.func @unknown_uses(
// CHECK-SAME: -> tensor<4x?xf32>
func.func @unknown_uses(%x: tensor<4x?xf32>) -> tensor<4x?xf32> {
  %0:2 = split.split %x axis(1) into 2 : tensor<4x?xf32> -> tensor<4x?xf32>, tensor<4x?xf32>
  return %0#0 : tensor<4x?xf32>
}
"test.op"() ({}) : () -> ()
