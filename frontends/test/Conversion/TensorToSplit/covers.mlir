// Slices that cover a tensor along one axis become one split.
// RUN: split-opt %s -split-raise-slices | FileCheck %s
// RUN: split-opt %s -split-raise-slices | FileCheck %s --check-prefix=GONE
// Nothing is left to raise.
// RUN: split-opt %s -split-raise-slices -o %t
// RUN: split-opt %t -split-raise-slices | diff %t -

// GONE-NOT: tensor.extract_slice

// CHECK-LABEL: func @equal(
// CHECK-SAME: %[[X:.+]]: tensor<6x4xf32>
func.func @equal(%x: tensor<6x4xf32>) -> (tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>) {
  // CHECK-NEXT: %[[P:.+]]:3 = split.split %[[X]] axis(0) into 3 : tensor<6x4xf32> -> tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>
  // CHECK-NEXT: return %[[P]]#0, %[[P]]#1, %[[P]]#2
  %a = tensor.extract_slice %x[0, 0] [2, 4] [1, 1] : tensor<6x4xf32> to tensor<2x4xf32>
  %b = tensor.extract_slice %x[2, 0] [2, 4] [1, 1] : tensor<6x4xf32> to tensor<2x4xf32>
  %c = tensor.extract_slice %x[4, 0] [2, 4] [1, 1] : tensor<6x4xf32> to tensor<2x4xf32>
  return %a, %b, %c : tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>
}

// Neither the order of slices nor what stands between them matters.
// CHECK-LABEL: func @any_order(
// CHECK-SAME: %[[X:.+]]: tensor<3x7xi8>, %[[Y:.+]]: tensor<3x7xi8>
func.func @any_order(%x: tensor<3x7xi8>, %y: tensor<3x7xi8>) -> (tensor<3x7xi8>, tensor<3x4xi8>, tensor<3x2xi8>) {
  // CHECK-NEXT: %[[P:.+]]:3 = split.variadic_split %[[X]] axis(1) lengths [4, 1, 2] : tensor<3x7xi8> -> tensor<3x4xi8>, tensor<3x1xi8>, tensor<3x2xi8>
  // CHECK-NEXT: %[[I:.+]] = tensor.insert_slice %[[P]]#1 into %[[Y]][0, 0] [3, 1] [1, 1]
  // CHECK-NEXT: return %[[I]], %[[P]]#0, %[[P]]#2
  %b = tensor.extract_slice %x[0, 4] [3, 1] [1, 1] : tensor<3x7xi8> to tensor<3x1xi8>
  %i = tensor.insert_slice %b into %y[0, 0] [3, 1] [1, 1] : tensor<3x1xi8> into tensor<3x7xi8>
  %c = tensor.extract_slice %x[0, 5] [3, 2] [1, 1] : tensor<3x7xi8> to tensor<3x2xi8>
  %a = tensor.extract_slice %x[0, 0] [3, 4] [1, 1] : tensor<3x7xi8> to tensor<3x4xi8>
  return %i, %a, %c : tensor<3x7xi8>, tensor<3x4xi8>, tensor<3x2xi8>
}

// A tensor with something inserted is another tensor: the slices of each are
// covers of their own.
// CHECK-LABEL: func @inserted(
// CHECK-SAME: %[[X:.+]]: tensor<4xf32>
func.func @inserted(%x: tensor<4xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  // CHECK-NEXT: %[[P:.+]]:2 = split.split %[[X]] axis(0) into 2
  // CHECK-NEXT: %[[Y:.+]] = tensor.insert_slice %[[P]]#1 into %[[X]][0] [2] [1]
  // CHECK-NEXT: %[[Q:.+]]:2 = split.split %[[Y]] axis(0) into 2
  // CHECK-NEXT: return %[[P]]#0, %[[Q]]#0, %[[Q]]#1
  %a = tensor.extract_slice %x[0] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %b = tensor.extract_slice %x[2] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %y = tensor.insert_slice %b into %x[0] [2] [1] : tensor<2xf32> into tensor<4xf32>
  %c = tensor.extract_slice %y[0] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %d = tensor.extract_slice %y[2] [2] [1] : tensor<4xf32> to tensor<2xf32>
  return %a, %c, %d : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

// Equal slices are one result.
// CHECK-LABEL: func @duplicates(
func.func @duplicates(%x: tensor<4xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  // CHECK-NEXT: %[[P:.+]]:2 = split.split %{{.+}} axis(0) into 2
  // CHECK-NEXT: return %[[P]]#0, %[[P]]#1, %[[P]]#0
  %a = tensor.extract_slice %x[0] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %b = tensor.extract_slice %x[2] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %c = tensor.extract_slice %x[0] [2] [1] : tensor<4xf32> to tensor<2xf32>
  return %a, %b, %c : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

// CHECK-LABEL: func @two_axes(
// CHECK-SAME: %[[X:.+]]: tensor<4x6xf32>
func.func @two_axes(%x: tensor<4x6xf32>) -> (tensor<2x6xf32>, tensor<4x1xf32>, tensor<2x6xf32>, tensor<4x5xf32>) {
  // CHECK-DAG: %[[P:.+]]:2 = split.split %[[X]] axis(0) into 2 : tensor<4x6xf32> -> tensor<2x6xf32>, tensor<2x6xf32>
  // CHECK-DAG: %[[Q:.+]]:2 = split.variadic_split %[[X]] axis(1) lengths [1, 5] : tensor<4x6xf32> -> tensor<4x1xf32>, tensor<4x5xf32>
  // CHECK: return %[[P]]#0, %[[Q]]#0, %[[P]]#1, %[[Q]]#1
  %a = tensor.extract_slice %x[0, 0] [2, 6] [1, 1] : tensor<4x6xf32> to tensor<2x6xf32>
  %b = tensor.extract_slice %x[0, 0] [4, 1] [1, 1] : tensor<4x6xf32> to tensor<4x1xf32>
  %c = tensor.extract_slice %x[2, 0] [2, 6] [1, 1] : tensor<4x6xf32> to tensor<2x6xf32>
  %d = tensor.extract_slice %x[0, 1] [4, 5] [1, 1] : tensor<4x6xf32> to tensor<4x5xf32>
  return %a, %b, %c, %d : tensor<2x6xf32>, tensor<4x1xf32>, tensor<2x6xf32>, tensor<4x5xf32>
}

// CHECK-LABEL: func @halves_and_thirds(
func.func @halves_and_thirds(%x: tensor<12xf32>) -> (tensor<6xf32>, tensor<4xf32>, tensor<4xf32>, tensor<6xf32>, tensor<4xf32>) {
  // CHECK-DAG: %[[H:.+]]:2 = split.split %{{.+}} axis(0) into 2
  // CHECK-DAG: %[[T:.+]]:3 = split.split %{{.+}} axis(0) into 3
  // CHECK: return %[[H]]#0, %[[T]]#0, %[[T]]#1, %[[H]]#1, %[[T]]#2
  %a = tensor.extract_slice %x[0] [6] [1] : tensor<12xf32> to tensor<6xf32>
  %b = tensor.extract_slice %x[0] [4] [1] : tensor<12xf32> to tensor<4xf32>
  %c = tensor.extract_slice %x[4] [4] [1] : tensor<12xf32> to tensor<4xf32>
  %d = tensor.extract_slice %x[6] [6] [1] : tensor<12xf32> to tensor<6xf32>
  %e = tensor.extract_slice %x[8] [4] [1] : tensor<12xf32> to tensor<4xf32>
  return %a, %b, %c, %d, %e : tensor<6xf32>, tensor<4xf32>, tensor<4xf32>, tensor<6xf32>, tensor<4xf32>
}

// Covers that meet in the middle: 5 + 1 + 6 and 3 + 3 + 4 + 2.
// CHECK-LABEL: func @meeting_covers(
func.func @meeting_covers(%x: tensor<12xf32>) -> (tensor<5xf32>, tensor<1xf32>, tensor<6xf32>, tensor<3xf32>, tensor<3xf32>, tensor<4xf32>, tensor<2xf32>) {
  // CHECK-DAG: %[[P:.+]]:3 = split.variadic_split %{{.+}} axis(0) lengths [5, 1, 6]
  // CHECK-DAG: %[[Q:.+]]:4 = split.variadic_split %{{.+}} axis(0) lengths [3, 3, 4, 2]
  // CHECK: return %[[P]]#0, %[[P]]#1, %[[P]]#2, %[[Q]]#0, %[[Q]]#1, %[[Q]]#2, %[[Q]]#3
  %a = tensor.extract_slice %x[0] [5] [1] : tensor<12xf32> to tensor<5xf32>
  %b = tensor.extract_slice %x[5] [1] [1] : tensor<12xf32> to tensor<1xf32>
  %c = tensor.extract_slice %x[6] [6] [1] : tensor<12xf32> to tensor<6xf32>
  %d = tensor.extract_slice %x[0] [3] [1] : tensor<12xf32> to tensor<3xf32>
  %e = tensor.extract_slice %x[3] [3] [1] : tensor<12xf32> to tensor<3xf32>
  %f = tensor.extract_slice %x[6] [4] [1] : tensor<12xf32> to tensor<4xf32>
  %g = tensor.extract_slice %x[10] [2] [1] : tensor<12xf32> to tensor<2xf32>
  return %a, %b, %c, %d, %e, %f, %g : tensor<5xf32>, tensor<1xf32>, tensor<6xf32>, tensor<3xf32>, tensor<3xf32>, tensor<4xf32>, tensor<2xf32>
}

// Slices of a slice, and a piece that only they use.
// CHECK-LABEL: func @chain(
func.func @chain(%x: tensor<8x2xf32>) -> (tensor<4x1xf32>, tensor<4x1xf32>, tensor<4x2xf32>) {
  // CHECK-NEXT: %[[P:.+]]:2 = split.split %{{.+}} axis(0) into 2
  // CHECK-NEXT: %[[Q:.+]]:2 = split.split %[[P]]#0 axis(1) into 2
  // CHECK-NEXT: return %[[Q]]#0, %[[Q]]#1, %[[P]]#1
  %a = tensor.extract_slice %x[0, 0] [4, 2] [1, 1] : tensor<8x2xf32> to tensor<4x2xf32>
  %c = tensor.extract_slice %a[0, 0] [4, 1] [1, 1] : tensor<4x2xf32> to tensor<4x1xf32>
  %d = tensor.extract_slice %a[0, 1] [4, 1] [1, 1] : tensor<4x2xf32> to tensor<4x1xf32>
  %b = tensor.extract_slice %x[4, 0] [4, 2] [1, 1] : tensor<8x2xf32> to tensor<4x2xf32>
  return %c, %d, %b : tensor<4x1xf32>, tensor<4x1xf32>, tensor<4x2xf32>
}

// Slices without users count like others.
// CHECK-LABEL: func @unused(
func.func @unused(%x: tensor<4xf32>) -> tensor<3xf32> {
  // CHECK-NEXT: %[[P:.+]]:2 = split.variadic_split %{{.+}} axis(0) lengths [1, 3]
  // CHECK-NEXT: return %[[P]]#1
  %a = tensor.extract_slice %x[0] [1] [1] : tensor<4xf32> to tensor<1xf32>
  %b = tensor.extract_slice %x[1] [3] [1] : tensor<4xf32> to tensor<3xf32>
  return %b : tensor<3xf32>
}

// In a region, of a tensor from outside.
// CHECK-LABEL: func @region(
// CHECK-SAME: %[[X:.+]]: tensor<4xf32>
func.func @region(%x: tensor<4xf32>, %c: i1) -> tensor<2xf32> {
  // CHECK: scf.if
  // CHECK-NEXT: %[[P:.+]]:2 = split.split %[[X]] axis(0) into 2
  // CHECK-NEXT: linalg.add ins(%[[P]]#0, %[[P]]#1
  // CHECK: } else {
  // CHECK-NEXT: %[[Q:.+]]:2 = split.split %[[X]] axis(0) into 2
  // CHECK-NEXT: scf.yield %[[Q]]#1
  %r = scf.if %c -> tensor<2xf32> {
    %a = tensor.extract_slice %x[0] [2] [1] : tensor<4xf32> to tensor<2xf32>
    %b = tensor.extract_slice %x[2] [2] [1] : tensor<4xf32> to tensor<2xf32>
    %s = linalg.add ins(%a, %b : tensor<2xf32>, tensor<2xf32>) outs(%b : tensor<2xf32>) -> tensor<2xf32>
    scf.yield %s : tensor<2xf32>
  } else {
    %a = tensor.extract_slice %x[0] [2] [1] : tensor<4xf32> to tensor<2xf32>
    %b = tensor.extract_slice %x[2] [2] [1] : tensor<4xf32> to tensor<2xf32>
    scf.yield %b : tensor<2xf32>
  }
  return %r : tensor<2xf32>
}

// Users in regions and other blocks see the pieces.
// CHECK-LABEL: func @users_elsewhere(
func.func @users_elsewhere(%x: tensor<4xf32>, %c: i1) -> tensor<2xf32> {
  // CHECK-NEXT: %[[P:.+]]:2 = split.split %{{.+}} axis(0) into 2
  // CHECK-NEXT: scf.if
  // CHECK-NEXT: scf.yield %[[P]]#0
  // CHECK: ^bb1:
  // CHECK-NEXT: return %[[P]]#1
  %a = tensor.extract_slice %x[0] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %b = tensor.extract_slice %x[2] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %r = scf.if %c -> tensor<2xf32> {
    scf.yield %a : tensor<2xf32>
  } else {
    scf.yield %b : tensor<2xf32>
  }
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  return %b : tensor<2xf32>
^bb2:
  return %r : tensor<2xf32>
}

// Encodings and element types are those of the tensor.
// CHECK-LABEL: func @element_types(
func.func @element_types(%y: tensor<4xcomplex<f32>, "e">, %z: tensor<2x4x!quant.uniform<i8:f32:0, {0.5, 0.25}>>)
    -> (tensor<1xcomplex<f32>, "e">, tensor<3xcomplex<f32>, "e">, tensor<2x3x!quant.uniform<i8:f32:0, {0.5, 0.25}>>) {
  // CHECK-DAG: split.variadic_split %{{.+}} axis(0) lengths [1, 3] : tensor<4xcomplex<f32>, "e"> -> tensor<1xcomplex<f32>, "e">, tensor<3xcomplex<f32>, "e">
  // CHECK-DAG: split.variadic_split %{{.+}} axis(1) lengths [3, 1] : tensor<2x4x!quant
  %a = tensor.extract_slice %y[0] [1] [1] : tensor<4xcomplex<f32>, "e"> to tensor<1xcomplex<f32>, "e">
  %b = tensor.extract_slice %y[1] [3] [1] : tensor<4xcomplex<f32>, "e"> to tensor<3xcomplex<f32>, "e">
  %c = tensor.extract_slice %z[0, 0] [2, 3] [1, 1] : tensor<2x4x!quant.uniform<i8:f32:0, {0.5, 0.25}>> to tensor<2x3x!quant.uniform<i8:f32:0, {0.5, 0.25}>>
  %d = tensor.extract_slice %z[0, 3] [2, 1] [1, 1] : tensor<2x4x!quant.uniform<i8:f32:0, {0.5, 0.25}>> to tensor<2x1x!quant.uniform<i8:f32:0, {0.5, 0.25}>>
  return %a, %b, %c : tensor<1xcomplex<f32>, "e">, tensor<3xcomplex<f32>, "e">, tensor<2x3x!quant.uniform<i8:f32:0, {0.5, 0.25}>>
}

// Sizes whose sums reach the largest there is.
// CHECK-LABEL: func @largest(
func.func @largest(%x: tensor<9223372036854775807xi1>) -> tensor<1xi1> {
  // CHECK-NEXT: split.variadic_split %{{.+}} axis(0) lengths [9223372036854775806, 1]
  %a = tensor.extract_slice %x[0] [9223372036854775806] [1] : tensor<9223372036854775807xi1> to tensor<9223372036854775806xi1>
  %b = tensor.extract_slice %x[9223372036854775806] [1] [1] : tensor<9223372036854775807xi1> to tensor<1xi1>
  return %b : tensor<1xi1>
}
