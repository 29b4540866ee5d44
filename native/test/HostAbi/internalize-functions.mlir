// Private functions with a body are internal to their object file.
// RUN: split-opt %s -split-internalize-functions | FileCheck %s

// CHECK: func.func private @f() attributes {llvm.linkage = #llvm.linkage<internal>} {
func.func private @f() {
  return
}
// CHECK: func.func private @chosen() attributes {llvm.linkage = #llvm.linkage<weak>} {
func.func private @chosen() attributes {llvm.linkage = #llvm.linkage<weak>} {
  return
}
// CHECK: func.func private @external(){{$}}
func.func private @external()
// CHECK: func.func @public() {
func.func @public() {
  return
}
