// What is known already stays: loading the plugin twice, a second copy of it, or
// either into split-opt, changes nothing.
// RUN: cp %plugin %t.so
// RUN: %mlir-opt --load-dialect-plugin=%plugin --load-pass-plugin=%plugin %s --pass-pipeline='builtin.module(convert-split-to-linalg)' | FileCheck %s
// RUN: %mlir-opt --load-dialect-plugin=%t.so --load-pass-plugin=%t.so %s --pass-pipeline='builtin.module(convert-split-to-linalg)' | FileCheck %s
// RUN: split-opt --load-dialect-plugin=%plugin --load-pass-plugin=%plugin %s --pass-pipeline='builtin.module(convert-split-to-linalg)' | FileCheck %s
// RUN: split-opt --load-dialect-plugin=%t.so --load-pass-plugin=%t.so %s --pass-pipeline='builtin.module(convert-split-to-linalg)' | FileCheck %s

// One half alone is not the whole. What the other would bring is missed in words.
// RUN: not %llvm_bin/mlir-opt --load-pass-plugin=%plugin %s 2>&1 | FileCheck %s --check-prefix=NO_DIALECT
// RUN: not %llvm_bin/mlir-opt --load-dialect-plugin=%plugin %s --pass-pipeline='builtin.module(convert-split-to-linalg)' 2>&1 | FileCheck %s --check-prefix=NO_PASSES
// NO_DIALECT: error: Dialect `split' not found for custom op 'split.split'
// NO_PASSES: error: 'convert-split-to-linalg' does not refer to a registered pass or pass pipeline

// CHECK: tensor.extract_slice
// CHECK: tensor.extract_slice
// CHECK-NOT: split.split
func.func @f(%x: tensor<4xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %0:2 = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  return %0#0, %0#1 : tensor<2xf32>, tensor<2xf32>
}
