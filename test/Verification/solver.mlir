// A solver that does not decide all claims is an error that says what it did.

// RUN: mkdir -p %t
// RUN: printf '#!/bin/sh\n' > %t/silent
// RUN: printf '#!/bin/sh\necho sat\necho unsat\nkill -9 $$\n' > %t/killed
// RUN: printf '#!/bin/sh\necho unsat\necho out of memory\nexit 101\n' > %t/full
// RUN: printf '#!/bin/sh\necho unsat\necho timeout\n' > %t/slow
// RUN: chmod +x %t/*
// RUN: cd %t
// RUN: not split-opt %s --split-verify-arithmetic=solver=./silent 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SILENT
// RUN: not split-opt %s --split-verify-arithmetic=solver=./killed 2>&1 \
// RUN:   | FileCheck %s --check-prefix=KILLED
// RUN: not split-opt %s --split-verify-arithmetic=solver=./full 2>&1 \
// RUN:   | FileCheck %s --check-prefix=FULL
// RUN: split-opt %s --split-verify-arithmetic=solver=./slow 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SLOW

// SILENT: error: the solver './silent' decided 0 of 8 claims and ended with status 0
// KILLED: error: the solver './killed' decided 2 of 8 claims and ended with Killed
// FULL: error: the solver './full' printed 'out of memory' and ended with status 101, expected sat, unsat or unknown for 8 claims
// The limit for all claims ends the solver: z3 prints timeout.
// SLOW: remark: rule R2: what breaks it is checked: proven
// SLOW: warning: rule R2: no other check fails: unknown, no proof within 10 s
func.func @split(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %p:2 = split.split %x axis(0) into 2
      : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  return %p#0, %p#1 : tensor<?xf32>, tensor<?xf32>
}
