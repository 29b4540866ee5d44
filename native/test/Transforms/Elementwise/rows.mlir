// RUN: split-opt %s --split-vectorize-elementwise | FileCheck %s
// RUN: split-opt %s --split-vectorize-elementwise="threads=2 machine={nontemporal-threshold=4096 parallel-loop-threshold=2048}" \
// RUN:   | FileCheck %s --check-prefix=LARGE

#all = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#swap = affine_map<(d0, d1) -> (d1, d0)>
#id1 = affine_map<(d0) -> (d0)>

// One loop over rows has all ops. Sums are scalars that are not stored, and the
// shifted row is in a buffer of one row. Four vectors are reduced at once, then
// single ones; the rest is masked.
// CHECK-LABEL: func @rows(
// CHECK-SAME: %[[X:.+]]: memref<8x83xf32, {{.+}}>, %[[R:.+]]: memref<8x83xf32>)
// CHECK: %[[B:.+]] = memref.alloc() : memref<1x83xf32>
// CHECK-NOT: memref.alloc
// CHECK: scf.for %[[I:.+]] =
// CHECK: %[[N:.+]] = arith.constant -0.0{{.*}} : f32
// CHECK: %[[Z:.+]] = vector.broadcast %[[N]] : f32 to vector<64xf32>
// CHECK: scf.for %[[J:.+]] = %{{.+}} to %c64{{.*}} iter_args(%[[S:.+]] = %[[Z]])
// CHECK-NEXT: %[[V:.+]] = vector.load %[[X]][%[[I]], %[[J]]] : {{.+}}, vector<64xf32>
// CHECK-NEXT: %[[T:.+]] = arith.addf %[[S]], %[[V]] : vector<64xf32>
// CHECK-NEXT: scf.yield %[[T]]
// CHECK-COUNT-4: vector.extract_strided_slice
// CHECK: scf.for {{.+}} to %c80
// CHECK-NEXT: vector.load {{.+}}, vector<16xf32>
// CHECK: vector.maskedload
// CHECK: arith.select
// CHECK: %[[SUM:.+]] = vector.reduction <add>, %{{.+}}, %{{.+}} fastmath<reassoc> : vector<16xf32> into f32
// CHECK-NOT: memref.store
// CHECK: %[[MEAN:.+]] = arith.mulf %[[SUM]], %{{.+}} : f32
// CHECK: vector.broadcast %[[MEAN]]
// CHECK: arith.maximumf
// CHECK: vector.store %{{.+}}, %[[B]][%c0{{.*}}, %{{.+}}] : memref<1x83xf32>
// CHECK: %[[MAX:.+]] = vector.reduction <maximumf>
// CHECK: vector.load %[[B]][%c0
// CHECK: vector.broadcast %[[MAX]]
// CHECK: vector.store %{{.+}}, %[[R]][%[[I]],
// CHECK: memref.dealloc %[[B]]
// CHECK-NOT: linalg
// Each thread has a row of the buffer. Only the last op bypasses the caches.
// LARGE-LABEL: func @rows(
// LARGE: %[[B:.+]] = memref.alloc() : memref<2x83xf32>
// LARGE: scf.parallel (%[[T:.+]]) =
// LARGE: vector.store %{{.+}}, %[[B]][%[[T]],
// LARGE: vector.store {{.+}}nontemporal = true
// LARGE: return
func.func @rows(%x: memref<8x83xf32, strided<[160, 1]>>, %r: memref<8x83xf32>) {
  %zero = arith.constant 0.0 : f32
  %length = arith.constant 0.01 : f32
  %least = arith.constant 0xFF800000 : f32
  %sum = memref.alloc() : memref<8xf32>
  linalg.fill ins(%zero : f32) outs(%sum : memref<8xf32>)
  linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<8x83xf32, strided<[160, 1]>>) outs(%sum : memref<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %out, %in : f32
    linalg.yield %0 : f32
  }
  %mean = memref.alloc() : memref<8xf32>
  linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]} ins(%sum : memref<8xf32>) outs(%mean : memref<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.mulf %in, %length : f32
    linalg.yield %0 : f32
  }
  memref.dealloc %sum : memref<8xf32>
  %max = memref.alloc() : memref<8xf32>
  %shifted = memref.alloc() : memref<8x83xf32>
  linalg.fill ins(%least : f32) outs(%max : memref<8xf32>)
  linalg.generic {indexing_maps = [#all, #row, #row, #all], iterator_types = ["parallel", "reduction"]}
      ins(%x, %mean : memref<8x83xf32, strided<[160, 1]>>, memref<8xf32>) outs(%max, %shifted : memref<8xf32>, memref<8x83xf32>) {
  ^bb0(%in: f32, %m: f32, %out: f32, %out2: f32):
    %0 = arith.subf %in, %m : f32
    %1 = arith.maximumf %out, %0 : f32
    linalg.yield %1, %0 : f32, f32
  }
  linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]}
      ins(%shifted, %max : memref<8x83xf32>, memref<8xf32>) outs(%r : memref<8x83xf32>) {
  ^bb0(%in: f32, %m: f32, %out: f32):
    %0 = arith.divf %in, %m : f32
    linalg.yield %0 : f32
  }
  memref.dealloc %mean : memref<8xf32>
  memref.dealloc %max : memref<8xf32>
  memref.dealloc %shifted : memref<8x83xf32>
  return
}

// The loop is at the place of the last op, and reads all memory that is freed
// before this op.
// CHECK-LABEL: func @freed_between(
// CHECK-SAME: %[[X:.+]]: memref<8x64xf32>, %[[R:.+]]: memref<8x64xf32>)
// CHECK: %[[B:.+]] = memref.alloc() : memref<1x64xf32>
// CHECK-NOT: memref.dealloc
// CHECK: scf.for
// CHECK: vector.load %[[X]]
// CHECK: math.exp
// CHECK: vector.store %{{.+}}, %[[R]]
// CHECK-DAG: memref.dealloc %[[X]]
// CHECK-DAG: memref.dealloc %[[B]]
func.func @freed_between(%x: memref<8x64xf32>, %r: memref<8x64xf32>) {
  %sum = memref.alloc() : memref<8xf32>
  %exp = memref.alloc() : memref<8x64xf32>
  linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<8x64xf32>) outs(%sum, %exp : memref<8xf32>, memref<8x64xf32>) {
  ^bb0(%in: f32, %out: f32, %out2: f32):
    %0 = arith.negf %in : f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1, %0 : f32, f32
  }
  memref.dealloc %x : memref<8x64xf32>
  linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%exp : memref<8x64xf32>) outs(%r : memref<8x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.absf %in : f32
    linalg.yield %0 : f32
  }
  memref.dealloc %exp : memref<8x64xf32>
  linalg.generic {indexing_maps = [#all], iterator_types = ["parallel", "parallel"]} outs(%r : memref<8x64xf32>) {
  ^bb0(%out: f32):
    %0 = math.exp %out : f32
    linalg.yield %0 : f32
  }
  memref.dealloc %sum : memref<8xf32>
  return
}

// Values that other ops read are stored.
// CHECK-LABEL: func @stored(
// CHECK-SAME: , %[[R:[^ ]+]]: memref<?xf32>)
// CHECK: scf.for %[[I:.+]] =
// CHECK: %[[S:.+]] = memref.load %[[R]][%[[I]]]
// CHECK: %[[N:.+]] = vector.reduction <add>, %{{.+}}, %[[S]]
// CHECK: memref.store %[[N]], %[[R]][%[[I]]]
func.func @stored(%x: memref<?x?xf32>, %r: memref<?xf32>) {
  linalg.reduce { arith.addf } ins(%x : memref<?x?xf32>) outs(%r : memref<?xf32>) dimensions = [1]
  return
}

// A sum of all elements has one row, which threads do not share.
// CHECK-LABEL: func @one_row(
// CHECK: vector.reduction <add>
// LARGE-LABEL: func @one_row(
// LARGE-NOT: scf.parallel
// LARGE: return
func.func @one_row(%x: memref<4096xi32>, %r: memref<i32>) {
  linalg.reduce { arith.addi } ins(%x : memref<4096xi32>) outs(%r : memref<i32>) dimensions = [0]
  return
}

// The second op reads rows that the first one computes later.
// CHECK-LABEL: func @no_group_other_rows(
// CHECK: vector.reduction
// CHECK-NOT: vector.reduction
// CHECK: linalg.generic
func.func @no_group_other_rows(%x: memref<8x8xf32>, %y: memref<8x8xf32>, %r: memref<8xf32>) {
  linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<8x8xf32>) outs(%r, %y : memref<8xf32>, memref<8x8xf32>) {
  ^bb0(%in: f32, %out: f32, %out2: f32):
    %0 = arith.negf %in : f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1, %0 : f32, f32
  }
  linalg.generic {indexing_maps = [#swap, #all], iterator_types = ["parallel", "parallel"]}
      ins(%y : memref<8x8xf32>) outs(%x : memref<8x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  return
}

// Two sums have one loop. It completes before the third op, which reads all of
// the first sums as a row. The fourth op reads other rows of what the third one
// writes, and the call may read what the fourth one writes.
// CHECK-LABEL: func @no_group_dependences(
// CHECK: {{^    }}scf.for
// CHECK-COUNT-2: vector.reduction
// CHECK: {{^    }}scf.for
// CHECK-NOT: vector.reduction
// CHECK: {{^    }}}
// CHECK: {{^    }}scf.for
// CHECK: vector.reduction
// CHECK: call @read
// CHECK: {{^    }}scf.for
// CHECK: vector.reduction
func.func private @read(memref<8xf32>)
func.func @no_group_dependences(%x: memref<9x8xf32>, %r: memref<8xf32>, %q: memref<8xf32>) {
  %a = memref.subview %x[0, 0] [8, 8] [1, 1] : memref<9x8xf32> to memref<8x8xf32, strided<[8, 1]>>
  %b = memref.subview %x[1, 0] [8, 8] [1, 1] : memref<9x8xf32> to memref<8x8xf32, strided<[8, 1], offset: 8>>
  linalg.reduce { arith.addf } ins(%a : memref<8x8xf32, strided<[8, 1]>>) outs(%r : memref<8xf32>) dimensions = [1]
  linalg.reduce { arith.addf } ins(%a : memref<8x8xf32, strided<[8, 1]>>) outs(%q : memref<8xf32>) dimensions = [1]
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, #all], iterator_types = ["parallel", "parallel"]}
      ins(%r : memref<8xf32>) outs(%b : memref<8x8xf32, strided<[8, 1], offset: 8>>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  linalg.reduce { arith.addf } ins(%a : memref<8x8xf32, strided<[8, 1]>>) outs(%q : memref<8xf32>) dimensions = [1]
  call @read(%r) : (memref<8xf32>) -> ()
  linalg.reduce { arith.addf } ins(%a : memref<8x8xf32, strided<[8, 1]>>) outs(%q : memref<8xf32>) dimensions = [1]
  return
}

// Left alone: reductions of columns, of two dimensions, by other ops, and of a
// result that is used twice.
// CHECK-LABEL: func @no_reduction_of_rows(
// CHECK-COUNT-4: linalg.
// CHECK-NOT: vector.
// CHECK: return
func.func @no_reduction_of_rows(%x: memref<8x8xf32>, %r: memref<8xf32>, %s: memref<f32>) {
  linalg.generic {indexing_maps = [#swap, #row], iterator_types = ["parallel", "reduction"]} ins(%x : memref<8x8xf32>) outs(%r : memref<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %out, %in : f32
    linalg.yield %0 : f32
  }
  linalg.reduce { arith.addf } ins(%x : memref<8x8xf32>) outs(%s : memref<f32>) dimensions = [0, 1]
  linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]} ins(%x : memref<8x8xf32>) outs(%r : memref<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.subf %out, %in : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]} ins(%x : memref<8x8xf32>) outs(%r : memref<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %out, %in : f32
    %1 = arith.mulf %0, %out : f32
    linalg.yield %1 : f32
  }
  return
}
