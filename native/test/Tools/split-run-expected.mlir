// Comparison with expectations.

// DEFINE: %{run} = sh %source_dir/test/Inputs/status.sh split-run
// RUN: split-run %s --input=2x3xf32=iota \
// RUN:   --expected_output=2x3xf32=1,2,3,4,5,6 \
// RUN:   --expected_output=6xi32=0,1,2,3,4,5 | FileCheck %s --check-prefix=SAME
// SAME-NOT: result[
// SAME:     {{^}}2 results match{{$}}

// RUN: %{run} %s --input=2x3xf32=iota \
// RUN:   --expected_output=2x3xf32=1,2,3,4,5.5,7 \
// RUN:   --expected_output=6xi32=0,1,2,3,4,6 \
// RUN:   | FileCheck %s --check-prefix=VALUES
// VALUES:      {{^}}split-run: error: result 0: element [1,1] is 5, expected 5.5 (2 of 6 differ){{$}}
// VALUES-NEXT: {{^}}split-run: error: result 1: element [5] is 5, expected 6 (1 of 6 differ){{$}}
// VALUES-NEXT: {{^}}status 1{{$}}

// Tolerances are for floats alone.
// RUN: %{run} %s --input=2x3xf32=iota --rtol=0.2 \
// RUN:   --expected_output=2x3xf32=1,2,3,4,5.5,7 \
// RUN:   --expected_output=6xi32=0,1,2,3,4,6 \
// RUN:   | FileCheck %s --check-prefix=RTOL
// RTOL-NOT:  result 0
// RTOL:      {{^}}split-run: error: result 1: element [5] is 5, expected 6 (1 of 6 differ){{$}}
// RTOL-NEXT: {{^}}status 1{{$}}
// RUN: split-run %s --input=2x3xf32=iota --rtol=0 --atol=1 \
// RUN:   --expected_output=2x3xf32=2,3,4,5,6,7 \
// RUN:   --expected_output=6xi32=0,1,2,3,4,5 | FileCheck %s --check-prefix=SAME
// RUN: not split-run %s --input=2x3xf32=iota --rtol=0 --atol=0.5 \
// RUN:   --expected_output=2x3xf32=2,3,4,5,6,7 \
// RUN:   --expected_output=6xi32=0,1,2,3,4,5

// RUN: %{run} %s --input=2x3xf32=iota --expected_output=3x2xf32=iota \
// RUN:   --expected_output=6xi64=iota \
// RUN:   | FileCheck %s --check-prefix=SHAPE
// SHAPE:      {{^}}split-run: error: result 0: is 2x3xf32, expected 3x2xf32{{$}}
// SHAPE-NEXT: {{^}}split-run: error: result 1: is 6xi32, expected 6xi64{{$}}
// SHAPE-NEXT: {{^}}status 1{{$}}

// RUN: %{run} %s --input=2x3xf32=iota --expected_output=2x3xf32=iota \
// RUN:   | FileCheck %s --check-prefix=COUNT
// COUNT:      {{^}}split-run: error: wrong number of expected outputs: expected 2, got 1{{$}}
// COUNT-NEXT: {{^}}status 1{{$}}

// RUN: %{run} %s --input=2x3xf32=iota --expected_output=i8=300 \
// RUN:   --expected_output=i8=1 \
// RUN:   | FileCheck %s --check-prefix=SPEC
// SPEC:      {{^}}split-run: error: expected output 0: '300' is out of range for i8{{$}}
// SPEC-NEXT: {{^}}status 1{{$}}

#map = affine_map<(i, j) -> (i, j)>
func.func @main(%x: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<6xi32>) {
  %one = arith.constant 1.0 : f32
  %init = tensor.empty() : tensor<2x3xf32>
  %sum = linalg.generic {indexing_maps = [#map, #map],
                         iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<2x3xf32>) outs(%init : tensor<2x3xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %one : f32
    linalg.yield %0 : f32
  } -> tensor<2x3xf32>
  %c = arith.constant dense<[0, 1, 2, 3, 4, 5]> : tensor<6xi32>
  return %sum, %c : tensor<2x3xf32>, tensor<6xi32>
}
