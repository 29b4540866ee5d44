// Data of unknown rank: rows of a matrix, or a cast to the rank that a result
// states.
// RUN: split-opt %s -convert-split-to-linalg -cse | FileCheck %s --implicit-check-not=split.split --implicit-check-not=split.variadic_split

// CHECK-LABEL: func @split_c1_unranked(
// CHECK-SAME: %[[X:.+]]: tensor<*xf32>)
// CHECK: %[[RANK:.+]] = tensor.rank %[[X]]
// CHECK: %[[AXIS:.+]] = arith.addi %[[RANK]], %c-1 : index
// CHECK: %[[PRODUCTS:.+]]:2 = scf.for %[[I:.+]] = %c0 to %[[RANK]] step %c1 iter_args(%[[OUTER:.+]] = %c1, %[[INNER:.+]] = %c1)
// CHECK:   %[[SIZE:.+]] = tensor.dim %[[X]], %[[I]]
// CHECK:   %[[BEFORE:.+]] = arith.cmpi slt, %[[I]], %[[AXIS]]
// CHECK:   %[[F:.+]] = arith.select %[[BEFORE]], %[[SIZE]], %c1
// CHECK:   %[[P:.+]] = arith.muli %[[OUTER]], %[[F]]
// CHECK:   %[[AFTER:.+]] = arith.cmpi sgt, %[[I]], %[[AXIS]]
// CHECK:   %[[G:.+]] = arith.select %[[AFTER]], %[[SIZE]], %c1
// CHECK:   %[[Q:.+]] = arith.muli %[[INNER]], %[[G]]
// CHECK:   scf.yield %[[P]], %[[Q]]
// CHECK: %[[MATRIX:.+]] = tensor.reshape %[[X]](%{{.+}}) : (tensor<*xf32>, tensor<2xindex>) -> tensor<?x?xf32>
// CHECK: %[[COPY:.+]]:2 = split.copy ins(%[[MATRIX]] : tensor<?x?xf32>)
// CHECK: %[[EMPTY:.+]] = tensor.empty(%[[RANK]]) : tensor<?xindex>
// CHECK: %[[SHAPE:.+]] = scf.for %[[J:.+]] = %{{.+}} to %[[RANK]] step %{{.+}} iter_args(%[[T:.+]] = %[[EMPTY]])
// CHECK:   %[[D:.+]] = arith.select
// CHECK:   %[[U:.+]] = tensor.insert %[[D]] into %[[T]][%[[J]]]
// CHECK:   scf.yield %[[U]]
// CHECK: %[[R:.+]] = tensor.reshape %[[COPY]]#0(%[[SHAPE]]) : (tensor<?x?xf32>, tensor<?xindex>) -> tensor<*xf32>
// CHECK: %[[S:.+]] = tensor.reshape %[[COPY]]#1(%[[SHAPE]])
// CHECK: return %[[R]], %[[S]]
func.func @split_c1_unranked(%x: tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>) {
  %0:2 = split.split %x axis(-1) into 2 : tensor<*xf32> -> tensor<*xf32>, tensor<*xf32>
  return %0#0, %0#1 : tensor<*xf32>, tensor<*xf32>
}

// A piece that nobody uses is not copied.
// CHECK-LABEL: func @unused_piece(
// CHECK: %[[S:.+]] = tensor.extract_slice
// CHECK: split.copy ins(%[[S]] : tensor<?x?xf32>) outs(%{{.+}} : tensor<?x?xf32>) axis(1)
func.func @unused_piece(%x: tensor<*xf32>, %a: i64) -> tensor<*xf32> {
  %0:2 = split.split %x axis(%a : i64) into 2 : tensor<*xf32> -> tensor<*xf32>, tensor<*xf32>
  return %0#1 : tensor<*xf32>
}

// CHECK-LABEL: func @unused(
// CHECK-NOT: split.copy
// CHECK: return
func.func @unused(%x: tensor<*xf32>) {
  %0:2 = split.split %x axis(0) into 2 : tensor<*xf32> -> tensor<*xf32>, tensor<*xf32>
  return
}

// One result states the rank, so data has it (R6).
// CHECK-LABEL: func @variadic_r6_rank(
// CHECK-SAME: %[[X:.+]]: tensor<*xf32>)
// CHECK: %[[C:.+]] = tensor.cast %[[X]] : tensor<*xf32> to tensor<?x?xf32>
// CHECK: %[[S:.+]] = tensor.extract_slice %[[C]]
// CHECK: %[[T:.+]] = tensor.extract_slice %[[C]]
// CHECK: %[[U:.+]] = tensor.cast %[[T]] : tensor<1x?xf32> to tensor<*xf32>
func.func @variadic_r6_rank(%x: tensor<*xf32>) -> (tensor<?x?xf32>, tensor<*xf32>) {
  %0:2 = split.variadic_split %x axis(0) lengths [-1, 1] : tensor<*xf32> -> tensor<?x?xf32>, tensor<*xf32>
  return %0#0, %0#1 : tensor<?x?xf32>, tensor<*xf32>
}

// Unless data is cast from another rank: this fails at run time.
// CHECK-LABEL: func @split_r6_other_rank(
// CHECK: %[[X:.+]] = tensor.cast %{{.+}} : tensor<4xf32> to tensor<*xf32>
// CHECK: tensor.reshape %[[X]]
// CHECK: %[[P:.+]] = tensor.reshape %{{.+}} -> tensor<*xf32>
// CHECK: tensor.cast %[[P]] : tensor<*xf32> to tensor<2x2xf32>
func.func @split_r6_other_rank(%x: tensor<4xf32>) -> tensor<2x2xf32> {
  %u = tensor.cast %x : tensor<4xf32> to tensor<*xf32>
  %p = split.split %u axis(0) into 1 : tensor<*xf32> -> tensor<2x2xf32>
  return %p : tensor<2x2xf32>
}
