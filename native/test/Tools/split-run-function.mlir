// Which function runs.

// The only public one.
// DEFINE: %{run} = sh %source_dir/test/Inputs/status.sh split-run
// RUN: split-run %S/Inputs/one-public.mlir | FileCheck %s --check-prefix=ONE
// ONE: {{^}}result[0]: i32=1{{$}}

// A private one by name.
// RUN: split-run %S/Inputs/one-public.mlir --function=hidden \
// RUN:   | FileCheck %s --check-prefix=HIDDEN
// HIDDEN: {{^}}result[0]: i32=2{{$}}

// Of several, main.
// RUN: split-run %s | FileCheck %s --check-prefix=MAIN
// MAIN: {{^}}result[0]: i32=3{{$}}
// RUN: split-run %s --function=other | FileCheck %s --check-prefix=OTHER
// OTHER: {{^}}result[0]: i32=4{{$}}

// From stdin.
// RUN: split-run - < %s | FileCheck %s --check-prefix=MAIN

// RUN: %{run} %s --function=foo | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN:      split-run: error: no function 'foo', there is: @main, @other
// UNKNOWN-NEXT: status 1

// A declaration is no function to run.
// RUN: %{run} %s --function=external | FileCheck %s --check-prefix=EXTERNAL
// EXTERNAL:      split-run: error: no function 'external', there is: @main, @other
// EXTERNAL-NEXT: status 1

// RUN: grep -v main %s | %{run} - | FileCheck %s --check-prefix=OTHER
// RUN: sed s/@main/@first/ %s | %{run} - | FileCheck %s --check-prefix=CHOOSE
// CHOOSE:      split-run: error: choose a function with --function, there is: @first, @other
// CHOOSE-NEXT: status 1
// RUN: echo "module {}" | %{run} - | FileCheck %s --check-prefix=NONE
// NONE:      split-run: error: choose a function with --function, there is: none
// NONE-NEXT: status 1

func.func private @external()
func.func @main() -> i32 { %0 = arith.constant 3 : i32 return %0 : i32 } // main
func.func @other() -> i32 { %0 = arith.constant 4 : i32 return %0 : i32 }
