// Threads share the work on large tensors only, and a runtime that cannot be
// loaded is an error.
// RUN: split-opt %s --split-to-llvm=threads=2 | FileCheck %s --check-prefix=IR
// IR-LABEL: llvm.func @large(
// IR: omp.parallel num_threads
// IR-LABEL: llvm.func @small(
// IR-NOT: omp.parallel
// IR-LABEL: llvm.func @loop(
// IR-NOT: omp.parallel
// Threads end with a fence each.
// RUN: split-opt %s --split-to-llvm="threads=2 nontemporal-threshold=1000000 store-fence=x86-sfence" | FileCheck %s --check-prefix=FENCE
// FENCE-LABEL: llvm.func @large(
// FENCE: omp.loop_nest
// FENCE: sfence
// FENCE: omp.terminator
// RUN: split-run %s --threads=3 --function=large --input=600x1000xf32=iota --output=@%t.3.npy
// RUN: split-run %s --function=large --input=600x1000xf32=iota --output=@%t.1.npy
// RUN: cmp %t.1.npy %t.3.npy
// RUN: split-run %s --threads=2 --function=loop --input=4xf32=iota | FileCheck %s
// CHECK: 4xf32=[0,2,4,6]

// RUN: mkdir -p %t && : > %t/libomp.so.5
// RUN: cd %t && env LD_LIBRARY_PATH=. sh %source_dir/test/Inputs/status.sh split-run %s --threads=2 --function=small --input=16xf32=iota \
// RUN:   | FileCheck %s --check-prefix=MISSING
// MISSING: error: cannot compile 'small': cannot load LLVM's OpenMP runtime, which threads need: ./libomp.so.5: file too short
// MISSING: {{^}}status 1{{$}}

func.func @large(%x: tensor<600x1000xf32>) -> tensor<600x500xf32> {
  %a, %b = split.split %x axis(1) into 2 : tensor<600x1000xf32> -> tensor<600x500xf32>, tensor<600x500xf32>
  %t = math.tanh %a : tensor<600x500xf32>
  %r = arith.mulf %t, %b : tensor<600x500xf32>
  return %r : tensor<600x500xf32>
}
func.func @small(%x: tensor<16xf32>) -> tensor<8xf32> {
  %a, %b = split.split %x axis(0) into 2 : tensor<16xf32> -> tensor<8xf32>, tensor<8xf32>
  %r = arith.mulf %a, %b : tensor<8xf32>
  return %r : tensor<8xf32>
}
// The program's own parallel loops are for the thread of the caller.
func.func @loop(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %r = scf.forall (%i) in (4) shared_outs(%y = %x) -> tensor<4xf32> {
    %e = tensor.extract %x[%i] : tensor<4xf32>
    %s = arith.addf %e, %e : f32
    %f = tensor.from_elements %s : tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %f into %y[%i] [1] [1] : tensor<1xf32> into tensor<4xf32>
    }
  }
  return %r : tensor<4xf32>
}
