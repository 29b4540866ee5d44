// RUN: split-opt %s --allow-unregistered-dialect --split-check-operand-sizes --canonicalize --cse | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d1)>
#one = affine_map<(d0, d1) -> (d0, 0)>
#back = affine_map<(d0, d1) -> (-d0 + 7, d1)>

// CHECK-LABEL: func @elementwise(
// CHECK-SAME: %[[X:.+]]: tensor<?x4xf32>, %[[Y:.+]]: tensor<?x4xf32>)
// CHECK-DAG: %[[M:.+]] = tensor.dim %[[X]], %c0
// CHECK-DAG: %[[N:.+]] = tensor.dim %[[Y]], %c0
// CHECK: %[[OK:.+]] = arith.cmpi eq, %[[N]], %[[M]]
// CHECK-NEXT: split.assert %[[OK]], "operand 1 has size {} along dimension 0, expected {}, the size of operand 0 along dimension 0"(%[[N]], %[[M]])
// CHECK-NEXT: arith.addf
// The first check covers this op.
// CHECK-NEXT: arith.mulf
func.func @elementwise(%x: tensor<?x4xf32>, %y: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = arith.addf %x, %y : tensor<?x4xf32>
  %1 = arith.mulf %y, %0 : tensor<?x4xf32>
  return %1 : tensor<?x4xf32>
}

// A check in a branch covers no op after it.
// CHECK-LABEL: func @branch(
// CHECK: scf.if
// CHECK: split.assert
// CHECK: }
// CHECK: split.assert
// CHECK: arith.mulf
func.func @branch(%c: i1, %x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = scf.if %c -> tensor<?xf32> {
    %1 = arith.addf %x, %y : tensor<?xf32>
    scf.yield %1 : tensor<?xf32>
  } else {
    scf.yield %x : tensor<?xf32>
  }
  %2 = arith.mulf %y, %x : tensor<?xf32>
  "use"(%0) : (tensor<?xf32>) -> ()
  return %2 : tensor<?xf32>
}

// Static sizes are expected of the others, on memrefs, too.
// CHECK-LABEL: func @product(
// CHECK: "operand 1 has size {} along dimension 0, expected 8, the size of operand 0 along dimension 1"
// CHECK: "operand 2 has size {} along dimension 1, expected {}, the size of operand 1 along dimension 1"
// CHECK-NOT: split.assert
func.func @product(%x: memref<4x8xf32>, %y: memref<?x?xf32>, %z: memref<4x?xf32>) {
  linalg.matmul ins(%x, %y : memref<4x8xf32>, memref<?x?xf32>) outs(%z : memref<4x?xf32>)
  return
}

// CHECK-LABEL: func @row(
// CHECK: "operand 1 has size {} along dimension 0, expected {}, the size of operand 0 along dimension 1"
// CHECK-NOT: split.assert
func.func @row(%x: tensor<?x?xf32>, %y: tensor<?xf32>) -> tensor<?x?xf32> {
  %0 = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %y : tensor<?x?xf32>, tensor<?xf32>) outs(%x : tensor<?x?xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %1 = arith.addf %a, %b : f32
    linalg.yield %1 : f32
  } -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// The window of the last of 7 results begins at 12 and ends at 14, unless there
// is no channel. Indices that count down are not checked.
// CHECK-LABEL: func @windows(
// CHECK-SAME: %[[X:.+]]: tensor<1x?x?xf32>
// CHECK-DAG: %[[C:.+]] = tensor.dim %[[X]], %c2
// CHECK-DAG: %[[D:.+]] = tensor.dim %[[X]], %c1
// CHECK-DAG: %[[EMPTY:.+]] = arith.cmpi eq, %[[C]], %c0
// CHECK: %[[FIRST:.+]] = arith.cmpi sgt, %[[D]], %c0
// CHECK: %[[LEFT:.+]] = arith.subi %[[D]], %c1
// CHECK: %[[STEPS:.+]] = arith.divui %[[LEFT]], %c2
// CHECK: %[[STARTS:.+]] = arith.cmpi sge, %[[STEPS]], %c6
// CHECK: %[[AND:.+]] = arith.andi %[[FIRST]], %[[STARTS]]
// CHECK: %[[LEFT2:.+]] = arith.subi %[[D]], %c13
// CHECK: %[[ENDS:.+]] = arith.cmpi sge, %[[LEFT2]], %c2
// CHECK: %[[FITS:.+]] = arith.andi %[[AND]], %[[ENDS]]
// CHECK: %[[OK:.+]] = arith.ori %[[FITS]], %[[EMPTY]]
// CHECK: split.assert %[[OK]], "operand 0 has size {} along dimension 1, but is accessed at index 14"(%[[D]])
// CHECK: "operand 1 has size {} along dimension 1, but is accessed at index 0"
// CHECK-NOT: split.assert
func.func @windows(%x: tensor<1x?x?xf32>, %k: tensor<3x?xf32>, %o: tensor<1x7x?xf32>, %z: tensor<8x?xf32>, %w: tensor<8x?xf32>) -> (tensor<1x7x?xf32>, tensor<8x?xf32>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = tensor.dim %x, %c2 : tensor<1x?x?xf32>
  %l = tensor.extract_slice %k[0, 0] [3, %n] [1, 1] : tensor<3x?xf32> to tensor<3x?xf32>
  %e = tensor.empty(%n) : tensor<1x7x?xf32>
  %0 = linalg.depthwise_conv_1d_nwc_wc {dilations = dense<1> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>}
      ins(%x, %l : tensor<1x?x?xf32>, tensor<3x?xf32>) outs(%e : tensor<1x7x?xf32>) -> tensor<1x7x?xf32>
  %1 = linalg.generic {indexing_maps = [#back, #one, #id], iterator_types = ["parallel", "parallel"]}
      ins(%z, %w : tensor<8x?xf32>, tensor<8x?xf32>) outs(%z : tensor<8x?xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %2 = arith.addf %a, %b : f32
    linalg.yield %2 : f32
  } -> tensor<8x?xf32>
  return %0, %1 : tensor<1x7x?xf32>, tensor<8x?xf32>
}

// No check of operands for sizes that are equal: of equal pieces, of slices, of an init
// made for the result, of casts, and after checks of the program.
// CHECK-LABEL: func @no_check(
// CHECK: split.assert %{{.+}}, "from the program"
// CHECK-NOT: "operand
func.func @no_check(%x: tensor<?x?xf32>, %w: tensor<?x8xf32>, %n: index) -> tensor<?x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a, %b = split.split %x axis(0) into 2 : tensor<?x?xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  %p, %q = split.variadic_split %x axis(0) lengths [%n, -1] : tensor<?x?xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  %k = tensor.dim %b, %c1 : tensor<?x?xf32>
  %s = tensor.extract_slice %x[0, 0] [%n, %k] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
  %0 = arith.addf %s, %p : tensor<?x?xf32>
  %1 = arith.addf %a, %b : tensor<?x?xf32>
  %2 = math.exp %1 : tensor<?x?xf32>
  %k2 = tensor.dim %w, %c0 : tensor<?x8xf32>
  %ok = arith.cmpi eq, %k2, %k : index
  split.assert %ok, "from the program"
  %m = tensor.dim %2, %c0 : tensor<?x?xf32>
  %e = tensor.empty(%m) : tensor<?x8xf32>
  %z = arith.constant 0.0 : f32
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<?x8xf32>) -> tensor<?x8xf32>
  %r = linalg.matmul ins(%2, %w : tensor<?x?xf32>, tensor<?x8xf32>) outs(%f : tensor<?x8xf32>) -> tensor<?x8xf32>
  %t = tensor.cast %r : tensor<?x8xf32> to tensor<?x?xf32>
  %u = tensor.cast %t : tensor<?x?xf32> to tensor<?x8xf32>
  %v = arith.addf %u, %r : tensor<?x8xf32>
  "use"(%0) : (tensor<?x?xf32>) -> ()
  return %v : tensor<?x8xf32>
}

// Dimensions of size 1 that reshapes drop and add change no other size.
// CHECK-LABEL: func @no_check_rows(
// CHECK-NOT: "operand
func.func @no_check_rows(%x: tensor<4x?x?xf32>) -> tensor<1x?x?xf32> {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = tensor.dim %x, %c1 : tensor<4x?x?xf32>
  %k = tensor.dim %x, %c2 : tensor<4x?x?xf32>
  %s = tensor.extract_slice %x[0, 0, 0] [1, %n, %k] [1, 1, 1] : tensor<4x?x?xf32> to tensor<1x?x?xf32>
  %t = tensor.extract_slice %x[1, 0, 0] [1, %n, %k] [1, 1, 1] : tensor<4x?x?xf32> to tensor<1x?x?xf32>
  %a = tensor.collapse_shape %s [[0, 1], [2]] : tensor<1x?x?xf32> into tensor<?x?xf32>
  %b = tensor.collapse_shape %t [[0, 1], [2]] : tensor<1x?x?xf32> into tensor<?x?xf32>
  %0 = arith.addf %a, %b : tensor<?x?xf32>
  %1 = tensor.expand_shape %0 [[0, 1], [2]] output_shape [1, %n, %k] : tensor<?x?xf32> into tensor<1x?x?xf32>
  %2 = arith.addf %1, %s : tensor<1x?x?xf32>
  return %2 : tensor<1x?x?xf32>
}

// CHECK-LABEL: func @joined(
// CHECK: split.assert %{{.+}}, "operand 1 has size {} along dimension 0, expected {}, the size of operand 0 along dimension 0"
func.func @joined(%x: tensor<?x?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = tensor.collapse_shape %x [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
  %1 = arith.addf %0, %y : tensor<?xf32>
  return %1 : tensor<?xf32>
}

// CHECK-LABEL: func @no_check_static(
// CHECK-NOT: split.assert
func.func @no_check_static(%x: tensor<4x8xf32>, %y: tensor<8x2xf32>, %z: tensor<4x2xf32>, %c: i1, %v: tensor<?xf32>, %w: tensor<?xf32>) -> (tensor<4x2xf32>, tensor<?xf32>) {
  %0 = linalg.matmul ins(%x, %y : tensor<4x8xf32>, tensor<8x2xf32>) outs(%z : tensor<4x2xf32>) -> tensor<4x2xf32>
  %1 = arith.addf %0, %z : tensor<4x2xf32>
  // The tensors may be of different sizes.
  %2 = arith.select %c, %v, %w : tensor<?xf32>
  return %1, %2 : tensor<4x2xf32>, tensor<?xf32>
}

// Values of unreachable code, and of a module's body, may depend on themselves.
// CHECK-LABEL: func @no_check_cycle(
// CHECK-NOT: split.assert
func.func @no_check_cycle(%x: tensor<?xf32>) {
  return
^dead:
  %0 = tensor.cast %1 : tensor<?xf32> to tensor<?xf32>
  %1 = tensor.cast %0 : tensor<?xf32> to tensor<?xf32>
  %2 = arith.addf %0, %x : tensor<?xf32>
  cf.br ^dead
}
builtin.module {
  %0 = tensor.cast %1 : tensor<?xf32> to tensor<?xf32>
  %1 = tensor.cast %0 : tensor<?xf32> to tensor<?xf32>
  %2 = arith.addf %0, %1 : tensor<?xf32>
}
