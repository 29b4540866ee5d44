// More memory than there is is an error in words. (Sanitizers have words of their
// own.)
// UNSUPPORTED: sanitizer
// DEFINE: %{run} = sh %source_dir/test/Inputs/status.sh split-run
// RUN: %{run} %s --function=main --input=index=100000000000000 | FileCheck %s
// CHECK: split-run-memory.mlir:{{[0-9]+}}:{{[0-9]+}}: error: out of memory: cannot allocate a buffer of 100000000000000xf32
// CHECK: {{^}}status 1{{$}}

// So are sizes whose number of bytes 64 bits do not hold.
// RUN: %{run} %s --function=main --input=index=4611686018427387904 | FileCheck %s --check-prefix=WRAP
// WRAP: error: out of memory: cannot allocate a buffer of 4611686018427387904xf32
// WRAP: {{^}}status 1{{$}}

// A result of static shape is in memory of the caller, which is split-run.
// RUN: %{run} %s --function=static | FileCheck %s --check-prefix=STATIC
// STATIC: {{^}}split-run: error: cannot allocate 400000000000000 bytes for a tensor of type 100000000000000xf32{{$}}
// STATIC-NEXT: {{^}}status 1{{$}}

func.func @main(%size: index) -> tensor<?xf32> {
  %one = arith.constant 1.0 : f32
  %empty = tensor.empty(%size) : tensor<?xf32>
  %ones = linalg.fill ins(%one : f32) outs(%empty : tensor<?xf32>) -> tensor<?xf32>
  return %ones : tensor<?xf32>
}

func.func @static() -> tensor<100000000000000xf32> {
  %one = arith.constant 1.0 : f32
  %empty = tensor.empty() : tensor<100000000000000xf32>
  %ones = linalg.fill ins(%one : f32) outs(%empty : tensor<100000000000000xf32>) -> tensor<100000000000000xf32>
  return %ones : tensor<100000000000000xf32>
}
