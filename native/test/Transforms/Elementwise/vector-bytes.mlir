// Each iteration computes as many bytes of the result as a register has, and
// non-temporal stores begin at addresses that are aligned to them, or to a line.
// RUN: split-opt %s --split-vectorize-elementwise="machine={vector-bytes=8}" | FileCheck %s -DLANES=2
// RUN: split-opt %s --split-vectorize-elementwise="machine={vector-bytes=16}" | FileCheck %s -DLANES=4
// RUN: split-opt %s --split-vectorize-elementwise="machine={vector-bytes=32}" | FileCheck %s -DLANES=8
// RUN: split-opt %s --split-vectorize-elementwise="machine={vector-bytes=256}" | FileCheck %s -DLANES=64
// RUN: split-opt %s --split-vectorize-elementwise="machine={vector-bytes=16 nontemporal-threshold=1}" | FileCheck %s --check-prefix=PAST -DLANES=4 -DALIGNMENT=16
// RUN: split-opt %s --split-vectorize-elementwise="machine={vector-bytes=32 nontemporal-threshold=1}" | FileCheck %s --check-prefix=PAST -DLANES=8 -DALIGNMENT=32
// RUN: split-opt %s --split-vectorize-elementwise="machine={vector-bytes=256 nontemporal-threshold=1}" | FileCheck %s --check-prefix=PAST -DLANES=64 -DALIGNMENT=64

// CHECK-LABEL: func @f(
// CHECK: scf.for %[[I:.+]] = {{.+}} step %c[[LANES]]
// CHECK-NEXT: %[[X:.+]] = vector.load %{{.+}}[%[[I]]] : memref<128xf32>, vector<[[LANES]]xf32>
// CHECK-NEXT: %[[Y:.+]] = arith.negf %[[X]] : vector<[[LANES]]xf32>
// CHECK-NEXT: vector.store %[[Y]], %{{.+}}[%[[I]]] : memref<128xf32>, vector<[[LANES]]xf32>
// CHECK-NEXT: }
// PAST-LABEL: func @f(
// PAST: vector.create_mask %{{.+}} : vector<[[LANES]]xi1>
// PAST: vector.maskedstore
// PAST: scf.for
// PAST: vector.store {{.+}} {alignment = [[ALIGNMENT]] : i64, nontemporal = true} : memref<128xf32>, vector<[[LANES]]xf32>
func.func @f(%a: memref<128xf32>, %r: memref<128xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%a : memref<128xf32>) outs(%r : memref<128xf32>) {
  ^bb0(%x: f32, %o: f32):
    %0 = arith.negf %x : f32
    linalg.yield %0 : f32
  }
  return
}
