// Indexing maps with differences, quotients and remainders: every index that the loops reach is
// checked, also where all sizes are static.

// RUN: %run-each %s --function=shifted --input=3xi32=1,2,3 --input=5xi32=4,5,6,7,8 \
// RUN:   --expected_output=3xi32=29,36,43
// RUN: not split-run %s --function=before --input=8xi32 --input=7xi32 2>&1 \
// RUN:   | FileCheck %s --check-prefix=BEFORE
// RUN: %run-each %s --function=before --input=8xi32 --input=0xi32 --expected_output=0xi32
// RUN: %run-each %s --function=reversed --input=5xi32=1,2,3,4,5 --input=5xi32 \
// RUN:   --expected_output=5xi32=5,4,3,2,1
// RUN: not split-run %s --function=reversed --input=4xi32=1,2,3,4 --input=5xi32 2>&1 \
// RUN:   | FileCheck %s --check-prefix=REVERSED
// RUN: not split-run %s --function=reversed --input=6xi32=iota --input=6xi32 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NEGATIVE
// RUN: %run-each %s --function=repeated --input=3xi32=1,2,3 --input=7xi32 \
// RUN:   --expected_output=7xi32=1,2,3,1,2,3,1
// RUN: %run-each %s --function=repeated --input=2xi32=1,2 --input=2xi32 \
// RUN:   --expected_output=2xi32=1,2
// RUN: not split-run %s --function=repeated --input=2xi32=1,2 --input=3xi32 2>&1 \
// RUN:   | FileCheck %s --check-prefix=REPEATED
// RUN: %run-each %s --function=halved --input=3xi32=1,2,3 --input=5xi32 \
// RUN:   --expected_output=5xi32=1,1,2,2,3
// RUN: not split-run %s --function=halved --input=2xi32=1,2 --input=5xi32 2>&1 \
// RUN:   | FileCheck %s --check-prefix=HALVED
// RUN: not split-run %s --function=static --input=1xi32=1 --input=5xi32 2>&1 \
// RUN:   | FileCheck %s --check-prefix=STATIC

// RUN: %run-each %s --function=far --input=8xi32=0,1,2,3,4,5,6,7 --input=1x3xi32 \
// RUN:   --expected_output=1x3xi32=5,4,3
// RUN: not split-run %s --function=far --input=8xi32=iota --input=2x3xi32 2>&1 \
// RUN:   | FileCheck %s --check-prefix=FAR
// RUN: not split-run %s --function=rounded --input=2xi32=1,2 --input=5xi32 2>&1 \
// RUN:   | FileCheck %s --check-prefix=HALVED
// RUN: %run-each %s --function=rounded --input=3xi32=1,2,3 --input=5xi32 \
// RUN:   --expected_output=5xi32=1,2,2,3,3

// FAR: error: operand 0 has size 8 along dimension 0, but is accessed at index {{[0-9]+}}
// BEFORE: index-maps.mlir:{{[0-9]+}}:8: error: operand 0 has size 8 along dimension 0, but is accessed at index -2
// REVERSED: error: operand 0 has size 4 along dimension 0, but is accessed at index 4
// NEGATIVE: error: operand 0 has size 6 along dimension 0, but is accessed at index -1
// REPEATED: error: operand 0 has size 2 along dimension 0, but is accessed at index 2
// HALVED: error: operand 0 has size 2 along dimension 0, but is accessed at index 2
// STATIC: error: operand 0 has size 1 along dimension 0, but is accessed at index 3

#id = affine_map<(i) -> (i)>

func.func @before(%x: tensor<?xi32>, %y: tensor<?xi32>) -> tensor<?xi32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i - 2)>, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<?xi32>) outs(%y : tensor<?xi32>) {
  ^bb0(%a: i32, %b: i32):
    linalg.yield %a : i32
  } -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

func.func @reversed(%x: tensor<?xi32>, %y: tensor<?xi32>) -> tensor<?xi32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (4 - i)>, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<?xi32>) outs(%y : tensor<?xi32>) {
  ^bb0(%a: i32, %b: i32):
    linalg.yield %a : i32
  } -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

func.func @repeated(%x: tensor<?xi32>, %y: tensor<?xi32>) -> tensor<?xi32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i mod 3)>, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<?xi32>) outs(%y : tensor<?xi32>) {
  ^bb0(%a: i32, %b: i32):
    linalg.yield %a : i32
  } -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

func.func @halved(%x: tensor<?xi32>, %y: tensor<?xi32>) -> tensor<?xi32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i floordiv 2)>, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<?xi32>) outs(%y : tensor<?xi32>) {
  ^bb0(%a: i32, %b: i32):
    linalg.yield %a : i32
  } -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

func.func @rounded(%x: tensor<?xi32>, %y: tensor<?xi32>) -> tensor<?xi32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i ceildiv 2)>, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<?xi32>) outs(%y : tensor<?xi32>) {
  ^bb0(%a: i32, %b: i32):
    linalg.yield %a : i32
  } -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// The product of index and factor wraps around to an index in bounds.
func.func @far(%x: tensor<?xi32>, %y: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i * 9223372036854775807 - j + 5)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<?xi32>) outs(%y : tensor<?x?xi32>) {
  ^bb0(%a: i32, %b: i32):
    linalg.yield %a : i32
  } -> tensor<?x?xi32>
  return %0 : tensor<?x?xi32>
}

// Upstream's verifier looks at the first and the last iteration only.
func.func @static(%x: tensor<1xi32>, %y: tensor<5xi32>) -> tensor<5xi32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i mod 4)>, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<1xi32>) outs(%y : tensor<5xi32>) {
  ^bb0(%a: i32, %b: i32):
    linalg.yield %a : i32
  } -> tensor<5xi32>
  return %0 : tensor<5xi32>
}

// The difference of two loops is in bounds: from 2 - 2 to 2 + 2.
func.func @shifted(%x: tensor<?xi32>, %y: tensor<?xi32>) -> tensor<?xi32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i - j + 2)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%y, %x : tensor<?xi32>, tensor<?xi32>) outs(%x : tensor<?xi32>) {
  ^bb0(%a: i32, %k: i32, %b: i32):
    %1 = arith.muli %a, %k : i32
    %2 = arith.addi %1, %b : i32
    linalg.yield %2 : i32
  } -> tensor<?xi32>
  return %0 : tensor<?xi32>
}
