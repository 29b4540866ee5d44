// RUN: split-opt %s --split-reuse-operands | FileCheck %s

#all = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d1)>
#swap = affine_map<(d0, d1) -> (d1, d0)>

// The sum replaces the product; the second result has no operand to replace.
// CHECK-LABEL: func @product(
// CHECK: %[[P:.+]] = linalg.matmul
// CHECK-NEXT: %[[E:.+]] = tensor.empty()
// CHECK-NEXT: linalg.generic {{.+}} ins(%[[P]], %{{.+}}) outs(%[[P]], %[[E]] :
func.func @product(%x: tensor<4x4xf32>, %bias: tensor<4xf32>, %sum: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %p = linalg.matmul ins(%x, %x : tensor<4x4xf32>, tensor<4x4xf32>) outs(%sum : tensor<4x4xf32>) -> tensor<4x4xf32>
  %e = tensor.empty() : tensor<4x4xf32>
  %e2 = tensor.empty() : tensor<4x4xf32>
  %r:2 = linalg.generic {indexing_maps = [#all, #row, #all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%p, %bias : tensor<4x4xf32>, tensor<4xf32>) outs(%e, %e2 : tensor<4x4xf32>, tensor<4x4xf32>) {
  ^bb0(%in: f32, %b: f32, %out: f32, %out2: f32):
    %0 = arith.addf %in, %b : f32
    %1 = arith.mulf %0, %b : f32
    linalg.yield %0, %1 : f32, f32
  } -> (tensor<4x4xf32>, tensor<4x4xf32>)
  return %r#0, %r#1 : tensor<4x4xf32>, tensor<4x4xf32>
}

// Each operand is replaced once.
// CHECK-LABEL: func @several(
// CHECK: %[[P:.+]] = linalg.matmul
// CHECK: %[[Q:.+]] = linalg.transpose
// CHECK: linalg.generic {{.+}} ins(%[[P]], %[[Q]] {{.+}} outs(%[[P]], %[[Q]] :
func.func @several(%x: tensor<?x?xf32>, %sum: tensor<?x?xf32>, %m: index, %n: index) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %p = linalg.matmul ins(%x, %x : tensor<?x?xf32>, tensor<?x?xf32>) outs(%sum : tensor<?x?xf32>) -> tensor<?x?xf32>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %q = linalg.transpose ins(%x : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) permutation = [1, 0]
  %e2 = tensor.empty(%m, %n) : tensor<?x?xf32>
  %e3 = tensor.empty(%m, %n) : tensor<?x?xf32>
  %r:2 = linalg.generic {indexing_maps = [#all, #all, #all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%p, %q : tensor<?x?xf32>, tensor<?x?xf32>) outs(%e2, %e3 : tensor<?x?xf32>, tensor<?x?xf32>) {
  ^bb0(%in: f32, %in2: f32, %out: f32, %out2: f32):
    %0 = arith.addf %in, %in2 : f32
    %1 = arith.subf %in, %in2 : f32
    linalg.yield %0, %1 : f32, f32
  } -> (tensor<?x?xf32>, tensor<?x?xf32>)
  return %r#0, %r#1 : tensor<?x?xf32>, tensor<?x?xf32>
}

// Kept: operands with other uses, of another type, of other indices, arguments,
// and results of elementwise ops.
// CHECK-LABEL: func @no_reuse(
// CHECK-COUNT-5: linalg.generic {{.+}} outs(%{{[0-9]+}} : tensor<4x4xf32>)
func.func @no_reuse(%x: tensor<4x4xf32>, %y: tensor<4x4xf16>, %sum: tensor<4x4xf32>, %sumy: tensor<4x4xf16>)
    -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) {
  %p = linalg.matmul ins(%x, %x : tensor<4x4xf32>, tensor<4x4xf32>) outs(%sum : tensor<4x4xf32>) -> tensor<4x4xf32>
  %e = tensor.empty() : tensor<4x4xf32>
  %used = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.exp %in : f32
    linalg.yield %0 : f32
  } -> tensor<4x4xf32>
  %e2 = tensor.empty() : tensor<4x4xf32>
  %elementwise = linalg.generic {indexing_maps = [#all, #all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%used, %x : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e2 : tensor<4x4xf32>) {
  ^bb0(%in: f32, %in2: f32, %out: f32):
    %0 = arith.addf %in, %in2 : f32
    linalg.yield %0 : f32
  } -> tensor<4x4xf32>
  %q = linalg.matmul ins(%y, %y : tensor<4x4xf16>, tensor<4x4xf16>) outs(%sumy : tensor<4x4xf16>) -> tensor<4x4xf16>
  %e3 = tensor.empty() : tensor<4x4xf32>
  %type = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%q : tensor<4x4xf16>) outs(%e3 : tensor<4x4xf32>) {
  ^bb0(%in: f16, %out: f32):
    %0 = arith.extf %in : f16 to f32
    linalg.yield %0 : f32
  } -> tensor<4x4xf32>
  %s = linalg.matmul ins(%x, %x : tensor<4x4xf32>, tensor<4x4xf32>) outs(%sum : tensor<4x4xf32>) -> tensor<4x4xf32>
  %e4 = tensor.empty() : tensor<4x4xf32>
  %indices = linalg.generic {indexing_maps = [#swap, #all], iterator_types = ["parallel", "parallel"]}
      ins(%s : tensor<4x4xf32>) outs(%e4 : tensor<4x4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.exp %in : f32
    linalg.yield %0 : f32
  } -> tensor<4x4xf32>
  %e5 = tensor.empty() : tensor<4x4xf32>
  %argument = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<4x4xf32>) outs(%e5 : tensor<4x4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.exp %in : f32
    linalg.yield %0 : f32
  } -> tensor<4x4xf32>
  %both = linalg.add ins(%p, %argument : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e5 : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %used, %elementwise, %type, %indices, %both : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>
}
