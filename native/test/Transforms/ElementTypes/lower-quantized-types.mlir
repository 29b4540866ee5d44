// C1: quantized values become their storage in all that only moves them.
// RUN: split-opt %s -split-lower-quantized-types | FileCheck %s --implicit-check-not=quant

!u8 = !quant.uniform<u8:f32, 0.5:3>
!i4 = !quant.uniform<i4<-7:7>:f32, 0.5>
!axis = !quant.uniform<i8:f32:1, {2.0, 3.0}>
!block = !quant.uniform<u8:f32:{0:1, 1:2}, {{2.0}, {3.0:1}}>
!any = !quant.any<i16<-8:7>>

// CHECK-LABEL: func private @declaration(tensor<4xi8>, i4) -> tensor<*xi8>
func.func private @declaration(tensor<4x!u8>, !i4) -> tensor<*x!axis>

// CHECK-LABEL: func @kinds(
// CHECK-SAME: %{{.+}}: tensor<4xi8>, %{{.+}}: tensor<?xi4>, %{{.+}}: tensor<4x2xi8>, %{{.+}}: tensor<2x2xi8>, %{{.+}}: tensor<*xi16>) {
func.func @kinds(%0: tensor<4x!u8>, %1: tensor<?x!i4>, %2: tensor<4x2x!axis>, %3: tensor<2x2x!block>,
                 %4: tensor<*x!any>) {
  // CHECK: split.split %{{.+}} axis(0) into 2 : tensor<4xi8> -> tensor<2xi8>, tensor<?xi8>
  %s0:2 = split.split %0 axis(0) into 2 : tensor<4x!u8> -> tensor<2x!u8>, tensor<?x!u8>
  // CHECK: split.variadic_split %{{.+}} axis(0) lengths [1, -1] : tensor<?xi4> -> tensor<1xi4>, tensor<?xi4>
  %s1:2 = split.variadic_split %1 axis(0) lengths [1, -1] : tensor<?x!i4> -> tensor<1x!i4>, tensor<?x!i4>
  // CHECK: split.split %{{.+}} axis(0) into 2 : tensor<4x2xi8> -> tensor<2x2xi8>, tensor<2x2xi8>
  %s2:2 = split.split %2 axis(0) into 2 : tensor<4x2x!axis> -> tensor<2x2x!axis>, tensor<2x2x!axis>
  // CHECK: split.split %{{.+}} axis(0) into 2 : tensor<*xi16> -> tensor<*xi16>, tensor<*xi16>
  %s4:2 = split.split %4 axis(0) into 2 : tensor<*x!any> -> tensor<*x!any>, tensor<*x!any>
  // CHECK: %[[E:.+]] = tensor.empty() : tensor<4xi8>
  %e = tensor.empty() : tensor<4x!u8>
  // CHECK: split.copy ins(%{{.+}} : tensor<4xi8>) outs(%[[E]] : tensor<4xi8>) axis(0) -> tensor<4xi8>
  %c = split.copy ins(%0 : tensor<4x!u8>) outs(%e : tensor<4x!u8>) axis(0) -> tensor<4x!u8>
  return
}

// Encodings are not this pass's affair.
// CHECK-LABEL: func @encoding(
// CHECK-SAME: tensor<4xi8, "blocked">
func.func @encoding(%x: tensor<4x!u8, "blocked">) {
  return
}

// Other values stay as they are, calibrated ones among them, which have no storage.
// CHECK-LABEL: func @no_storage(
// CHECK-SAME: tensor<4xf32>, %{{.+}}: tensor<4x!{{q}}uant.calibrated<f32<-0.998:1.232100e+00>>>, %{{.+}}: f32)
func.func @no_storage(%x: tensor<4xf32>, %y: tensor<4x!quant.calibrated<f32<-0.998:1.2321>>>, %z: f32) {
  return
}

// CHECK-LABEL: func @storage_casts(
// CHECK-SAME: %[[X:.+]]: tensor<4xi8>, %[[S:.+]]: i4) -> (tensor<4xi8>, tensor<4xi8>, i4)
func.func @storage_casts(%x: tensor<4xi8>, %s: !i4) -> (tensor<4x!u8>, tensor<4xi8>, i4) {
  %0 = quant.scast %x : tensor<4xi8> to tensor<4x!u8>
  %1 = quant.scast %0 : tensor<4x!u8> to tensor<4xi8>
  %2 = quant.scast %s : !i4 to i4
  // CHECK-NEXT: return %[[X]], %[[X]], %[[S]]
  return %0, %1, %2 : tensor<4x!u8>, tensor<4xi8>, i4
}

// CHECK-LABEL: func @calls(
// CHECK-SAME: %[[X:.+]]: tensor<4xi8>, %[[S:.+]]: i4) -> tensor<*xi8>
func.func @calls(%x: tensor<4x!u8>, %s: !i4) -> tensor<*x!axis> {
  // CHECK: call @declaration(%[[X]], %[[S]]) : (tensor<4xi8>, i4) -> tensor<*xi8>
  %0 = call @declaration(%x, %s) : (tensor<4x!u8>, !i4) -> tensor<*x!axis>
  // CHECK: %[[F:.+]] = constant @declaration : (tensor<4xi8>, i4) -> tensor<*xi8>
  %f = constant @declaration : (tensor<4x!u8>, !i4) -> tensor<*x!axis>
  // CHECK: %[[R:.+]] = call_indirect %[[F]](%[[X]], %[[S]]) : (tensor<4xi8>, i4) -> tensor<*xi8>
  %1 = call_indirect %f(%x, %s) : (tensor<4x!u8>, !i4) -> tensor<*x!axis>
  // CHECK: return %[[R]] : tensor<*xi8>
  return %1 : tensor<*x!axis>
}

// CHECK-LABEL: func @branches(
// CHECK-SAME: %[[X:.+]]: tensor<4xi8>, %[[C:.+]]: i1, %[[I:.+]]: i32) -> tensor<4xi8>
func.func @branches(%x: tensor<4x!u8>, %c: i1, %i: i32) -> tensor<4x!u8> {
  // CHECK: cf.cond_br %[[C]], ^[[A:.+]](%[[X]] : tensor<4xi8>), ^[[B:.+]]
  cf.cond_br %c, ^a(%x : tensor<4x!u8>), ^b
// CHECK: ^[[A]](%[[Y:.+]]: tensor<4xi8>):
^a(%y: tensor<4x!u8>):
  // CHECK: return %[[Y]] : tensor<4xi8>
  return %y : tensor<4x!u8>
^b:
  // CHECK: cf.switch %[[I]] : i32
  // CHECK-NEXT: default: ^[[A]](%[[X]] : tensor<4xi8>)
  cf.switch %i : i32, [
    default: ^a(%x : tensor<4x!u8>),
    1: ^b
  ]
}

// CHECK-LABEL: func @loops(
// CHECK-SAME: %[[X:.+]]: tensor<4xi8>, %[[N:.+]]: index, %[[C:.+]]: i1)
func.func @loops(%x: tensor<4x!u8>, %n: index, %c: i1) -> tensor<4x!u8> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: scf.for {{.+}} iter_args(%[[A:.+]] = %[[X]]) -> (tensor<4xi8>) {
  // CHECK-NEXT: scf.yield %[[A]] : tensor<4xi8>
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<4x!u8> {
    scf.yield %a : tensor<4x!u8>
  } {kept}
  // CHECK: } {kept}
  // CHECK: %[[W:.+]] = scf.while (%{{.+}} = %{{.+}}) : (tensor<4xi8>) -> tensor<4xi8> {
  // CHECK: scf.condition(%[[C]]) %{{.+}} : tensor<4xi8>
  // CHECK: ^bb0(%{{.+}}: tensor<4xi8>):
  %1 = scf.while (%a = %0) : (tensor<4x!u8>) -> tensor<4x!u8> {
    scf.condition(%c) %a : tensor<4x!u8>
  } do {
  ^bb0(%a: tensor<4x!u8>):
    scf.yield %a : tensor<4x!u8>
  }
  // CHECK: %[[IF:.+]] = scf.if %[[C]] -> (tensor<4xi8>) {
  // CHECK-NEXT: scf.yield %[[W]] : tensor<4xi8>
  %2 = scf.if %c -> tensor<4x!u8> {
    scf.yield %1 : tensor<4x!u8>
  } else {
    scf.yield %x : tensor<4x!u8>
  }
  // CHECK: %[[ALL:.+]] = scf.forall (%[[I:.+]]) in (4) shared_outs(%[[OUT:.+]] = %[[IF]]) -> (tensor<4xi8>) {
  %3 = scf.forall (%i) in (4) shared_outs(%o = %2) -> (tensor<4x!u8>) {
    // CHECK: %[[PART:.+]] = tensor.extract_slice %[[X]][%[[I]]] [1] [1] : tensor<4xi8> to tensor<1xi8>
    %part = tensor.extract_slice %x[%i] [1] [1] : tensor<4x!u8> to tensor<1x!u8>
    scf.forall.in_parallel {
      // CHECK: tensor.parallel_insert_slice %[[PART]] into %[[OUT]][%[[I]]] [1] [1] : tensor<1xi8> into tensor<4xi8>
      tensor.parallel_insert_slice %part into %o[%i] [1] [1] : tensor<1x!u8> into tensor<4x!u8>
    }
  }
  // CHECK: return %[[ALL]] : tensor<4xi8>
  return %3 : tensor<4x!u8>
}

#same = affine_map<(d0) -> (d0)>

// CHECK-LABEL: func @moves(
// CHECK-SAME: %[[X:.+]]: tensor<4xi8>, %[[N:.+]]: index, %[[C:.+]]: i1)
func.func @moves(%x: tensor<4x!u8>, %n: index, %c: i1) -> tensor<?x!u8> {
  // CHECK: %[[S:.+]] = tensor.extract %[[X]][%[[N]]] : tensor<4xi8>
  %s = tensor.extract %x[%n] : tensor<4x!u8>
  // CHECK: %[[E:.+]] = tensor.empty() : tensor<4xi8>
  %e = tensor.empty() : tensor<4x!u8>
  // CHECK: %[[FILL:.+]] = linalg.fill ins(%[[S]] : i8) outs(%[[E]] : tensor<4xi8>) -> tensor<4xi8>
  %f = linalg.fill ins(%s : !u8) outs(%e : tensor<4x!u8>) -> tensor<4x!u8>
  // CHECK: %[[COPY:.+]] = linalg.copy ins(%[[X]] : tensor<4xi8>) outs(%[[FILL]] : tensor<4xi8>) -> tensor<4xi8>
  %y = linalg.copy ins(%x : tensor<4x!u8>) outs(%f : tensor<4x!u8>) -> tensor<4x!u8>
  // CHECK: %[[G:.+]] = linalg.generic {{.+}} ins(%[[COPY]] : tensor<4xi8>) outs(%[[E]] : tensor<4xi8>) {
  // CHECK: ^bb0(%[[IN:.+]]: i8, %[[OUT:.+]]: i8):
  // CHECK: %[[SEL:.+]] = arith.select %[[C]], %[[IN]], %[[OUT]] : i8
  // CHECK: linalg.yield %[[SEL]] : i8
  %g = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]}
      ins(%y : tensor<4x!u8>) outs(%e : tensor<4x!u8>) {
  ^bb0(%in: !u8, %out: !u8):
    %0 = arith.select %c, %in, %out : !u8
    linalg.yield %0 : !u8
  } -> tensor<4x!u8>
  // CHECK: %[[P:.+]] = tensor.pad %[[G]] low[1] high[%[[N]]] {
  // CHECK: tensor.yield %[[S]] : i8
  // CHECK: } : tensor<4xi8> to tensor<?xi8>
  %p = tensor.pad %g low[1] high[%n] {
  ^bb0(%i: index):
    tensor.yield %s : !u8
  } : tensor<4x!u8> to tensor<?x!u8>
  // CHECK: return %[[P]] : tensor<?xi8>
  return %p : tensor<?x!u8>
}

// CHECK-LABEL: func @sharded(
// CHECK: shard.shard %{{.+}} to %{{.+}} : tensor<4xi8>
shard.grid @grid(shape = 2)
func.func @sharded(%0: tensor<4x!u8>) -> tensor<4x!u8> {
  %s = shard.sharding @grid split_axes = [[0]] : !shard.sharding
  %1 = shard.shard %0 to %s : tensor<4x!u8>
  return %1 : tensor<4x!u8>
}
