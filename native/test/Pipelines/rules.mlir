// The rules that are checked at run time: one program passes a check with one
// input and fails it in words with another. Expected values are by hand.

//===----------------------------------------------------------------------===//
// R1: rank and axis. C2, C4.
//===----------------------------------------------------------------------===//

// RUN: split-run %s --function=split_r1_c4_axis --input=2x4xi32=iota --input=i64=-1 | FileCheck %s --check-prefix=LAST
// RUN: split-run %s --function=split_r1_c4_axis --input=2x4xi32=iota --input=i64=-2 | FileCheck %s --check-prefix=FIRST
// RUN: split-run %s --function=split_r1_c4_axis --input=2x4xi32=iota --input=i64=0 | FileCheck %s --check-prefix=FIRST
// RUN: not split-run %s --function=split_r1_c4_axis --input=2x4xi32=iota --input=i64=2 2>&1 | FileCheck %s --check-prefix=LARGE
// RUN: not split-run %s --function=split_r1_c4_axis --input=2x4xi32=iota --input=i64=-3 2>&1 | FileCheck %s --check-prefix=SMALL
// LAST:      result[0]: 2x2xi32=[0,1][4,5]
// LAST-NEXT: result[1]: 2x2xi32=[2,3][6,7]
// FIRST:      result[0]: 1x4xi32=[0,1,2,3]
// FIRST-NEXT: result[1]: 1x4xi32=[4,5,6,7]
// LARGE: error: axis 2 is out of range for data of rank 2{{$}}
// SMALL: error: axis -3 is out of range for data of rank 2{{$}}
func.func @split_r1_c4_axis(%x: tensor<?x?xi32>, %a: i64) -> (tensor<?x?xi32>, tensor<?x?xi32>) {
  %0:2 = split.split %x axis(%a : i64) into 2 : tensor<?x?xi32> -> tensor<?x?xi32>, tensor<?x?xi32>
  return %0#0, %0#1 : tensor<?x?xi32>, tensor<?x?xi32>
}

// A rank of 1 is the least that there is an axis in.
// RUN: split-run %s --function=variadic_r1_c2_rank --input=3xi32=iota | FileCheck %s --check-prefix=RANK_1
// RUN: not split-run %s --function=variadic_r1_c2_rank --input=i32=7 2>&1 | FileCheck %s --check-prefix=RANK_0
// RANK_1:      result[0]: 1xi32=[0]
// RANK_1-NEXT: result[1]: 2xi32=[1,2]
// RANK_0: error: data has rank 0, so there is no axis to split along{{$}}
func.func @variadic_r1_c2_rank(%x: tensor<*xi32>) -> (tensor<*xi32>, tensor<*xi32>) {
  %0:2 = split.variadic_split %x axis(-1) lengths [1, -1] : tensor<*xi32> -> tensor<*xi32>, tensor<*xi32>
  return %0#0, %0#1 : tensor<*xi32>, tensor<*xi32>
}

// RUN: split-run %s --function=split_r1_c5_quantized_axis --input=2x2xi8=iota --input=i64=0 | FileCheck %s --check-prefix=ROWS
// RUN: not split-run %s --function=split_r1_c5_quantized_axis --input=2x2xi8=iota --input=i64=-1 2>&1 | FileCheck %s --check-prefix=COLUMNS
// ROWS:      result[0]: 1x2xi8=[0,1]
// ROWS-NEXT: result[1]: 1x2xi8=[2,3]
// COLUMNS: error: axis -1 is dimension 1 of data, which its type quantizes by{{$}}
!columns = !quant.uniform<i8:f32:1, {2.0, 3.0}>
func.func @split_r1_c5_quantized_axis(%x: tensor<2x2x!columns>, %a: i64) -> (tensor<?x?x!columns>, tensor<?x?x!columns>) {
  %0:2 = split.split %x axis(%a : i64) into 2 : tensor<2x2x!columns> -> tensor<?x?x!columns>, tensor<?x?x!columns>
  return %0#0, %0#1 : tensor<?x?x!columns>, tensor<?x?x!columns>
}

//===----------------------------------------------------------------------===//
// R2: num_splits divides the size. S2.
//===----------------------------------------------------------------------===//

// RUN: split-run %s --function=split_r2_s2_size --input=6xi32=iota | FileCheck %s --check-prefix=THIRDS
// RUN: split-run %s --function=split_r2_s2_size --input=0xi32= | FileCheck %s --check-prefix=NOTHING
// RUN: not split-run %s --function=split_r2_s2_size --input=7xi32=iota 2>&1 | FileCheck %s --check-prefix=SEVEN
// RUN: not split-run %s --function=split_r2_s2_size --input=2xi32=iota 2>&1 | FileCheck %s --check-prefix=TWO
// THIRDS:      result[0]: 2xi32=[0,1]
// THIRDS-NEXT: result[1]: 2xi32=[2,3]
// THIRDS-NEXT: result[2]: 2xi32=[4,5]
// NOTHING:      result[0]: 0xi32=[]
// NOTHING-NEXT: result[1]: 0xi32=[]
// NOTHING-NEXT: result[2]: 0xi32=[]
// SEVEN: error: dimension 0 of size 7 is not divisible by num_splits 3{{$}}
// TWO: error: dimension 0 of size 2 is not divisible by num_splits 3{{$}}
func.func @split_r2_s2_size(%x: tensor<?xi32>) -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>) {
  %0:3 = split.split %x axis(0) into 3 : tensor<?xi32> -> tensor<?xi32>, tensor<?xi32>, tensor<?xi32>
  return %0#0, %0#1, %0#2 : tensor<?xi32>, tensor<?xi32>, tensor<?xi32>
}

//===----------------------------------------------------------------------===//
// R3 and R4: run-time lengths. V2, V3, V6.
//===----------------------------------------------------------------------===//

// RUN: split-run %s --function=variadic_r3_v6_v2_lengths --input=4xi32=iota --input=3xi64=1,-1,2 | FileCheck %s --check-prefix=REST
// RUN: split-run %s --function=variadic_r3_v6_v2_lengths --input=4xi32=iota --input=3xi64=0,4,-1 | FileCheck %s --check-prefix=NO_REST
// RUN: not split-run %s --function=variadic_r3_v6_v2_lengths --input=4xi32=iota --input=3xi64=6,-2,0 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: not split-run %s --function=variadic_r3_v6_v2_lengths --input=4xi32=iota --input=3xi64=-1,5,-1 2>&1 | FileCheck %s --check-prefix=TWO_RESTS
// REST:      result[0]: 1xi32=[0]
// REST-NEXT: result[1]: 1xi32=[1]
// REST-NEXT: result[2]: 2xi32=[2,3]
// NO_REST:      result[0]: 0xi32=[]
// NO_REST-NEXT: result[1]: 4xi32=[0,1,2,3]
// NO_REST-NEXT: result[2]: 0xi32=[]
// NEGATIVE: error: lengths [6, -2, 0] hold a negative length other than -1{{$}}
// TWO_RESTS: error: lengths [-1, 5, -1] hold -1 more than once{{$}}
func.func @variadic_r3_v6_v2_lengths(%x: tensor<?xi32>, %l: tensor<3xi64>) -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>) {
  %0:3 = split.variadic_split %x axis(0) lengths(%l : tensor<3xi64>) : tensor<?xi32> -> tensor<?xi32>, tensor<?xi32>, tensor<?xi32>
  return %0#0, %0#1, %0#2 : tensor<?xi32>, tensor<?xi32>, tensor<?xi32>
}

// 2^62 four times wraps around to 0, so that 4 would be the sum of all five.
// RUN: split-run %s --function=variadic_r4_v6_v3_sum --input=4xi32=iota --input=5xi64=1,0,2,1,0 | FileCheck %s --check-prefix=SUM
// RUN: not split-run %s --function=variadic_r4_v6_v3_sum --input=4xi32=iota --input=5xi64=1,0,2,0,0 2>&1 | FileCheck %s --check-prefix=TOO_LITTLE
// RUN: not split-run %s --function=variadic_r4_v6_v3_sum --input=4xi32=iota --input=5xi64=1,0,2,2,0 2>&1 | FileCheck %s --check-prefix=TOO_MUCH
// RUN: not split-run %s --function=variadic_r4_v6_v3_sum --input=4xi32=iota --input=5xi64=1,0,2,2,-1 2>&1 | FileCheck %s --check-prefix=NONE_LEFT
// RUN: not split-run %s --function=variadic_r4_v6_v3_sum --input=4xi32=iota --input=5xi64=4,4611686018427387904,4611686018427387904,4611686018427387904,4611686018427387904 2>&1 | FileCheck %s --check-prefix=WRAPS
// SUM:      result[0]: 1xi32=[0]
// SUM-NEXT: result[1]: 0xi32=[]
// SUM-NEXT: result[2]: 2xi32=[1,2]
// SUM-NEXT: result[3]: 1xi32=[3]
// SUM-NEXT: result[4]: 0xi32=[]
// TOO_LITTLE: error: lengths [1, 0, 2, 0, 0] sum to 3, expected 4, the size of dimension 0{{$}}
// TOO_MUCH: error: lengths [1, 0, 2, 2, 0] sum to more than 4, the size of dimension 0{{$}}
// NONE_LEFT: error: lengths [1, 0, 2, 2, -1] sum to more than 4, the size of dimension 0{{$}}
// WRAPS: error: lengths [4, {{.*}}] sum to more than 4, the size of dimension 0{{$}}
func.func @variadic_r4_v6_v3_sum(%x: tensor<?xi32>, %l: tensor<5xi64>) -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>) {
  %0:5 = split.variadic_split %x axis(0) lengths(%l : tensor<5xi64>) : tensor<?xi32> -> tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>
  return %0#0, %0#1, %0#2, %0#3, %0#4 : tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>
}

// V4: constant lengths tell the size of what is cut, and of the pieces.
// RUN: split-run %s --function=variadic_r4_v4_constant_lengths --input=3xi32=iota --expected_output=1xi32=0 --expected_output=2xi32=1,2
// RUN: not split-run %s --function=variadic_r4_v4_constant_lengths --input=4xi32=iota 2>&1 | FileCheck %s --check-prefix=FOUR
// FOUR: error: lengths [1, 2] sum to 3, expected 4, the size of dimension 0{{$}}
func.func @variadic_r4_v4_constant_lengths(%x: tensor<?xi32>) -> (tensor<1xi32>, tensor<2xi32>) {
  %0:2 = split.variadic_split %x axis(0) lengths [1, 2] : tensor<?xi32> -> tensor<1xi32>, tensor<2xi32>
  return %0#0, %0#1 : tensor<1xi32>, tensor<2xi32>
}

// The sizes of results follow from the only axis, and are out of bounds.
// RUN: not split-run %s --function=variadic_r4_v3_no_axis --input=4xi32=iota --input=i64=0 2>&1 | FileCheck %s --check-prefix=NO_AXIS
// NO_AXIS: error: lengths [6, 0] sum to 6, expected 4, the size of dimension 0{{$}}
func.func @variadic_r4_v3_no_axis(%x: tensor<4xi32>, %a: i64) -> tensor<?xi32> {
  %0:2 = split.variadic_split %x axis(%a : i64) lengths [6, 0] : tensor<4xi32> -> tensor<?xi32>, tensor<?xi32>
  return %0#1 : tensor<?xi32>
}

//===----------------------------------------------------------------------===//
// R5: location, rule and values, and nothing else.
//===----------------------------------------------------------------------===//

// The axis, its size, the lengths and their sum.
// RUN: split-run %s --function=variadic_r5_message --input=2x9xi32=iota --input=i8=1 --input=2xi16=9,0 2>&1 | FileCheck %s --check-prefix=PASSES
// RUN: not split-run %s --function=variadic_r5_message --input=2x9xi32=iota --input=i8=-1 --input=2xi16=3,4 2>&1 | FileCheck %s --check-prefix=MESSAGE
// PASSES-NOT: error
// PASSES:     {{^}}result[0]: 2x9xi32=[0,1,2,3,4,5,6,7,8][9,10,11,12,13,14,15,16,17]{{$}}
// MESSAGE-NOT:  {{.}}
// MESSAGE:      {{^[^ ]*}}rules.mlir:[[#@LINE+3]]:10: error: lengths [3, 4] sum to 7, expected 9, the size of dimension 1{{$}}
// MESSAGE-NOT:  {{.}}
func.func @variadic_r5_message(%x: tensor<?x?xi32>, %a: i8, %l: tensor<2xi16>) -> tensor<?x?xi32> {
  %0:2 = split.variadic_split %x axis(%a : i8) lengths(%l : tensor<2xi16>) : tensor<?x?xi32> -> tensor<?x?xi32>, tensor<?x?xi32>
  return %0#0 : tensor<?x?xi32>
}

//===----------------------------------------------------------------------===//
// R6: what types state beyond inference. C5.
//===----------------------------------------------------------------------===//

// RUN: split-run %s --function=split_r6_c5_sizes --input=4x3xi32=iota --expected_output=2x3xi32=6,7,8,9,10,11
// RUN: not split-run %s --function=split_r6_c5_sizes --input=6x3xi32=iota 2>&1 | FileCheck %s --check-prefix=ALONG
// RUN: not split-run %s --function=split_r6_c5_sizes --input=4x2xi32=iota 2>&1 | FileCheck %s --check-prefix=ACROSS
// ALONG: error: result 1 has size 3 along dimension 0, but its type states 2{{$}}
// ACROSS: error: result 1 has size 2 along dimension 1, but its type states 3{{$}}
func.func @split_r6_c5_sizes(%x: tensor<?x?xi32>) -> tensor<2x3xi32> {
  %0:2 = split.split %x axis(0) into 2 : tensor<?x?xi32> -> tensor<?x?xi32>, tensor<2x3xi32>
  return %0#1 : tensor<2x3xi32>
}

// RUN: split-run %s --function=split_r6_rank --input=2x1xi32=iota --expected_output=1x1xi32=1
// RUN: not split-run %s --function=split_r6_rank --input=2xi32=iota 2>&1 | FileCheck %s --check-prefix=OTHER_RANK
// OTHER_RANK: error: result type has rank 2, but data has rank 1{{$}}
func.func @split_r6_rank(%x: tensor<*xi32>) -> tensor<?x?xi32> {
  %0:2 = split.split %x axis(0) into 2 : tensor<*xi32> -> tensor<*xi32>, tensor<?x?xi32>
  return %0#1 : tensor<?x?xi32>
}

//===----------------------------------------------------------------------===//
// R7: destinations of copies. Descriptors are tested with the host ABI.
//===----------------------------------------------------------------------===//

// RUN: split-run %s --function=copy_r7_sizes --input=2x3xi32=iota --input=2x1xi32=7,7 --input=2x2xi32=7,7,7,7 | FileCheck %s --check-prefix=WRITTEN
// RUN: not split-run %s --function=copy_r7_sizes --input=2x3xi32=iota --input=2x1xi32=7,7 --input=2x1xi32=7,7 2>&1 | FileCheck %s --check-prefix=SHORT
// RUN: not split-run %s --function=copy_r7_sizes --input=2x3xi32=iota --input=2x2xi32=iota --input=2x2xi32=iota 2>&1 | FileCheck %s --check-prefix=LONG
// RUN: not split-run %s --function=copy_r7_sizes --input=2x3xi32=iota --input=2x1xi32=7,7 --input=1x2xi32=7,7 2>&1 | FileCheck %s --check-prefix=LESS_ROWS
// WRITTEN:      result[0]: 2x1xi32=[0][3]
// WRITTEN-NEXT: result[1]: 2x2xi32=[1,2][4,5]
// SHORT: error: destinations have sizes [1, 1] along dimension 1, which sum to 2, expected 3, the size of data{{$}}
// LONG: error: destinations have sizes [2, 2] along dimension 1, which sum to more than 3, the size of data{{$}}
// LESS_ROWS: error: destination 1 has size 1 along dimension 0, expected 2 as data has{{$}}
func.func @copy_r7_sizes(%x: tensor<?x?xi32>, %a: tensor<?x?xi32>, %b: tensor<?x?xi32>) -> (tensor<?x?xi32>, tensor<?x?xi32>) {
  %0:2 = split.copy ins(%x : tensor<?x?xi32>) outs(%a, %b : tensor<?x?xi32>, tensor<?x?xi32>) axis(1) -> tensor<?x?xi32>, tensor<?x?xi32>
  return %0#0, %0#1 : tensor<?x?xi32>, tensor<?x?xi32>
}

//===----------------------------------------------------------------------===//
// C6: a verifier does not look at what defines an operand, so programs with
// constants that break a rule are valid, and fail once they get there.
//===----------------------------------------------------------------------===//

// RUN: split-run %s --function=split_c6_constant_axis --input=3x4xi32=iota --input=i1=0 --expected_output=3x4xi32=iota
// RUN: not split-run %s --function=split_c6_constant_axis --input=3x4xi32=iota --input=i1=1 2>&1 | FileCheck %s --check-prefix=CONSTANT_AXIS
// CONSTANT_AXIS: rules.mlir:[[#@LINE+4]]:{{[0-9]+}}: error: axis 7 is out of range for data of rank 2{{$}}
func.func @split_c6_constant_axis(%x: tensor<3x4xi32>, %c: i1) -> tensor<?x?xi32> {
  %a = arith.constant 7 : i64
  %r = scf.if %c -> tensor<?x?xi32> {
    %0:2 = split.split %x axis(%a : i64) into 2 : tensor<3x4xi32> -> tensor<?x?xi32>, tensor<?x?xi32>
    scf.yield %0#0 : tensor<?x?xi32>
  } else {
    %1 = tensor.cast %x : tensor<3x4xi32> to tensor<?x?xi32>
    scf.yield %1 : tensor<?x?xi32>
  }
  return %r : tensor<?x?xi32>
}

// RUN: not split-run %s --function=variadic_c6_constant_lengths --input=4xi32=iota 2>&1 | FileCheck %s --check-prefix=CONSTANT_LENGTHS
// CONSTANT_LENGTHS: error: lengths [6, -2] hold a negative length other than -1{{$}}
func.func @variadic_c6_constant_lengths(%x: tensor<4xi32>) -> tensor<?xi32> {
  %l = arith.constant dense<[6, -2]> : tensor<2xi64>
  %0:2 = split.variadic_split %x axis(0) lengths(%l : tensor<2xi64>) : tensor<4xi32> -> tensor<?xi32>, tensor<?xi32>
  return %0#0 : tensor<?xi32>
}

// No axis at all would do.
// RUN: not split-run %s --function=split_c6_no_axis_fits --input=5x7xi32=iota --input=i64=0 2>&1 | FileCheck %s --check-prefix=FIVE
// RUN: not split-run %s --function=split_c6_no_axis_fits --input=5x7xi32=iota --input=i64=1 2>&1 | FileCheck %s --check-prefix=OF_SEVEN
// FIVE: error: dimension 0 of size 5 is not divisible by num_splits 2{{$}}
// OF_SEVEN: error: dimension 1 of size 7 is not divisible by num_splits 2{{$}}
func.func @split_c6_no_axis_fits(%x: tensor<5x7xi32>, %a: i64) -> tensor<?x?xi32> {
  %0:2 = split.split %x axis(%a : i64) into 2 : tensor<5x7xi32> -> tensor<?x?xi32>, tensor<?x?xi32>
  return %0#0 : tensor<?x?xi32>
}

//===----------------------------------------------------------------------===//
// C9: what may fail does so only where it stands.
//===----------------------------------------------------------------------===//

// RUN: split-opt %s -loop-invariant-code-motion -o %t.mlir
// RUN: split-run %t.mlir --function=split_c9_in_a_loop --input=3xi32=iota --input=index=0 --expected_output=i32=0
// RUN: split-run %t.mlir --function=split_c9_in_a_loop --input=4xi32=iota --input=index=3 --expected_output=i32=6
// RUN: not split-run %t.mlir --function=split_c9_in_a_loop --input=3xi32=iota --input=index=1 2>&1 | FileCheck %s --check-prefix=IN_A_LOOP
// IN_A_LOOP: error: dimension 0 of size 3 is not divisible by num_splits 2{{$}}
func.func @split_c9_in_a_loop(%x: tensor<?xi32>, %times: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %sum = scf.for %i = %c0 to %times step %c1 iter_args(%s = %zero) -> i32 {
    %0:2 = split.split %x axis(0) into 2 : tensor<?xi32> -> tensor<?xi32>, tensor<?xi32>
    %1 = tensor.extract %0#1[%c0] : tensor<?xi32>
    %2 = arith.addi %s, %1 : i32
    scf.yield %2 : i32
  }
  return %sum : i32
}

//===----------------------------------------------------------------------===//
// S1, S3, V5: how many pieces there are, and where they start.
//===----------------------------------------------------------------------===//

// RUN: split-run %s --function=split_s1_counts --input=4xi32=iota | FileCheck %s --check-prefix=COUNTS
// COUNTS:      result[0]: 4xi32=[0,1,2,3]
// COUNTS-NEXT: result[1]: 1xi32=[0]
// COUNTS-NEXT: result[2]: 1xi32=[1]
// COUNTS-NEXT: result[3]: 1xi32=[2]
// COUNTS-NEXT: result[4]: 1xi32=[3]
func.func @split_s1_counts(%x: tensor<4xi32>) -> (tensor<4xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) {
  %0 = split.split %x axis(0) into 1 : tensor<4xi32> -> tensor<4xi32>
  %1:4 = split.split %x axis(0) into 4 : tensor<4xi32> -> tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>
  return %0, %1#0, %1#1, %1#2, %1#3 : tensor<4xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>
}

// RUN: split-run %s --function=split_s3_starts --input=2x6xi32=iota --expected_output=2x2xi32=4,5,10,11
func.func @split_s3_starts(%x: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %0:3 = split.split %x axis(1) into 3 : tensor<?x?xi32> -> tensor<?x?xi32>, tensor<?x?xi32>, tensor<?x?xi32>
  return %0#2 : tensor<?x?xi32>
}

// RUN: split-run %s --function=variadic_v5_starts --input=2x6xi32=iota --input=4xi64=1,0,2,3 --expected_output=2x0xi32= --expected_output=2x3xi32=3,4,5,9,10,11
func.func @variadic_v5_starts(%x: tensor<?x?xi32>, %l: tensor<4xi64>) -> (tensor<?x?xi32>, tensor<?x?xi32>) {
  %0:4 = split.variadic_split %x axis(1) lengths(%l : tensor<4xi64>) : tensor<?x?xi32> -> tensor<?x?xi32>, tensor<?x?xi32>, tensor<?x?xi32>, tensor<?x?xi32>
  return %0#1, %0#3 : tensor<?x?xi32>, tensor<?x?xi32>
}
