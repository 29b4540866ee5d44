// What is written, by the name that --emit has for it and by the file's ending.
// RUN: rm -rf %t && mkdir %t
// RUN: for kind in mlir:split ll:llvm-ir s:asm o:obj h:header; do \
// RUN:   split-compile %s -o %t/f.${kind%:*} && split-compile %s --emit=${kind#*:} -o %t/g || exit 1; \
// RUN:   sed s/_G_F_H/_F_F_H/ %t/g | cmp - %t/f.${kind%:*} || exit 1; \
// RUN: done

// RUN: FileCheck %s --check-prefix=SPLIT < %t/f.mlir
// SPLIT: split.split %{{.+}} axis(1) into 2
// SPLIT-NOT: split.assert

// RUN: split-compile %s --emit=linalg -o - | FileCheck %s --check-prefix=LINALG
// LINALG: split.assert
// LINALG: split.copy
// RUN: split-compile %s --emit=linalg --results=views -o - | FileCheck %s --check-prefix=VIEWS
// VIEWS: tensor.extract_slice
// VIEWS-NOT: split.copy
// RUN: split-compile %s --emit=linalg --no-runtime-checks -o - | FileCheck %s --check-prefix=UNCHECKED
// UNCHECKED-NOT: split.assert

// RUN: split-compile %s --emit=llvm -o - | FileCheck %s --check-prefix=LLVM
// LLVM: llvm.func @f(%{{.+}}: !llvm.ptr, %{{.+}}: !llvm.ptr, %{{.+}}: !llvm.ptr) -> (i32 {llvm.signext})
// LLVM: llvm.func @g(
// LLVM: llvm.func @f_signature() -> !llvm.ptr
// LLVM-NOT: @split_mlir_signature(

// RUN: FileCheck %s --check-prefix=IR < %t/f.ll
// IR: define {{.*}}i32 @f(ptr
// IR: define {{.*}}i32 @g(ptr
// IR: define {{.*}}ptr @f_signature()

// RUN: FileCheck %s --check-prefix=ASM < %t/f.s
// ASM: .globl{{[[:space:]]}}f
// ASM: .globl{{[[:space:]]}}g
// ASM: .globl{{[[:space:]]}}f_signature
// ASM: .globl{{[[:space:]]}}g_signature
// ASM-NOT: .globl

// RUN: FileCheck %s --check-prefix=HEADER < %t/f.h
// HEADER: int32_t f(
// HEADER: const char *f_signature(void);
// HEADER: int32_t g(
// HEADER: const char *g_signature(void);

// Nothing but the public functions and their signatures can be called, and code can
// be anywhere.
// RUN: nm -g --defined-only %t/f.o | FileCheck %s --check-prefix=SYMBOLS
// SYMBOLS: {{^[0-9a-f]+ T f$}}
// SYMBOLS-NEXT: {{^[0-9a-f]+ T f_signature$}}
// SYMBOLS-NEXT: {{^[0-9a-f]+ T g$}}
// SYMBOLS-NEXT: {{^[0-9a-f]+ T g_signature$}}
// SYMBOLS-NOT: {{.}}
// RUN: llvm-objdump -r %t/f.o | not grep -E 'R_X86_64_(32|32S) '

// A processor that is named has what its name says, whether this machine does.
// RUN: test "$(uname -m)" != x86_64 || split-compile %s --cpu=znver4 --emit=llvm-ir -o - | FileCheck %s --check-prefix=CPU
// RUN: test "$(uname -m)" != x86_64 || split-compile %s --cpu=x86-64 --emit=asm -o - | not grep -E 'ymm|zmm'
// CPU: "target-cpu"="znver4"

// RUN: split-compile %s -o - --emit=obj --mlir-timing 2>&1 >%t/timed.o | FileCheck %s --check-prefix=TIMING
// TIMING: Import
// TIMING: Lowering
// TIMING: ConvertSplitToLinalgPass
// TIMING: LLVM optimisation
// TIMING: Code generation
// RUN: cmp %t/timed.o %t/f.o
// RUN: split-compile %s -o %t/quiet.o 2>&1 | count 0

// The same as what is read back from MLIR text.
// RUN: split-compile - --emit=split -o - < %s | diff - %t/f.mlir

func.func @f(%x: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %0:2 = split.split %x axis(1) into 2 : tensor<?x?xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  return %0#0, %0#1 : tensor<?x?xf32>, tensor<?x?xf32>
}
func.func private @hidden(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = math.exp %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @g(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @hidden(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
