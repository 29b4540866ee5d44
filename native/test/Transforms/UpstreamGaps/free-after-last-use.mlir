// RUN: split-opt %s --pass-pipeline='builtin.module(func.func(split-free-after-last-use))' \
// RUN:   | FileCheck %s

func.func private @size(memref<?xf32>) -> index
func.func private @use(memref<?xf32>)

// The number is no view, but upstream's pass would free %a behind the return.
//
// CHECK-LABEL: @number
// CHECK:         memref.dealloc
// CHECK-NEXT:    return
func.func @number(%n: index) -> index {
  %a = memref.alloc(%n) : memref<?xf32>
  %0 = func.call @size(%a) : (memref<?xf32>) -> index
  memref.dealloc %a : memref<?xf32>
  return %0 : index
}

// The same in a loop.
//
// CHECK-LABEL: @in_loop
// CHECK:         memref.dealloc
// CHECK-NEXT:    scf.yield
func.func @in_loop(%n: index, %c1: index) -> index {
  %1 = scf.for %i = %c1 to %n step %c1 iter_args(%sum = %n) -> index {
    %a = memref.alloc(%n) : memref<?xf32>
    %0 = func.call @size(%a) : (memref<?xf32>) -> index
    memref.dealloc %a : memref<?xf32>
    scf.yield %0 : index
  }
  return %1 : index
}

// The function returns %b, and %a is freed after its last use.
//
// CHECK-LABEL: @moves
// CHECK:         call @use
// CHECK-NEXT:    memref.dealloc
// CHECK-NEXT:    memref.alloc
// CHECK-NEXT:    call @use
// CHECK-NEXT:    return
func.func @moves(%n: index) -> memref<?xf32> {
  %a = memref.alloc(%n) : memref<?xf32>
  func.call @use(%a) : (memref<?xf32>) -> ()
  %b = memref.alloc(%n) : memref<?xf32>
  func.call @use(%b) : (memref<?xf32>) -> ()
  memref.dealloc %a : memref<?xf32>
  return %b : memref<?xf32>
}
