// Results have the types that are inferred, and data the one that tells most.
// RUN: split-opt %s -allow-unregistered-dialect -canonicalize | FileCheck %s

// CHECK-LABEL: func @refine(
func.func @refine(%x: tensor<4x?xf32>) -> (tensor<?x?xf32>, tensor<*xf32>) {
  // CHECK: %[[P:.+]]:2 = split.split %{{.+}} axis(0) into 2 {kept} : tensor<4x?xf32> -> tensor<2x?xf32>, tensor<2x?xf32>
  // CHECK-DAG: %[[A:.+]] = tensor.cast %[[P]]#0 : tensor<2x?xf32> to tensor<?x?xf32>
  // CHECK-DAG: %[[B:.+]] = tensor.cast %[[P]]#1 : tensor<2x?xf32> to tensor<*xf32>
  // CHECK: return %[[A]], %[[B]]
  %0:2 = split.split %x axis(0) into 2 {kept} : tensor<4x?xf32> -> tensor<?x?xf32>, tensor<*xf32>
  return %0#0, %0#1 : tensor<?x?xf32>, tensor<*xf32>
}

// V4: what lengths tell without data.
// CHECK-LABEL: func @refine_by_lengths(
func.func @refine_by_lengths(%x: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  // CHECK: split.variadic_split %{{.+}} axis(1) lengths [3, -1] : tensor<?x?xf32> -> tensor<?x3xf32>, tensor<?x?xf32>
  %0:2 = split.variadic_split %x axis(1) lengths [3, -1] : tensor<?x?xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  return %0#0, %0#1 : tensor<?x?xf32>, tensor<?x?xf32>
}

// A claim of one dimension stays beside what is inferred for the other.
// CHECK-LABEL: func @refine_beside_claim(
func.func @refine_beside_claim(%x: tensor<4x?xf32>) -> tensor<?x7xf32> {
  // CHECK: split.split %{{.+}} axis(0) into 2 : tensor<4x?xf32> -> tensor<2x7xf32>, tensor<2x?xf32>
  %0:2 = split.split %x axis(0) into 2 : tensor<4x?xf32> -> tensor<?x7xf32>, tensor<?x?xf32>
  return %0#0 : tensor<?x7xf32>
}

// A cast that inference confirms goes away.
// CHECK-LABEL: func @cast_of_result(
func.func @cast_of_result(%x: tensor<4x6xf32>) -> tensor<4x3xf32> {
  // CHECK-NEXT: %[[P:.+]]:2 = split.split
  // CHECK-NEXT: return %[[P]]#1
  %0:2 = split.split %x axis(1) into 2 : tensor<4x6xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  %1 = tensor.cast %0#1 : tensor<?x?xf32> to tensor<4x3xf32>
  return %1 : tensor<4x3xf32>
}

// One that claims more than is known, perhaps in a branch, stays where it is.
// CHECK-LABEL: func @no_fold_cast_of_result(
func.func @no_fold_cast_of_result(%x: tensor<?x6xf32>, %c: i1) -> tensor<4x3xf32> {
  // CHECK: %[[P:.+]]:2 = split.split %{{.+}} -> tensor<?x3xf32>, tensor<?x3xf32>
  %0:2 = split.split %x axis(1) into 2 : tensor<?x6xf32> -> tensor<?x3xf32>, tensor<?x3xf32>
  %1 = scf.if %c -> tensor<4x3xf32> {
    // CHECK: tensor.cast %[[P]]#1 : tensor<?x3xf32> to tensor<4x3xf32>
    %2 = tensor.cast %0#1 : tensor<?x3xf32> to tensor<4x3xf32>
    scf.yield %2 : tensor<4x3xf32>
  } else {
    %2 = tensor.empty() : tensor<4x3xf32>
    scf.yield %2 : tensor<4x3xf32>
  }
  return %1 : tensor<4x3xf32>
}

// Nothing follows for data of unknown rank, or from what is known at run time.
// CHECK-LABEL: func @no_fold_refine(
func.func @no_fold_refine(%x: tensor<*xf32>, %y: tensor<4x4xf32>, %a: i8, %l: tensor<2xi8>) -> (tensor<*xf32>, tensor<?x?xf32>, tensor<?x4xf32>) {
  // CHECK: split.split %{{.+}} -> tensor<*xf32>, tensor<*xf32>
  // CHECK: split.split %{{.+}} -> tensor<?x?xf32>, tensor<?x?xf32>
  // CHECK: split.variadic_split %{{.+}} -> tensor<?x4xf32>, tensor<?x4xf32>
  %0:2 = split.split %x axis(0) into 2 : tensor<*xf32> -> tensor<*xf32>, tensor<*xf32>
  %1:2 = split.split %y axis(%a : i8) into 2 : tensor<4x4xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  %2:2 = split.variadic_split %y axis(0) lengths(%l : tensor<2xi8>) : tensor<4x4xf32> -> tensor<?x4xf32>, tensor<?x4xf32>
  return %0#0, %1#0, %2#0 : tensor<*xf32>, tensor<?x?xf32>, tensor<?x4xf32>
}

// A cast before a loop would make upstream take the size for one that stays.
// CHECK-LABEL: func @no_fold_refine_what_loops_carry(
func.func @no_fold_refine_what_loops_carry(%x: tensor<16xf32>, %n: index) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: %[[P:.+]]:2 = split.split %{{.+}} axis(0) into 2 : tensor<16xf32> -> tensor<?xf32>, tensor<8xf32>
  %0:2 = split.split %x axis(0) into 2 : tensor<16xf32> -> tensor<?xf32>, tensor<?xf32>
  // CHECK: scf.for {{.+}} iter_args(%{{.+}} = %[[P]]#0) -> (tensor<?xf32>)
  %1 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %0#0) -> (tensor<?xf32>) {
    %2:2 = split.split %a axis(0) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
    scf.yield %2#0 : tensor<?xf32>
  }
  return %1, %0#1 : tensor<?xf32>, tensor<?xf32>
}

// CHECK-LABEL: func @data_cast(
// CHECK-SAME: %[[X:.+]]: tensor<4x6xf32>, %[[E:.+]]: tensor<4xf32, "e">
func.func @data_cast(%x: tensor<4x6xf32>, %e: tensor<4xf32, "e">) -> (tensor<4x?xf32>, tensor<*xf32>, tensor<?xf32, "e">) {
  %a = tensor.cast %x : tensor<4x6xf32> to tensor<?x6xf32>
  %b = tensor.cast %x : tensor<4x6xf32> to tensor<*xf32>
  %c = tensor.cast %e : tensor<4xf32, "e"> to tensor<?xf32, "e">
  // CHECK: split.split %[[X]] axis(0) into 2 {kept} : tensor<4x6xf32> -> tensor<2x6xf32>, tensor<2x6xf32>
  // CHECK: split.split %[[X]] axis(1) into 2 : tensor<4x6xf32> -> tensor<4x3xf32>, tensor<4x3xf32>
  // CHECK: split.split %[[E]] axis(0) into 2 : tensor<4xf32, "e"> -> tensor<2xf32, "e">, tensor<2xf32, "e">
  %0:2 = split.split %a axis(0) into 2 {kept} : tensor<?x6xf32> -> tensor<?x6xf32>, tensor<?x6xf32>
  %1:2 = split.split %b axis(-1) into 2 : tensor<*xf32> -> tensor<*xf32>, tensor<*xf32>
  %2:2 = split.split %c axis(0) into 2 : tensor<?xf32, "e"> -> tensor<?xf32, "e">, tensor<?xf32, "e">
  %3 = tensor.cast %0#0 : tensor<?x6xf32> to tensor<4x?xf32>
  return %3, %1#0, %2#0 : tensor<4x?xf32>, tensor<*xf32>, tensor<?xf32, "e">
}

// A cast that claims is not taken away.
// CHECK-LABEL: func @no_fold_data_cast(
func.func @no_fold_data_cast(%x: tensor<?x6xf32>, %y: tensor<4x?xf32>, %z: tensor<*xf32>) -> (tensor<2x6xf32>, tensor<?x3xf32>, tensor<?x?xf32>) {
  %a = tensor.cast %x : tensor<?x6xf32> to tensor<4x6xf32>
  %b = tensor.cast %y : tensor<4x?xf32> to tensor<?x6xf32>
  %c = tensor.cast %z : tensor<*xf32> to tensor<?x?xf32>
  // CHECK-DAG: %[[A:.+]] = tensor.cast %{{.+}} to tensor<4x6xf32>
  // CHECK-DAG: %[[B:.+]] = tensor.cast %{{.+}} to tensor<?x6xf32>
  // CHECK-DAG: %[[C:.+]] = tensor.cast %{{.+}} to tensor<?x?xf32>
  // CHECK: split.split %[[A]]
  // CHECK: split.split %[[B]]
  // CHECK: split.split %[[C]]
  %0:2 = split.split %a axis(0) into 2 : tensor<4x6xf32> -> tensor<2x6xf32>, tensor<2x6xf32>
  %1:2 = split.split %b axis(1) into 2 : tensor<?x6xf32> -> tensor<?x3xf32>, tensor<?x3xf32>
  %2:2 = split.split %c axis(1) into 2 : tensor<?x?xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  return %0#0, %1#0, %2#0 : tensor<2x6xf32>, tensor<?x3xf32>, tensor<?x?xf32>
}

// R1, R2, R4, R6: these fail when they are reached. Without the casts no
// verifier would take them.
// CHECK-LABEL: func @no_fold_contradictions(
func.func @no_fold_contradictions(%x: tensor<5x6xf32>, %c: i1) -> tensor<?x6xf32> {
  %a = tensor.cast %x : tensor<5x6xf32> to tensor<?x6xf32>
  %u = tensor.cast %x : tensor<5x6xf32> to tensor<*xf32>
  %c2 = arith.constant 2 : index
  // CHECK: split.split %{{.+}} into 2 : tensor<?x6xf32> -> tensor<?x6xf32>, tensor<?x6xf32>
  // CHECK: split.variadic_split %{{.+}} lengths [2, 2] : tensor<?x6xf32> -> tensor<2x6xf32>, tensor<2x6xf32>
  // CHECK: split.variadic_split %{{.+}} lengths [6, -1] : tensor<?x6xf32> -> tensor<6x6xf32>, tensor<?x6xf32>
  // CHECK: split.split %{{.+}} into 1 : tensor<?x6xf32> -> tensor<4x6xf32>
  // CHECK: split.split %{{.+}} axis(2) into 1 : tensor<*xf32> -> tensor<*xf32>
  // CHECK: split.split %{{.+}} axis(0) into 1 : tensor<*xf32> -> tensor<?xf32>
  %0:2 = split.split %a axis(0) into 2 : tensor<?x6xf32> -> tensor<?x6xf32>, tensor<?x6xf32>
  %1:2 = split.variadic_split %a axis(0) lengths [2, 2] : tensor<?x6xf32> -> tensor<2x6xf32>, tensor<2x6xf32>
  %2:2 = split.variadic_split %a axis(0) lengths [6, -1] : tensor<?x6xf32> -> tensor<6x6xf32>, tensor<?x6xf32>
  %3 = split.split %a axis(0) into 1 : tensor<?x6xf32> -> tensor<4x6xf32>
  %4 = split.split %u axis(2) into 1 : tensor<*xf32> -> tensor<*xf32>
  %5 = split.split %u axis(0) into 1 : tensor<*xf32> -> tensor<?xf32>
  "test.keep"(%1#0, %2#0, %3, %4, %5) : (tensor<2x6xf32>, tensor<6x6xf32>, tensor<4x6xf32>, tensor<*xf32>, tensor<?xf32>) -> ()
  return %0#0 : tensor<?x6xf32>
}

// C5: nor does an axis that data turns out to be quantized by.
!q = !quant.uniform<i8:f32:1, {1.0, 2.0}>
// CHECK-LABEL: func @no_fold_quantized_axis(
func.func @no_fold_quantized_axis(%x: tensor<4x2x!q>) -> (tensor<*x!q>, tensor<?x?x!q>) {
  %u = tensor.cast %x : tensor<4x2x!q> to tensor<*x!q>
  %a = arith.constant -1 : i64
  // CHECK: split.split %{{.+}} axis(-1) into 2 : tensor<*x
  // CHECK: split.split %{{.+}} axis(%{{.+}} : i64) into 2 : tensor<4x2x
  %0:2 = split.split %u axis(-1) into 2 : tensor<*x!q> -> tensor<*x!q>, tensor<*x!q>
  %1:2 = split.split %x axis(%a : i64) into 2 : tensor<4x2x!q> -> tensor<?x?x!q>, tensor<?x?x!q>
  return %0#0, %1#0 : tensor<*x!q>, tensor<?x?x!q>
}

// A cast may change the encoding, which pieces have too.
// CHECK-LABEL: func @no_fold_cast_of_encoding(
// CHECK: %[[C:.+]] = tensor.cast
// CHECK: split.split %[[C]]
func.func @no_fold_cast_of_encoding(%x: tensor<4xf32, "e">) -> (tensor<?xf32>, tensor<?xf32>) {
  %c = tensor.cast %x : tensor<4xf32, "e"> to tensor<?xf32>
  %0:2 = split.split %c axis(0) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  return %0#0, %0#1 : tensor<?xf32>, tensor<?xf32>
}
