// Which allocations and copies are left by one-shot bufferization: of splits and
// what uses them as they are (DIRECT), after their lowering (LOWERED), and after
// the lowering as split-to-llvm has it, which leaves disjoint views to
// bufferization.
// DEFINE: %{bufferize} = -one-shot-bufferize=bufferize-function-boundaries -cse -canonicalize
// RUN: split-opt %s %{bufferize} | FileCheck %s --check-prefixes=COUNT,DIRECT
// RUN: split-opt %s -convert-split-to-linalg %{bufferize} | FileCheck %s --check-prefixes=COUNT,LOWERED
// RUN: split-opt %s -convert-split-to-linalg=keep-disjoint %{bufferize} | FileCheck %s --check-prefix=COUNT

// What is allocated is freed.
// RUN: split-opt %s %{bufferize} -buffer-deallocation-pipeline | FileCheck %s --check-prefix=FREED

// RUN: split-run %s --function=siblings --input=4xf32=1,2,3,4 --input=2xf32=0,0 --expected_output=2xf32=15,17
// RUN: split-run %s --function=argument --input=4xf32=1,2,3,4 --input=2xf32=0,0 --expected_output=2xf32=12,6
// RUN: split-run %s --function=loop --input=4xf32=1,2,3,4 --input=2xf32=0,0 --input=index=2 --expected_output=2xf32=4,6
// RUN: split-run %s --function=made_in_loop --input=4xf32=1,2,3,4 --input=2xf32=0,0 --input=index=2 --expected_output=2xf32=15,12
// RUN: split-run %s --function=conditional --input=4xf32=1,2,3,4 --input=2xf32=0,0 --input=i1=1 --expected_output=2xf32=2,4
// RUN: split-run %s --function=call --input=4xf32=1,2,3,4 --input=2xf32=0,0 --expected_output=2xf32=6,8
// RUN: split-run %s --function=swap --input=4xf32=1,2,3,4 --expected_output=4xf32=3,4,1,2
// RUN: split-run %s --function=gate --input=2x4xf32=iota --input=2x2xf32=0,0,0,0 --expected_output=2x2xf32=0,3,24,35
// RUN: split-run %s --function=update --input=4xf32=1,2,3,4 --expected_output=4xf32=0,0,3,4
// RUN: split-run %s --function=nested --input=4xf32=1,2,3,4 --input=1xf32=0 --expected_output=1xf32=21
// RUN: split-run %s --function=run_time_lengths --input=4xf32=1,2,3,4 --input=2xi64=1,3 --input=1xf32=0 --expected_output=1xf32=13
// RUN: split-run %s --function=several_written --input=6xf32=1,2,3,4,5,6 --input=2xf32=0,0 --expected_output=2xf32=25,21

// A piece is written in place while siblings live. Upstream's analysis knows of no
// slices of one buffer that do not overlap, so the lowered program has a copy of
// that piece.
// COUNT-LABEL: func @siblings(
// COUNT: memref.alloc() {{.*}} : memref<4xf32>
// LOWERED: memref.alloc() {{.*}} : memref<2xf32>
// COUNT-NOT: memref.{{alloc|copy}}
// COUNT: return
// FREED-LABEL: func @siblings(
// FREED-COUNT-1: memref.dealloc
// FREED-NOT: memref.{{copy|dealloc}}
// FREED: return
func.func @siblings(%x: tensor<4xf32>, %out: tensor<2xf32>) -> tensor<2xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %y = linalg.add ins(%x, %x : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %a, %b = split.split %y axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %nine = arith.constant 9.0 : f32
  %w = linalg.fill ins(%nine : f32) outs(%a : tensor<2xf32>) -> tensor<2xf32>
  %m = linalg.min ins(%w, %b : tensor<2xf32>, tensor<2xf32>) outs(%out : tensor<2xf32>) -> tensor<2xf32>
  %r = linalg.add ins(%w, %m : tensor<2xf32>, tensor<2xf32>) outs(%m : tensor<2xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// Of an argument, which others may know, one piece is copied and not the whole.
// COUNT-LABEL: func @argument(
// COUNT: memref.alloc() {{.*}} : memref<2xf32>
// COUNT: memref.copy %{{.*}} to memref<2xf32>
// COUNT-NOT: memref.{{alloc|copy}}
// COUNT: return
func.func @argument(%x: tensor<4xf32>, %out: tensor<2xf32>) -> tensor<2xf32> {
  %c0 = arith.constant 0 : index
  %nine = arith.constant 9.0 : f32
  %a, %b = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %w = tensor.insert %nine into %a[%c0] : tensor<2xf32>
  %r = linalg.add ins(%w, %b : tensor<2xf32>, tensor<2xf32>) outs(%out : tensor<2xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// COUNT-LABEL: func @loop(
// COUNT-NOT: memref.{{alloc|copy}}
// COUNT: return
func.func @loop(%x: tensor<4xf32>, %out: tensor<2xf32>, %n: index) -> tensor<2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %out) -> tensor<2xf32> {
    %a, %b = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
    %t = linalg.add ins(%a, %b : tensor<2xf32>, tensor<2xf32>) outs(%s : tensor<2xf32>) -> tensor<2xf32>
    scf.yield %t : tensor<2xf32>
  }
  return %r : tensor<2xf32>
}

// COUNT-LABEL: func @made_in_loop(
// COUNT: memref.alloc() {{.*}} : memref<4xf32>
// LOWERED: memref.alloc() {{.*}} : memref<2xf32>
// LOWERED: memref.copy %{{.*}} to memref<2xf32>
// COUNT-NOT: memref.{{alloc|copy}}
// COUNT: return
// FREED-LABEL: func @made_in_loop(
// FREED: scf.for
// FREED-COUNT-1: memref.dealloc
// FREED-NOT: memref.{{copy|dealloc}}
// FREED: return
func.func @made_in_loop(%x: tensor<4xf32>, %out: tensor<2xf32>, %n: index) -> tensor<2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %nine = arith.constant 9.0 : f32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %out) -> tensor<2xf32> {
    %e = tensor.empty() : tensor<4xf32>
    %y = linalg.add ins(%x, %x : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    %a, %b = split.split %y axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
    %w = tensor.insert %nine into %a[%c0] : tensor<2xf32>
    %t = linalg.add ins(%w, %b : tensor<2xf32>, tensor<2xf32>) outs(%s : tensor<2xf32>) -> tensor<2xf32>
    scf.yield %t : tensor<2xf32>
  }
  return %r : tensor<2xf32>
}

// COUNT-LABEL: func @conditional(
// COUNT-NOT: memref.{{alloc|copy}}
// COUNT: return
func.func @conditional(%x: tensor<4xf32>, %out: tensor<2xf32>, %c: i1) -> tensor<2xf32> {
  %a, %b = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %h = scf.if %c -> tensor<2xf32> {
    scf.yield %a : tensor<2xf32>
  } else {
    scf.yield %b : tensor<2xf32>
  }
  %r = linalg.add ins(%h, %h : tensor<2xf32>, tensor<2xf32>) outs(%out : tensor<2xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// COUNT-LABEL: func @call(
// COUNT-NOT: memref.{{alloc|copy}}
// COUNT: return
func.func @call(%x: tensor<4xf32>, %out: tensor<2xf32>) -> tensor<2xf32> {
  %a, %b = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %r = call @twice(%b, %out) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}
func.func private @twice(%h: tensor<2xf32>, %out: tensor<2xf32>) -> tensor<2xf32> {
  %r = linalg.add ins(%h, %h : tensor<2xf32>, tensor<2xf32>) outs(%out : tensor<2xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// Each byte of the result is written once.
// COUNT-LABEL: func @swap(
// COUNT: memref.alloc() {{.*}} : memref<4xf32>
// COUNT-NOT: memref.alloc
// COUNT-COUNT-2: memref.copy
// COUNT-NOT: memref.{{alloc|copy}}
// COUNT: return
func.func @swap(%x: tensor<4xf32>) -> tensor<4xf32> {
  %a, %b = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %e = tensor.empty() : tensor<4xf32>
  %0 = tensor.insert_slice %b into %e[0] [2] [1] : tensor<2xf32> into tensor<4xf32>
  %1 = tensor.insert_slice %a into %0[2] [2] [1] : tensor<2xf32> into tensor<4xf32>
  return %1 : tensor<4xf32>
}

// A gated unit whose result goes where the caller says.
// COUNT-LABEL: func @gate(
// COUNT-NOT: memref.{{alloc|copy}}
// COUNT: return
func.func @gate(%x: tensor<2x4xf32>, %out: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %a, %b = split.split %x axis(1) into 2 : tensor<2x4xf32> -> tensor<2x2xf32>, tensor<2x2xf32>
  %r = linalg.mul ins(%a, %b : tensor<2x2xf32>, tensor<2x2xf32>) outs(%out : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %r : tensor<2x2xf32>
}

// A piece is written and put back. Upstream matches the slice that is inserted
// with the one that was extracted, which no op of several results can be.
// COUNT-LABEL: func @update(
// DIRECT: memref.alloc() {{.*}} : memref<2xf32>
// DIRECT: memref.copy
// COUNT-NOT: memref.{{alloc|copy}}
// COUNT: return
func.func @update(%x: tensor<4xf32>) -> tensor<4xf32> {
  %zero = arith.constant 0.0 : f32
  %a, %b = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %w = linalg.fill ins(%zero : f32) outs(%a : tensor<2xf32>) -> tensor<2xf32>
  %r = tensor.insert_slice %w into %x[0] [2] [1] : tensor<2xf32> into tensor<4xf32>
  return %r : tensor<4xf32>
}

// COUNT-LABEL: func @nested(
// COUNT: memref.alloc() {{.*}} : memref<4xf32>
// LOWERED: memref.alloc() {{.*}} : memref<1xf32>
// COUNT-NOT: memref.{{alloc|copy}}
// COUNT: return
func.func @nested(%x: tensor<4xf32>, %out: tensor<1xf32>) -> tensor<1xf32> {
  %nine = arith.constant 9.0 : f32
  %empty = tensor.empty() : tensor<4xf32>
  %y = linalg.add ins(%x, %x : tensor<4xf32>, tensor<4xf32>) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  %a, %b = split.split %y axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %c, %d = split.split %a axis(0) into 2 : tensor<2xf32> -> tensor<1xf32>, tensor<1xf32>
  %e, %f = split.split %b axis(0) into 2 : tensor<2xf32> -> tensor<1xf32>, tensor<1xf32>
  %w = linalg.fill ins(%nine : f32) outs(%c : tensor<1xf32>) -> tensor<1xf32>
  %s = linalg.add ins(%w, %d : tensor<1xf32>, tensor<1xf32>) outs(%w : tensor<1xf32>) -> tensor<1xf32>
  %r = linalg.add ins(%s, %f : tensor<1xf32>, tensor<1xf32>) outs(%out : tensor<1xf32>) -> tensor<1xf32>
  return %r : tensor<1xf32>
}

// COUNT-LABEL: func @run_time_lengths(
// COUNT: memref.alloc({{.*}}) {{.*}} : memref<?xf32>
// LOWERED: memref.alloc({{.*}}) {{.*}} : memref<?xf32>
// LOWERED: memref.copy
// COUNT-NOT: memref.{{alloc|copy}}
// COUNT: return
func.func @run_time_lengths(%x: tensor<?xf32>, %l: tensor<2xi64>, %out: tensor<1xf32>) -> tensor<1xf32> {
  %c0 = arith.constant 0 : index
  %nine = arith.constant 9.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %empty = tensor.empty(%n) : tensor<?xf32>
  %y = linalg.add ins(%x, %x : tensor<?xf32>, tensor<?xf32>) outs(%empty : tensor<?xf32>) -> tensor<?xf32>
  %a, %b = split.variadic_split %y axis(0) lengths(%l : tensor<2xi64>) : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  %w = tensor.insert %nine into %a[%c0] : tensor<?xf32>
  %p = tensor.extract_slice %w[0] [1] [1] : tensor<?xf32> to tensor<1xf32>
  %q = tensor.extract_slice %b[0] [1] [1] : tensor<?xf32> to tensor<1xf32>
  %r = linalg.add ins(%p, %q : tensor<1xf32>, tensor<1xf32>) outs(%out : tensor<1xf32>) -> tensor<1xf32>
  return %r : tensor<1xf32>
}

// Each piece is written, in an order of its own, while the others live.
// COUNT-LABEL: func @several_written(
// COUNT: memref.alloc() {{.*}} : memref<6xf32>
// LOWERED-COUNT-2: memref.copy
// COUNT-NOT: memref.{{alloc|copy}}
// COUNT: return
func.func @several_written(%x: tensor<6xf32>, %out: tensor<2xf32>) -> tensor<2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %nine = arith.constant 9.0 : f32
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<6xf32>
  %y = linalg.sub ins(%x, %x : tensor<6xf32>, tensor<6xf32>) outs(%e : tensor<6xf32>) -> tensor<6xf32>
  %z = linalg.add ins(%y, %x : tensor<6xf32>, tensor<6xf32>) outs(%y : tensor<6xf32>) -> tensor<6xf32>
  %a, %b, %c = split.split %z axis(0) into 3 : tensor<6xf32> -> tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
  %v = tensor.insert %nine into %c[%c0] : tensor<2xf32>
  %u = linalg.add ins(%v, %b : tensor<2xf32>, tensor<2xf32>) outs(%v : tensor<2xf32>) -> tensor<2xf32>
  %w = tensor.insert %one into %a[%c1] : tensor<2xf32>
  %s = linalg.add ins(%w, %u : tensor<2xf32>, tensor<2xf32>) outs(%w : tensor<2xf32>) -> tensor<2xf32>
  %t = linalg.add ins(%s, %u : tensor<2xf32>, tensor<2xf32>) outs(%out : tensor<2xf32>) -> tensor<2xf32>
  return %t : tensor<2xf32>
}
