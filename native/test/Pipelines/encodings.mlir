// C8: an encoding that says nothing of sparse storage means nothing to compiled
// code, wherever it stands.

// RUN: split-run %s --function=moves --input=2x4xf32=iota | FileCheck %s --check-prefix=MOVES
// MOVES:      result[0]: 2x1xf32=[0][4]
// MOVES-NEXT: result[1]: 2x3xf32=[1,2,3][5,6,7]
// MOVES-NEXT: result[2]: 2x0xf32=[]
func.func @moves(%x: tensor<?x4xf32, "e">) -> (tensor<?x1xf32, "e">, tensor<?x3xf32, "e">, tensor<?x0xf32, "e">) {
  %0:3 = split.variadic_split %x axis(1) lengths [1, -1, 0]
      : tensor<?x4xf32, "e"> -> tensor<?x1xf32, "e">, tensor<?x3xf32, "e">, tensor<?x0xf32, "e">
  return %0#0, %0#1, %0#2 : tensor<?x1xf32, "e">, tensor<?x3xf32, "e">, tensor<?x0xf32, "e">
}

// Upstream makes empty tensors without the encoding of results.
// RUN: split-run %s --function=computes --input=4xf32=1,2,3,4 | FileCheck %s --check-prefix=COMPUTES
// COMPUTES:      result[0]: 2xi1=[0,1]
// COMPUTES-NEXT: result[1]: 2xf64=[3,4]
!e = tensor<4xf32, {tile = [2, 2], of = "x"}>
!half = tensor<2xf32, {tile = [2, 2], of = "x"}>
func.func @computes(%x: !e) -> (tensor<2xi1, {tile = [2, 2], of = "x"}>, tensor<2xf64, "e">) {
  %0:2 = split.split %x axis(0) into 2 : !e -> !half, !half
  %c = arith.constant dense<[2.0, 2.0]> : !half
  %1 = arith.cmpf oeq, %0#0, %c : !half
  %plain = tensor.cast %0#1 : !half to tensor<2xf32>
  %2 = arith.extf %plain : tensor<2xf32> to tensor<2xf64>
  %3 = tensor.cast %2 : tensor<2xf64> to tensor<2xf64, "e">
  return %1, %3 : tensor<2xi1, {tile = [2, 2], of = "x"}>, tensor<2xf64, "e">
}

// RUN: split-run %s --function=quantized --input=4xui8=1,2,3,4 | FileCheck %s --check-prefix=QUANTIZED
// QUANTIZED: result[0]: 2xf32=[1.5,2]
func.func @quantized(%x: tensor<4x!quant.uniform<u8:f32, 0.5>, "e">) -> tensor<2xf32, "e"> {
  %0:2 = split.split %x axis(0) into 2 : tensor<4x!quant.uniform<u8:f32, 0.5>, "e">
      -> tensor<2x!quant.uniform<u8:f32, 0.5>, "e">, tensor<2x!quant.uniform<u8:f32, 0.5>, "e">
  %1 = quant.dcast %0#1 : tensor<2x!quant.uniform<u8:f32, 0.5>, "e"> to tensor<2xf32, "e">
  return %1 : tensor<2xf32, "e">
}

// The axis, and what is of unknown rank, at run time.
// RUN: split-run %s --function=run_time --input=2x4xf32=iota --input=i32=-1 | FileCheck %s --check-prefix=RUN_TIME
// RUN_TIME:      result[0]: 2x2xf32=[0,1][4,5]
// RUN_TIME-NEXT: result[1]: 2x2xf32=[2,3][6,7]
func.func @run_time(%x: tensor<?x?xf32, "e">, %a: i32) -> (tensor<?x?xf32, "e">, tensor<*xf32>) {
  %0:2 = split.split %x axis(%a : i32) into 2 : tensor<?x?xf32, "e"> -> tensor<?x?xf32, "e">, tensor<*xf32>
  return %0#0, %0#1 : tensor<?x?xf32, "e">, tensor<*xf32>
}
