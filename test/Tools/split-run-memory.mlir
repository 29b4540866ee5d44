// More memory than there is is an error in words. (Sanitizers have words of their
// own.)
// UNSUPPORTED: sanitizer
// DEFINE: %{run} = sh %S/Inputs/status.sh split-run
// RUN: %{run} %s --input=index=100000000000000 | FileCheck %s
// CHECK: split-run-memory.mlir:[[#@LINE+10]]:{{[0-9]+}}: error: out of memory: cannot allocate a buffer of 100000000000000xf32
// CHECK: {{^}}status 1{{$}}

// So are sizes whose number of bytes 64 bits do not hold.
// RUN: %{run} %s --input=index=4611686018427387904 | FileCheck %s --check-prefix=WRAP
// WRAP: error: out of memory: cannot allocate a buffer of 4611686018427387904xf32
// WRAP: {{^}}status 1{{$}}

func.func @main(%size: index) -> tensor<?xf32> {
  %one = arith.constant 1.0 : f32
  %empty = tensor.empty(%size) : tensor<?xf32>
  %ones = linalg.fill ins(%one : f32) outs(%empty : tensor<?xf32>) -> tensor<?xf32>
  return %ones : tensor<?xf32>
}
