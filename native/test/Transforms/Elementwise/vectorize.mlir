// RUN: split-opt %s --split-vectorize-elementwise | FileCheck %s
// RUN: split-opt %s --split-vectorize-elementwise="threads=2 machine={nontemporal-threshold=4096 store-fence=x86-sfence parallel-loop-threshold=2048}" \
// RUN:   | FileCheck %s --check-prefix=LARGE

#id1 = affine_map<(d0) -> (d0)>
#id2 = affine_map<(d0, d1) -> (d0, d1)>

// Pieces of known sizes: a vector, and one for the rest.
// CHECK-LABEL: func @pieces(
// CHECK-SAME: %[[A:.+]]: memref<8x37xf32, {{.+}}>, %[[B:.+]]: memref<8x37xf32, {{.+}}>, %[[R:.+]]: memref<8x37xf32>)
// CHECK: scf.for %[[I:.+]] = %{{.+}} to %c8
// CHECK: scf.for %[[J:.+]] = %{{.+}} to %c32{{.*}} step %c16
// CHECK-NEXT: %[[X:.+]] = vector.load %[[A]][%[[I]], %[[J]]] : {{.+}}, vector<16xf32>
// CHECK-NEXT: %[[Y:.+]] = vector.load %[[B]][%[[I]], %[[J]]] : {{.+}}, vector<16xf32>
// CHECK-NEXT: %[[P:.+]] = arith.mulf %[[X]], %[[Y]] : vector<16xf32>
// CHECK-NEXT: vector.store %[[P]], %[[R]][%[[I]], %[[J]]] : memref<8x37xf32>, vector<16xf32>
// CHECK-NEXT: }
// CHECK: vector.load %[[A]][%[[I]], %c32{{.*}}] : {{.+}}, vector<5xf32>
// CHECK: vector.store %{{.+}}, %[[R]][%[[I]], %c32{{.*}}] : {{.+}}, vector<5xf32>
// CHECK-NOT: linalg.generic
// 3552 bytes are for two threads, but not past the caches.
// LARGE-LABEL: func @pieces(
// LARGE: scf.parallel (%[[T:.+]]) = (%{{.+}}) to (%c2
// LARGE: scf.for
// LARGE-NOT: nontemporal
// LARGE-NOT: sfence
func.func @pieces(%a: memref<8x37xf32, strided<[74, 1]>>, %b: memref<8x37xf32, strided<[74, 1], offset: 37>>, %r: memref<8x37xf32>) {
  linalg.generic {indexing_maps = [#id2, #id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : memref<8x37xf32, strided<[74, 1]>>, memref<8x37xf32, strided<[74, 1], offset: 37>>) outs(%r : memref<8x37xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %p = arith.mulf %x, %y : f32
    linalg.yield %p : f32
  }
  return
}

// Below any threshold there is but one loop nest.
// LARGE-LABEL: func @small(
// LARGE-NOT: scf.parallel
// LARGE-NOT: scf.if
// LARGE: return
func.func @small(%a: memref<16xf32>, %r: memref<16xf32>) {
  linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]} ins(%a : memref<16xf32>) outs(%r : memref<16xf32>) {
  ^bb0(%x: f32, %o: f32):
    %p = arith.negf %x : f32
    linalg.yield %p : f32
  }
  return
}

// Unknown sizes: contiguous dimensions are one, the rest is masked, and sizes
// decide at run time. Threads have whole vectors, but for the last.
// CHECK-LABEL: func @dynamic(
// CHECK: %[[F:.+]] = memref.collapse_shape %{{.+}} {{\[}}[0, 1]] : memref<?x?xf32> into memref<?xf32>
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK: %[[REST:.+]] = arith.cmpi ne
// CHECK: scf.if %[[REST]]
// CHECK: %[[M:.+]] = vector.create_mask
// CHECK: vector.maskedload %[[F]]{{.+}}, %[[M]]
// CHECK: vector.maskedstore
// LARGE-LABEL: func @dynamic(
// LARGE: %[[MANY:.+]] = arith.cmpi uge, %{{.+}}, %c256
// LARGE: scf.if %[[MANY]] {
// LARGE: scf.parallel
// LARGE: %[[HUGE:.+]] = arith.cmpi uge, %{{.+}}, %c512
// LARGE: %[[BOTH:.+]] = arith.andi %[[HUGE]], %{{.+}} : i1
// LARGE: scf.if %[[BOTH]] {
// LARGE: vector.maskedstore
// LARGE-NOT: prefetch
// LARGE: vector.store {{.+}} {alignment = 64 : i64, nontemporal = true}
// LARGE: vector.maskedstore
// LARGE: llvm.call_intrinsic "llvm.x86.sse.sfence"
// LARGE: } else {
// LARGE-NOT: nontemporal
// LARGE-NOT: scf.parallel
// LARGE: return
func.func @dynamic(%a: memref<?x?xf32>, %r: memref<?x?xf32>) {
  linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]} ins(%a : memref<?x?xf32>) outs(%r : memref<?x?xf32>) {
  ^bb0(%x: f32, %o: f32):
    %p = arith.negf %x : f32
    linalg.yield %p : f32
  }
  return
}

// Two streams in rows are prefetched from the next one, in the last row from
// the same. The fence is on the thread that stores.
// LARGE-LABEL: func @prefetch(
// LARGE: scf.parallel
// LARGE: %[[LAST:.+]] = arith.subi %{{.+}}, %c1
// LARGE: %[[NEXT:.+]] = arith.minui %{{.+}}, %[[LAST]]
// LARGE: memref.prefetch %{{.+}}[%[[NEXT]], %[[J:.+]]], read, locality<3>, data
// LARGE-NEXT: memref.prefetch %{{.+}}[%[[NEXT]], %[[J]]], read, locality<3>, data
// LARGE: nontemporal = true
// LARGE: sfence
// LARGE-NEXT: } else {
func.func @prefetch(%a: memref<8x64xf32, strided<[128, 1]>>, %b: memref<8x64xf32, strided<[128, 1], offset: 64>>, %r: memref<8x64xf32>) {
  linalg.generic {indexing_maps = [#id2, #id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : memref<8x64xf32, strided<[128, 1]>>, memref<8x64xf32, strided<[128, 1], offset: 64>>) outs(%r : memref<8x64xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %p = arith.mulf %x, %y : f32
    linalg.yield %p : f32
  }
  return
}

// A scalar for each row is loaded once for it, and lanes are as many as fill a
// line of results.
// CHECK-LABEL: func @broadcast(
// CHECK: scf.for %[[I:.+]] =
// CHECK: %[[S:.+]] = memref.load %{{.+}}[%[[I]], %c0{{.*}}] : memref<4x1xf16>
// CHECK: scf.for
// CHECK: %[[H:.+]] = vector.load %{{.+}}[%{{.+}}] : memref<64xi8>, vector<32xi8>
// CHECK-NEXT: arith.sitofp %[[H]] : vector<32xi8> to vector<32xf16>
// CHECK-NEXT: vector.broadcast %[[S]] : f16 to vector<32xf16>
func.func @broadcast(%s: memref<4x1xf16>, %h: memref<64xi8>, %r: memref<4x64xf16>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, 0)>, affine_map<(d0, d1) -> (d1)>, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%s, %h : memref<4x1xf16>, memref<64xi8>) outs(%r : memref<4x64xf16>) {
  ^bb0(%x: f16, %y: i8, %o: f16):
    %f = arith.sitofp %y : i8 to f16
    %p = arith.mulf %x, %f : f16
    linalg.yield %p : f16
  }
  return
}

// A column of a matrix is contiguous to its type, but not its elements.
// CHECK-LABEL: func @column(
// CHECK-NOT: collapse_shape %arg0
// CHECK: vector.load %{{.+}}[%{{.+}}, %{{.+}}] : memref<4x1xf32, strided<[2, 1]>>, vector<1xf32>
func.func @column(%a: memref<4x1xf32, strided<[2, 1]>>, %r: memref<4x1xf32>) {
  linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]} ins(%a : memref<4x1xf32, strided<[2, 1]>>) outs(%r : memref<4x1xf32>) {
  ^bb0(%x: f32, %o: f32):
    %p = arith.negf %x : f32
    linalg.yield %p : f32
  }
  return
}

// Left alone: bits, elements apart, divisions of integers, other orders.
// CHECK-LABEL: func @others(
// CHECK-COUNT-4: linalg.generic
// CHECK-NOT: vector.load
func.func @others(%i: memref<8xi1>, %a: memref<8xf32, strided<[2]>>, %r: memref<8xf32>, %n: memref<8xi32>, %m: memref<4x4xf32>) {
  linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]} ins(%i : memref<8xi1>) outs(%i : memref<8xi1>) {
  ^bb0(%x: i1, %o: i1):
    %p = arith.andi %x, %o : i1
    linalg.yield %p : i1
  }
  linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]} ins(%a : memref<8xf32, strided<[2]>>) outs(%r : memref<8xf32>) {
  ^bb0(%x: f32, %o: f32):
    %p = arith.negf %x : f32
    linalg.yield %p : f32
  }
  linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]} ins(%n : memref<8xi32>) outs(%n : memref<8xi32>) {
  ^bb0(%x: i32, %o: i32):
    %p = arith.divui %x, %o : i32
    linalg.yield %p : i32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, #id2], iterator_types = ["parallel", "parallel"]} ins(%m : memref<4x4xf32>) outs(%m : memref<4x4xf32>) {
  ^bb0(%x: f32, %o: f32):
    %p = arith.negf %x : f32
    linalg.yield %p : f32
  }
  return
}

// Inputs of more dimensions than there are loops have no next row to prefetch.
// They bypass caches only where addresses are those of whole elements.
// CHECK-LABEL: func @one_row(
// LARGE-LABEL: func @one_row(
// LARGE-NOT: memref.prefetch
// LARGE: arith.andi %{{.+}}, %c3{{.*}} : index
// LARGE: nontemporal = true
func.func @one_row(%a: memref<1x?xf32>, %b: memref<1x?xf32>, %r: memref<?xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0) -> (0, d0)>, affine_map<(d0) -> (0, d0)>, #id1], iterator_types = ["parallel"]}
      ins(%a, %b : memref<1x?xf32>, memref<1x?xf32>) outs(%r : memref<?xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %p = arith.addf %x, %y : f32
    linalg.yield %p : f32
  }
  return
}

// CHECK-LABEL: func @no_outputs(
// CHECK: linalg.generic
func.func @no_outputs(%a: memref<8xf32>) {
  linalg.generic {indexing_maps = [#id1], iterator_types = ["parallel"]} ins(%a : memref<8xf32>) {
  ^bb0(%x: f32):
    %p = arith.addf %x, %x : f32
    linalg.yield
  }
  return
}

// What may be broadcast: one loop if nothing is, else one nest, which loads a
// vector or repeats an element.
// CHECK-LABEL: func @may_broadcast(
// CHECK-SAME: %[[A:.+]]: memref<?x?xf32>, %[[R:.+]]: memref<?x?xf32>, %[[ONE:.+]]: i1, %[[M:.+]]: index, %[[N:.+]]: index)
// CHECK: %[[ROWS:.+]] = memref.dim %[[A]], %c0
// CHECK: %[[COLUMNS:.+]] = memref.dim %[[A]], %c1
// CHECK: %[[HAS_ROWS:.+]] = arith.cmpi eq, %[[ROWS]], %[[M]]
// CHECK: %[[HAS_COLUMNS:.+]] = arith.cmpi eq, %[[COLUMNS]], %[[N]]
// CHECK: %[[WHOLE:.+]] = arith.andi %[[HAS_ROWS]], %[[HAS_COLUMNS]]
// CHECK: scf.if %[[WHOLE]] {
// CHECK: %[[FLAT:.+]] = memref.collapse_shape %[[A]] {{\[}}[0, 1]]
// CHECK: %[[RESULT:.+]] = memref.collapse_shape %[[R]] {{\[}}[0, 1]]
// CHECK: scf.for %[[K:.+]] =
// CHECK-NEXT: vector.load %[[FLAT]][%[[K]]]
// CHECK: vector.store %{{.+}}, %[[RESULT]][%[[K]]]
// CHECK-NOT: scf.for
// CHECK: } else {
// CHECK: %[[VIEW:.+]] = memref.subview %[[A]][0, 0] [%{{.+}}, %{{.+}}] [%[[S:.+]], 1] :
// CHECK: scf.for %[[I:.+]] =
// CHECK: scf.for %[[J:.+]] =
// CHECK-NEXT: %[[X:.+]] = scf.if %[[ONE]] -> (vector<16xf32>) {
// CHECK: %[[ELEMENT:.+]] = memref.load %[[VIEW]][%[[I]], %c0
// CHECK: vector.broadcast %[[ELEMENT]] : f32 to vector<16xf32>
// CHECK: } else {
// CHECK: vector.load %[[VIEW]][%[[I]], %[[J]]]
// CHECK: }
// CHECK: arith.negf %[[X]] : vector<16xf32>
// CHECK-NOT: scf.for
// CHECK: scf.if %[[ONE]]
// CHECK: vector.maskedload %[[VIEW]]
// CHECK-NOT: scf.for
// CHECK: return
// LARGE-LABEL: func @may_broadcast(
// LARGE: nontemporal = true
// LARGE: memref.subview
// LARGE-NOT: nontemporal
// LARGE: return
func.func @may_broadcast(%a: memref<?x?xf32>, %r: memref<?x?xf32>, %one: i1, %m: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = arith.select %one, %c0, %c1 : index
  %view = memref.subview %a[0, 0] [%m, %n] [%s, %s] : memref<?x?xf32> to memref<?x?xf32, strided<[?, ?]>>
  linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]} ins(%view : memref<?x?xf32, strided<[?, ?]>>) outs(%r : memref<?x?xf32>) {
  ^bb0(%x: f32, %o: f32):
    %p = arith.negf %x : f32
    linalg.yield %p : f32
  }
  return
}

// Any other stride is left to scalar loops.
// CHECK-LABEL: func @strided(
// CHECK: linalg.generic
func.func @strided(%a: memref<?xf32, strided<[?]>>, %r: memref<?xf32>) {
  linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]} ins(%a : memref<?xf32, strided<[?]>>) outs(%r : memref<?xf32>) {
  ^bb0(%x: f32, %o: f32):
    %p = arith.negf %x : f32
    linalg.yield %p : f32
  }
  return
}

// Only lanes of the data divide by what they are given.
// CHECK-LABEL: func @divide(
// CHECK: arith.remsi %{{.+}}, %{{.+}} : vector<16xi32>
// CHECK: %[[M:.+]] = vector.create_mask
// CHECK: %[[B:.+]] = vector.maskedload
// CHECK: %[[ONE:.+]] = arith.constant dense<1> : vector<16xi32>
// CHECK: %[[SAFE:.+]] = arith.select %[[M]], %{{.+}}, %[[ONE]]
// CHECK: arith.remsi %{{.+}}, %[[SAFE]] : vector<16xi32>
func.func @divide(%a: memref<?xi32>, %b: memref<?xi32>, %r: memref<?xi32>) {
  linalg.generic {indexing_maps = [#id1, #id1, #id1], iterator_types = ["parallel"]} ins(%a, %b : memref<?xi32>, memref<?xi32>) outs(%r : memref<?xi32>) {
  ^bb0(%x: i32, %y: i32, %o: i32):
    %p = arith.remsi %x, %y : i32
    linalg.yield %p : i32
  }
  return
}
