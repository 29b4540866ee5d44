// RUN: split-opt %s --split-check-operand-sizes --canonicalize --cse --split-input-file | FileCheck %s

// CHECK-LABEL: func @dim(
// CHECK-SAME: %{{.+}}: tensor<?x?xf32>, %[[U:.+]]: tensor<*xf32>, %{{.+}}: memref<?xf32>, %[[I:.+]]: index)
// CHECK: %[[OK:.+]] = arith.cmpi ult, %[[I]], %c2
// CHECK-NEXT: split.assert %[[OK]], "index {} is out of range for source of rank 2"(%[[I]])
// CHECK-NEXT: tensor.dim
// CHECK-NEXT: %[[RANK:.+]] = tensor.rank %[[U]]
// CHECK-NEXT: %[[OK:.+]] = arith.cmpi ugt, %[[RANK]], %c1
// CHECK-NEXT: split.assert %[[OK]], "index 1 is out of range for source of rank {}"(%[[RANK]])
// CHECK: "index {} is out of range for source of rank 1"(%[[I]])
// CHECK-NEXT: memref.dim
func.func @dim(%x: tensor<?x?xf32>, %u: tensor<*xf32>, %m: memref<?xf32>, %i: index) -> (index, index, index) {
  %c1 = arith.constant 1 : index
  %0 = tensor.dim %x, %i : tensor<?x?xf32>
  %1 = tensor.dim %u, %c1 : tensor<*xf32>
  %2 = memref.dim %m, %i : memref<?xf32>
  return %0, %1, %2 : index, index, index
}

// -----

// A constant out of range always fails.
// CHECK-LABEL: func @dim_out_of_range(
// CHECK: split.assert %false, "index 2 is out of range for source of rank 2"
func.func @dim_out_of_range(%x: tensor<?x?xf32>) -> index {
  %c2 = arith.constant 2 : index
  %0 = tensor.dim %x, %c2 : tensor<?x?xf32>
  return %0 : index
}

// -----

// CHECK-LABEL: func @element(
// CHECK-SAME: %[[X:.+]]: tensor<?x4xf32>, %[[I:.+]]: index, %{{.+}}: f32)
// CHECK: %[[N:.+]] = tensor.dim %[[X]], %c0
// CHECK-NEXT: %[[OK:.+]] = arith.cmpi ult, %[[I]], %[[N]]
// CHECK-NEXT: split.assert %[[OK]], "index {} is out of range for dimension 0 of size {}"(%[[I]], %[[N]])
// CHECK-NEXT: tensor.extract
// CHECK: "index {} is out of range for dimension 1 of size 4"(%[[I]])
// CHECK-NEXT: tensor.insert
func.func @element(%x: tensor<?x4xf32>, %i: index, %v: f32) -> (f32, tensor<4x4xf32>) {
  %c3 = arith.constant 3 : index
  %e = tensor.empty() : tensor<4x4xf32>
  %0 = tensor.extract %x[%i, %c3] : tensor<?x4xf32>
  %1 = tensor.insert %v into %e[%c3, %i] : tensor<4x4xf32>
  return %0, %1 : f32, tensor<4x4xf32>
}

// -----

// CHECK-LABEL: func @cast(
// CHECK-SAME: %[[X:.+]]: tensor<?x?xf32>, %[[U:.+]]: tensor<*xf32>)
// CHECK: %[[N:.+]] = tensor.dim %[[X]], %c0
// CHECK-NEXT: %[[OK:.+]] = arith.cmpi eq, %[[N]], %c3
// CHECK-NEXT: split.assert %[[OK]], "result 0 has size {} along dimension 0, but its type states 3"(%[[N]])
// CHECK-NEXT: tensor.cast
// CHECK: %[[RANK:.+]] = tensor.rank %[[U]]
// CHECK-NEXT: %[[OK:.+]] = arith.cmpi eq, %[[RANK]], %c2
// CHECK-NEXT: split.assert %[[OK]], "result type has rank 2, but source has rank {}"(%[[RANK]])
// CHECK-NEXT: %[[N:.+]] = tensor.dim %[[U]], %c1
// CHECK-NEXT: %[[OK:.+]] = arith.cmpi eq, %[[N]], %c4
// CHECK-NEXT: split.assert %[[OK]], "result 0 has size {} along dimension 1, but its type states 4"(%[[N]])
// CHECK-NOT: split.assert
func.func @cast(%x: tensor<?x?xf32>, %u: tensor<*xf32>) -> (tensor<3x?xf32>, tensor<?x4xf32>) {
  %0 = tensor.cast %x : tensor<?x?xf32> to tensor<3x?xf32>
  %1 = tensor.cast %u : tensor<*xf32> to tensor<?x4xf32>
  return %0, %1 : tensor<3x?xf32>, tensor<?x4xf32>
}

// -----

// CHECK-LABEL: func @slice(
// CHECK-SAME: %[[X:.+]]: tensor<?xf32>, %[[O:.+]]: index, %[[S:.+]]: index)
// CHECK: %[[EMPTY:.+]] = arith.cmpi eq, %[[S]], %c0
// CHECK: %[[N:.+]] = tensor.dim %[[X]], %c0
// CHECK: %[[NATURAL:.+]] = arith.cmpi sge, %[[S]], %c0
// CHECK: %[[BEGINS:.+]] = arith.cmpi sge, %[[O]], %c0
// CHECK: %[[LEFT:.+]] = arith.subi %[[N]], %[[O]]
// CHECK: %[[ENDS:.+]] = arith.cmpi sle, %[[S]], %[[LEFT]]
// CHECK: %[[FITS:.+]] = arith.andi %[[BEGINS]], %[[ENDS]]
// CHECK: %[[ANY:.+]] = arith.ori %[[EMPTY]], %[[FITS]]
// CHECK: %[[OK:.+]] = arith.andi %[[NATURAL]], %[[ANY]]
// CHECK: split.assert %[[OK]], "slice of size {} at offset {} with stride 1 is out of bounds of dimension 0 of size {}"(%[[S]], %[[O]], %[[N]])
// CHECK-NEXT: tensor.extract_slice
func.func @slice(%x: tensor<?xf32>, %o: index, %s: index) -> tensor<?xf32> {
  %0 = tensor.extract_slice %x[%o] [%s] [1] : tensor<?xf32> to tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// The dropped dimension has no size in the source.
// CHECK-LABEL: func @insert_slice(
// CHECK-SAME: %[[S:.+]]: tensor<?xf32>, %[[X:.+]]: tensor<4x8xf32>, %[[I:.+]]: index, %[[N:.+]]: index)
// CHECK: "slice of size 1 at offset {} with stride 1 is out of bounds of dimension 0 of size 4"(%[[I]])
// CHECK: "slice of size {} at offset 1 with stride 2 is out of bounds of dimension 1 of size 8"(%[[N]])
// CHECK: %[[SIZE:.+]] = tensor.dim %[[S]], %c0
// CHECK: "source has size {} along dimension 0, expected {}, the size of the slice"(%[[SIZE]], %[[N]])
// CHECK-NEXT: tensor.insert_slice
func.func @insert_slice(%s: tensor<?xf32>, %x: tensor<4x8xf32>, %i: index, %n: index) -> tensor<4x8xf32> {
  %0 = tensor.insert_slice %s into %x[%i, 1] [1, %n] [1, 2] : tensor<?xf32> into tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// CHECK-LABEL: func @reshape(
// CHECK-SAME: %{{.+}}: tensor<3x4xf32>, %[[S:.+]]: tensor<2xi32>)
// CHECK: %[[A:.+]] = tensor.extract %[[S]][%c0]
// CHECK: %[[M:.+]] = arith.index_cast %[[A]]
// CHECK: %[[B:.+]] = tensor.extract %[[S]][%c1]
// CHECK: %[[N:.+]] = arith.index_cast %[[B]]
// CHECK: "shape [{}, {}] does not have 12 elements, as source has"(%[[M]], %[[N]])
// CHECK: "result 0 has size {} along dimension 1, but its type states 6"(%[[N]])
// CHECK-NEXT: tensor.reshape
func.func @reshape(%x: tensor<3x4xf32>, %s: tensor<2xi32>) -> tensor<?x6xf32> {
  %0 = tensor.reshape %x(%s) : (tensor<3x4xf32>, tensor<2xi32>) -> tensor<?x6xf32>
  return %0 : tensor<?x6xf32>
}

// -----

// The number of elements, and whether it is the product of the sizes, are found by loops.
// CHECK-LABEL: func @reshape_unknown_ranks(
// CHECK-SAME: %[[X:.+]]: tensor<*xf32>, %[[S:.+]]: tensor<?xindex>)
// CHECK: %[[R:.+]] = tensor.rank %[[X]]
// CHECK: %[[N:.+]] = scf.for %[[I:.+]] = %{{.+}} to %[[R]] step
// CHECK: %[[D:.+]] = tensor.dim %[[X]], %[[I]]
// CHECK: arith.muli %{{.+}}, %[[D]]
// CHECK: scf.for %[[J:.+]] = %{{.+}} iter_args(%{{.+}} = %[[N]],
// CHECK: tensor.extract %[[S]][%[[J]]]
// CHECK: "shape of {} sizes does not have {} elements, as source has"(%{{.+}}, %[[N]])
// CHECK-NEXT: tensor.reshape
func.func @reshape_unknown_ranks(%x: tensor<*xf32>, %s: tensor<?xindex>) -> tensor<*xf32> {
  %0 = tensor.reshape %x(%s) : (tensor<*xf32>, tensor<?xindex>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// CHECK-LABEL: func @expand(
// CHECK-SAME: %[[X:.+]]: tensor<2x?xf32>, %[[I:.+]]: index)
// CHECK: %[[N:.+]] = tensor.dim %[[X]], %c1
// CHECK: "shape [{}, 4] does not have {} elements, as source has along dimension 1"(%[[I]], %[[N]])
// CHECK-NEXT: tensor.expand_shape
func.func @expand(%x: tensor<2x?xf32>, %i: index) -> tensor<2x?x4xf32> {
  %0 = tensor.expand_shape %x [[0], [1, 2]] output_shape [2, %i, 4] : tensor<2x?xf32> into tensor<2x?x4xf32>
  return %0 : tensor<2x?x4xf32>
}

// -----

// CHECK-LABEL: func @pad(
// CHECK-SAME: %[[X:.+]]: tensor<?x?xf32>, %[[I:.+]]: index,
// CHECK: "high padding of dimension 0 is {}, expected at least 0"
// CHECK: %[[D:.+]] = tensor.dim %[[X]], %c0
// CHECK: %[[SUM:.+]] = arith.addi %[[D]], %[[I]]
// CHECK: %[[OK:.+]] = arith.cmpi sge, %[[SUM]], %c0
// CHECK: split.assert %[[OK]], "sum of the size {} of dimension 0 and its padding 0 and {} is too large"(%[[D]], %[[I]])
// CHECK: "low padding of dimension 1 is {}, expected at least 0"
// CHECK: %[[SUM1:.+]] = arith.addi
// CHECK: %[[OK1:.+]] = arith.cmpi sge, %[[SUM1]], %c0
// CHECK: %[[SUM2:.+]] = arith.addi %[[SUM1]], %c2
// CHECK: %[[OK2:.+]] = arith.cmpi sge, %[[SUM2]], %c0
// CHECK: %[[BOTH:.+]] = arith.andi %[[OK1]], %[[OK2]]
// CHECK: split.assert %[[BOTH]], "sum of the size {} of dimension 1 and its padding {} and 2 is too large"
// CHECK-NOT: split.assert
func.func @pad(%x: tensor<?x?xf32>, %i: index, %v: f32) -> tensor<?x?xf32> {
  %0 = tensor.pad %x low[0, %i] high[%i, 2] {
  ^bb0(%a: index, %b: index):
    tensor.yield %v : f32
  } : tensor<?x?xf32> to tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// Only the product of two dimensions of other sizes than 1 can be too large.
// CHECK-LABEL: func @collapse(
// CHECK-SAME: %[[X:.+]]: tensor<?x?x?x1xf32>
// CHECK-DAG: %[[M:.+]] = tensor.dim %[[X]], %c1
// CHECK-DAG: %[[N:.+]] = tensor.dim %[[X]], %c2
// CHECK-DAG: %[[P:.+]] = arith.muli %[[M]], %[[N]]
// CHECK: %[[Q:.+]] = arith.divui %[[P]], %{{.+}}
// CHECK: arith.cmpi eq, %[[Q]], %[[M]]
// CHECK: "product of the sizes [{}, {}] for dimension 1 is too large"(%[[M]], %[[N]])
// CHECK-NOT: split.assert
func.func @collapse(%x: tensor<?x?x?x1xf32>) -> tensor<?x?xf32> {
  %0 = tensor.collapse_shape %x [[0], [1, 2, 3]] : tensor<?x?x?x1xf32> into tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// CHECK-LABEL: func @concat(
// CHECK-SAME: %[[X:.+]]: tensor<?x?xf32>, %[[Y:.+]]: tensor<?x4xf32>)
// CHECK: "operand 1 has size 4 along dimension 1, expected {}, the size of operand 0 along dimension 1"
// CHECK: %[[SUM:.+]] = arith.addi
// CHECK: "sum of the sizes [{}, {}] along dimension 0 is too large"
// CHECK: "result 0 has size {} along dimension 0, but its type states 5"(%[[SUM]])
// CHECK: tensor.concat
func.func @concat(%x: tensor<?x?xf32>, %y: tensor<?x4xf32>) -> tensor<5x?xf32> {
  %0 = tensor.concat dim(0) %x, %y : (tensor<?x?xf32>, tensor<?x4xf32>) -> tensor<5x?xf32>
  return %0 : tensor<5x?xf32>
}

// -----

// No check where sizes are the same: of static shapes, of whole dimensions, of
// casts after a check, and of reshapes that keep the dynamic size.
// CHECK-LABEL: func @no_check(
// CHECK-COUNT-1: split.assert %{{.+}}, "from the program"
// CHECK-NOT: split.assert
func.func @no_check(%x: tensor<?x6xf32>, %o: index) -> (tensor<?x2xf32>, tensor<?x2x3xf32>, tensor<?x3xf32>, tensor<4x6xf32>, index) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %n = tensor.dim %x, %c0 : tensor<?x6xf32>
  %0 = tensor.extract_slice %x[0, 2] [%n, 2] [1, 2] : tensor<?x6xf32> to tensor<?x2xf32>
  %1 = tensor.expand_shape %x [[0], [1, 2]] output_shape [%n, 2, 3] : tensor<?x6xf32> into tensor<?x2x3xf32>
  %y = tensor.extract_slice %x[0, 0] [%n, 3] [1, 1] : tensor<?x6xf32> to tensor<?x3xf32>
  %2 = tensor.insert_slice %y into %y[0, 0] [%n, 3] [1, 1] : tensor<?x3xf32> into tensor<?x3xf32>
  %ok = arith.cmpi eq, %n, %c4 : index
  split.assert %ok, "from the program"
  %3 = tensor.cast %x : tensor<?x6xf32> to tensor<4x6xf32>
  %shape = tensor.from_elements %c2, %c2 : tensor<2xindex>
  %4 = tensor.extract %shape[%c0] : tensor<2xindex>
  return %0, %1, %2, %3, %4 : tensor<?x2xf32>, tensor<?x2x3xf32>, tensor<?x3xf32>, tensor<4x6xf32>, index
}

// -----

// Counters of loops are in bounds, but not a sum of one.
// CHECK-LABEL: func @loop(
// CHECK: scf.for
// CHECK-NEXT: tensor.extract
// CHECK: arith.addi
// CHECK: split.assert
// CHECK-NEXT: tensor.extract
func.func @loop(%x: tensor<?xi64>) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  %n = tensor.dim %x, %c0 : tensor<?xi64>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> i64 {
    %a = tensor.extract %x[%i] : tensor<?xi64>
    %j = arith.addi %i, %c1 : index
    %b = tensor.extract %x[%j] : tensor<?xi64>
    %c = arith.addi %a, %b : i64
    %next = arith.addi %sum, %c : i64
    scf.yield %next : i64
  }
  return %r : i64
}

// -----

// The counter of another loop, and one that starts below 0.
// CHECK-LABEL: func @other_loop(
// CHECK: scf.for
// CHECK: split.assert
// CHECK: scf.for
// CHECK: split.assert
func.func @other_loop(%x: tensor<?xi64>, %n: index, %first: index, %y: tensor<?xi64>) -> (tensor<?xi64>, tensor<?xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%t = %x) -> tensor<?xi64> {
    %a = tensor.insert %zero into %t[%i] : tensor<?xi64>
    scf.yield %a : tensor<?xi64>
  }
  %m = tensor.dim %y, %c0 : tensor<?xi64>
  %1 = scf.for %i = %first to %m step %c1 iter_args(%t = %y) -> tensor<?xi64> {
    %a = tensor.insert %zero into %t[%i] : tensor<?xi64>
    scf.yield %a : tensor<?xi64>
  }
  return %0, %1 : tensor<?xi64>, tensor<?xi64>
}

// -----

// A position that the data determine is checked for each element.
// CHECK-LABEL: func @body(
// CHECK: ^bb0(%[[I:.+]]: index, %{{.+}}: f32):
// CHECK: %[[N:.+]] = tensor.dim
// CHECK: %[[OK:.+]] = arith.cmpi ult, %[[I]], %[[N]] : index
// CHECK: split.assert %[[OK]], "index {} is out of range for dimension 0 of size {}"(%[[I]], %[[N]])
func.func @body(%x: tensor<?xf32>, %indices: tensor<3xindex>) -> tensor<3xf32> {
  %e = tensor.empty() : tensor<3xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%indices : tensor<3xindex>) outs(%e : tensor<3xf32>) {
  ^bb0(%i: index, %out: f32):
    %1 = tensor.extract %x[%i] : tensor<?xf32>
    linalg.yield %1 : f32
  } -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
