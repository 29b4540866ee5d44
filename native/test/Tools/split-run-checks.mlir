// Run-time checks: location, rule and values on stderr, status 1.

// DEFINE: %{run} = sh %source_dir/test/Inputs/status.sh split-run
// RUN: split-run %s --input=4x2xf32=iota --input=2xi64=1,3 \
// RUN:   | FileCheck %s --check-prefix=GOOD
// RUN: split-run %s --input=4x2xf32=iota --input=2xi64=1,3 \
// RUN:   --no-runtime-checks | FileCheck %s --check-prefix=GOOD
// GOOD:      {{^}}result[0]: 1x2xf32=[0,1]{{$}}
// GOOD-NEXT: {{^}}result[1]: 3x2xf32=[2,3][4,5][6,7]{{$}}

// RUN: %{run} %s --input=4x2xf32=iota --input=2xi64=6,-2 \
// RUN:   | FileCheck %s --check-prefix=BAD
// BAD:      split-run-checks.mlir:[[# @LINE + 11]]:12: error: {{.*}}[6, -2]
// BAD-NEXT: {{^}}status 1{{$}}

// Zero-size results, sized at run time.
// RUN: split-run %s --input=4x0xf32= --input=2xi64=0,-1 \
// RUN:   | FileCheck %s --check-prefix=EMPTY
// EMPTY:      {{^}}result[0]: 0x0xf32=[]{{$}}
// EMPTY-NEXT: {{^}}result[1]: 4x0xf32=[]{{$}}

func.func @main(%x: tensor<?x?xf32>, %l: tensor<2xi64>)
    -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %a, %b = split.variadic_split %x axis(0) lengths(%l : tensor<2xi64>)
      : tensor<?x?xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  return %a, %b : tensor<?x?xf32>, tensor<?x?xf32>
}
