// A function gets a slice at offset 0 of dynamic size. Its rows are further apart than their
// length.

// RUN: %run-each %s --function=forwarded --input=2x6xi32=iota --input=index=2 \
// RUN:   --expected_output=2x2xi32=0,1,6,7
// RUN: %run-each %s --function=forwarded --input=2x6xi32=iota --input=index=0 \
// RUN:   --expected_output=2x0xi32
func.func @forwarded(%x: tensor<?x6xi32>, %n: index) -> tensor<2x?xi32> {
  %s = tensor.extract_slice %x[0, 0] [2, %n] [1, 1] : tensor<?x6xi32> to tensor<2x?xi32>
  %r = call @forward(%s) : (tensor<2x?xi32>) -> tensor<2x?xi32>
  return %r : tensor<2x?xi32>
}

func.func private @forward(%x: tensor<2x?xi32>) -> tensor<2x?xi32> {
  return %x : tensor<2x?xi32>
}

// The function writes to the slice, and the caller reads it again.
// RUN: %run-each %s --function=written --input=3x4x3xi64=iota --input=index=2 \
// RUN:   --input=index=1 --expected_output=3x2x1xi64=9,3,12,15,24,27 \
// RUN:   --expected_output=3x2x1xi64=0,3,12,15,24,27 --expected_output=3x4x3xi64=iota
func.func @written(%x: tensor<?x?x?xi64>, %n: index, %m: index)
    -> (tensor<?x?x?xi64>, tensor<?x?x?xi64>, tensor<?x?x?xi64>) {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?x?x?xi64>
  %s = tensor.extract_slice %x[0, 0, 0] [%d, %n, %m] [1, 1, 1]
      : tensor<?x?x?xi64> to tensor<?x?x?xi64>
  %r = call @write(%s) : (tensor<?x?x?xi64>) -> tensor<?x?x?xi64>
  return %r, %s, %x : tensor<?x?x?xi64>, tensor<?x?x?xi64>, tensor<?x?x?xi64>
}

func.func private @write(%x: tensor<?x?x?xi64>) -> tensor<?x?x?xi64> {
  %c0 = arith.constant 0 : index
  %v = arith.constant 9 : i64
  %r = tensor.insert %v into %x[%c0, %c0, %c0] : tensor<?x?x?xi64>
  return %r : tensor<?x?x?xi64>
}

// RUN: %run-each %s --function=shrunk --input=3x3xi32=0,1,2,3,7,5,6,4,5 \
// RUN:   --expected_output=1x1xi32=7
func.func @shrunk(%x: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?x?xi32>
  %r = call @shrink(%x, %d) : (tensor<?x?xi32>, index) -> tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}

// Keeps the greater of the first and the last element of the diagonal as the first, drops the
// last row and column, and calls itself, down to one element.
func.func private @shrink(%x: tensor<?x?xi32>, %n: index) -> tensor<?x?xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %is_last = arith.cmpi ule, %n, %c1 : index
  %r = scf.if %is_last -> tensor<?x?xi32> {
    scf.yield %x : tensor<?x?xi32>
  } else {
    %m = arith.subi %n, %c1 : index
    %a = tensor.extract %x[%m, %m] : tensor<?x?xi32>
    %b = tensor.extract %x[%c0, %c0] : tensor<?x?xi32>
    %v = arith.maxsi %a, %b : i32
    %s = tensor.extract_slice %x[0, 0] [%m, %m] [1, 1] : tensor<?x?xi32> to tensor<?x?xi32>
    %t = tensor.insert %v into %s[%c0, %c0] : tensor<?x?xi32>
    %q = func.call @shrink(%t, %m) : (tensor<?x?xi32>, index) -> tensor<?x?xi32>
    scf.yield %q : tensor<?x?xi32>
  }
  return %r : tensor<?x?xi32>
}
