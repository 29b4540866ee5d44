// Stores past the caches, in parts of rows and of all of them: every start
// relative to a line, rows of no elements up to several vectors, results that
// lie alike and others. What is computed by an op of a rank that the pass leaves
// alone, element by element, is the same, and nothing else is written. The same
// holds for vectors of any size.
// RUN: for options in "} threads=1" "parallel-loop-threshold=1} threads=3" \
// RUN:   vector-bytes=8} "vector-bytes=16 parallel-loop-threshold=1} threads=3" \
// RUN:   "vector-bytes=32 prefetch-distance=0}" vector-bytes=256}; do \
// RUN:   split-opt %s \
// RUN:     --split-vectorize-elementwise="machine={nontemporal-threshold=1 $options" \
// RUN:     --split-strided-copy-to-linalg --convert-linalg-to-loops \
// RUN:     --expand-strided-metadata --lower-affine \
// RUN:     --convert-scf-to-cf --convert-vector-to-llvm --finalize-memref-to-llvm \
// RUN:     --convert-func-to-llvm --convert-index-to-llvm --convert-arith-to-llvm \
// RUN:     --convert-cf-to-llvm --reconcile-unrealized-casts -o %t || exit 1; \
// RUN:   mlir-runner %t -e main -entry-point-result=i32 | FileCheck %s || exit 1; \
// RUN: done
// CHECK: {{^}}0{{$}}

#all = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d1)>
#column = affine_map<(d0, d1) -> (d0, 0)>
!data = memref<?x?xf32, strided<[?, 1], offset: ?>>

func.func private @kernel(%x: !data, %y: !data, %row: memref<?xf32>, %column: memref<?x1xf32>, %p: !data, %q: !data) {
  linalg.generic {indexing_maps = [#all, #all, #row, #column, #all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%x, %y, %row, %column : !data, !data, memref<?xf32>, memref<?x1xf32>) outs(%p, %q : !data, !data) {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32, %o0: f32, %o1: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.subf %0, %c : f32
    %2 = arith.mulf %1, %d : f32
    linalg.yield %1, %2 : f32, f32
  }
  return
}

// Elements of `m` that are not `expected` in rows and columns, or not -1 elsewhere.
func.func private @count(%m: memref<600xf32>, %offset: index, %ld: index, %rows: index, %columns: index, %x: !data, %y: !data, %row: memref<?xf32>, %column: memref<?x1xf32>, %scaled: i1) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c600 = arith.constant 600 : index
  %zero = arith.constant 0 : i32
  %sentinel = arith.constant -1.0 : f32
  %n = scf.for %i = %c0 to %c600 step %c1 iter_args(%sum = %zero) -> i32 {
    %value = memref.load %m[%i] : memref<600xf32>
    %from = arith.subi %i, %offset : index
    %r = arith.divui %from, %ld : index
    %c = arith.remui %from, %ld : index
    %behind = arith.cmpi uge, %i, %offset : index
    %in_rows = arith.cmpi ult, %r, %rows : index
    %in_columns = arith.cmpi ult, %c, %columns : index
    %0 = arith.andi %behind, %in_rows : i1
    %inside = arith.andi %0, %in_columns : i1
    %expected = scf.if %inside -> f32 {
      %a = memref.load %x[%r, %c] : !data
      %b = memref.load %y[%r, %c] : !data
      %d = memref.load %row[%c] : memref<?xf32>
      %e = memref.load %column[%r, %c0] : memref<?x1xf32>
      %1 = arith.mulf %a, %b : f32
      %2 = arith.subf %1, %d : f32
      %3 = arith.mulf %2, %e : f32
      %4 = arith.select %scaled, %3, %2 : f32
      scf.yield %4 : f32
    } else {
      scf.yield %sentinel : f32
    }
    %differs = arith.cmpf une, %value, %expected : f32
    %one = arith.extui %differs : i1 to i32
    %next = arith.addi %sum, %one : i32
    scf.yield %next : i32
  }
  return %n : i32
}

func.func private @try(%in: memref<600xf32>, %columns: index, %start: index, %apart: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rows = arith.constant 4 : index
  %c600 = arith.constant 600 : index
  %no = arith.constant false
  %yes = arith.constant true
  %sentinel = arith.constant -1.0 : f32
  %m0 = memref.alloc() {alignment = 64 : i64} : memref<600xf32>
  %m1 = memref.alloc() {alignment = 64 : i64} : memref<600xf32>
  scf.for %i = %c0 to %c600 step %c1 {
    memref.store %sentinel, %m0[%i] : memref<600xf32>
    memref.store %sentinel, %m1[%i] : memref<600xf32>
  }
  %ld = arith.constant 113 : index
  %other = arith.addi %start, %apart : index
  %x = memref.reinterpret_cast %in to offset: [%start], sizes: [%rows, %columns], strides: [%ld, 1] : memref<600xf32> to !data
  %y = memref.reinterpret_cast %in to offset: [%columns], sizes: [%rows, %columns], strides: [%ld, 1] : memref<600xf32> to !data
  %p = memref.reinterpret_cast %m0 to offset: [%start], sizes: [%rows, %columns], strides: [%ld, 1] : memref<600xf32> to !data
  %q = memref.reinterpret_cast %m1 to offset: [%other], sizes: [%rows, %columns], strides: [%ld, 1] : memref<600xf32> to !data
  %0 = memref.subview %in[3] [%columns] [1] : memref<600xf32> to memref<?xf32, strided<[1], offset: 3>>
  %row = memref.alloc(%columns) : memref<?xf32>
  memref.copy %0, %row : memref<?xf32, strided<[1], offset: 3>> to memref<?xf32>
  %column = memref.reinterpret_cast %in to offset: [0], sizes: [%rows, 1], strides: [1, 1] : memref<600xf32> to memref<?x1xf32>
  call @kernel(%x, %y, %row, %column, %p, %q) : (!data, !data, memref<?xf32>, memref<?x1xf32>, !data, !data) -> ()
  %n0 = call @count(%m0, %start, %ld, %rows, %columns, %x, %y, %row, %column, %no) : (memref<600xf32>, index, index, index, index, !data, !data, memref<?xf32>, memref<?x1xf32>, i1) -> i32
  %n1 = call @count(%m1, %other, %ld, %rows, %columns, %x, %y, %row, %column, %yes) : (memref<600xf32>, index, index, index, index, !data, !data, memref<?xf32>, memref<?x1xf32>, i1) -> i32
  memref.dealloc %m0 : memref<600xf32>
  memref.dealloc %m1 : memref<600xf32>
  memref.dealloc %row : memref<?xf32>
  %n = arith.addi %n0, %n1 : i32
  return %n : i32
}

func.func @main() -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  %c17 = arith.constant 17 : index
  %c70 = arith.constant 70 : index
  %c600 = arith.constant 600 : index
  %zero = arith.constant 0 : i32
  %in = memref.alloc() : memref<600xf32>
  scf.for %i = %c0 to %c600 step %c1 {
    %0 = arith.index_cast %i : index to i32
    %1 = arith.sitofp %0 : i32 to f32
    memref.store %1, %in[%i] : memref<600xf32>
  }
  %n = scf.for %columns = %c0 to %c70 step %c5 iter_args(%sum = %zero) -> i32 {
    %n0 = scf.for %start = %c0 to %c17 step %c1 iter_args(%sum0 = %sum) -> i32 {
      %n1 = scf.for %apart = %c0 to %c2 step %c1 iter_args(%sum1 = %sum0) -> i32 {
        %bad = func.call @try(%in, %columns, %start, %apart) : (memref<600xf32>, index, index, index) -> i32
        %next = arith.addi %sum1, %bad : i32
        scf.yield %next : i32
      }
      scf.yield %n1 : i32
    }
    scf.yield %n0 : i32
  }
  memref.dealloc %in : memref<600xf32>
  return %n : i32
}
