// An op that is not known may take the address of any function: none has versions.
// RUN: split-opt %s --allow-unregistered-dialect --split-multiversion-functions=cpus=x86-64-v3 | FileCheck %s
// CHECK: llvm.func internal @vector(
// CHECK-NOT: x86_64

llvm.func internal @vector(%x: !llvm.ptr) attributes {sym_visibility = "private"} {
  %0 = llvm.load %x : !llvm.ptr -> vector<16xf32>
  llvm.store %0, %x : vector<16xf32>, !llvm.ptr
  llvm.return
}
"unknown.op"() ({
}) : () -> ()
