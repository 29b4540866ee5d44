// The stock mlir-opt knows the dialect, its models, passes and pipelines.
// RUN: %mlir-opt %s --pass-pipeline='builtin.module(convert-split-to-linalg)' | FileCheck %s --check-prefix=VIEWS
// RUN: %mlir-opt %s --pass-pipeline='builtin.module(convert-split-to-linalg{materialize=all},one-shot-bufferize{bufferize-function-boundaries})' | FileCheck %s --check-prefix=COPIES
// RUN: %if native %{ %mlir-opt %s --pass-pipeline='builtin.module(split-to-llvm{runtime-checks=false})' | FileCheck %s --check-prefix=LLVM --implicit-check-not=split. %}

// Upstream's passes do the rest, without any of ours.
// RUN: %mlir-opt %s --pass-pipeline='builtin.module(convert-split-to-linalg,one-shot-bufferize{bufferize-function-boundaries},test-lower-to-llvm)' -o %t
// RUN: mlir-runner %t -e main -entry-point-result=void -shared-libs=%llvm_lib/libmlir_runner_utils.so | FileCheck %s --check-prefix=VALUES

// Its passes are in the list, but not on the command line.
// RUN: %mlir-opt --list-passes | FileCheck %s --check-prefix=LIST
// RUN: not %mlir-opt %s --convert-split-to-linalg 2>&1 | FileCheck %s --check-prefix=OPTION
// LIST: --convert-split-to-linalg - Lower split ops to slices of tensors and copies
// LIST: --materialize=<value>
// OPTION: Unknown command line argument '--convert-split-to-linalg'

func.func private @printMemrefF32(tensor<*xf32>) attributes {llvm.emit_c_interface}

// VIEWS-LABEL: func @main(
// VIEWS: tensor.extract_slice %{{.+}}[4] [2] [1] : tensor<6xf32> to tensor<2xf32>
// COPIES-LABEL: func @main(
// COPIES: split.copy ins(%{{.+}} : memref<6xf32>) outs(%{{.+}}, %{{.+}} : memref<4xf32>, memref<2xf32>) axis(0)
// LLVM-LABEL: llvm.func @main(
// LLVM: llvm.return
// VALUES: rank = 1 offset = 0 sizes = [2] strides = [1]
// VALUES-NEXT: [4,  5]
func.func @main() {
  %data = arith.constant dense<[0.0, 1.0, 2.0, 3.0, 4.0, 5.0]> : tensor<6xf32>
  %pieces:2 = split.variadic_split %data axis(0) lengths [-1, 2]
      : tensor<6xf32> -> tensor<4xf32>, tensor<2xf32>
  %last = tensor.cast %pieces#1 : tensor<2xf32> to tensor<*xf32>
  call @printMemrefF32(%last) : (tensor<*xf32>) -> ()
  return
}
