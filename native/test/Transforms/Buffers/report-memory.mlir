// RUN: split-opt %s --split-report-memory --allow-unregistered-dialect -o %t | FileCheck %s --strict-whitespace --match-full-lines

memref.global "private" constant @c : memref<3x5xi64> = dense<1>
memref.global "private" constant @d : memref<2xcomplex<f32>> = dense<(1.0, 2.0)>
memref.global "private" @variable : memref<9xi64> = dense<1>

// The numbers are sums of these: a and b of 4000 and 100 bytes, then b, c and d of
// 100, 36 and 8; the constant has 15 * 8 bytes and is used twice.
//      CHECK:straight:
// CHECK-NEXT:  constants: 120 bytes
// CHECK-NEXT:  peak: 4100 bytes
// CHECK-NEXT:  allocations: 4
func.func @straight(%caller: memref<99xf32>) {
  %k = memref.get_global @c : memref<3x5xi64>
  %k2 = memref.get_global @c : memref<3x5xi64>
  %v = memref.get_global @variable : memref<9xi64>
  %a = memref.alloc() : memref<1000xf32>
  %b = memref.alloc() : memref<10x10xi8>
  memref.dealloc %a : memref<1000xf32>
  %c = memref.alloc() : memref<9xf32>
  %d = memref.alloc() : memref<index>
  memref.dealloc %d : memref<index>
  memref.dealloc %b : memref<10x10xi8>
  memref.dealloc %c : memref<9xf32>
  return
}

// Results, and what is freed only sometimes, are alive until the end. Two of the
// three dynamic buffers are alive at once. Iterations of the loop and the branches
// use the same 8 bytes.
//  CHECK-NEXT:dynamic:
//  CHECK-NEXT:  constants: 0 bytes
//  CHECK-NEXT:  peak: 56 bytes and 2 buffers of dynamic size
//  CHECK-NEXT:  allocations: 7, and 1 in loops
func.func @dynamic(%n: index, %c: i1) -> memref<?xf32> {
  %a = memref.alloc(%n) : memref<?xf32>
  %sometimes = memref.alloc() : memref<4xf64>
  %result = memref.alloc(%n) : memref<?xf32>
  memref.dealloc %a : memref<?xf32>
  scf.for %i = %n to %n step %n {
    %b = memref.alloc() : memref<2xf32>
    memref.dealloc %b : memref<2xf32>
  }
  scf.if %c {
    %b = memref.alloc() : memref<2xf32>
    memref.dealloc %b : memref<2xf32>
    memref.dealloc %sometimes : memref<4xf64>
  } else {
    %b = memref.alloc() : memref<2xf32>
    memref.dealloc %b : memref<2xf32>
  }
  %d = memref.alloc(%n) : memref<?xi1>
  memref.dealloc %d : memref<?xi1>
  %e = memref.alloc() : memref<3xf64>
  memref.dealloc %e : memref<3xf64>
  return %result : memref<?xf32>
}

// The callee's memory comes on top of what is alive at the call: 40 and 50 + 7
// bytes, and then 60. The constants of both are 120 and 16 bytes.
//  CHECK-NEXT:caller:
//  CHECK-NEXT:  constants: 136 bytes
//  CHECK-NEXT:  peak: 97 bytes and 1 buffer of dynamic size
//  CHECK-NEXT:  allocations: 7, and 3 in loops
func.func @caller(%n: index) {
  %k = memref.get_global @c : memref<3x5xi64>
  %a = memref.alloc() : memref<40xi8>
  call @callee(%n) : (index) -> ()
  memref.dealloc %a : memref<40xi8>
  call @callee(%n) : (index) -> ()
  scf.for %i = %n to %n step %n {
    func.call @callee(%n) : (index) -> ()
  }
  return
}
func.func private @callee(%n: index) {
  %k = memref.get_global @c : memref<3x5xi64>
  %k2 = memref.get_global @d : memref<2xcomplex<f32>>
  %a = memref.alloc() : memref<50xi8>
  %b = memref.alloc() : memref<7xi1>
  memref.dealloc %b : memref<7xi1>
  %c = memref.alloc(%n) : memref<?xi8>
  memref.dealloc %a : memref<50xi8>
  memref.dealloc %c : memref<?xi8>
  call @external() : () -> ()
  return
}
func.func private @external()

// Recursive calls are not included.
//  CHECK-NEXT:recursive:
//  CHECK-NEXT:  constants: 0 bytes
//  CHECK-NEXT:  peak: 4 bytes
//  CHECK-NEXT:  allocations: 1
func.func @recursive() {
  %a = memref.alloc() : memref<f32>
  call @recursive() : () -> ()
  memref.dealloc %a : memref<f32>
  return
}

// Sums do not wrap around; sizes that 63 bits do not hold count as dynamic.
//  CHECK-NEXT:huge:
//  CHECK-NEXT:  constants: 0 bytes
//  CHECK-NEXT:  peak: 18446744073709551615 bytes and 1 buffer of dynamic size
//  CHECK-NEXT:  allocations: 4
//   CHECK-NOT:{{.+}}
func.func @huge() {
  %a = memref.alloc() : memref<9223372036854775807xi8>
  %b = memref.alloc() : memref<9223372036854775807xi8>
  %c = memref.alloc() : memref<9223372036854775807xi8>
  %d = memref.alloc() : memref<9223372036854775807x9223372036854775807xi8>
  "use"(%a, %b, %c, %d) : (memref<9223372036854775807xi8>, memref<9223372036854775807xi8>, memref<9223372036854775807xi8>,
                           memref<9223372036854775807x9223372036854775807xi8>) -> ()
  return
}
