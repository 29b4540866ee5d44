// Options that are wrong, and a function that --uneven cannot be about.

// REQUIRES: z3
// RUN: not split-verify %s --timeout=0 2>&1 | FileCheck %s --check-prefix=TIMEOUT
// TIMEOUT: {{^}}split-verify: error: the option --timeout is 0, expected 1 to 1000000 seconds{{$}}
// RUN: not split-verify %s --max-rank=100 2>&1 | FileCheck %s --check-prefix=RANK
// RANK: {{^}}split-verify: error: the option --max-rank is 100, expected 0 to 20{{$}}
// RUN: not split-verify %s --uneven=0 2>&1 | FileCheck %s --check-prefix=UNEVEN
// UNEVEN: {{^}}split-verify: error: the option --uneven has 1 values, expected a dimension and a number of pieces{{$}}
// RUN: not split-verify %s after.mlir --pipeline=canonicalize 2>&1 | FileCheck %s --check-prefix=BOTH
// BOTH: {{^}}split-verify: error: expected the file AFTER or the option --pipeline, got both{{$}}
// RUN: not split-verify - - 2>&1 < %s | FileCheck %s --check-prefix=INPUT
// INPUT: {{^}}split-verify: error: BEFORE and AFTER are both standard input{{$}}

// RUN: not split-verify %s --uneven=1,2 2>&1 | FileCheck %s
// CHECK: [[#@LINE+1]]:1: error: expected a tensor with dimension 1 as the first argument, and 2 tensors as results{{$}}
func.func @f(%x: tensor<?xf32>) -> tensor<?xf32> {
  %p:2 = split.split %x axis(0) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  return %p#1 : tensor<?xf32>
}
