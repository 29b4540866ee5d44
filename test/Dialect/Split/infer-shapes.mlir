// Types around split ops become as precise as the rules allow.
// RUN: split-opt %s -allow-unregistered-dialect -split-infer-shapes -o %t
// RUN: FileCheck %s --input-file=%t
// RUN: split-opt %t -allow-unregistered-dialect -split-infer-shapes | diff %t -

//===----------------------------------------------------------------------===//
// Forward: results take what inference derives.
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @split_s2_forward(
// CHECK-SAME: %[[X:.+]]: tensor<6x?xf32>
func.func @split_s2_forward(%x: tensor<6x?xf32>) -> (tensor<?x?xf32>, tensor<*xf32>) {
  // CHECK-NEXT: %[[P:.+]]:2 = split.split %[[X]] axis(0) into 2 : tensor<6x?xf32> -> tensor<3x?xf32>, tensor<3x?xf32>
  // CHECK-NEXT: %[[C0:.+]] = tensor.cast %[[P]]#0 : tensor<3x?xf32> to tensor<?x?xf32>
  // CHECK-NEXT: %[[C1:.+]] = tensor.cast %[[P]]#1 : tensor<3x?xf32> to tensor<*xf32>
  // CHECK-NEXT: return %[[C0]], %[[C1]]
  %0:2 = split.split %x axis(0) into 2 : tensor<6x?xf32> -> tensor<?x?xf32>, tensor<*xf32>
  return %0#0, %0#1 : tensor<?x?xf32>, tensor<*xf32>
}

// CHECK-LABEL: func @variadic_v3_forward(
func.func @variadic_v3_forward(%x: tensor<9xf32>) {
  // CHECK: split.variadic_split {{.+}} lengths [2, -1, 3] : tensor<9xf32> -> tensor<2xf32>, tensor<4xf32>, tensor<3xf32>
  %0:3 = split.variadic_split %x axis(0) lengths [2, -1, 3] : tensor<9xf32> -> tensor<?xf32>, tensor<?xf32>, tensor<*xf32>
  return
}

// A length that is an index value is what the others leave, if it is the only one.
// CHECK-LABEL: func @variadic_v7_forward(
func.func @variadic_v7_forward(%x: tensor<9xf32>, %n: index) {
  // CHECK: split.variadic_split {{.+}} lengths [2, %{{.+}}, 3] : tensor<9xf32> -> tensor<2xf32>, tensor<4xf32>, tensor<3xf32>
  %0:3 = split.variadic_split %x axis(0) lengths [2, %n, 3] : tensor<9xf32> -> tensor<?xf32>, tensor<?xf32>, tensor<*xf32>
  // CHECK: split.variadic_split {{.+}} lengths [2, %{{.+}}, -1] : tensor<9xf32> -> tensor<2xf32>, tensor<?xf32>, tensor<?xf32>
  %1:3 = split.variadic_split %x axis(0) lengths [2, %n, -1] : tensor<9xf32> -> tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
  return
}

// V3: data is as large as pieces whose types state what index values are.
// CHECK-LABEL: func @variadic_v7_backward(
// CHECK-SAME: tensor<?xf32>
func.func @variadic_v7_backward(%x: tensor<?xf32>, %y: tensor<?xf32>, %n: index) {
  // CHECK: split.variadic_split {{.+}} lengths [2, %{{.+}}] : tensor<7xf32> -> tensor<2xf32>, tensor<5xf32>
  %0:2 = split.variadic_split %x axis(0) lengths [2, %n] : tensor<?xf32> -> tensor<?xf32>, tensor<5xf32>
  // CHECK: split.split %{{.+}} axis(0) into 1 : tensor<7xf32> -> tensor<7xf32>
  %2 = split.split %x axis(0) into 1 : tensor<?xf32> -> tensor<?xf32>
  // CHECK: split.variadic_split {{.+}} lengths [2, %{{.+}}] : tensor<?xf32> -> tensor<2xf32>, tensor<?xf32>
  %1:2 = split.variadic_split %y axis(0) lengths [2, %n] : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  return
}

// Each result joins what it states with what is inferred.
// CHECK-LABEL: func @forward_join(
func.func @forward_join(%x: tensor<?x4x?xf32>, %l: tensor<2xi64>) {
  // CHECK: split.variadic_split {{.+}} -> tensor<2x4x?xf32>, tensor<?x4x?xf32>
  %0:2 = split.variadic_split %x axis(0) lengths(%l : tensor<2xi64>) : tensor<?x4x?xf32> -> tensor<2x?x?xf32>, tensor<*xf32>
  return
}

// With run-time lengths, one piece is what the others leave (7 - 2 - 1), perhaps
// nothing; also where the axis is the only one.
// CHECK-LABEL: func @variadic_v6_last_piece(
func.func @variadic_v6_last_piece(%x: tensor<?x7xf32>, %y: tensor<4xf32>, %l: tensor<3xi64>, %m: tensor<2xi64>, %a: index) {
  // CHECK-NEXT: split.variadic_split {{.+}} -> tensor<?x2xf32>, tensor<?x4xf32>, tensor<?x1xf32>
  %0:3 = split.variadic_split %x axis(-1) lengths(%l : tensor<3xi64>) : tensor<?x7xf32> -> tensor<?x2xf32>, tensor<*xf32>, tensor<?x1xf32>
  // CHECK-NEXT: split.variadic_split {{.+}} -> tensor<4xf32>, tensor<0xf32>
  %1:2 = split.variadic_split %y axis(0) lengths(%m : tensor<2xi64>) : tensor<4xf32> -> tensor<4xf32>, tensor<?xf32>
  // CHECK-NEXT: split.variadic_split {{.+}} -> tensor<1xf32>, tensor<3xf32>
  %2:2 = split.variadic_split %y axis(%a : index) lengths(%m : tensor<2xi64>) : tensor<4xf32> -> tensor<?xf32>, tensor<3xf32>
  return
}

// Two pieces leave open how they share it, as does a size or an axis that is not
// known; and a size that is too large fails at run time.
// CHECK-LABEL: func @no_last_piece(
func.func @no_last_piece(%x: tensor<7xf32>, %y: tensor<?xf32>, %z: tensor<7x7xf32>, %l: tensor<3xi64>, %m: tensor<2xi64>, %a: index) {
  // CHECK: split.variadic_split {{.+}} -> tensor<3xf32>, tensor<?xf32>, tensor<?xf32>
  %0:3 = split.variadic_split %x axis(0) lengths(%l : tensor<3xi64>) : tensor<7xf32> -> tensor<3xf32>, tensor<?xf32>, tensor<?xf32>
  // CHECK-NEXT: split.variadic_split {{.+}} -> tensor<3xf32>, tensor<?xf32>
  %1:2 = split.variadic_split %y axis(0) lengths(%m : tensor<2xi64>) : tensor<?xf32> -> tensor<3xf32>, tensor<?xf32>
  // CHECK-NEXT: split.variadic_split {{.+}} -> tensor<3x?xf32>, tensor<?x?xf32>
  %2:2 = split.variadic_split %z axis(%a : index) lengths(%m : tensor<2xi64>) : tensor<7x7xf32> -> tensor<3x?xf32>, tensor<?x?xf32>
  // CHECK-NEXT: split.variadic_split {{.+}} -> tensor<8xf32>, tensor<?xf32>
  %3:2 = split.variadic_split %x axis(%a : index) lengths(%m : tensor<2xi64>) : tensor<7xf32> -> tensor<8xf32>, tensor<?xf32>
  return
}

// One refined split refines the next.
// CHECK-LABEL: func @forward_chain(
func.func @forward_chain(%x: tensor<8x?xf32>) -> tensor<?x?xf32> {
  // CHECK-NEXT: %[[P:.+]]:2 = split.split {{.+}} -> tensor<4x?xf32>, tensor<4x?xf32>
  // CHECK-NEXT: %[[Q:.+]]:2 = split.split %[[P]]#1 axis(0) into 2 : tensor<4x?xf32> -> tensor<2x?xf32>, tensor<2x?xf32>
  // CHECK-NEXT: %[[C:.+]] = tensor.cast %[[Q]]#0 : tensor<2x?xf32> to tensor<?x?xf32>
  // CHECK-NEXT: return %[[C]]
  %0:2 = split.split %x axis(0) into 2 : tensor<8x?xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  %1:2 = split.split %0#1 axis(0) into 2 : tensor<?x?xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  return %1#0 : tensor<?x?xf32>
}

// With an axis known at run time only what no axis would change is certain.
// CHECK-LABEL: func @forward_run_time_axis(
func.func @forward_run_time_axis(%x: tensor<4x0x?xf32>, %a: index) {
  // CHECK: split.split {{.+}} into 2 : tensor<4x0x?xf32> -> tensor<?x0x?xf32>, tensor<?x0x?xf32>
  // CHECK: split.split {{.+}} into 1 : tensor<4x0x?xf32> -> tensor<4x0x?xf32>
  %0:2 = split.split %x axis(%a : index) into 2 : tensor<4x0x?xf32> -> tensor<?x?x?xf32>, tensor<*xf32>
  %1 = split.split %x axis(%a : index) into 1 : tensor<4x0x?xf32> -> tensor<?x?x?xf32>
  return
}

// C7.
// CHECK-LABEL: func @split_c7_forward(
func.func @split_c7_forward(%x: tensor<0x3xf32>) {
  // CHECK: split.split {{.+}} -> tensor<0x3xf32>, tensor<0x3xf32>
  // CHECK: split.variadic_split {{.+}} -> tensor<0x0xf32>, tensor<0x3xf32>
  %0:2 = split.split %x axis(0) into 2 : tensor<0x3xf32> -> tensor<?x?xf32>, tensor<*xf32>
  %1:2 = split.variadic_split %x axis(1) lengths [0, -1] : tensor<0x3xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  return
}

//===----------------------------------------------------------------------===//
// Backward: what a split that has run tells of its data.
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @variadic_v4_backward_lengths(
// CHECK-SAME: %[[X:.+]]: tensor<?xf32>
func.func @variadic_v4_backward_lengths(%x: tensor<?xf32>) -> index {
  %c0 = arith.constant 0 : index
  // CHECK: %[[Y:.+]] = tensor.cast %[[X]] : tensor<?xf32> to tensor<7xf32>
  // CHECK-NEXT: split.variadic_split %[[Y]] axis(0) lengths [3, 4] : tensor<7xf32> -> tensor<3xf32>, tensor<4xf32>
  // CHECK-NEXT: tensor.dim %[[Y]], %{{.+}} : tensor<7xf32>
  %0:2 = split.variadic_split %x axis(0) lengths [3, 4] : tensor<?xf32> -> tensor<3xf32>, tensor<4xf32>
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  return %d : index
}

// With -1, lengths do not tell the size.
// CHECK-LABEL: func @no_backward_lengths_with_rest(
// CHECK-SAME: %[[X:.+]]: tensor<?xf32>
func.func @no_backward_lengths_with_rest(%x: tensor<?xf32>) -> index {
  %c0 = arith.constant 0 : index
  // CHECK: split.variadic_split %[[X]]
  // CHECK-NEXT: tensor.dim %[[X]]
  %0:2 = split.variadic_split %x axis(0) lengths [3, -1] : tensor<?xf32> -> tensor<3xf32>, tensor<?xf32>
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  return %d : index
}

// CHECK-LABEL: func @split_r6_backward_equal_piece(
// CHECK-SAME: %[[X:.+]]: tensor<?xf32>
func.func @split_r6_backward_equal_piece(%x: tensor<?xf32>) {
  // CHECK-NEXT: %[[Y:.+]] = tensor.cast %[[X]] : tensor<?xf32> to tensor<12xf32>
  // CHECK-NEXT: split.split %[[Y]] axis(0) into 3 : tensor<12xf32> -> tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  %0:3 = split.split %x axis(0) into 3 : tensor<?xf32> -> tensor<?xf32>, tensor<4xf32>, tensor<?xf32>
  return
}

// CHECK-LABEL: func @variadic_r6_backward_sum(
// CHECK-SAME: %[[X:.+]]: tensor<?xf32>
func.func @variadic_r6_backward_sum(%x: tensor<?xf32>, %l: tensor<2xi64>) -> index {
  // CHECK-NEXT: %[[Y:.+]] = tensor.cast %[[X]] : tensor<?xf32> to tensor<5xf32>
  // CHECK-NEXT: split.variadic_split %[[Y]]
  // CHECK-NEXT: tensor.rank %[[Y]] : tensor<5xf32>
  %0:2 = split.variadic_split %x axis(0) lengths(%l : tensor<2xi64>) : tensor<?xf32> -> tensor<5xf32>, tensor<0xf32>
  %r = tensor.rank %x : tensor<?xf32>
  return %r : index
}

// A piece whose size nobody states leaves the sum open, and other dimensions of
// pieces are those of the data.
// CHECK-LABEL: func @variadic_c5_backward_other_dims(
// CHECK-SAME: %[[X:.+]]: tensor<?x?x?xf32>
func.func @variadic_c5_backward_other_dims(%x: tensor<?x?x?xf32>, %l: tensor<2xi64>) {
  // CHECK-NEXT: %[[Y:.+]] = tensor.cast %[[X]] : tensor<?x?x?xf32> to tensor<8x?x9xf32>
  // CHECK-NEXT: split.variadic_split %[[Y]] {{.+}} : tensor<8x?x9xf32> -> tensor<8x?x9xf32>, tensor<8x2x9xf32>
  %0:2 = split.variadic_split %x axis(1) lengths(%l : tensor<2xi64>) : tensor<?x?x?xf32> -> tensor<8x?x?xf32>, tensor<?x2x9xf32>
  return
}

// CHECK-LABEL: func @split_r6_backward_rank(
// CHECK-SAME: %[[X:.+]]: tensor<*xf32>
func.func @split_r6_backward_rank(%x: tensor<*xf32>) {
  // CHECK-NEXT: %[[Y:.+]] = tensor.cast %[[X]] : tensor<*xf32> to tensor<6x?xf32>
  // CHECK-NEXT: split.split %[[Y]] axis(-2) into 2 : tensor<6x?xf32> -> tensor<3x?xf32>, tensor<3x?xf32>
  %0:2 = split.split %x axis(-2) into 2 : tensor<*xf32> -> tensor<*xf32>, tensor<3x?xf32>
  return
}

// Without a rank the axis is not known to be the only one.
// CHECK-LABEL: func @backward_unranked(
// CHECK-SAME: %[[X:.+]]: tensor<*xf32>
func.func @backward_unranked(%x: tensor<*xf32>) -> index {
  // CHECK-NEXT: split.variadic_split %[[X]] {{.+}} : tensor<*xf32> -> tensor<*xf32>, tensor<*xf32>
  // CHECK-NEXT: tensor.rank %[[X]]
  %0:2 = split.variadic_split %x axis(0) lengths [3, 4] : tensor<*xf32> -> tensor<*xf32>, tensor<*xf32>
  %r = tensor.rank %x : tensor<*xf32>
  return %r : index
}

// Any dimension of a piece may be the axis; in rank 1, and of a single piece, all
// is clear.
// CHECK-LABEL: func @backward_run_time_axis(
// CHECK-SAME: %[[X:.+]]: tensor<*xf32>, %[[Y:.+]]: tensor<?xf32>, %[[Z:.+]]: tensor<?x?xf32>
func.func @backward_run_time_axis(%x: tensor<*xf32>, %y: tensor<?xf32>, %z: tensor<?x?xf32>, %a: index) {
  // CHECK-NEXT: %[[X1:.+]] = tensor.cast %[[X]] : tensor<*xf32> to tensor<?x?xf32>
  // CHECK-NEXT: split.split %[[X1]] {{.+}} : tensor<?x?xf32> -> tensor<2x3xf32>, tensor<?x?xf32>
  %0:2 = split.split %x axis(%a : index) into 2 : tensor<*xf32> -> tensor<2x3xf32>, tensor<*xf32>
  // CHECK-NEXT: %[[Y1:.+]] = tensor.cast %[[Y]] : tensor<?xf32> to tensor<8xf32>
  // CHECK-NEXT: split.split %[[Y1]] {{.+}} : tensor<8xf32> -> tensor<4xf32>, tensor<4xf32>
  %1:2 = split.split %y axis(%a : index) into 2 : tensor<?xf32> -> tensor<4xf32>, tensor<?xf32>
  // CHECK-NEXT: %[[Z1:.+]] = tensor.cast %[[Z]] : tensor<?x?xf32> to tensor<2x?xf32>
  // CHECK-NEXT: split.split %[[Z1]] {{.+}} into 1 : tensor<2x?xf32> -> tensor<2x?xf32>
  // CHECK-NEXT: tensor.rank %[[Z1]] : tensor<2x?xf32>
  %2 = split.split %z axis(%a : index) into 1 : tensor<?x?xf32> -> tensor<2x?xf32>
  %r = tensor.rank %z : tensor<?x?xf32>
  return
}

// C7.
// CHECK-LABEL: func @split_c7_backward(
// CHECK-SAME: %[[X:.+]]: tensor<?xf32>
func.func @split_c7_backward(%x: tensor<?xf32>) {
  // CHECK-NEXT: %[[Y:.+]] = tensor.cast %[[X]] : tensor<?xf32> to tensor<0xf32>
  // CHECK-NEXT: split.split %[[Y]] axis(0) into 2 : tensor<0xf32> -> tensor<0xf32>, tensor<0xf32>
  %0:2 = split.split %x axis(0) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<0xf32>
  return
}

// A product or a sum that is no size tells nothing.
// CHECK-LABEL: func @no_backward_overflow(
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<?xi1>, %[[Y:[a-z0-9]+]]: tensor<?xi1>
func.func @no_backward_overflow(%x: tensor<?xi1>, %y: tensor<?xi1>, %a: index) {
  // CHECK-NEXT: split.split %[[X]] axis(0) into 2 : tensor<?xi1> -> tensor<4611686018427387904xi1>, tensor<?xi1>
  // CHECK-NEXT: split.variadic_split %[[Y]]
  // CHECK-NEXT: tensor.rank %[[X]]
  // CHECK-NEXT: tensor.rank %[[Y]]
  %0:2 = split.split %x axis(0) into 2 : tensor<?xi1> -> tensor<4611686018427387904xi1>, tensor<?xi1>
  %1:2 = split.variadic_split %y axis(%a : index) lengths [-1, 1] : tensor<?xi1> -> tensor<9223372036854775807xi1>, tensor<?xi1>
  %r = tensor.rank %x : tensor<?xi1>
  %s = tensor.rank %y : tensor<?xi1>
  return
}

// The largest size there is.
// CHECK-LABEL: func @backward_largest(
func.func @backward_largest(%x: tensor<?xi1>) -> index {
  // CHECK: tensor.rank %{{.+}} : tensor<9223372036854775807xi1>
  %0:2 = split.variadic_split %x axis(0) lengths [9223372036854775806, 1] : tensor<?xi1> -> tensor<?xi1>, tensor<1xi1>
  %r = tensor.rank %x : tensor<?xi1>
  return %r : index
}

// No cast if nothing gains by it.
// CHECK-LABEL: func @no_backward_without_gain(
// CHECK-SAME: %[[X:.+]]: tensor<?xf32>
func.func @no_backward_without_gain(%x: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK-NEXT: split.variadic_split %[[X]]
  // CHECK-NEXT: "test.use"(%[[X]])
  // CHECK-NEXT: return %[[X]]
  %0:2 = split.variadic_split %x axis(0) lengths [3, 4] : tensor<?xf32> -> tensor<3xf32>, tensor<4xf32>
  "test.use"(%x) : (tensor<?xf32>) -> ()
  return %x : tensor<?xf32>
}

// What several splits tell adds up.
// CHECK-LABEL: func @backward_adds_up(
// CHECK-SAME: %[[X:.+]]: tensor<*xf32>
func.func @backward_adds_up(%x: tensor<*xf32>) -> index {
  // CHECK-NEXT: %[[X1:.+]] = tensor.cast %[[X]] : tensor<*xf32> to tensor<?x2xf32>
  // CHECK-NEXT: split.variadic_split %[[X1]]
  // CHECK-NEXT: %[[X2:.+]] = tensor.cast %[[X1]] : tensor<?x2xf32> to tensor<4x2xf32>
  // CHECK-NEXT: split.split %[[X2]] axis(0) into 2 : tensor<4x2xf32> -> tensor<2x2xf32>, tensor<2x2xf32>
  // CHECK-NEXT: tensor.rank %[[X2]]
  %0:2 = split.variadic_split %x axis(1) lengths [1, 1] : tensor<*xf32> -> tensor<?x1xf32>, tensor<?x1xf32>
  %1:2 = split.split %x axis(0) into 2 : tensor<*xf32> -> tensor<2x?xf32>, tensor<*xf32>
  %r = tensor.rank %x : tensor<*xf32>
  return %r : index
}

//===----------------------------------------------------------------------===//
// Casts.
//===----------------------------------------------------------------------===//

// A split takes the source of a cast; the cast stays for who needs its type.
// CHECK-LABEL: func @cast_source(
// CHECK-SAME: %[[X:.+]]: tensor<4xf32>
func.func @cast_source(%x: tensor<4xf32>) -> tensor<?xf32> {
  // CHECK-NEXT: %[[C:.+]] = tensor.cast %[[X]] : tensor<4xf32> to tensor<?xf32>
  // CHECK-NEXT: split.split %[[X]] axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  // CHECK-NEXT: return %[[C]]
  %0 = tensor.cast %x : tensor<4xf32> to tensor<?xf32>
  %1:2 = split.split %0 axis(0) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func @cast_dies(
// CHECK-NOT: tensor.cast
// CHECK: return
func.func @cast_dies(%x: tensor<4xf32>) -> index {
  %0 = tensor.cast %x : tensor<4xf32> to tensor<?xf32>
  %1 = tensor.cast %0 : tensor<?xf32> to tensor<*xf32>
  %r = tensor.rank %1 : tensor<*xf32>
  return %r : index
}

// Dead code that the pass did not make is left alone.
// CHECK-LABEL: func @cast_dead_before(
// CHECK: tensor.cast
func.func @cast_dead_before(%x: tensor<4xf32>) {
  %0 = tensor.cast %x : tensor<4xf32> to tensor<?xf32>
  return
}

// CHECK-LABEL: func @cast_becomes_identity(
// CHECK-SAME: %[[X:.+]]: tensor<4xf32>
func.func @cast_becomes_identity(%x: tensor<4xf32>) -> tensor<2xf32> {
  // CHECK-NEXT: %[[P:.+]]:2 = split.split %[[X]] axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  // CHECK-NEXT: return %[[P]]#0
  %0:2 = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<?xf32>, tensor<?xf32>
  %1 = tensor.cast %0#0 : tensor<?xf32> to tensor<2xf32>
  return %1 : tensor<2xf32>
}

// Either type of the cast may know more.
// CHECK-LABEL: func @cast_join(
// CHECK-SAME: %[[X:.+]]: tensor<4x?xf32>
func.func @cast_join(%x: tensor<4x?xf32>) -> tensor<?x6xf32> {
  // CHECK-NEXT: %[[J:.+]] = tensor.cast %[[X]] : tensor<4x?xf32> to tensor<4x6xf32>
  // CHECK-NEXT: %[[C:.+]] = tensor.cast %[[X]] : tensor<4x?xf32> to tensor<?x6xf32>
  // CHECK-NEXT: split.split %[[J]] axis(1) into 2 : tensor<4x6xf32> -> tensor<4x3xf32>, tensor<4x3xf32>
  // CHECK-NEXT: return %[[C]]
  %0 = tensor.cast %x : tensor<4x?xf32> to tensor<?x6xf32>
  %1:2 = split.split %0 axis(1) into 2 : tensor<?x6xf32> -> tensor<?x3xf32>, tensor<?x3xf32>
  return %0 : tensor<?x6xf32>
}

// What is known of a cast's result is known of its source.
// CHECK-LABEL: func @cast_backward(
// CHECK-SAME: %[[X:.+]]: tensor<?x?xf32>
func.func @cast_backward(%x: tensor<?x?xf32>) {
  // CHECK-NEXT: %[[C:.+]] = tensor.cast %[[X]] : tensor<?x?xf32> to tensor<?x6xf32>
  // CHECK-NEXT: split.split %[[C]]
  // CHECK-NEXT: split.split %[[C]] axis(-1) into 3 : tensor<?x6xf32> -> tensor<?x2xf32>
  %0 = tensor.cast %x : tensor<?x?xf32> to tensor<?x6xf32>
  %1:2 = split.split %0 axis(1) into 2 : tensor<?x6xf32> -> tensor<?x3xf32>, tensor<?x3xf32>
  %2:3 = split.split %x axis(-1) into 3 : tensor<?x?xf32> -> tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>
  return
}

//===----------------------------------------------------------------------===//
// Users that keep the old type get it by one cast, after the definition.
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @one_cast_back(
func.func @one_cast_back(%x: tensor<6xf32>, %c: i1) -> tensor<?xf32> {
  // CHECK-NEXT: %[[P:.+]]:2 = split.split {{.+}} -> tensor<3xf32>, tensor<3xf32>
  // CHECK-NEXT: %[[C:.+]] = tensor.cast %[[P]]#0 : tensor<3xf32> to tensor<?xf32>
  // CHECK-NEXT: "test.use"(%[[C]])
  // CHECK-NEXT: tensor.rank %[[P]]#0 : tensor<3xf32>
  %0:2 = split.split %x axis(0) into 2 : tensor<6xf32> -> tensor<?xf32>, tensor<?xf32>
  "test.use"(%0#0) : (tensor<?xf32>) -> ()
  %r = tensor.rank %0#0 : tensor<?xf32>
  // CHECK-NEXT: scf.if
  %1 = scf.if %c -> tensor<?xf32> {
    // CHECK-NEXT: scf.yield %[[C]]
    scf.yield %0#0 : tensor<?xf32>
  } else {
    // CHECK: %[[Q:.+]]:3 = split.split %[[P]]#0 axis(0) into 3 : tensor<3xf32> -> tensor<1xf32>, tensor<1xf32>, tensor<1xf32>
    // CHECK-NEXT: %[[D:.+]] = tensor.cast %[[Q]]#2 : tensor<1xf32> to tensor<?xf32>
    // CHECK-NEXT: scf.yield %[[D]]
    %2:3 = split.split %0#0 axis(0) into 3 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
    scf.yield %2#2 : tensor<?xf32>
  }
  // CHECK: return
  // CHECK-NOT: tensor.cast
  return %1 : tensor<?xf32>
}

// Lengths and axis are operands, but not data: their types are C3's and V1's.
// CHECK-LABEL: func @lengths_are_not_data(
func.func @lengths_are_not_data(%l: tensor<4xi64>, %x: tensor<?xf32>) {
  // CHECK: %[[P:.+]]:2 = split.split {{.+}} -> tensor<2xi64>, tensor<2xi64>
  // CHECK-NEXT: split.variadic_split {{.+}} lengths(%[[P]]#0 : tensor<2xi64>)
  %0:2 = split.split %l axis(0) into 2 : tensor<4xi64> -> tensor<?xi64>, tensor<2xi64>
  %1 = tensor.cast %0#0 : tensor<?xi64> to tensor<2xi64>
  %2:2 = split.variadic_split %x axis(0) lengths(%1 : tensor<2xi64>) : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  return
}

// Encodings and element types stay.
// CHECK-LABEL: func @split_c5_encoding(
func.func @split_c5_encoding(%x: tensor<4x?xui8, "rows">, %y: tensor<4x?xui8>) {
  // CHECK: split.split {{.+}} -> tensor<2x?xui8, "rows">, tensor<2x?xui8, "rows">
  %0:2 = split.split %x axis(0) into 2 : tensor<4x?xui8, "rows"> -> tensor<?x?xui8, "rows">, tensor<*xui8>
  // A cast that gives or takes one stays.
  // CHECK: %[[C:.+]] = tensor.cast %{{.+}} : tensor<4x?xui8> to tensor<?x?xui8, "rows">
  // CHECK-NEXT: split.split %[[C]] axis(0) into 2 : tensor<?x?xui8, "rows">
  %1 = tensor.cast %y : tensor<4x?xui8> to tensor<?x?xui8, "rows">
  %2:2 = split.split %1 axis(0) into 2 : tensor<?x?xui8, "rows"> -> tensor<?x?xui8, "rows">, tensor<?x?xui8, "rows">
  return
}

// -----

// Ranked pieces tell the rank and size of unranked data.
// CHECK-LABEL: func @data_of_mixed_pieces(
// CHECK: split.split %{{.+}} axis(0) into 2 : tensor<{{.+}}> -> tensor<3xf32>, tensor<3xf32>
// CHECK: split.variadic_split %{{.+}} axis(0) lengths [2, 3] : tensor<{{.+}}> -> tensor<2xf32>, tensor<3xf32>
func.func @data_of_mixed_pieces(%x: tensor<*xf32>, %y: tensor<*xf32>) {
  %0:2 = split.split %x axis(0) into 2 : tensor<*xf32> -> tensor<*xf32>, tensor<3xf32>
  %1:2 = split.variadic_split %y axis(0) lengths [2, 3] : tensor<*xf32> -> tensor<*xf32>, tensor<3xf32>
  return
}

// -----

// A block without ops.
// CHECK-LABEL: func @empty_block(
func.func @empty_block() {
  // CHECK: "test.empty"() ({
  "test.empty"() ({
  ^bb0:
  }) : () -> ()
  return
}
