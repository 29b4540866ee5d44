// What is written for other machines needs no cross compiler, and is neither for
// this machine nor for x86.
// RUN: rm -rf %t && mkdir %t
// RUN: for machine in aarch64 riscv64 x86_64; do \
// RUN:   target=$machine-linux-gnu; \
// RUN:   for kind in ll s o; do split-compile %s --target=$target -o %t/$machine.$kind || exit 1; done; \
// RUN:   split-compile %s --target=$target --emit=llvm -o %t/$machine.mlir || exit 1; \
// RUN:   %llvm_bin/clang --target=$target -Wno-override-module -O2 -c %t/$machine.ll -o %t/$machine.ll.o || exit 1; \
// RUN:   llvm-readelf -h %t/$machine.o > %t/header && llvm-readelf -h %t/$machine.ll.o | grep -E 'Machine|Flags' > %t/clang || exit 1; \
// RUN:   grep -E 'Machine|Flags' %t/header | diff - %t/clang || exit 1; \
// RUN: done
// RUN: not grep -E 'x86|sfence' %t/aarch64.mlir %t/aarch64.ll %t/riscv64.mlir %t/riscv64.ll
// RUN: grep -c x86.sse.sfence %t/x86_64.mlir

// RUN: llvm-readelf -h %t/aarch64.o | FileCheck %s --check-prefix=AARCH64-ELF
// AARCH64-ELF: Class: {{ *}}ELF64
// AARCH64-ELF: Machine: {{ *}}AArch64
// RUN: FileCheck %s --check-prefix=AARCH64-IR < %t/aarch64.ll
// AARCH64-IR: target triple = "aarch64-unknown-linux-gnu"
// AARCH64-IR: "target-cpu"="generic"
// Vectors fill the registers: 16 bytes.
// RUN: FileCheck %s --check-prefix=VECTORS < %t/aarch64.mlir
// VECTORS: vector<4xf32>
// VECTORS-NOT: vector<16xf32>
// RUN: FileCheck %s --check-prefix=AARCH64-ASM < %t/aarch64.s
// AARCH64-ASM: fmul{{.+}}.4s

// RUN: llvm-readelf -h %t/riscv64.o | FileCheck %s --check-prefix=RISCV64-ELF
// RISCV64-ELF: Machine: {{ *}}RISC-V
// RISCV64-ELF: Flags: {{.*}}RVC, double-float ABI
// RUN: FileCheck %s --check-prefix=RISCV64-IR < %t/riscv64.ll
// RISCV64-IR: target triple = "riscv64-unknown-linux-gnu"
// RISCV64-IR: "target-cpu"="generic-rv64"
// RISCV64-IR: !"target-abi", !"lp64d"

// RUN: llvm-readelf -h %t/x86_64.o | FileCheck %s --check-prefix=X86-ELF
// X86-ELF: Machine: {{.*}}X86-64
// RUN: FileCheck %s --check-prefix=X86-VECTORS < %t/x86_64.mlir
// X86-VECTORS: vector<16xf32>

// A processor of the target is used.
// RUN: split-compile %s --target=riscv64-linux-gnu --cpu=sifive-x280 --emit=asm -o - | grep -c vsetvli
// RUN: not grep vsetvli %t/riscv64.s

// Objects may use threads; their program is linked with an OpenMP runtime.
// RUN: split-compile %s --target=riscv64-linux-gnu --threads=2 -o %t/threads.o
// RUN: llvm-nm -u %t/threads.o | grep __kmpc_fork_call

// x86 alone has registers for f80, and LLVM ends the process elsewhere.
// RUN: echo 'func.func @f(%x: tensor<4xf80>) -> tensor<4xf80> { %y = arith.addf %x, %x : tensor<4xf80> return %y : tensor<4xf80> }' > %t/f80.mlir
// RUN: not split-compile %t/f80.mlir --target=aarch64-linux-gnu -o %t/f80.o 2>&1 | FileCheck %s --check-prefix=F80
// F80: f80.mlir:{{.*}} error: cannot be compiled: only x86-64 has numbers of type f80, and the target is aarch64-unknown-linux-gnu
// RUN: split-compile %t/f80.mlir --target=x86_64-linux-gnu -o %t/f80.o

func.func @gate(%x: tensor<1024x2048xf32>) -> tensor<1024x1024xf32> {
  %0:2 = split.split %x axis(1) into 2 : tensor<1024x2048xf32> -> tensor<1024x1024xf32>, tensor<1024x1024xf32>
  %1 = arith.mulf %0#0, %0#1 : tensor<1024x1024xf32>
  return %1 : tensor<1024x1024xf32>
}

func.func @copy(%x: tensor<?x4096xf32>) -> (tensor<?x96xf32>, tensor<?x4000xf32>) {
  %0:2 = split.variadic_split %x axis(1) lengths [96, 4000] : tensor<?x4096xf32> -> tensor<?x96xf32>, tensor<?x4000xf32>
  return %0#0, %0#1 : tensor<?x96xf32>, tensor<?x4000xf32>
}
