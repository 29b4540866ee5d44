// A program's function of the name that compiled code calls is an error, if it is
// called.
// RUN: not split-opt %s --lower-split-copy=machine=runtime -o /dev/null 2>&1 | FileCheck %s
// RUN: not split-opt %s --split-vectorize-elementwise=machine=runtime -o /dev/null 2>&1 | FileCheck %s
// RUN: split-opt %s --lower-split-copy --split-vectorize-elementwise -o /dev/null
// CHECK: error: 'split_mlir_machine' is also the name of a library function that compiled code calls; expected another name
func.func @split_mlir_machine() {
  return
}
