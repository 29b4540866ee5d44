// A solver that does not decide all claims is an error that says what it did. Its time and memory
// are limited: then, claims are unknown.

// RUN: mkdir -p %t
// RUN: printf '#!/bin/sh\n' > %t/silent
// RUN: printf '#!/bin/sh\nkill -9 $$\n' > %t/killed
// RUN: printf '#!/bin/sh\necho sat\necho unsat\necho unsat\n' > %t/many
// RUN: printf '#!/bin/sh\necho out of memory\nexit 101\n' > %t/full
// RUN: printf '#!/bin/sh\nexec sleep 1000\n' > %t/slow
// RUN: chmod +x %t/*
// RUN: cd %t
// RUN: not split-verify %s --solver=./silent 2>&1 | FileCheck %s --check-prefix=SILENT
// RUN: not split-verify %s --solver=./killed 2>&1 | FileCheck %s --check-prefix=KILLED
// RUN: not split-verify %s --solver=./many 2>&1 | FileCheck %s --check-prefix=MANY
// RUN: not split-verify %s --solver=./full 2>&1 | FileCheck %s --check-prefix=OPEN
// RUN: echo 'func.func @f(%%x: tensor<4xf32>) -> tensor<2xf32> {' > static.mlir
// RUN: echo '%%p:2 = split.split %%x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>' >> static.mlir
// RUN: echo 'return %%p#0 : tensor<2xf32> }' >> static.mlir
// RUN: not split-verify static.mlir --solver=./slow --timeout=1 --pipeline=convert-split-to-linalg --assume-rules 2>&1 | FileCheck %s --check-prefix=OPEN
// RUN: not split-verify %s --solver=no-such-solver 2>&1 | FileCheck %s --check-prefix=NONE

// SILENT: error: the solver './silent' decided 0 of 1 claims and ended with status 0
// KILLED: error: the solver './killed' decided 0 of 1 claims and ended with Killed
// MANY: error: the solver './many' printed 'unsat' and ended with status 0, expected sat, unsat or unknown for 1 claims
// OPEN-NOT: error
// OPEN: warning: unknown whether the original succeeds for any arguments
// OPEN: warning: {{.*}}: unknown, no proof within {{1|10}} s
// OPEN: {{^}}0 proven, 0 refuted, {{[1-9]}} unknown, 0 not compared
// NONE: error: cannot find the solver 'no-such-solver': install the package z3, or give the path of a solver with the option --solver{{$}}
func.func @split(%x: tensor<4xf32>, %n: index) -> tensor<?xf32> {
  %p:2 = split.variadic_split %x axis(0) lengths [%n, -1] : tensor<4xf32> -> tensor<?xf32>, tensor<?xf32>
  return %p#0 : tensor<?xf32>
}
