// Splits that are lowered to slices come back as they were.
// RUN: split-opt %s -o %t.before
// RUN: split-opt %s -convert-split-to-linalg -o %t.slices
// RUN: not grep "split\.split\|split\.variadic_split" %t.slices
// RUN: split-opt %t.slices -split-raise-slices -canonicalize -o %t.after
// RUN: diff %t.before %t.after

func.func @split(%x: tensor<6x12x10xf32>) -> (tensor<6x4x10xf32>, tensor<6x4x10xf32>, tensor<6x4x10xf32>) {
  %0:3 = split.split %x axis(1) into 3 : tensor<6x12x10xf32> -> tensor<6x4x10xf32>, tensor<6x4x10xf32>, tensor<6x4x10xf32>
  return %0#2, %0#0, %0#1 : tensor<6x4x10xf32>, tensor<6x4x10xf32>, tensor<6x4x10xf32>
}

func.func @variadic(%x: tensor<6x12xbf16, "e">) -> (tensor<1x12xbf16, "e">, tensor<2x12xbf16, "e">, tensor<3x12xbf16, "e">) {
  %0:3 = split.variadic_split %x axis(0) lengths [1, 2, 3] : tensor<6x12xbf16, "e"> -> tensor<1x12xbf16, "e">, tensor<2x12xbf16, "e">, tensor<3x12xbf16, "e">
  return %0#0, %0#1, %0#2 : tensor<1x12xbf16, "e">, tensor<2x12xbf16, "e">, tensor<3x12xbf16, "e">
}

func.func @unused_piece(%x: tensor<6xf32>) -> tensor<2xf32> {
  %0:3 = split.split %x axis(0) into 3 : tensor<6xf32> -> tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
  return %0#1 : tensor<2xf32>
}

func.func @dynamic_dimensions(%x: tensor<?x5x?xf32>) -> (tensor<?x2x?xf32>, tensor<?x3x?xf32>) {
  %0:2 = split.variadic_split %x axis(1) lengths [2, 3] : tensor<?x5x?xf32> -> tensor<?x2x?xf32>, tensor<?x3x?xf32>
  return %0#0, %0#1 : tensor<?x2x?xf32>, tensor<?x3x?xf32>
}

func.func @dynamic_rest(%x: tensor<?x?xf32>) -> (tensor<1x?xf32>, tensor<?x?xf32>, tensor<2x?xf32>) {
  %0:3 = split.variadic_split %x axis(0) lengths [1, -1, 2] : tensor<?x?xf32> -> tensor<1x?xf32>, tensor<?x?xf32>, tensor<2x?xf32>
  return %0#0, %0#1, %0#2 : tensor<1x?xf32>, tensor<?x?xf32>, tensor<2x?xf32>
}

func.func @dynamic_rest_first(%x: tensor<4x?xf32>) -> (tensor<4x?xf32>, tensor<4x3xf32>) {
  %0:2 = split.variadic_split %x axis(1) lengths [-1, 3] : tensor<4x?xf32> -> tensor<4x?xf32>, tensor<4x3xf32>
  return %0#0, %0#1 : tensor<4x?xf32>, tensor<4x3xf32>
}

func.func @chain(%x: tensor<8x4xf32>) -> (tensor<8x2xf32>, tensor<2x2xf32>, tensor<6x2xf32>) {
  %0:2 = split.split %x axis(1) into 2 : tensor<8x4xf32> -> tensor<8x2xf32>, tensor<8x2xf32>
  %1:2 = split.variadic_split %0#1 axis(0) lengths [2, 6] : tensor<8x2xf32> -> tensor<2x2xf32>, tensor<6x2xf32>
  return %0#0, %1#0, %1#1 : tensor<8x2xf32>, tensor<2x2xf32>, tensor<6x2xf32>
}

func.func @several(%x: tensor<12xf32>) -> (tensor<5xf32>, tensor<3xf32>, tensor<6xf32>) {
  %0:4 = split.variadic_split %x axis(0) lengths [5, 1, 3, 3] : tensor<12xf32> -> tensor<5xf32>, tensor<1xf32>, tensor<3xf32>, tensor<3xf32>
  %1:3 = split.variadic_split %x axis(0) lengths [3, 3, 6] : tensor<12xf32> -> tensor<3xf32>, tensor<3xf32>, tensor<6xf32>
  return %0#0, %0#2, %1#2 : tensor<5xf32>, tensor<3xf32>, tensor<6xf32>
}

func.func @regions(%x: tensor<4xf32>, %c: i1) -> tensor<1xf32> {
  %0 = scf.if %c -> (tensor<1xf32>) {
    %1:2 = split.variadic_split %x axis(0) lengths [1, 3] : tensor<4xf32> -> tensor<1xf32>, tensor<3xf32>
    scf.yield %1#0 : tensor<1xf32>
  } else {
    %1:2 = split.variadic_split %x axis(0) lengths [3, 1] : tensor<4xf32> -> tensor<3xf32>, tensor<1xf32>
    scf.yield %1#1 : tensor<1xf32>
  }
  return %0 : tensor<1xf32>
}
