// Where the split goes, and what has to be there.
// RUN: split-opt %s -split-raise-slices | FileCheck %s

func.func private @print(tensor<?xf32>)
func.func private @use(tensor<2x4xf32>, tensor<4x1xf32>)

// Before the last slice, where all lengths are computed.
// CHECK-LABEL: func @last_slice(
func.func @last_slice(%x: tensor<?xf32>, %n: index) -> (tensor<?xf32>, tensor<?xf32>) {
  // CHECK: %[[D:.+]] = tensor.dim
  // CHECK-NEXT: %[[R:.+]] = arith.subi %[[D]], %[[N:.+]] : index
  // CHECK-NEXT: split.variadic_split {{.*}} lengths [%[[N]], %[[R]]]
  %c0 = arith.constant 0 : index
  %a = tensor.extract_slice %x[0] [%n] [1] : tensor<?xf32> to tensor<?xf32>
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %r = arith.subi %d, %n : index
  %b = tensor.extract_slice %x[%n] [%r] [1] : tensor<?xf32> to tensor<?xf32>
  return %a, %b : tensor<?xf32>, tensor<?xf32>
}

// Before the first use; a length that is computed later is what the others leave.
// CHECK-LABEL: func @first_use(
// CHECK-SAME: %[[X:.+]]: tensor<?xf32>, %[[N:.+]]: index
func.func @first_use(%x: tensor<?xf32>, %n: index) -> (tensor<?xf32>, tensor<?xf32>) {
  // CHECK: %[[P:.+]]:2 = split.variadic_split %[[X]] axis(0) lengths [%[[N]], -1]
  // CHECK-NEXT: linalg.exp ins(%[[P]]#0
  // CHECK: return %{{.+}}, %[[P]]#1
  %c0 = arith.constant 0 : index
  %a = tensor.extract_slice %x[0] [%n] [1] : tensor<?xf32> to tensor<?xf32>
  %u = linalg.exp ins(%a : tensor<?xf32>) outs(%a : tensor<?xf32>) -> tensor<?xf32>
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %r = arith.subi %d, %n : index
  %b = tensor.extract_slice %x[%n] [%r] [1] : tensor<?xf32> to tensor<?xf32>
  return %u, %b : tensor<?xf32>, tensor<?xf32>
}

// The size of a slice is a use of it.
// CHECK-LABEL: func @size_of_slice(
func.func @size_of_slice(%x: tensor<?xf32>, %n: index) -> (tensor<?xf32>, tensor<?xf32>) {
  // CHECK: %[[P:.+]]:2 = split.variadic_split
  // CHECK-NEXT: tensor.dim %[[P]]#0
  // CHECK: return %[[P]]#0, %[[P]]#1
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %a = tensor.extract_slice %x[0] [%n] [1] : tensor<?xf32> to tensor<?xf32>
  %o = tensor.dim %a, %c0 : tensor<?xf32>
  %r = arith.subi %d, %o : index
  %b = tensor.extract_slice %x[%o] [%r] [1] : tensor<?xf32> to tensor<?xf32>
  return %a, %b : tensor<?xf32>, tensor<?xf32>
}

// Two lengths are computed after the first use.
// CHECK-LABEL: func @no_raise_two_later(
// CHECK-NOT: split.
func.func @no_raise_two_later(%x: tensor<?xf32>, %n: index, %k: index) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %a = tensor.extract_slice %x[0] [%n] [1] : tensor<?xf32> to tensor<?xf32>
  %u = linalg.exp ins(%a : tensor<?xf32>) outs(%a : tensor<?xf32>) -> tensor<?xf32>
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %m = arith.addi %k, %k : index
  %b = tensor.extract_slice %x[%n] [%m] [1] : tensor<?xf32> to tensor<?xf32>
  %o = arith.addi %n, %m : index
  %r = arith.subi %d, %o : index
  %c = tensor.extract_slice %x[%o] [%r] [1] : tensor<?xf32> to tensor<?xf32>
  return %u, %b, %c : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}

// Attributes need no place.
// CHECK-LABEL: func @attribute(
func.func @attribute(%x: tensor<?xf32>) -> (tensor<3xf32>, tensor<?xf32>) {
  // CHECK-NEXT: %[[P:.+]]:2 = split.variadic_split %{{.+}} axis(0) lengths [3, -1]
  // CHECK-NEXT: linalg.exp ins(%[[P]]#0
  %a = tensor.extract_slice %x[0] [3] [1] : tensor<?xf32> to tensor<3xf32>
  %u = linalg.exp ins(%a : tensor<3xf32>) outs(%a : tensor<3xf32>) -> tensor<3xf32>
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %r = arith.subi %d, %c3 : index
  %b = tensor.extract_slice %x[3] [%r] [1] : tensor<?xf32> to tensor<?xf32>
  return %u, %b : tensor<3xf32>, tensor<?xf32>
}

// A use in a region counts where the region is.
// CHECK-LABEL: func @use_in_region(
func.func @use_in_region(%x: tensor<4xf32>, %c: i1) -> (tensor<2xf32>, tensor<2xf32>) {
  // CHECK-NEXT: %[[P:.+]]:2 = split.split
  // CHECK-NEXT: scf.if
  // CHECK-NEXT: scf.yield %[[P]]#0
  // CHECK: return %{{.+}}, %[[P]]#1
  %a = tensor.extract_slice %x[0] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %e = scf.if %c -> tensor<2xf32> {
    scf.yield %a : tensor<2xf32>
  } else {
    %z = tensor.empty() : tensor<2xf32>
    scf.yield %z : tensor<2xf32>
  }
  %b = tensor.extract_slice %x[2] [2] [1] : tensor<4xf32> to tensor<2xf32>
  return %e, %b : tensor<2xf32>, tensor<2xf32>
}

// The check says that the second slice is in bounds. It fails in its own words.
// CHECK-LABEL: func @no_raise_check_between(
// CHECK-NOT: split.
func.func @no_raise_check_between(%x: tensor<?xf32>, %n: index) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %r = arith.subi %d, %n : index
  %a = tensor.extract_slice %x[0] [%n] [1] : tensor<?xf32> to tensor<?xf32>
  %u = linalg.exp ins(%a : tensor<?xf32>) outs(%a : tensor<?xf32>) -> tensor<?xf32>
  %ok = arith.cmpi sle, %n, %d : index
  cf.assert %ok, "too long"
  %b = tensor.extract_slice %x[%n] [%r] [1] : tensor<?xf32> to tensor<?xf32>
  return %u, %b : tensor<?xf32>, tensor<?xf32>
}

// So may what is printed.
// CHECK-LABEL: func @no_raise_call_between(
// CHECK-NOT: split.
func.func @no_raise_call_between(%x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %r = arith.subi %d, %n : index
  %a = tensor.extract_slice %x[0] [%n] [1] : tensor<?xf32> to tensor<?xf32>
  call @print(%a) : (tensor<?xf32>) -> ()
  %b = tensor.extract_slice %x[%n] [%r] [1] : tensor<?xf32> to tensor<?xf32>
  return %b : tensor<?xf32>
}

// Before all uses, and after the check.
// CHECK-LABEL: func @check_before_use(
func.func @check_before_use(%x: tensor<?xf32>, %n: index) -> (tensor<?xf32>, tensor<?xf32>) {
  // CHECK: cf.assert
  // CHECK: split.variadic_split
  // CHECK: call @print
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %r = arith.subi %d, %n : index
  %a = tensor.extract_slice %x[0] [%n] [1] : tensor<?xf32> to tensor<?xf32>
  %ok = arith.cmpi sle, %n, %d : index
  cf.assert %ok, "too long"
  %b = tensor.extract_slice %x[%n] [%r] [1] : tensor<?xf32> to tensor<?xf32>
  call @print(%a) : (tensor<?xf32>) -> ()
  return %a, %b : tensor<?xf32>, tensor<?xf32>
}

// What cannot fail may go before anything.
// CHECK-LABEL: func @certain(
func.func @certain(%x: tensor<4x4xf32>) -> (tensor<2x4xf32>, tensor<4x3xf32>) {
  // CHECK-NEXT: %[[P:.+]]:2 = split.split %{{.+}} axis(0) into 2
  // CHECK-NEXT: %[[Q:.+]]:2 = split.variadic_split %{{.+}} axis(1) lengths [1, 3]
  // CHECK-NEXT: call @use(%[[P]]#0, %[[Q]]#0)
  // CHECK-NEXT: return %[[P]]#1, %[[Q]]#1
  %a = tensor.extract_slice %x[0, 0] [2, 4] [1, 1] : tensor<4x4xf32> to tensor<2x4xf32>
  %b = tensor.extract_slice %x[0, 0] [4, 1] [1, 1] : tensor<4x4xf32> to tensor<4x1xf32>
  call @use(%a, %b) : (tensor<2x4xf32>, tensor<4x1xf32>) -> ()
  %c = tensor.extract_slice %x[2, 0] [2, 4] [1, 1] : tensor<4x4xf32> to tensor<2x4xf32>
  %d = tensor.extract_slice %x[0, 1] [4, 3] [1, 1] : tensor<4x4xf32> to tensor<4x3xf32>
  return %c, %d : tensor<2x4xf32>, tensor<4x3xf32>
}

// A duplicate that comes later does not have to be reached.
// CHECK-LABEL: func @late_duplicate(
func.func @late_duplicate(%x: tensor<?xf32>, %n: index) -> (tensor<?xf32>, tensor<?xf32>) {
  // CHECK: %[[P:.+]]:2 = split.variadic_split
  // CHECK-NEXT: call @print(%[[P]]#0)
  // CHECK-NEXT: return %[[P]]#0, %[[P]]#1
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %r = arith.subi %d, %n : index
  %a = tensor.extract_slice %x[0] [%n] [1] : tensor<?xf32> to tensor<?xf32>
  %b = tensor.extract_slice %x[%n] [%r] [1] : tensor<?xf32> to tensor<?xf32>
  call @print(%a) : (tensor<?xf32>) -> ()
  %c = tensor.extract_slice %x[0] [%n] [1] : tensor<?xf32> to tensor<?xf32>
  return %c, %b : tensor<?xf32>, tensor<?xf32>
}

// Locations of all slices are kept, in the order of the pieces.
// RUN: split-opt %s -split-raise-slices -mlir-print-debuginfo | FileCheck %s --check-prefix=LOC
// LOC-DAG: split.split %{{.+}} axis(1) into 2 {{.*}} loc(#[[SPLIT:.+]])
// LOC-DAG: #[[A:.+]] = loc("first")
// LOC-DAG: #[[B:.+]] = loc("second")
// LOC-DAG: #[[SPLIT]] = loc(fused[#[[A]], #[[B]]])
func.func @locations(%x: tensor<3x4xf32>) -> (tensor<3x2xf32>, tensor<3x2xf32>) {
  %b = tensor.extract_slice %x[0, 2] [3, 2] [1, 1] : tensor<3x4xf32> to tensor<3x2xf32> loc("second")
  %a = tensor.extract_slice %x[0, 0] [3, 2] [1, 1] : tensor<3x4xf32> to tensor<3x2xf32> loc("first")
  return %a, %b : tensor<3x2xf32>, tensor<3x2xf32>
}
