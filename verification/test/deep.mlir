// Deep terms neither overflow the stack nor fill memory.

// REQUIRES: thorough, z3
// UNSUPPORTED: sanitizer
// RUN: not split-verify %s --timeout=1 2>&1 | FileCheck %s

// A sum of 10,000 summands.
// CHECK: bounds of 'tensor.extract_slice': {{refuted|unknown}}
func.func @sum(%x: tensor<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %c1000 = arith.constant 1000 : index
  %sum = scf.for %i = %c0 to %c10 step %c1 iter_args(%a = %n) -> index {
    %inner = scf.for %j = %c0 to %c1000 step %c1 iter_args(%b = %a) -> index {
      %next = arith.addi %b, %n : index
      scf.yield %next : index
    }
    scf.yield %inner : index
  }
  %y = tensor.extract_slice %x[%sum] [1] [1] : tensor<?xf32> to tensor<1xf32>
  return
}

// A product of 2^40 factors.
// CHECK: bounds of 'tensor.extract_slice': {{refuted|unknown}}
func.func @squares(%x: tensor<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %square = scf.for %i = %c0 to %c40 step %c1 iter_args(%a = %n) -> index {
    %next = arith.muli %a, %a : index
    scf.yield %next : index
  }
  %y = tensor.extract_slice %x[%square] [1] [1] : tensor<?xf32> to tensor<1xf32>
  return
}
