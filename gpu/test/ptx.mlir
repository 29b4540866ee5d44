// From splits of tensors to PTX: one kernel with accesses of 16 bytes, and one launch.

// RUN: split-opt %s --split-to-gpu | FileCheck %s

// CHECK-LABEL: llvm.func @qkv
// CHECK: gpu.launch_func {{.*}}@qkv_kernel::@qkv_kernel
// CHECK-NOT: gpu.launch_func
// CHECK: gpu.binary @qkv_kernel
// CHECK-SAME: .target sm_90
// CHECK-SAME: .visible .entry qkv_kernel
// CHECK-SAME: ld.global.v4.b32
// CHECK-SAME: st.global.v4.b32
// CHECK-NOT: .visible .entry
func.func @qkv(%x: tensor<4096x12288xf32>)
    -> (tensor<4096x4096xf32>, tensor<4096x4096xf32>, tensor<4096x4096xf32>) {
  %q, %k, %v = split.split %x axis(1) into 3 : tensor<4096x12288xf32>
      -> tensor<4096x4096xf32>, tensor<4096x4096xf32>, tensor<4096x4096xf32>
  return %q, %k, %v : tensor<4096x4096xf32>, tensor<4096x4096xf32>, tensor<4096x4096xf32>
}
