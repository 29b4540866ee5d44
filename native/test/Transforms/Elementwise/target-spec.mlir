// The target spec of the module determines values that no option states. The
// threshold for copies is another one.
// RUN: split-opt %s --split-vectorize-elementwise=threads=2 | FileCheck %s
// RUN: split-opt %s --split-vectorize-elementwise="threads=2 machine={parallel-loop-threshold=49152 prefetch-distance=4096}" \
// RUN:   | FileCheck %s --check-prefix=OPTION
// RUN: split-opt %s --split-vectorize-elementwise="machine={prefetch-distance=0}" | FileCheck %s --check-prefix=NEVER

// The operands have 48 KiB, rows of `a` and `b` 512 bytes.
// CHECK-LABEL: func @f(
// CHECK-NOT: scf.parallel
// CHECK: %[[AHEAD:.+]] = arith.addi %{{.+}}, %c2{{(_.+)?}} : index
// CHECK: arith.minui %[[AHEAD]], %c31
// CHECK: memref.prefetch
// CHECK: vector.store {{.+}}nontemporal = true
// OPTION-LABEL: func @f(
// OPTION: scf.parallel
// OPTION: %[[AHEAD:.+]] = arith.addi %{{.+}}, %c8{{(_.+)?}} : index
// OPTION: arith.minui %[[AHEAD]],
// OPTION: memref.prefetch
// NEVER-LABEL: func @f(
// NEVER-NOT: memref.prefetch
// NEVER: vector.store {{.+}}nontemporal = true
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "CPU" = #dlti.target_device_spec<"split.parallel_loop_threshold" = 49153 : i64, "split.parallel_threshold" = 1 : i64,
      "split.nontemporal_threshold" = 1 : i64, "split.prefetch_distance" = 1000 : i64>>} {
func.func @f(%a: memref<32x128xf32, strided<[256, 1]>>, %b: memref<32x128xf32, strided<[256, 1], offset: 128>>, %r: memref<32x128xf32>) {
  linalg.mul ins(%a, %b : memref<32x128xf32, strided<[256, 1]>>, memref<32x128xf32, strided<[256, 1], offset: 128>>) outs(%r : memref<32x128xf32>)
  return
}
}
