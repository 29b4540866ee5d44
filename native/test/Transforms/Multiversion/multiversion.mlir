// RUN: split-opt %s --split-multiversion-functions="cpus=x86-64-v3,x86-64-v4" | FileCheck %s
// RUN: split-opt %s --split-multiversion-functions="cpus=x86-64-v4,x86-64-v3,x86-64-v3" | FileCheck %s
// RUN: split-opt %s --split-multiversion-functions | FileCheck %s --check-prefix=NONE
// RUN: not split-opt %s --split-multiversion-functions=cpus=znver4 -o /dev/null 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: error: option 'cpus' names 'znver4', expected x86-64-v2, x86-64-v3 or x86-64-v4
// What a host calls stays as it is; the rest of it goes to the version for the
// highest level that the machine has.
// NONE-NOT: {{split_mlir_machine|x86_64}}
// CHECK-DAG: llvm.func @split_mlir_machine() -> !llvm.ptr

// CHECK-LABEL: llvm.func @host(
// CHECK-SAME: %[[X:[^:]+]]: !llvm.ptr, %[[N:[^:]+]]: i64)
// CHECK-NOT: target_cpu
// CHECK: %[[MACHINE:.+]] = llvm.call @[[GET:split_mlir_get_machine]]() : () -> !llvm.ptr
// CHECK: %[[FIELD:.+]] = llvm.getelementptr %[[MACHINE]][0]
// CHECK: %[[LEVEL:.+]] = llvm.load %[[FIELD]] : !llvm.ptr -> i64
// CHECK: %[[FOUR:.+]] = llvm.mlir.constant(4 : i64)
// CHECK: %[[HAS4:.+]] = llvm.icmp "sge" %[[LEVEL]], %[[FOUR]]
// CHECK: llvm.cond_br %[[HAS4]], ^[[V4:.+]], ^[[NO4:[a-z0-9]+]]
// CHECK: ^[[V4]]:
// CHECK: %[[R4:.+]] = llvm.call @calls.x86_64_v4(%[[X]], %[[N]])
// CHECK: llvm.br ^[[REST:[a-z0-9]+]](%[[R4]] : i64)
// CHECK: ^[[NO4]]:
// CHECK: %[[THREE:.+]] = llvm.mlir.constant(3 : i64)
// CHECK: %[[HAS3:.+]] = llvm.icmp "sge" %[[LEVEL]], %[[THREE]]
// CHECK: llvm.cond_br %[[HAS3]], ^[[V3:.+]], ^[[NO3:[a-z0-9]+]]
// CHECK: ^[[V3]]:
// CHECK: %[[R3:.+]] = llvm.call @calls.x86_64_v3(%[[X]], %[[N]])
// CHECK: llvm.br ^[[REST]](%[[R3]] : i64)
// CHECK: ^[[NO3]]:
// CHECK: %[[R1:.+]] = llvm.call @calls(%[[X]], %[[N]]) {no_inline}
// CHECK: llvm.br ^[[REST]](%[[R1]] : i64)
// CHECK: ^[[REST]](%[[R:.+]]: i64):
// CHECK: llvm.return %[[R]]
llvm.func @host(%x: !llvm.ptr, %n: i64) -> i64 {
  %0 = llvm.call @calls(%x, %n) : (!llvm.ptr, i64) -> i64
  llvm.return %0 : i64
}

// A function that calls one with a loop; each version calls its like.
// CHECK-LABEL: llvm.func internal @calls(
// CHECK-NOT: target_cpu
// CHECK: llvm.call @loop(
// CHECK: llvm.call @plain(
// CHECK-LABEL: llvm.func internal @calls.x86_64_v4(
// CHECK-SAME: target_cpu = "x86-64-v4"
// CHECK: llvm.call @loop.x86_64_v4(
// CHECK: llvm.call @plain(
// CHECK-LABEL: llvm.func internal @calls.x86_64_v3(
// CHECK-SAME: target_cpu = "x86-64-v3"
// CHECK: llvm.call @loop.x86_64_v3(
// CHECK: llvm.call @plain(
llvm.func internal @calls(%x: !llvm.ptr, %n: i64) -> i64 attributes {sym_visibility = "private"} {
  llvm.call @loop(%x, %n) : (!llvm.ptr, i64) -> ()
  %0 = llvm.call @plain(%n) : (i64) -> i64
  llvm.return %0 : i64
}
// Recursion stays within a version.
// CHECK-LABEL: llvm.func internal @loop(
// CHECK: llvm.call @loop(
// CHECK-LABEL: llvm.func internal @loop.x86_64_v4(
// CHECK: llvm.call @loop.x86_64_v4(
// CHECK-LABEL: llvm.func internal @loop.x86_64_v3(
// CHECK: llvm.call @loop.x86_64_v3(
llvm.func internal @loop(%x: !llvm.ptr, %n: i64) attributes {sym_visibility = "private"} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  llvm.br ^head(%zero : i64)
^head(%i: i64):
  %more = llvm.icmp "slt" %i, %n : i64
  llvm.cond_br %more, ^body, ^done
^body:
  llvm.store %i, %x : i64, !llvm.ptr
  llvm.call @loop(%x, %i) : (!llvm.ptr, i64) -> ()
  %next = llvm.add %i, %one : i64
  llvm.br ^head(%next : i64)
^done:
  llvm.return
}
// CHECK-LABEL: llvm.func internal @plain(
// CHECK-NOT: @plain.
llvm.func internal @plain(%n: i64) -> i64 attributes {sym_visibility = "private"} {
  llvm.return %n : i64
}

// CHECK-LABEL: llvm.func internal @vector(
// CHECK: llvm.func internal @vector.x86_64_v4(
// CHECK: llvm.func internal @vector.x86_64_v3(
llvm.func internal @vector(%x: !llvm.ptr) attributes {sym_visibility = "private"} {
  %0 = llvm.load %x : !llvm.ptr -> vector<16xf32>
  llvm.store %0, %x : vector<16xf32>, !llvm.ptr
  llvm.return
}

// These have one version.
// CHECK-LABEL: llvm.func internal @address_taken(
// CHECK-NOT: @address_taken.
llvm.func internal @address_taken(%x: !llvm.ptr) attributes {sym_visibility = "private"} {
  %0 = llvm.load %x : !llvm.ptr -> vector<16xf32>
  llvm.store %0, %x : vector<16xf32>, !llvm.ptr
  llvm.return
}
// CHECK-LABEL: llvm.func internal @not_optimised(
// CHECK-NOT: @not_optimised.
llvm.func internal @not_optimised(%x: !llvm.ptr) attributes {sym_visibility = "private", passthrough = ["noinline", "optnone"]} {
  %0 = llvm.load %x : !llvm.ptr -> vector<16xf32>
  llvm.store %0, %x : vector<16xf32>, !llvm.ptr
  llvm.return
}
// CHECK-LABEL: llvm.func internal @seldom_runs(
// CHECK-NOT: @seldom_runs.
llvm.func internal @seldom_runs(%x: !llvm.ptr) attributes {sym_visibility = "private", passthrough = ["cold"]} {
  %0 = llvm.load %x : !llvm.ptr -> vector<16xf32>
  llvm.store %0, %x : vector<16xf32>, !llvm.ptr
  llvm.return
}
// CHECK-LABEL: llvm.func internal @has_a_target(
// CHECK-NOT: @has_a_target.
llvm.func internal @has_a_target(%x: !llvm.ptr) attributes {sym_visibility = "private", target_cpu = "znver4"} {
  %0 = llvm.load %x : !llvm.ptr -> vector<16xf32>
  llvm.store %0, %x : vector<16xf32>, !llvm.ptr
  llvm.return
}
// A vector comes from a function with one version.
// CHECK-LABEL: llvm.func internal @takes_a_vector(
// CHECK-NOT: @takes_a_vector.
llvm.func internal @takes_a_vector(%v: vector<16xf32>, %x: !llvm.ptr) attributes {sym_visibility = "private"} {
  llvm.store %v, %x : vector<16xf32>, !llvm.ptr
  llvm.return
}
// A vector goes to a function with one version.
// CHECK-LABEL: llvm.func internal @passes_a_vector(
// CHECK-NOT: @passes_a_vector.
llvm.func internal @passes_a_vector(%x: !llvm.ptr) attributes {sym_visibility = "private"} {
  %0 = llvm.load %x : !llvm.ptr -> vector<16xf32>
  llvm.call @takes_a_vector(%0, %x) : (vector<16xf32>, !llvm.ptr) -> ()
  llvm.return
}
// CHECK-LABEL: llvm.func @others(
// CHECK: llvm.call @address_taken(
// CHECK: llvm.call @not_optimised(
// CHECK: llvm.call @has_a_target(
// CHECK: llvm.call @passes_a_vector(
// CHECK: llvm.call @takes_a_vector(
// CHECK: llvm.call @vector.x86_64_v4(
// CHECK: llvm.call @vector.x86_64_v3(
// CHECK: llvm.call @vector(
llvm.func @others(%x: !llvm.ptr, %v: vector<16xf32>) -> !llvm.ptr {
  llvm.call @address_taken(%x) : (!llvm.ptr) -> ()
  llvm.call @not_optimised(%x) : (!llvm.ptr) -> ()
  llvm.call @has_a_target(%x) : (!llvm.ptr) -> ()
  llvm.call @passes_a_vector(%x) : (!llvm.ptr) -> ()
  llvm.call @takes_a_vector(%v, %x) : (vector<16xf32>, !llvm.ptr) -> ()
  llvm.call @vector(%x) : (!llvm.ptr) -> ()
  %0 = llvm.mlir.addressof @address_taken : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}

// The library is asked once.
// CHECK: llvm.mlir.global internal @[[TABLE:split_mlir_machine_table]]()
// CHECK: llvm.mlir.zero : !llvm.ptr
// CHECK: llvm.func internal preserve_mostcc @[[QUERY:split_mlir_ask_machine]]() -> !llvm.ptr attributes {no_inline
// CHECK: %[[GOT:.+]] = llvm.call @split_mlir_machine()
// CHECK: %[[ADDRESS:.+]] = llvm.mlir.addressof @[[TABLE]]
// CHECK: llvm.store %[[GOT]], %[[ADDRESS]] atomic release
// CHECK: llvm.return %[[GOT]]
// CHECK: llvm.func internal @[[GET]]() -> !llvm.ptr
// CHECK: %[[ADDRESS:.+]] = llvm.mlir.addressof @[[TABLE]]
// CHECK: %[[KNOWN:.+]] = llvm.load %[[ADDRESS]] atomic acquire
// CHECK: %[[ZERO:.+]] = llvm.mlir.zero
// CHECK: %[[IS:.+]] = llvm.icmp "eq" %[[KNOWN]], %[[ZERO]]
// CHECK: llvm.cond_br %[[IS]], ^[[ASK:[a-z0-9]+]], ^[[DONE:[a-z0-9]+]](%[[KNOWN]] : !llvm.ptr)
// CHECK: ^[[ASK]]:
// CHECK: %[[NEW:.+]] = llvm.call preserve_mostcc @[[QUERY]]()
// CHECK: llvm.br ^[[DONE]](%[[NEW]] : !llvm.ptr)
// CHECK: ^[[DONE]](%[[RESULT:.+]]: !llvm.ptr):
// CHECK: llvm.return %[[RESULT]]
