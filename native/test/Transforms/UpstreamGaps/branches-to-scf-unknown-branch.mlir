// What an unknown op passes to the next block cannot be told.
// RUN: not split-opt %s --allow-unregistered-dialect -split-branches-to-scf 2>&1 | FileCheck %s

func.func @unknown_branch(%x: tensor<4xf32>) -> tensor<4xf32> {
  cf.br ^a
^a:
  // CHECK: unknown-branch.mlir:[[#@LINE+1]]:3: error: 'test.branch' op transformation does not support terminators with successors not implementing BranchOpInterface
  "test.branch"()[^a, ^b] : () -> ()
^b:
  return %x : tensor<4xf32>
}
