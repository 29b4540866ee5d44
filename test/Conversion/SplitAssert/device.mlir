// Code for devices cannot call functions of the module around it: a check there becomes a
// cf.assert, which upstream lowers for each kind of device.

// RUN: split-opt %s --convert-split-assert-to-llvm | FileCheck %s
// RUN: split-opt %s --pass-pipeline='builtin.module(gpu.module(convert-gpu-to-nvvm))' \
// RUN:   | FileCheck %s --check-prefix=NVVM

// CHECK-NOT: llvm.func
// CHECK: gpu.func @kernel
// CHECK: cf.assert %{{.+}}, "{{.*}}device.mlir:[[#@LINE+9]]:5: error: expected ? rows"
// NVVM-LABEL: llvm.func @kernel
// NVVM: llvm.cond_br
// NVVM: llvm.call @__assertfail
gpu.module @kernels {
  gpu.func @kernel(%n: index) kernel {
    %c4 = arith.constant 4 : index
    %ok = arith.cmpi eq, %n, %c4 : index
    // The value is lost.
    split.assert %ok, "expected {} rows"(%c4)
    gpu.return
  }
}
