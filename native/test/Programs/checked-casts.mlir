// A cast to sizes that do not fit fails before the op that computes the tensor runs with
// these sizes. Canonicalization moves casts of results to operands.

// RUN: %run-each %s --function=result --input=4xf32=0 --input=4xf32=0 \
// RUN:   --expected_output=4xf32=1,1,1,1
// RUN: not split-run %s --function=result --input=3xf32=0 --input=3xf32=0 2>&1 \
// RUN:   | FileCheck %s
// RUN: not split-run %s --function=chain --input=3xf32=0 --input=3xf32=0 2>&1 \
// RUN:   | FileCheck %s
// RUN: split-opt %s --split-check-operand-sizes --split-canonicalize \
// RUN:   | FileCheck %s --check-prefix=ORDER

// CHECK: checked-casts.mlir:{{[0-9]+}}:{{[0-9]+}}: error: result 0 has size 3 along dimension 0, but its type states 4

// ORDER-LABEL: func @result(
// ORDER: split.assert %{{.+}}, "result 0 has size
// ORDER: tensor.cast
// ORDER-LABEL: func @chain(
// ORDER: split.assert %{{.+}}, "result 0 has size
// ORDER: tensor.cast
// ORDER: linalg.exp
// ORDER: linalg.abs
// ORDER-LABEL: func @late_check(
// ORDER: split.assert %{{.+}}, "result 0 has size
// ORDER: linalg.exp

func.func @result(%x: tensor<?xf32>, %o: tensor<?xf32>) -> tensor<4xf32> {
  %y = linalg.exp ins(%x : tensor<?xf32>) outs(%o : tensor<?xf32>) -> tensor<?xf32>
  %c = tensor.cast %y : tensor<?xf32> to tensor<4xf32>
  return %c : tensor<4xf32>
}

func.func @chain(%x: tensor<?xf32>, %o: tensor<?xf32>) -> tensor<4xf32> {
  %y = linalg.exp ins(%x : tensor<?xf32>) outs(%o : tensor<?xf32>) -> tensor<?xf32>
  %z = linalg.abs ins(%x : tensor<?xf32>) outs(%y : tensor<?xf32>) -> tensor<?xf32>
  %c = tensor.cast %z : tensor<?xf32> to tensor<4xf32>
  return %c : tensor<4xf32>
}

// The check of the first cast comes after the op.
func.func @late_check(%x: tensor<?xf32>, %o: tensor<?xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %y = linalg.exp ins(%x : tensor<?xf32>) outs(%o : tensor<?xf32>) -> tensor<?xf32>
  %c = tensor.cast %o : tensor<?xf32> to tensor<4xf32>
  %d = tensor.cast %y : tensor<?xf32> to tensor<4xf32>
  return %c, %d : tensor<4xf32>, tensor<4xf32>
}

// A cast that certainly fails does not keep the program from being compiled.
// RUN: %run-each %s --function=not_taken --input=0x5xi32= --input=i1=0 --expected_output=0x5xi32=
// RUN: not split-run %s --function=not_taken --input=0x5xi32= --input=i1=1 2>&1 | FileCheck %s --check-prefix=TAKEN
// TAKEN: error: result 0 has size 4 along dimension 1, but its type states 5
func.func @not_taken(%0: tensor<?x5xi32>, %1: i1) -> tensor<?x5xi32> {
  %2 = tensor.empty() : tensor<7x4xi32>
  %3 = tensor.cast %2 : tensor<7x4xi32> to tensor<?x?xi32>
  cf.cond_br %1, ^bb1, ^bb2
^bb1:
  %4 = tensor.cast %3 : tensor<?x?xi32> to tensor<?x5xi32>
  return %4 : tensor<?x5xi32>
^bb2:
  return %0 : tensor<?x5xi32>
}
