// The target spec of the module determines values that no option states: by an
// entry for the value, or else by the sizes of caches if non-temporal stores
// have a fence.
// RUN: split-opt %s --split-input-file --lower-split-copy="machine={store-fence=x86-sfence}" \
// RUN:   --remark-policy=all --remarks-filter=lower-split-copy -o %t 2>&1 | grep -o 'Remark=.*' | FileCheck %s
// RUN: FileCheck %s --check-prefix=CODE --input-file=%t

// An option wins against all entries.
// RUN: split-opt %s --split-input-file --lower-split-copy="machine={store-fence=x86-sfence nontemporal-threshold=0}" \
// RUN:   --remark-policy=all --remarks-filter=lower-split-copy -o /dev/null 2>&1 | grep -o 'Remark=.*' \
// RUN:   | FileCheck %s --check-prefix=OPTION --implicit-check-not=non-temporal
// OPTION-COUNT-5: lines x2

// Entries for caches alone do not make stores non-temporal if nothing orders these.
// RUN: split-opt %s --split-input-file --lower-split-copy \
// RUN:   --remark-policy=all --remarks-filter=lower-split-copy -o /dev/null 2>&1 | grep -o 'Remark=.*' \
// RUN:   | FileCheck %s --check-prefix=NO-FENCE
// NO-FENCE-COUNT-4: lines x2"
// NO-FENCE: lines x2; non-temporal"

// An entry wins against what the runtime library says.
// RUN: split-opt %s --split-input-file --lower-split-copy=machine=runtime -o - \
// RUN:   | FileCheck %s --check-prefix=RUNTIME
// RUNTIME-LABEL: func.func @own_entries
// RUNTIME-NOT: split_mlir_machine
// RUNTIME-LABEL: func.func @nested

// The target spec may be on a module around the one that the pass runs on.
// RUN: split-opt %s --split-input-file --pass-pipeline="builtin.module(builtin.module(lower-split-copy))" \
// RUN:   --remark-policy=all --remarks-filter=lower-split-copy -o /dev/null 2>&1 | grep -o 'Remark=.*' \
// RUN:   | FileCheck %s --check-prefix=NESTED
// NESTED: lines x2; non-temporal"
// NESTED-NOT: lines

// Three quarters of the last cache.
// CHECK: lines x2; non-temporal"
// CHECK-NEXT: lines x2"
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "CPU" = #dlti.target_device_spec<"L3_cache_size_in_bytes" = 33554432 : i64>>} {
func.func @ring(%x: memref<196608x64xi8>, %a: memref<98304x64xi8>, %y: memref<196607x64xi8>, %b: memref<98303x64xi8>, %c: memref<98304x64xi8>) {
  split.copy ins(%x : memref<196608x64xi8>) outs(%a, %a : memref<98304x64xi8>, memref<98304x64xi8>) axis(0)
  split.copy ins(%y : memref<196607x64xi8>) outs(%b, %c : memref<98303x64xi8>, memref<98304x64xi8>) axis(0)
  return
}
}

// -----

// The threshold is the size of L2, since one core gains nothing from an L3 of
// this size.
// CHECK-NEXT: lines x2; non-temporal"
// CHECK-NEXT: lines x2"
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "CPU" = #dlti.target_device_spec<"L2_cache_size_in_bytes" = 2097152 : ui32, "L3_cache_size_in_bytes" = 110100480 : i32>,
    "GPU" = #dlti.target_device_spec<"L2_cache_size_in_bytes" = 4096 : i64>>} {
func.func @mesh(%x: memref<16384x64xi8>, %a: memref<8192x64xi8>, %y: memref<16383x64xi8>, %b: memref<8191x64xi8>, %c: memref<8192x64xi8>) {
  split.copy ins(%x : memref<16384x64xi8>) outs(%a, %a : memref<8192x64xi8>, memref<8192x64xi8>) axis(0)
  split.copy ins(%y : memref<16383x64xi8>) outs(%b, %c : memref<8191x64xi8>, memref<8192x64xi8>) axis(0)
  return
}
}

// -----

// CHECK-NEXT: lines x2; non-temporal"
// CODE-LABEL: func.func @own_entries
// CODE: func.func private @split_copy_kernel
// CODE: %[[DISTANCE:.+]] = arith.constant 768 : i64
// CODE: %[[AHEAD:.+]] = llvm.getelementptr %{{.+}}[%[[DISTANCE]]]
// CODE-NEXT: "llvm.intr.prefetch"(%[[AHEAD]])
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "CPU" = #dlti.target_device_spec<"L3_cache_size_in_bytes" = 33554432 : i64,
      "split.nontemporal_threshold" = 256 : i64, "split.prefetch_distance" = 768 : index, "split.streams" = 1 : i64>>} {
func.func @own_entries(%x: memref<2x64xi8>, %a: memref<1x64xi8>) {
  split.copy ins(%x : memref<2x64xi8>) outs(%a, %a : memref<1x64xi8>, memref<1x64xi8>) axis(0)
  return
}
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "CPU" = #dlti.target_device_spec<"split.nontemporal_threshold" = 256 : i64>>} {
module {
func.func @nested(%x: memref<2x64xi8>, %a: memref<1x64xi8>) {
  split.copy ins(%x : memref<2x64xi8>) outs(%a, %a : memref<1x64xi8>, memref<1x64xi8>) axis(0)
  return
}
}
}
