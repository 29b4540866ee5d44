// Elements of short vectors: lengths, and the shapes of pieces of unknown rank.

// REQUIRES: z3
// RUN: not split-verify %s 2>&1 | FileCheck %s

// CHECK-NOT: {{[0-9]:[0-9]+: (error|warning)}}
// CHECK: insert.mlir:{{[0-9]+}}:1: remark: nothing is claimed
func.func @inserted(%x: tensor<8xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %e = tensor.empty() : tensor<2xindex>
  %s = tensor.insert %c8 into %e[%c0] : tensor<2xindex>
  %t = tensor.insert %c1 into %s[%c1] : tensor<2xindex>
  %u = tensor.insert %c0 into %t[%c0] : tensor<2xindex>
  %a = tensor.extract %u[%c0] : tensor<2xindex>
  %n = tensor.extract %t[%c0] : tensor<2xindex>
  %y = tensor.extract_slice %x[%a] [%n] [1] : tensor<8xf32> to tensor<?xf32>
  return %y : tensor<?xf32>
}

// CHECK: error: bounds of 'tensor.extract_slice': refuted
func.func @undefined(%x: tensor<8xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<2xindex>
  %s = tensor.insert %c1 into %e[%c1] : tensor<2xindex>
  %n = tensor.extract %s[%c0] : tensor<2xindex>
  %y = tensor.extract_slice %x[0] [%n] [1] : tensor<8xf32> to tensor<?xf32>
  return %y : tensor<?xf32>
}

// CHECK: error: bounds of 'tensor.insert': refuted, for {{.+}} argument 1 =
func.func @outside(%x: tensor<8xf32>, %i: index) -> tensor<2xindex> {
  %e = tensor.empty() : tensor<2xindex>
  %s = tensor.insert %i into %e[%i] : tensor<2xindex>
  return %s : tensor<2xindex>
}
