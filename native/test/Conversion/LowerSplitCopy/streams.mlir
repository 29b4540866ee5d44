// With one stream nothing takes turns, and loops over turns fold away. The prefetch
// distance is what the option says.
// RUN: split-opt %s --lower-split-copy="machine={nontemporal-threshold=1 prefetch-distance=512 streams=4}" --canonicalize | FileCheck %s --check-prefixes=CHECK,FOUR
// RUN: split-opt %s --lower-split-copy="machine={nontemporal-threshold=1 prefetch-distance=512 streams=1}" --canonicalize | FileCheck %s --check-prefixes=CHECK,ONE
// Nothing is prefetched at distance 0.
// RUN: split-opt %s --lower-split-copy="machine={nontemporal-threshold=1 prefetch-distance=0 streams=4}" --canonicalize | FileCheck %s --check-prefix=NEVER
// NEVER-NOT: prefetch

func.func @rows(%x: memref<64x4096xi8>, %a: memref<64x1024xi8>, %b: memref<64x3072xi8>) {
  split.copy ins(%x : memref<64x4096xi8>) outs(%a, %b : memref<64x1024xi8>, memref<64x3072xi8>) axis(1)
  return
}
func.func @page(%x: memref<65536xi8>, %a: memref<32768xi8>) {
  split.copy ins(%x : memref<65536xi8>) outs(%a, %a : memref<32768xi8>, memref<32768xi8>) axis(0)
  return
}

// Four rows line by line in turn, or the lines of one row.
// CHECK: func.func private @split_copy_kernel(%{{.+}}, %[[BEGIN:[^:]+]]: i64, %[[END:[^:]+]]: i64, %{{.+}}: i64,
// CHECK-SAME: attributes {llvm.linkage = #llvm.linkage<internal>}
// FOUR: %[[FOUR:.+]] = arith.constant 4 : i64
// FOUR: scf.for %{{.+}} = %[[BEGIN]] to %{{.+}} step %[[FOUR]]
// ONE: scf.for %{{.+}} = %[[BEGIN]] to %[[END]] step %{{.+}}
// The line that two runs share is prefetched, too.
// ONE: } else {
// ONE: %[[SHARED:.+]] = llvm.getelementptr
// ONE-NEXT: %[[NEXT:.+]] = llvm.getelementptr %[[SHARED]][512]
// ONE-NEXT: "llvm.intr.prefetch"(%[[NEXT]])
// CHECK: scf.for
// ONE-NEXT: %[[FROM:.+]] = llvm.getelementptr
// ONE-NEXT: %[[AHEAD:.+]] = llvm.getelementptr %[[FROM]][512]
// ONE-NEXT: "llvm.intr.prefetch"(%[[AHEAD]])
// ONE-NEXT: llvm.load %[[FROM]]
// ONE-NEXT: llvm.getelementptr
// ONE-NEXT: llvm.store
// ONE-NEXT: {{^ +}}}
// FOUR-COUNT-4: llvm.intr.prefetch

// Four pages of the row in turn.
// CHECK: func.func private @split_copy_kernel_0(
// FOUR: step %c16384_i64
// FOUR: llvm.getelementptr %{{.+}}[16384]
// FOUR-NEXT: llvm.intr.prefetch
// ONE-NOT: step %c16384_i64
