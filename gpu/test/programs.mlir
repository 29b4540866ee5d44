// Whole programs on a device: their results, and no buffer that is left, in the emulator.
// Its memory of the device faults if the host reads or writes it.

// UNSUPPORTED: sanitizer
// RUN: %python %S/Inputs/emulator/try_programs.py %s %t | FileCheck %s
// CHECK: 13 programs, 0 wrong
// RUN: not --crash %python %S/Inputs/emulator/try_programs.py %s %t halves 2>&1 \
// RUN:   | FileCheck %s --check-prefix=HALVES

func.func @swiglu(%x: tensor<?x8xf32>) -> tensor<?x4xf32> {
  %a, %b = split.split %x axis(1) into 2 : tensor<?x8xf32> -> tensor<?x4xf32>, tensor<?x4xf32>
  %s = arith.mulf %a, %b : tensor<?x4xf32>
  %t = arith.addf %s, %b : tensor<?x4xf32>
  return %t : tensor<?x4xf32>
}

func.func @inserted(%x: tensor<6x8xf32>) -> (tensor<6x8xf32>, tensor<6x8xf32>) {
  %a, %b = split.split %x axis(1) into 2 : tensor<6x8xf32> -> tensor<6x4xf32>, tensor<6x4xf32>
  %c = tensor.insert_slice %b into %x[0, 2] [6, 4] [1, 1] : tensor<6x4xf32> into tensor<6x8xf32>
  return %c, %x : tensor<6x8xf32>, tensor<6x8xf32>
}

func.func @repeated(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%t = %x) -> tensor<8x8xf32> {
    %a, %b = split.split %t axis(0) into 2 : tensor<8x8xf32> -> tensor<4x8xf32>, tensor<4x8xf32>
    %s = arith.addf %a, %b : tensor<4x8xf32>
    %u = tensor.insert_slice %s into %t[0, 0] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<8x8xf32>
    scf.yield %u : tensor<8x8xf32>
  }
  return %r : tensor<8x8xf32>
}

func.func @rows(%x: tensor<?x12xf32>) -> tensor<?x4xf32> {
  %c0 = arith.constant 0 : index
  %rows = tensor.dim %x, %c0 : tensor<?x12xf32>
  %e = tensor.empty(%rows) : tensor<?x4xf32>
  %r = scf.forall (%i) in (%rows) shared_outs(%o = %e) -> tensor<?x4xf32> {
    %row = tensor.extract_slice %x[%i, 0] [1, 12] [1, 1] : tensor<?x12xf32> to tensor<1x12xf32>
    %a, %b = split.variadic_split %row axis(1) lengths [-1, 4]
        : tensor<1x12xf32> -> tensor<1x8xf32>, tensor<1x4xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %b into %o[%i, 0] [1, 4] [1, 1]
          : tensor<1x4xf32> into tensor<?x4xf32>
    }
  }
  return %r : tensor<?x4xf32>
}

// A temporary buffer of one branch.
func.func @branch(%x: tensor<?x8xf32>) -> tensor<?x4xf32> {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %rows = tensor.dim %x, %c0 : tensor<?x8xf32>
  %a, %b = split.split %x axis(1) into 2 : tensor<?x8xf32> -> tensor<?x4xf32>, tensor<?x4xf32>
  %c = arith.cmpi sgt, %rows, %c3 : index
  %r = scf.if %c -> tensor<?x4xf32> {
    %s = arith.addf %a, %b : tensor<?x4xf32>
    scf.yield %s : tensor<?x4xf32>
  } else {
    scf.yield %b : tensor<?x4xf32>
  }
  return %r : tensor<?x4xf32>
}

// A caller frees what its callee allocates.
func.func private @add(%x: tensor<6x4xf32>, %y: tensor<6x4xf32>) -> tensor<6x4xf32> {
  %r = arith.addf %x, %y : tensor<6x4xf32>
  return %r : tensor<6x4xf32>
}
func.func @calls(%x: tensor<6x8xf32>) -> tensor<6x4xf32> {
  %a, %b = split.split %x axis(1) into 2 : tensor<6x8xf32> -> tensor<6x4xf32>, tensor<6x4xf32>
  %r = call @add(%a, %b) : (tensor<6x4xf32>, tensor<6x4xf32>) -> tensor<6x4xf32>
  %s = call @add(%r, %b) : (tensor<6x4xf32>, tensor<6x4xf32>) -> tensor<6x4xf32>
  return %s : tensor<6x4xf32>
}

func.func @same(%x: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %y = arith.addf %x, %x : tensor<4x4xf32>
  return %y, %y : tensor<4x4xf32>, tensor<4x4xf32>
}

// Results that a caller changes one by one; sizes of 1.
func.func private @twice(%x: tensor<1x1xf32>) -> (tensor<1x1xf32>, tensor<1x1xf32>) {
  %y = arith.addf %x, %x : tensor<1x1xf32>
  return %y, %y : tensor<1x1xf32>, tensor<1x1xf32>
}
func.func @changed(%x: tensor<1x2xf32>) -> (tensor<1x1xf32>, tensor<1x1xf32>) {
  %a, %b = split.split %x axis(1) into 2 : tensor<1x2xf32> -> tensor<1x1xf32>, tensor<1x1xf32>
  %r:2 = call @twice(%a) : (tensor<1x1xf32>) -> (tensor<1x1xf32>, tensor<1x1xf32>)
  %i = tensor.insert_slice %b into %r#0[0, 0] [1, 1] [1, 1] : tensor<1x1xf32> into tensor<1x1xf32>
  %j = arith.addf %r#1, %a : tensor<1x1xf32>
  return %i, %j : tensor<1x1xf32>, tensor<1x1xf32>
}

// Host and device memory in one call, whose number is the size of a kernel.
func.func private @count(%x: tensor<?x8xf32>, %l: tensor<1xindex>) -> (tensor<?x8xf32>, index) {
  %c0 = arith.constant 0 : index
  %n = tensor.extract %l[%c0] : tensor<1xindex>
  return %x, %n : tensor<?x8xf32>, index
}
func.func @counted(%x: tensor<?x8xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %e = tensor.from_elements %c4 : tensor<1xindex>
  %l = tensor.insert %c4 into %e[%c0] : tensor<1xindex>
  %y, %n = call @count(%x, %l) : (tensor<?x8xf32>, tensor<1xindex>) -> (tensor<?x8xf32>, index)
  %a, %b = split.variadic_split %y axis(1) lengths [%n, -1]
      : tensor<?x8xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  %s = arith.addf %a, %b : tensor<?x?xf32>
  return %s : tensor<?x?xf32>
}

// The host computes and changes the lengths.
func.func @lengths(%x: tensor<?x8xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : i64
  %rows = tensor.dim %x, %c0 : tensor<?x8xf32>
  %first = arith.index_cast %rows : index to i64
  %rest = arith.subi %c8, %first : i64
  %wrong = tensor.from_elements %c8, %rest : tensor<2xi64>
  %l = tensor.insert %first into %wrong[%c0] : tensor<2xi64>
  %p:2 = split.variadic_split %x axis(1) lengths(%l : tensor<2xi64>)
      : tensor<?x8xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  return %p#0, %p#1 : tensor<?x?xf32>, tensor<?x?xf32>
}

// A temporary buffer without elements.
func.func @empty(%x: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %a, %b = split.split %x axis(1) into 2 : tensor<?x8xf32> -> tensor<?x4xf32>, tensor<?x4xf32>
  %c = tensor.concat dim(1) %b, %a : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x8xf32>
  %d, %e = split.split %c axis(1) into 2 : tensor<?x8xf32> -> tensor<?x4xf32>, tensor<?x4xf32>
  %f = tensor.concat dim(1) %e, %d : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x8xf32>
  return %f : tensor<?x8xf32>
}

// More columns than a grid has blocks in y or z.
func.func @wide(%x: tensor<2x2x70000xf32>) -> tensor<2x2x70000xf32> {
  %r = arith.addf %x, %x : tensor<2x2x70000xf32>
  return %r : tensor<2x2x70000xf32>
}

// Checks in a loop of the host.
func.func @checked(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = scf.for %i = %c0 to %c2 step %c1 iter_args(%t = %x) -> tensor<?x?xf32> {
    %a, %b = split.split %t axis(1) into 2 : tensor<?x?xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
    %s = tensor.concat dim(1) %b, %a : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
    scf.yield %s : tensor<?x?xf32>
  }
  return %r : tensor<?x?xf32>
}

func.func @halves(%x: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  // HALVES: error: dimension 1 of size 5 is not divisible by num_splits 2
  %a, %b = split.split %x axis(1) into 2 : tensor<?x?xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  return %a, %b : tensor<?x?xf32>, tensor<?x?xf32>
}
