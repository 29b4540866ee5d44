// Inputs may name the argument that they are for. The others are in order.
// RUN: not split-run %s --input=c=index=3 --input=1 --input=b=index=2 2>&1 | FileCheck %s --check-prefix=TYPE
// TYPE: error: input 0: '1' is not a static shape and element type
// RUN: split-run %s --input=c=index=3 --input=index=1 --input=b=index=2 | FileCheck %s
// RUN: not split-run %s --input=argument2=index=3 --input=argument0=index=1 --input=index=2 2>&1 \
// RUN:   | FileCheck %s --check-prefix=UNKNOWN
// RUN: split-run %s --function=unnamed --input=argument1=index=2 --input=index=1 \
// RUN:   | FileCheck %s --check-prefix=UNNAMED
// CHECK: result[0]: index=123
// UNKNOWN: error: input 0: 'argument2' is not a static shape
// UNNAMED: result[0]: index=12
// RUN: not split-run %s --input=c=index=3 --input=c=index=4 2>&1 | FileCheck %s --check-prefix=TWO
// TWO: split-run: error: 'c' has two inputs
// RUN: not split-run %s --input=c=index=3 --input=index=1 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: split-run: error: 'b' has no input
// RUN: not split-run %s --input=c=index=3 --input=index=1 --input=index=1 --input=index=1 2>&1 \
// RUN:   | FileCheck %s --check-prefix=MANY
// MANY: error: wrong number of inputs: expected 3 (index, index, index), got 4

func.func @main(%a: index {onnx.name = "a"}, %b: index {onnx.name = "b"},
                %c: index {onnx.name = "c"}) -> index {
  %c10 = arith.constant 10 : index
  %0 = arith.muli %a, %c10 : index
  %1 = arith.addi %0, %b : index
  %2 = arith.muli %1, %c10 : index
  %3 = arith.addi %2, %c : index
  return %3 : index
}

func.func @unnamed(%a: index, %b: index) -> index {
  %c10 = arith.constant 10 : index
  %0 = arith.muli %a, %c10 : index
  %1 = arith.addi %0, %b : index
  return %1 : index
}
