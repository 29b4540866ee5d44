// Branches and loops, for any number of iterations.

// REQUIRES: z3
// RUN: not split-verify %s 2>&1 | FileCheck %s

// CHECK-COUNT-2: remark: bounds of 'tensor.extract_slice': proven
func.func @if(%x: tensor<?xf32>, %n: index, %c: i1) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %isSize = arith.cmpi sge, %n, %c0 : index
  %fits = arith.cmpi sle, %n, %d : index
  %both = arith.andi %isSize, %fits : i1
  %y, %k = scf.if %both -> (tensor<?xf32>, index) {
    %s = tensor.extract_slice %x[0] [%n] [1] : tensor<?xf32> to tensor<?xf32>
    scf.yield %s, %n : tensor<?xf32>, index
  } else {
    scf.yield %x, %d : tensor<?xf32>, index
  }
  %t = tensor.extract_slice %y[0] [%k] [1] : tensor<?xf32> to tensor<?xf32>
  %u = tensor.extract_slice %x[0] [%k] [1] : tensor<?xf32> to tensor<?xf32>
  return %y : tensor<?xf32>
}

// Nothing of the condition is known after the branch.
// CHECK: error: bounds of 'tensor.extract_slice': refuted, for argument 0 of sizes {{.*}}, argument 1 = {{[0-9-]+}}{{$}}
func.func @after_if(%x: tensor<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %isSize = arith.cmpi sge, %n, %c0 : index
  %fits = arith.cmpi sle, %n, %d : index
  scf.if %fits {
    split.assert %isSize, "negative"
  }
  %t = tensor.extract_slice %x[0] [%n] [1] : tensor<?xf32> to tensor<?xf32>
  return
}

// Windows of four elements, each eighth.
// CHECK-COUNT-1: remark: wrap of 'scf.for': proven
// CHECK: remark: bounds of 'tensor.extract_slice': proven
func.func @for(%x: tensor<?x128xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c121 = arith.constant 121 : index
  scf.for %i = %c0 to %c121 step %c8 {
    %c1 = arith.constant 1 : index
    %d = tensor.dim %x, %c0 : tensor<?x128xf32>
    scf.for %j = %c0 to %d step %c1 {
      %y = tensor.extract_slice %x[%j, %i] [1, 8] [1, 1] : tensor<?x128xf32> to tensor<1x8xf32>
    }
  }
  return
}

// One iteration too many.
// CHECK: remark: wrap of 'scf.for': a value that it depends on wraps around, for argument 0 of sizes {{.}}9223372036854775807]
// CHECK: error: bounds of 'tensor.extract_slice': refuted, for argument 0 of sizes {{.}}0]; loops at {{.}}0]
func.func @for_bound(%x: tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %n = arith.addi %d, %c1 : index
  scf.for %i = %c0 to %n step %c1 {
    %y = tensor.extract_slice %x[%i] [1] [1] : tensor<?xf32> to tensor<1xf32>
  }
  return
}

// The next value of the induction variable wraps around for large sizes.
// CHECK: remark: wrap of 'scf.for': a value that it depends on wraps around, for argument 0 = 922337203685477580{{[1-7]}}; loops at {{.}}9223372036854775800]
func.func @for_wraps(%n: index) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %n step %c8 {
  }
  return
}

// No step.
// CHECK: error: bounds of 'scf.for': refuted, for argument 0 = {{0|-[0-9]+}}
func.func @for_step(%n: index) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %n {
  }
  return
}

// What a check in a loop says about all iterations is not known afterwards: %n is at most %d.
// CHECK: warning: bounds of 'tensor.extract_slice': unknown, as this 'scf.for' is not modelled
func.func @after_for(%x: tensor<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %isSize = arith.cmpi sge, %n, %c0 : index
  scf.for %i = %c0 to %n step %c1 {
    %fits = arith.cmpi slt, %i, %d : index
    split.assert %fits, "too large"
  }
  split.assert %isSize, "negative"
  %t = tensor.extract_slice %x[0] [%n] [1] : tensor<?xf32> to tensor<?xf32>
  return
}

// Parts for threads.
// CHECK: remark: bounds of 'tensor.extract_slice': proven
func.func @parallel(%x: tensor<8xf32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  scf.parallel (%i) = (%c0) to (%c8) step (%c2) {
    %y = tensor.extract_slice %x[%i] [2] [1] : tensor<8xf32> to tensor<2xf32>
  }
  return
}
