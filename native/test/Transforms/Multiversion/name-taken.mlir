// RUN: not split-opt %s --split-multiversion-functions=cpus=x86-64-v3 -o /dev/null 2>&1 | FileCheck %s
// CHECK: error: 'split_mlir_machine' is also the name of a library function that compiled code calls; expected another name

llvm.func @split_mlir_machine(%x: i64)
llvm.func internal @vector(%x: !llvm.ptr) attributes {sym_visibility = "private"} {
  %0 = llvm.load %x : !llvm.ptr -> vector<16xf32>
  llvm.store %0, %x : vector<16xf32>, !llvm.ptr
  llvm.return
}
