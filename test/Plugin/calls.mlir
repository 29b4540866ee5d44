// Splits behind calls: constants reach an axis, results that no caller needs go,
// and bodies are inlined.
// RUN: %mlir-opt %s --pass-pipeline='builtin.module(test-liveness-analysis)' 2>&1 | FileCheck %s --check-prefix=LIVE
// RUN: %mlir-opt %s --pass-pipeline='builtin.module(remove-dead-values)' | FileCheck %s --check-prefix=DEAD
// RUN: %mlir-opt %s --pass-pipeline='builtin.module(sccp,canonicalize)' | FileCheck %s --check-prefix=SCCP
// RUN: %mlir-opt %s --pass-pipeline='builtin.module(inline{default-pipeline=},symbol-dce)' | FileCheck %s --check-prefix=INLINE

// One piece is live, so all of its op is; that it may fail keeps no op alive.
// LIVE:      test_tag: used:
// LIVE-NEXT:  operand #0: live
// LIVE-NEXT:  operand #1: live
// LIVE-NEXT:  result #0: not live
// LIVE-NEXT:  result #1: live
// LIVE:      test_tag: unused:
// LIVE:       result #0: not live
// LIVE-NEXT:  result #1: not live

// DEAD-LABEL: func private @pieces(
// DEAD-SAME: tensor<?xf32>, %{{.+}}: i32) -> tensor<2xf32>
// DEAD: %[[P:.+]]:2 = split.split {{.+}} {tag = "used"}
// DEAD-NOT: split.
// DEAD: return %[[P]]#1

// SCCP-LABEL: func private @pieces(
// SCCP: split.split %{{.+}} axis(0) into 2

// The function is gone, its ops are in the loop.
// INLINE-NOT: func private @pieces
func.func private @pieces(%x: tensor<?xf32>, %a: i32) -> (tensor<?xf32>, tensor<2xf32>) {
  %0:2 = split.split %x axis(%a : i32) into 2 {tag = "used"} : tensor<?xf32> -> tensor<?xf32>, tensor<2xf32>
  %1:2 = split.variadic_split %x axis(%a : i32) lengths [1, -1] {tag = "unused"} : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  return %0#0, %0#1 : tensor<?xf32>, tensor<2xf32>
}

// DEAD-LABEL: func @caller(
// DEAD: call @pieces(%{{.+}}, %{{.+}}) : (tensor<?xf32>, i32) -> tensor<2xf32>
// INLINE-LABEL: func @caller(
// INLINE-SAME: %[[X:.+]]: tensor<?xf32>
// INLINE: scf.for
// INLINE-NEXT: %[[P:.+]]:2 = split.split %[[X]] axis(%{{.+}} : i32) into 2 {tag = "used"}
// INLINE-NEXT: split.variadic_split %[[X]] axis(%{{.+}} : i32) lengths [1, -1] {tag = "unused"}
// INLINE-NEXT: scf.yield %[[P]]#1
func.func @caller(%x: tensor<?xf32>, %init: tensor<2xf32>, %n: index) -> tensor<2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = arith.constant 0 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %init) -> tensor<2xf32> {
    %0:2 = func.call @pieces(%x, %a) : (tensor<?xf32>, i32) -> (tensor<?xf32>, tensor<2xf32>)
    scf.yield %0#1 : tensor<2xf32>
  }
  return %r : tensor<2xf32>
}
