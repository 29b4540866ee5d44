// RUN: split-opt %s --split-plan-buffers --allow-unregistered-dialect --split-input-file | FileCheck %s

// %a has 128 bytes, %b 256 and %c 64. %b is alive together with each of the
// others, so it is placed first; %a and %c share the bytes after it.
// CHECK-LABEL: func @chain(
// CHECK: %[[M:.+]] = memref.alloc() {alignment = 64 : i64} : memref<384xi8>
// CHECK: %[[I:.+]] = memref.extract_aligned_pointer_as_index %[[M]]
// CHECK: %[[M64:.+]] = arith.index_cast %[[I]] : index to i64
// CHECK: %[[O:.+]] = arith.constant 256 : i64
// CHECK: %[[P64:.+]] = arith.addi %[[M64]], %[[O]] : i64
// CHECK: %[[P:.+]] = llvm.inttoptr %[[P64]]
// CHECK: llvm.insertvalue %[[P]], %{{.+}}[1]
// CHECK: %[[A:.+]] = builtin.unrealized_conversion_cast {{.+}} to memref<32xf32>
// CHECK: "write"(%[[A]])
// CHECK: arith.constant 0 : i64
// CHECK: %[[B:.+]] = builtin.unrealized_conversion_cast {{.+}} to memref<64xf32>
// CHECK: "read_and_write"(%[[A]], %[[B]])
// CHECK-NEXT: arith.constant 256 : i64
// CHECK: %[[C:.+]] = builtin.unrealized_conversion_cast {{.+}} to memref<16xf32>
// CHECK-NEXT: "read_and_write"(%[[B]], %[[C]])
// CHECK-NEXT: memref.dealloc %[[M]]
// CHECK-NEXT: return
func.func @chain() {
  %a = memref.alloc() : memref<32xf32>
  "write"(%a) : (memref<32xf32>) -> ()
  %b = memref.alloc() : memref<64xf32>
  "read_and_write"(%a, %b) : (memref<32xf32>, memref<64xf32>) -> ()
  memref.dealloc %a : memref<32xf32>
  %c = memref.alloc() : memref<16xf32>
  "read_and_write"(%b, %c) : (memref<64xf32>, memref<16xf32>) -> ()
  memref.dealloc %b : memref<64xf32>
  memref.dealloc %c : memref<16xf32>
  return
}

// -----

// A lifetime begins at the first use. Sizes are rounded up to 64 bytes: 65, 1 and
// 24 bytes to 128, 64 and 64.
// CHECK-LABEL: func @first_use(
// CHECK: memref.alloc() {{.+}} : memref<128xi8>
// CHECK: %[[O:.+]] = arith.constant 0 : i64
// CHECK: arith.addi %{{.+}}, %[[O]]
// CHECK: cast {{.+}} to memref<65xi8>
// CHECK: %[[O:.+]] = arith.constant 0 : i64
// CHECK: arith.addi %{{.+}}, %[[O]]
// CHECK: cast {{.+}} to memref<i1>
// CHECK: %[[O:.+]] = arith.constant 64 : i64
// CHECK: arith.addi %{{.+}}, %[[O]]
// CHECK: cast {{.+}} to memref<3xindex>
func.func @first_use() {
  %a = memref.alloc() : memref<65xi8>
  %b = memref.alloc() : memref<i1>
  %c = memref.alloc() {alignment = 64 : i64} : memref<3xindex>
  "use"(%a) : (memref<65xi8>) -> ()
  memref.dealloc %a : memref<65xi8>
  "use"(%b, %c) : (memref<i1>, memref<3xindex>) -> ()
  memref.dealloc %c : memref<3xindex>
  memref.dealloc %b : memref<i1>
  return
}

// -----

// The buffers of the loop and of the branches are alive together with %a, but
// not with each other.
// CHECK-LABEL: func @regions(
// CHECK: memref.alloc() {{.+}} : memref<128xi8>
// CHECK-NOT: memref.alloc
// CHECK: %[[O:.+]] = arith.constant 0 : i64
// CHECK: arith.addi %{{.+}}, %[[O]]
// CHECK: scf.for
// CHECK-NEXT: arith.constant 64 : i64
// CHECK: scf.if
// CHECK-NEXT: arith.constant 64 : i64
// CHECK: else
// CHECK-NEXT: arith.constant 64 : i64
// CHECK-NOT: memref.dealloc
// CHECK: }
// CHECK-NEXT: "use"
// CHECK-NEXT: memref.dealloc
func.func @regions(%n: index, %c: i1) {
  %zero = arith.constant 4 : index
  %a = memref.alloc() : memref<16xf32>
  "use"(%a) : (memref<16xf32>) -> ()
  scf.for %i = %zero to %n step %n {
    %b = memref.alloc() : memref<8xf32>
    "use"(%b) : (memref<8xf32>) -> ()
    memref.dealloc %b : memref<8xf32>
  }
  scf.if %c {
    %b = memref.alloc() : memref<7xf32>
    "use"(%b) : (memref<7xf32>) -> ()
    memref.dealloc %b : memref<7xf32>
  } else {
    %b = memref.alloc() : memref<6xf32>
    "use"(%b) : (memref<6xf32>) -> ()
    memref.dealloc %b : memref<6xf32>
  }
  "use"(%a) : (memref<16xf32>) -> ()
  memref.dealloc %a : memref<16xf32>
  return
}

// -----

// Each return frees the memory.
// CHECK-LABEL: func @blocks(
// CHECK: memref.alloc() {{.+}} : memref<64xi8>
// CHECK-COUNT-2: memref.dealloc {{.+}} : memref<64xi8>
// CHECK-NOT: memref.dealloc
func.func @blocks(%c: i1) {
  cf.cond_br %c, ^left, ^right
^left:
  %a = memref.alloc() : memref<f32>
  "use"(%a) : (memref<f32>) -> ()
  memref.dealloc %a : memref<f32>
  return
^right:
  %b = memref.alloc() : memref<f32>
  "use"(%b) : (memref<f32>) -> ()
  memref.dealloc %b : memref<f32>
  return
}

// -----

// Not planned: buffers of dynamic or no size, with a layout, a memory space, a
// larger alignment, or elements of another type; results, and buffers that are
// freed elsewhere or are too large; the buffers of several threads; and a single
// buffer.
// CHECK-LABEL: func @no_plan(
// CHECK-NOT: unrealized_conversion_cast
// CHECK: memref.dealloc {{.+}} : memref<9xf32>
func.func @no_plan(%n: index, %c: i1) -> memref<8xf32> {
  %one = arith.constant 1 : index
  %dynamic = memref.alloc(%n) : memref<?xf32>
  %empty = memref.alloc() : memref<0xf32>
  %layout = memref.alloc() : memref<8xf32, strided<[2]>>
  %space = memref.alloc() : memref<8xf32, 1>
  %aligned = memref.alloc() {alignment = 128 : i64} : memref<8xf32>
  %vectors = memref.alloc() : memref<8xvector<4xf32>>
  %result = memref.alloc() : memref<8xf32>
  %elsewhere = memref.alloc() : memref<8xf32>
  %large = memref.alloc() : memref<3000000000000xf32>
  %overflow = memref.alloc() : memref<4000000000x4000000000x4000000000xf32>
  "use"(%dynamic, %empty, %layout, %space, %aligned, %vectors, %result, %elsewhere, %large, %overflow)
      : (memref<?xf32>, memref<0xf32>, memref<8xf32, strided<[2]>>, memref<8xf32, 1>, memref<8xf32>, memref<8xvector<4xf32>>,
         memref<8xf32>, memref<8xf32>, memref<3000000000000xf32>, memref<4000000000x4000000000x4000000000xf32>) -> ()
  scf.if %c {
    memref.dealloc %elsewhere : memref<8xf32>
  }
  scf.parallel (%i) = (%one) to (%n) step (%one) {
    %b = memref.alloc() : memref<8xf32>
    "use"(%b) : (memref<8xf32>) -> ()
    memref.dealloc %b : memref<8xf32>
  }
  memref.dealloc %dynamic : memref<?xf32>
  memref.dealloc %empty : memref<0xf32>
  memref.dealloc %layout : memref<8xf32, strided<[2]>>
  memref.dealloc %space : memref<8xf32, 1>
  memref.dealloc %aligned : memref<8xf32>
  memref.dealloc %vectors : memref<8xvector<4xf32>>
  memref.dealloc %large : memref<3000000000000xf32>
  memref.dealloc %overflow : memref<4000000000x4000000000x4000000000xf32>
  %single = memref.alloc() : memref<9xf32>
  "use"(%single) : (memref<9xf32>) -> ()
  memref.dealloc %single : memref<9xf32>
  return %result : memref<8xf32>
}
