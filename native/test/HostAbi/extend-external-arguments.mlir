// Integers are passed to external functions as compilers of C pass them.
// RUN: split-opt %s -split-extend-external-arguments | FileCheck %s
// RUN: split-opt %s -split-to-llvm | mlir-translate -mlir-to-llvmir | FileCheck %s --check-prefix=IR

// CHECK: func.func private @narrow(i1 {llvm.zeroext}, i8 {llvm.signext}, si16 {llvm.signext}, ui16 {llvm.zeroext}, i32 {llvm.signext}, ui32 {llvm.signext}) -> i8
// IR: declare i8 @narrow(i1 zeroext, i8 signext, i16 signext, i16 zeroext, i32 signext, i32 signext)
func.func private @narrow(i1, i8, si16, ui16, i32, ui32) -> i8

// What fills a register, or has been marked, stays.
// CHECK: func.func private @others(i64, index, f32, i8 {llvm.zeroext})
func.func private @others(i64, index, f32, i8 {llvm.zeroext}) -> ()

// CHECK: func.func private @has_body(%{{.+}}: i8) {
func.func private @has_body(%x: i8) {
  return
}
func.func @caller(%a: i1, %b: i8, %c: si16, %d: ui16, %e: i32, %f: ui32) -> i8 {
  %0 = call @narrow(%a, %b, %c, %d, %e, %f) : (i1, i8, si16, ui16, i32, ui32) -> i8
  return %0 : i8
}

// CHECK: func.func private @signed(i8 {llvm.signext})
func.func private @signed(i8 {llvm.signext}) -> ()
