// By default, a file is for every processor of this kind: on x86-64 it holds code
// for the first level of instructions and for two later ones.
// REQUIRES: x86_64
// RUN: rm -rf %t && mkdir %t
// RUN: split-compile %s -o %t/f.ll && split-compile %s --cpu=portable -o %t/g.ll && cmp %t/f.ll %t/g.ll
// RUN: FileCheck %s < %t/f.ll
// CHECK-DAG: @{{.+}}.x86_64_v4({{.*}} #[[V4:[0-9]+]] {
// CHECK-DAG: @{{.+}}.x86_64_v3({{.*}} #[[V3:[0-9]+]] {
// CHECK-DAG: @f({{.*}} #[[BASE:[0-9]+]] {
// CHECK-DAG: attributes #[[V4]] = {{{.*}}"target-cpu"="x86-64-v4"
// CHECK-DAG: attributes #[[V3]] = {{{.*}}"target-cpu"="x86-64-v3"
// CHECK-DAG: attributes #[[BASE]] = {{{.*}}"target-cpu"="x86-64"

// Only the versions have wider registers, with threads too.
// RUN: for threads in 1 2; do split-compile %s --threads=$threads -o %t/f.o && llvm-objdump -d %t/f.o \
// RUN:   | awk '/^[0-9a-f]+ </ { name = $2 } /[yz]mm/ { print name }' | sort -u >%t/wide.$threads || exit 1; done
// RUN: grep x86_64_v3 %t/wide.1 && grep x86_64_v4 %t/wide.1
// RUN: grep x86_64_v3.*omp_par %t/wide.2 && grep x86_64_v4.*omp_par %t/wide.2
// RUN: cat %t/wide.1 %t/wide.2 | not grep -v 'x86_64_v[34]'

// All versions compute the same, whatever the machine is said to be.
// RUN: split-run %s --input=600x1000xf32=iota --output=@%t/a.npy --output=@%t/b.npy
// RUN: for machine in isa-level=1 isa-level=2,streams=1 isa-level=3,nontemporal-threshold=1 \
// RUN:   isa-level=4,streams=1,nontemporal-threshold=1,prefetch-distance=0 nontemporal-threshold=0; do \
// RUN:   for threads in 1 2; do \
// RUN:     env SPLIT_MLIR_MACHINE=$machine split-run %s --cpu=portable --threads=$threads \
// RUN:       --input=600x1000xf32=iota --output=@%t/c.npy --output=@%t/d.npy 2>&1 | count 0 && \
// RUN:     cmp %t/a.npy %t/c.npy && cmp %t/b.npy %t/d.npy || exit 1; \
// RUN:   done; \
// RUN: done

// A text that means nothing is told of, and ignored.
// RUN: env SPLIT_MLIR_MACHINE=isa-level=1,streams=3 split-run %s --input=600x1000xf32=iota \
// RUN:   --output=@%t/c.npy --output=@%t/d.npy 2>&1 | FileCheck %s --check-prefix=TEXT
// TEXT: {{^}}warning: SPLIT_MLIR_MACHINE is ignored: expected isa-level=1 to 4, nontemporal-threshold=BYTES, streams=1 or 4, prefetch-distance=BYTES, store-prefetch-distance=BYTES, parallel-threshold=BYTES, or contraction-block=BYTES, separated by commas{{$}}
// TEXT-NOT: {{.}}

func.func @f(%x: tensor<?x1000xf32>) -> (tensor<?x300xf32>, tensor<?x500xf32>) {
  %0:2 = split.variadic_split %x axis(1) lengths [500, 500] : tensor<?x1000xf32> -> tensor<?x500xf32>, tensor<?x500xf32>
  %1:3 = split.variadic_split %x axis(1) lengths [3, 300, 697] : tensor<?x1000xf32> -> tensor<?x3xf32>, tensor<?x300xf32>, tensor<?x697xf32>
  %2 = arith.addf %0#0, %0#1 : tensor<?x500xf32>
  return %1#1, %2 : tensor<?x300xf32>, tensor<?x500xf32>
}
