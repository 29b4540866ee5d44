// One use of each op that split-to-llvm lowers. supported_ops.py adds those that differ in
// names and types alone.

func.func @tensor_splat_from_elements(%x: f32) -> (tensor<4xf32>, tensor<1xf32>) {
  %s = tensor.splat %x : tensor<4xf32>
  %f = tensor.from_elements %x : tensor<1xf32>
  return %s, %f : tensor<4xf32>, tensor<1xf32>
}
func.func @tensor_rank_dim(%x: tensor<*xf32>, %y: tensor<?xf32>) -> (index, index) {
  %c0 = arith.constant 0 : index
  %r = tensor.rank %x : tensor<*xf32>
  %d = tensor.dim %y, %c0 : tensor<?xf32>
  return %r, %d : index, index
}
func.func @tensor_parallel_insert(%x: tensor<4xf32>, %o: tensor<8xf32>) -> tensor<8xf32> {
  %r = scf.forall (%i) in (2) shared_outs(%s = %o) -> tensor<8xf32> {
    %f = affine.apply affine_map<(d0) -> (d0 * 4)>(%i)
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %x into %s[%f] [4] [1] : tensor<4xf32> into tensor<8xf32>
    }
  }
  return %r : tensor<8xf32>
}
func.func @tensor_pad(%x: tensor<4xf32>, %v: f32) -> tensor<8xf32> {
  %r = tensor.pad %x low[2] high[2] {
  ^bb0(%i: index):
    tensor.yield %v : f32
  } : tensor<4xf32> to tensor<8xf32>
  return %r : tensor<8xf32>
}
func.func @tensor_insert(%x: tensor<4xf32>, %v: f32) -> (tensor<4xf32>, f32) {
  %c0 = arith.constant 0 : index
  %r = tensor.insert %v into %x[%c0] : tensor<4xf32>
  %e = tensor.extract %x[%c0] : tensor<4xf32>
  return %r, %e : tensor<4xf32>, f32
}
func.func @tensor_generate(%n: index) -> tensor<?xindex> {
  %r = tensor.generate %n {
  ^bb0(%i: index):
    tensor.yield %i : index
  } : tensor<?xindex>
  return %r : tensor<?xindex>
}
func.func @tensor_bitcast(%x: tensor<4xf32>) -> tensor<4xi32> {
  %r = tensor.bitcast %x : tensor<4xf32> to tensor<4xi32>
  return %r : tensor<4xi32>
}
func.func @tensor_shapes(%x: tensor<4x4xf32>, %s: tensor<1xindex>) -> (tensor<16xf32>, tensor<2x2x4xf32>, tensor<16xf32>, tensor<8x4xf32>, tensor<?x4xf32>) {
  %c = tensor.collapse_shape %x [[0, 1]] : tensor<4x4xf32> into tensor<16xf32>
  %e = tensor.expand_shape %x [[0, 1], [2]] output_shape [2, 2, 4] : tensor<4x4xf32> into tensor<2x2x4xf32>
  %r = tensor.reshape %x(%s) : (tensor<4x4xf32>, tensor<1xindex>) -> tensor<16xf32>
  %k = tensor.concat dim(0) %x, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  %t = tensor.cast %x : tensor<4x4xf32> to tensor<?x4xf32>
  return %c, %e, %r, %k, %t : tensor<16xf32>, tensor<2x2x4xf32>, tensor<16xf32>, tensor<8x4xf32>, tensor<?x4xf32>
}
func.func @tensor_slices(%x: tensor<4x4xf32>, %o: tensor<8x4xf32>) -> (tensor<2x4xf32>, tensor<8x4xf32>, tensor<4xf32>) {
  %a = tensor.extract_slice %x[1, 0] [2, 4] [1, 1] : tensor<4x4xf32> to tensor<2x4xf32>
  %b = tensor.insert_slice %x into %o[2, 0] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<8x4xf32>
  %e = tensor.empty() : tensor<4xf32>
  return %a, %b, %e : tensor<2x4xf32>, tensor<8x4xf32>, tensor<4xf32>
}
func.func @memref_basic(%n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %v = arith.constant 1.0 : f32
  %a = memref.alloc(%n) : memref<?xf32>
  %b = memref.alloca() : memref<4xf32>
  memref.store %v, %a[%c0] : memref<?xf32>
  memref.copy %b, %b : memref<4xf32> to memref<4xf32>
  memref.prefetch %a[%c0], read, locality<3>, data : memref<?xf32>
  %r = memref.load %a[%c0] : memref<?xf32>
  return %r : f32
}
func.func @memref_views(%n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %b = memref.alloca() : memref<64xi8>
  %w = memref.view %b[%c0][] : memref<64xi8> to memref<4x4xf32>
  %s = memref.subview %w[0, 0] [2, 2] [1, 1] : memref<4x4xf32> to memref<2x2xf32, strided<[4, 1]>>
  %t = memref.transpose %w (i, j) -> (j, i) : memref<4x4xf32> to memref<4x4xf32, strided<[1, 4]>>
  %q = memref.reinterpret_cast %w to offset: [0], sizes: [16], strides: [1] : memref<4x4xf32> to memref<16xf32>
  %e = memref.expand_shape %q [[0, 1]] output_shape [2, 8] : memref<16xf32> into memref<2x8xf32>
  %c = memref.collapse_shape %e [[0, 1]] : memref<2x8xf32> into memref<16xf32>
  %x = memref.cast %c : memref<16xf32> to memref<?xf32>
  %d = memref.dim %x, %c0 : memref<?xf32>
  %r = memref.load %x[%d] : memref<?xf32>
  %r1 = memref.load %s[%c0, %c0] : memref<2x2xf32, strided<[4, 1]>>
  %r2 = memref.load %t[%c0, %c0] : memref<4x4xf32, strided<[1, 4]>>
  %z = arith.addf %r1, %r2 : f32
  return %z : f32
}
func.func @memref_reshape(%n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %b = memref.alloc() : memref<16xf32>
  %s = memref.alloc() : memref<2xindex>
  memref.store %n, %s[%c0] : memref<2xindex>
  %q = memref.reshape %b(%s) : (memref<16xf32>, memref<2xindex>) -> memref<?x?xf32>
  %r = memref.load %q[%c0, %c0] : memref<?x?xf32>
  return %r : f32
}
func.func @memref_rank(%n: index) -> index {
  %b = memref.alloc() : memref<16xf32>
  %u = memref.cast %b : memref<16xf32> to memref<*xf32>
  %q = memref.rank %u : memref<*xf32>
  return %q : index
}
func.func @memref_memory_space_cast(%n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %b = memref.alloc() : memref<16xf32>
  %u = memref.memory_space_cast %b : memref<16xf32> to memref<16xf32, 1>
  %q = memref.load %u[%c0] : memref<16xf32, 1>
  return %q : f32
}
memref.global "private" @g : memref<4xf32> = dense<1.0>
func.func @memref_global() -> f32 {
  %c0 = arith.constant 0 : index
  %b = memref.get_global @g : memref<4xf32>
  %q = memref.load %b[%c0] : memref<4xf32>
  return %q : f32
}
func.func @memref_metadata(%n: index) -> (index, index) {
  %a = memref.alloc() : memref<16xf32>
  %b, %o, %s, %t = memref.extract_strided_metadata %a : memref<16xf32> -> memref<f32>, index, index, index
  %p = memref.extract_aligned_pointer_as_index %a : memref<16xf32> -> index
  return %o, %p : index, index
}
func.func @memref_alloca_scope(%c: index) -> f32 {
  %r = memref.alloca_scope -> (f32) {
    %a = memref.alloca() : memref<16xf32>
    %v = memref.load %a[%c] : memref<16xf32>
    memref.alloca_scope.return %v : f32
  }
  return %r : f32
}
func.func @memref_atomic_rmw(%c: index, %v: f32) -> f32 {
  %a = memref.alloc() : memref<16xf32>
  %r = memref.atomic_rmw addf %v, %a[%c] : (f32, memref<16xf32>) -> f32
  return %r : f32
}
func.func @memref_distinct_objects(%c: index) -> f32 {
  %a = memref.alloc() : memref<16xf32>
  %b = memref.alloc() : memref<16xf32>
  %x, %y = memref.distinct_objects %a, %b : memref<16xf32>, memref<16xf32>
  %z = memref.assume_alignment %x, 16 : memref<16xf32>
  %r = memref.load %z[%c] : memref<16xf32>
  return %r : f32
}
func.func @bufferization_basic(%x: tensor<4xf32>, %c: index) -> (tensor<4xf32>, f32) {
  %m = bufferization.to_buffer %x : tensor<4xf32> to memref<4xf32>
  %k = bufferization.clone %m : memref<4xf32> to memref<4xf32>
  %t = bufferization.to_tensor %k restrict writable : memref<4xf32> to tensor<4xf32>
  %v = memref.load %m[%c] : memref<4xf32>
  return %t, %v : tensor<4xf32>, f32
}
func.func @bufferization_alloc_tensor(%x: tensor<4xf32>) -> tensor<4xf32> {
  %t = bufferization.alloc_tensor() copy(%x) : tensor<4xf32>
  %d = bufferization.materialize_in_destination %x in %t : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %d : tensor<4xf32>
}
func.func @bufferization_dealloc(%c: i1) {
  %a = memref.alloc() : memref<16xf32>
  bufferization.dealloc (%a : memref<16xf32>) if (%c)
  return
}
func.func @scf_basic(%x: i32, %n: index, %c: i1) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> i32 {
    %b = arith.addi %a, %a : i32
    scf.yield %b : i32
  }
  %w = scf.while (%a = %f) : (i32) -> i32 {
    scf.condition(%c) %a : i32
  } do {
  ^bb0(%a: i32):
    scf.yield %a : i32
  }
  %g = scf.if %c -> i32 { scf.yield %w : i32 } else { scf.yield %x : i32 }
  %s = scf.index_switch %n -> i32
  case 1 { scf.yield %g : i32 }
  default { scf.yield %x : i32 }
  %e = scf.execute_region -> i32 { scf.yield %s : i32 }
  return %e : i32
}
func.func @scf_parallel(%x: f32, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%x) -> f32 {
    scf.reduce(%x : f32) {
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      scf.reduce.return %s : f32
    }
  }
  return %r : f32
}
func.func @cf_basic(%x: i32, %c: i1) -> i32 {
  cf.assert %c, "no"
  cf.cond_br %c, ^a, ^b
^a:
  cf.br ^b
^b:
  cf.switch %x : i32, [ default: ^d, 1: ^e ]
^d:
  return %x : i32
^e:
  return %x : i32
}
func.func @func_indirect(%x: i32) -> i32 {
  %f = func.constant @callee : (i32) -> i32
  %r = func.call_indirect %f(%x) : (i32) -> i32
  %s = func.call @callee(%r) : (i32) -> i32
  return %s : i32
}
func.func private @callee(%x: i32) -> i32 { return %x : i32 }
func.func @ub(%c: i1) -> i32 {
  %p = ub.poison : i32
  cf.cond_br %c, ^a, ^b
^a:
  return %p : i32
^b:
  ub.unreachable
}
func.func @affine_basic(%x: index, %n: index) -> (f32, index, index, index) {
  %a = memref.alloc() : memref<16xf32>
  %z = arith.constant 0.0 : f32
  %r = affine.for %i = 0 to 16 iter_args(%s = %z) -> f32 {
    %v = affine.load %a[%i] : memref<16xf32>
    affine.store %v, %a[%i] : memref<16xf32>
    %t = affine.if affine_set<(d0) : (d0 - 3 >= 0)>(%i) -> f32 { affine.yield %v : f32 } else { affine.yield %s : f32 }
    affine.yield %t : f32
  }
  %m = affine.min affine_map<(d0) -> (d0, 4)>(%x)
  %k = affine.max affine_map<(d0) -> (d0, 4)>(%x)
  %p = affine.apply affine_map<(d0) -> (d0 mod 4)>(%x)
  return %r, %m, %k, %p : f32, index, index, index
}
func.func @affine_parallel(%x: index) -> f32 {
  %a = memref.alloc() : memref<16xf32>
  %r = affine.parallel (%i) = (0) to (16) reduce ("addf") -> f32 {
    %v = affine.load %a[%i] : memref<16xf32>
    affine.yield %v : f32
  }
  return %r : f32
}
func.func @affine_vector(%i: index) -> f32 {
  %a = memref.alloc() : memref<16xf32>
  %v = affine.vector_load %a[%i] : memref<16xf32>, vector<4xf32>
  affine.vector_store %v, %a[%i] : memref<16xf32>, vector<4xf32>
  %r = vector.extract %v[0] : f32 from vector<4xf32>
  return %r : f32
}
func.func @affine_linearize(%x: index) -> index {
  %r:2 = affine.delinearize_index %x into (4, 8) : index, index
  %l = affine.linearize_index [%r#1, %r#0] by (8, 4) : index
  return %l : index
}
func.func @quant(%x: tensor<4xf32>) -> tensor<4xf32> {
  %q = quant.qcast %x : tensor<4xf32> to tensor<4x!quant.uniform<i8:f32, 2.0:10>>
  %s = quant.scast %q : tensor<4x!quant.uniform<i8:f32, 2.0:10>> to tensor<4xi8>
  %t = quant.scast %s : tensor<4xi8> to tensor<4x!quant.uniform<i8:f32, 2.0:10>>
  %d = quant.dcast %t : tensor<4x!quant.uniform<i8:f32, 2.0:10>> to tensor<4xf32>
  return %d : tensor<4xf32>
}
func.func @shape_basic(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> (index, index, index, i1, tensor<?xindex>) {
  %c0 = arith.constant 0 : index
  %s = shape.shape_of %x : tensor<?x?xf32> -> tensor<2xindex>
  %t = shape.shape_of %y : tensor<?x?xf32> -> tensor<2xindex>
  %n = shape.num_elements %s : tensor<2xindex> -> index
  %r = shape.rank %s : tensor<2xindex> -> index
  %g = shape.get_extent %s, %c0 : tensor<2xindex>, index -> index
  %e = shape.shape_eq %s, %t : tensor<2xindex>, tensor<2xindex>
  %b = shape.broadcast %s, %t : tensor<2xindex>, tensor<2xindex> -> tensor<?xindex>
  return %n, %r, %g, %e, %b : index, index, index, i1, tensor<?xindex>
}
func.func @shape_arith(%a: index, %b: index) -> (index, index) {
  %0 = shape.add %a, %b : index, index -> index
  %1 = shape.mul %a, %b : index, index -> index
  return %0, %1 : index, index
}
func.func @shape_to_extent_tensor(%x: tensor<2xindex>) -> tensor<?xindex> {
  %0 = shape.to_extent_tensor %x : tensor<2xindex> -> tensor<?xindex>
  return %0 : tensor<?xindex>
}
func.func @shape_dim(%x: tensor<?x?xf32>, %i: index) -> index {
  %d = shape.dim %x, %i : tensor<?x?xf32>, index -> index
  return %d : index
}
func.func @shape_const(%i: index) -> (tensor<2xindex>, index) {
  %c = shape.const_shape [1, 2] : tensor<2xindex>
  %s = shape.const_size 10
  %t = shape.size_to_index %s : !shape.size
  return %c, %t : tensor<2xindex>, index
}
func.func @shape_sizes(%i: index) -> index {
  %s = shape.index_to_size %i
  %t = shape.size_to_index %s : !shape.size
  return %t : index
}
func.func @shape_is_broadcastable(%a: tensor<?xindex>, %b: tensor<?xindex>) -> i1 {
  %r = shape.is_broadcastable %a, %b : tensor<?xindex>, tensor<?xindex>
  return %r : i1
}
func.func @shape_reduce(%a: tensor<?xindex>, %b: index) -> index {
  %r = shape.reduce(%a, %b) : tensor<?xindex> -> index {
  ^bb0(%i: index, %e: index, %acc: index):
    %s = arith.addi %e, %acc : index
    shape.yield %s : index
  }
  return %r : index
}
func.func @shape_assuming(%a: tensor<?xindex>, %b: tensor<?xindex>, %x: f32) -> f32 {
  %k = shape.const_witness true
  %all = shape.assuming_all %k, %k
  %r = shape.assuming %all -> f32 {
    shape.assuming_yield %x : f32
  }
  return %r : f32
}
func.func @shape_any(%a: tensor<?xindex>, %b: tensor<?xindex>) -> tensor<?xindex> {
  %r = shape.any %a, %b : tensor<?xindex>, tensor<?xindex> -> tensor<?xindex>
  return %r : tensor<?xindex>
}
ml_program.global private mutable @state(dense<0.0> : tensor<4xf32>) : tensor<4xf32>
func.func @ml_program(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = ml_program.global_load @state : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @linalg_pack(%x: tensor<5x8xf32>, %p: f32, %o: tensor<3x4x2x2xf32>) -> tensor<3x4x2x2xf32> {
  %r = linalg.pack %x padding_value(%p : f32) inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %o : tensor<5x8xf32> -> tensor<3x4x2x2xf32>
  return %r : tensor<3x4x2x2xf32>
}
func.func @linalg_unpack(%x: tensor<3x4x2x2xf32>, %o: tensor<5x8xf32>) -> tensor<5x8xf32> {
  %r = linalg.unpack %x inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %o : tensor<3x4x2x2xf32> -> tensor<5x8xf32>
  return %r : tensor<5x8xf32>
}
func.func @linalg_transpose(%x: tensor<4x5xf32>, %o: tensor<5x4xf32>) -> tensor<5x4xf32> {
  %r = linalg.transpose ins(%x : tensor<4x5xf32>) outs(%o : tensor<5x4xf32>) permutation = [1, 0]
  return %r : tensor<5x4xf32>
}
func.func @linalg_broadcast(%x: tensor<4xf32>, %o: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %r = linalg.broadcast ins(%x : tensor<4xf32>) outs(%o : tensor<4x5xf32>) dimensions = [1]
  return %r : tensor<4x5xf32>
}
func.func @linalg_reduce(%x: tensor<4x5xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.reduce { arith.addf } ins(%x : tensor<4x5xf32>) outs(%o : tensor<4xf32>) dimensions = [1]
  return %r : tensor<4xf32>
}
func.func @linalg_map(%x: tensor<4xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.map { math.exp } ins(%x : tensor<4xf32>) outs(%o : tensor<4xf32>)
  return %r : tensor<4xf32>
}
func.func @linalg_generic(%o: tensor<4xindex>) -> tensor<4xindex> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%o : tensor<4xindex>) {
  ^bb0(%e: index):
    %i = linalg.index 0 : index
    linalg.yield %i : index
  } -> tensor<4xindex>
  return %r : tensor<4xindex>
}
func.func @tosa_arithmetic_right_shift(%a: tensor<4xi32>, %b: tensor<4xi32>) -> tensor<4xi32> {
  %r = tosa.arithmetic_right_shift %a, %b {round = true} : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}
func.func @tosa_mul(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %s = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %r = tosa.mul %a, %b, %s : (tensor<4xf32>, tensor<4xf32>, tensor<1xi8>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
func.func @tosa_negate(%a: tensor<4xf32>) -> tensor<4xf32> {
  %z = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %r = tosa.negate %a, %z, %z : (tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
func.func @tosa_select(%c: tensor<4xi1>, %a: tensor<4xf32>) -> tensor<4xf32> {
  %r = tosa.select %c, %a, %a : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
func.func @tosa_clamp(%a: tensor<4xf32>) -> tensor<4xf32> {
  %r = tosa.clamp %a {min_val = 0.0 : f32, max_val = 1.0 : f32} : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
func.func @tosa_reduce_sum(%a: tensor<4xf32>) -> tensor<1xf32> {
  %r = tosa.reduce_sum %a {axis = 0 : i32} : (tensor<4xf32>) -> tensor<1xf32>
  return %r : tensor<1xf32>
}
func.func @tosa_reduce_product(%a: tensor<4xf32>) -> tensor<1xf32> {
  %r = tosa.reduce_product %a {axis = 0 : i32} : (tensor<4xf32>) -> tensor<1xf32>
  return %r : tensor<1xf32>
}
func.func @tosa_reduce_min(%a: tensor<4xf32>) -> tensor<1xf32> {
  %r = tosa.reduce_min %a {axis = 0 : i32} : (tensor<4xf32>) -> tensor<1xf32>
  return %r : tensor<1xf32>
}
func.func @tosa_reduce_max(%a: tensor<4xf32>) -> tensor<1xf32> {
  %r = tosa.reduce_max %a {axis = 0 : i32} : (tensor<4xf32>) -> tensor<1xf32>
  return %r : tensor<1xf32>
}
func.func @tosa_reduce_any(%a: tensor<4xi1>) -> tensor<1xi1> {
  %r = tosa.reduce_any %a {axis = 0 : i32} : (tensor<4xi1>) -> tensor<1xi1>
  return %r : tensor<1xi1>
}
func.func @tosa_reduce_all(%a: tensor<4xi1>) -> tensor<1xi1> {
  %r = tosa.reduce_all %a {axis = 0 : i32} : (tensor<4xi1>) -> tensor<1xi1>
  return %r : tensor<1xi1>
}
func.func @tosa_argmax(%a: tensor<4x5xf32>) -> tensor<4xi32> {
  %r = tosa.argmax %a {axis = 1 : i32} : (tensor<4x5xf32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}
func.func @tosa_transpose(%a: tensor<4x5xf32>) -> tensor<5x4xf32> {
  %r = tosa.transpose %a {perms = array<i32: 1, 0>} : (tensor<4x5xf32>) -> tensor<5x4xf32>
  return %r : tensor<5x4xf32>
}
func.func @tosa_tile(%a: tensor<4x5xf32>) -> tensor<8x5xf32> {
  %sh = tosa.const_shape {values = dense<[2, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %r = tosa.tile %a, %sh : (tensor<4x5xf32>, !tosa.shape<2>) -> tensor<8x5xf32>
  return %r : tensor<8x5xf32>
}
func.func @tosa_reshape(%a: tensor<4x5xf32>) -> tensor<20xf32> {
  %sh = tosa.const_shape {values = dense<[20]> : tensor<1xindex>} : () -> !tosa.shape<1>
  %r = tosa.reshape %a, %sh : (tensor<4x5xf32>, !tosa.shape<1>) -> tensor<20xf32>
  return %r : tensor<20xf32>
}
func.func @tosa_slice(%a: tensor<4x5xf32>) -> tensor<2x3xf32> {
  %sh = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %sz = tosa.const_shape {values = dense<[2, 3]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %r = tosa.slice %a, %sh, %sz : (tensor<4x5xf32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}
func.func @tosa_pad(%a: tensor<4x5xf32>) -> tensor<6x5xf32> {
  %sh = tosa.const_shape {values = dense<[1, 1, 0, 0]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %z = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %r = tosa.pad %a, %sh, %z : (tensor<4x5xf32>, !tosa.shape<4>, tensor<1xf32>) -> tensor<6x5xf32>
  return %r : tensor<6x5xf32>
}
func.func @tosa_reverse(%a: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %r = tosa.reverse %a {axis = 0 : i32} : (tensor<4x5xf32>) -> tensor<4x5xf32>
  return %r : tensor<4x5xf32>
}
func.func @tosa_concat(%a: tensor<4x5xf32>) -> tensor<8x5xf32> {
  %r = tosa.concat %a, %a {axis = 0 : i32} : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<8x5xf32>
  return %r : tensor<8x5xf32>
}
func.func @tosa_gather(%a: tensor<1x5x3xf32>, %i: tensor<1x2xi32>) -> tensor<1x2x3xf32> {
  %r = tosa.gather %a, %i : (tensor<1x5x3xf32>, tensor<1x2xi32>) -> tensor<1x2x3xf32>
  return %r : tensor<1x2x3xf32>
}
func.func @tosa_scatter(%a: tensor<1x5x3xf32>, %i: tensor<1x2xi32>, %u: tensor<1x2x3xf32>) -> tensor<1x5x3xf32> {
  %r = tosa.scatter %a, %i, %u : (tensor<1x5x3xf32>, tensor<1x2xi32>, tensor<1x2x3xf32>) -> tensor<1x5x3xf32>
  return %r : tensor<1x5x3xf32>
}
func.func @tosa_matmul(%a: tensor<1x4x5xf32>, %b: tensor<1x5x6xf32>) -> tensor<1x4x6xf32> {
  %z = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %r = tosa.matmul %a, %b, %z, %z : (tensor<1x4x5xf32>, tensor<1x5x6xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x6xf32>
  return %r : tensor<1x4x6xf32>
}
func.func @tosa_conv2d(%a: tensor<1x8x8x2xf32>, %w: tensor<4x3x3x2xf32>, %b: tensor<4xf32>) -> tensor<1x6x6x4xf32> {
  %z = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %r = tosa.conv2d %a, %w, %b, %z, %z {acc_type = f32, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>} : (tensor<1x8x8x2xf32>, tensor<4x3x3x2xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x6x6x4xf32>
  return %r : tensor<1x6x6x4xf32>
}
func.func @tosa_depthwise_conv2d(%a: tensor<1x8x8x2xf32>, %w: tensor<3x3x2x2xf32>, %b: tensor<4xf32>) -> tensor<1x6x6x4xf32> {
  %z = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %r = tosa.depthwise_conv2d %a, %w, %b, %z, %z {acc_type = f32, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>} : (tensor<1x8x8x2xf32>, tensor<3x3x2x2xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x6x6x4xf32>
  return %r : tensor<1x6x6x4xf32>
}
func.func @tosa_transpose_conv2d(%a: tensor<1x4x4x2xf32>, %w: tensor<4x3x3x2xf32>, %b: tensor<4xf32>) -> tensor<1x6x6x4xf32> {
  %z = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %r = tosa.transpose_conv2d %a, %w, %b, %z, %z {acc_type = f32, out_pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x2xf32>, tensor<4x3x3x2xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x6x6x4xf32>
  return %r : tensor<1x6x6x4xf32>
}
func.func @tosa_conv3d(%a: tensor<1x4x4x4x2xf32>, %w: tensor<4x3x3x3x2xf32>, %b: tensor<4xf32>) -> tensor<1x2x2x2x4xf32> {
  %z = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %r = tosa.conv3d %a, %w, %b, %z, %z {acc_type = f32, pad = array<i64: 0, 0, 0, 0, 0, 0>, stride = array<i64: 1, 1, 1>, dilation = array<i64: 1, 1, 1>} : (tensor<1x4x4x4x2xf32>, tensor<4x3x3x3x2xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x2x2x4xf32>
  return %r : tensor<1x2x2x2x4xf32>
}
func.func @tosa_max_pool2d(%a: tensor<1x8x8x2xf32>) -> tensor<1x7x7x2xf32> {
  %r = tosa.max_pool2d %a {kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x8x8x2xf32>) -> tensor<1x7x7x2xf32>
  return %r : tensor<1x7x7x2xf32>
}
func.func @tosa_avg_pool2d(%a: tensor<1x8x8x2xf32>) -> tensor<1x7x7x2xf32> {
  %z = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %r = tosa.avg_pool2d %a, %z, %z {acc_type = f32, kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x8x8x2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x7x7x2xf32>
  return %r : tensor<1x7x7x2xf32>
}
func.func @tosa_table(%a: tensor<4xi8>, %t: tensor<256xi8>) -> tensor<4xi8> {
  %r = tosa.table %a, %t : (tensor<4xi8>, tensor<256xi8>) -> tensor<4xi8>
  return %r : tensor<4xi8>
}
func.func @tosa_resize(%a: tensor<1x2x2x1xf32>) -> tensor<1x4x4x1xf32> {
  %sc = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %of = tosa.const_shape {values = dense<[-1, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %bo = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %r = tosa.resize %a, %sc, %of, %bo {mode = BILINEAR} : (tensor<1x2x2x1xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x4x4x1xf32>
  return %r : tensor<1x4x4x1xf32>
}
func.func @tosa_rescale(%a: tensor<4xi32>) -> tensor<4xi8> {
  %m = "tosa.const"() {values = dense<1073741824> : tensor<1xi32>} : () -> tensor<1xi32>
  %s = "tosa.const"() {values = dense<30> : tensor<1xi8>} : () -> tensor<1xi8>
  %i = "tosa.const"() {values = dense<0> : tensor<1xi32>} : () -> tensor<1xi32>
  %o = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %r = tosa.rescale %a, %m, %s, %i, %o {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = false} : (tensor<4xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<4xi8>
  return %r : tensor<4xi8>
}
func.func @tosa_apply_scale(%a: tensor<4xi32>, %b: tensor<4xi32>, %c: tensor<4xi8>) -> tensor<4xi32> {
  %r = tosa.apply_scale %a, %b, %c {rounding_mode = SINGLE_ROUND} : (tensor<4xi32>, tensor<4xi32>, tensor<4xi8>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}
func.func @tosa_cond_if(%c: tensor<i1>, %a: tensor<4xf32>) -> tensor<4xf32> {
  %r = tosa.cond_if %c : tensor<i1> -> tensor<4xf32> {
    tosa.yield %a : tensor<4xf32>
  } else {
    %b = tosa.abs %a : (tensor<4xf32>) -> tensor<4xf32>
    tosa.yield %b : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
func.func @tosa_while_loop(%a: tensor<i32>, %n: tensor<i32>) -> tensor<i32> {
  %r = tosa.while_loop (%i = %a) : (tensor<i32>) -> tensor<i32> {
    %c = tosa.greater %n, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tosa.yield %c : tensor<i1>
  } do {
  ^bb0(%j: tensor<i32>):
    %k = tosa.add %j, %j : (tensor<i32>, tensor<i32>) -> tensor<i32>
    tosa.yield %k : tensor<i32>
  }
  return %r : tensor<i32>
}
func.func @tosa_rfft2d(%a: tensor<1x4x4xf32>) -> (tensor<1x4x3xf32>, tensor<1x4x3xf32>) {
  %r, %s = tosa.rfft2d %a : (tensor<1x4x4xf32>) -> (tensor<1x4x3xf32>, tensor<1x4x3xf32>)
  return %r, %s : tensor<1x4x3xf32>, tensor<1x4x3xf32>
}
func.func @tosa_fft2d(%a: tensor<1x4x4xf32>, %b: tensor<1x4x4xf32>) -> (tensor<1x4x4xf32>, tensor<1x4x4xf32>) {
  %r, %s = tosa.fft2d %a, %b {inverse = false} : (tensor<1x4x4xf32>, tensor<1x4x4xf32>) -> (tensor<1x4x4xf32>, tensor<1x4x4xf32>)
  return %r, %s : tensor<1x4x4xf32>, tensor<1x4x4xf32>
}
func.func @tosa_dim(%a: tensor<16xf32>) -> tensor<16xf32> {
  %s3 = tosa.dim %a {axis = 0 : i32} : (tensor<16xf32>) -> !tosa.shape<1>
  %r = tosa.reshape %a, %s3 : (tensor<16xf32>, !tosa.shape<1>) -> tensor<16xf32>
  return %r : tensor<16xf32>
}
func.func @vector_print(%x: f32) {
  vector.print %x : f32
  return
}
func.func @vector_transpose(%x: f32, %n: index, %a: tensor<8xf32>) -> f32 {
  %v = vector.broadcast %x : f32 to vector<4xf32>
  %m = vector.broadcast %x : f32 to vector<4x4xf32>
  %r = vector.transpose %m, [1, 0] : vector<4x4xf32> to vector<4x4xf32>
  %q = vector.extract %r[0, 0] : f32 from vector<4x4xf32>
  return %q : f32
}
func.func @vector_transfer_read(%x: f32, %n: index, %a: tensor<8xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %v = vector.broadcast %x : f32 to vector<4xf32>
  %r = vector.transfer_read %a[%c0], %z : tensor<8xf32>, vector<4xf32>
  %q = vector.extract %r[0] : f32 from vector<4xf32>
  return %q : f32
}
func.func @vector_transfer_write(%x: f32, %a: tensor<8xf32>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %v = vector.broadcast %x : f32 to vector<4xf32>
  %r = vector.transfer_write %v, %a[%c0] : vector<4xf32>, tensor<8xf32>
  return %r : tensor<8xf32>
}
func.func @vector_to_elements(%x: f32, %n: index, %a: tensor<8xf32>) -> f32 {
  %v = vector.broadcast %x : f32 to vector<4xf32>
  %e:4 = vector.to_elements %v : vector<4xf32>
  %r = vector.from_elements %e#0, %e#1, %e#2, %e#3 : vector<4xf32>
  %q = vector.extract %r[0] : f32 from vector<4xf32>
  return %q : f32
}
func.func @vector_store(%x: f32, %n: index, %a: tensor<8xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %v = vector.broadcast %x : f32 to vector<4xf32>
  %a0 = memref.alloc() : memref<8xf32>
  vector.store %v, %a0[%c0] : memref<8xf32>, vector<4xf32>
  %r = vector.load %a0[%c0] : memref<8xf32>, vector<4xf32>
  %q = vector.extract %r[0] : f32 from vector<4xf32>
  return %q : f32
}
func.func @vector_step(%x: f32, %n: index, %a: tensor<8xf32>) -> f32 {
  %v = vector.broadcast %x : f32 to vector<4xf32>
  %s = vector.step : vector<4xindex>
  %r = arith.addf %v, %v : vector<4xf32>
  %q = vector.extract %r[0] : f32 from vector<4xf32>
  return %q : f32
}
func.func @vector_shuffle(%x: f32, %n: index, %a: tensor<8xf32>) -> f32 {
  %v = vector.broadcast %x : f32 to vector<4xf32>
  %r = vector.shuffle %v, %v [0, 5, 1, 6] : vector<4xf32>, vector<4xf32>
  %q = vector.extract %r[0] : f32 from vector<4xf32>
  return %q : f32
}
func.func @vector_shape_cast(%x: f32, %n: index, %a: tensor<8xf32>) -> f32 {
  %v = vector.broadcast %x : f32 to vector<4xf32>
  %m = vector.broadcast %x : f32 to vector<4x4xf32>
  %r = vector.shape_cast %m : vector<4x4xf32> to vector<16xf32>
  %q = vector.extract %r[0] : f32 from vector<16xf32>
  return %q : f32
}
func.func @vector_scatter(%x: f32, %n: index, %a: tensor<8xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %v = vector.broadcast %x : f32 to vector<4xf32>
  %k = vector.constant_mask [2] : vector<4xi1>
  %a0 = memref.alloc() : memref<8xf32>
  %i = vector.step : vector<4xindex>
  vector.scatter %a0[%c0] [%i], %k, %v : memref<8xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32>
  %r = vector.gather %a0[%c0] [%i], %k, %v : memref<8xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %q = vector.extract %r[0] : f32 from vector<4xf32>
  return %q : f32
}
func.func @vector_reduction(%x: f32, %n: index, %a: tensor<8xf32>) -> f32 {
  %v = vector.broadcast %x : f32 to vector<4xf32>
  %r = vector.reduction <add>, %v : vector<4xf32> into f32
  return %r : f32
}
func.func @vector_outerproduct(%x: f32, %n: index, %a: tensor<8xf32>) -> f32 {
  %v = vector.broadcast %x : f32 to vector<4xf32>
  %r = vector.outerproduct %v, %v : vector<4xf32>, vector<4xf32>
  %q = vector.extract %r[0, 0] : f32 from vector<4x4xf32>
  return %q : f32
}
func.func @vector_maskedstore(%x: f32, %n: index, %a: tensor<8xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %v = vector.broadcast %x : f32 to vector<4xf32>
  %k = vector.constant_mask [2] : vector<4xi1>
  %a0 = memref.alloc() : memref<8xf32>
  vector.maskedstore %a0[%c0], %k, %v : memref<8xf32>, vector<4xi1>, vector<4xf32>
  %r = vector.maskedload %a0[%c0], %k, %v : memref<8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %q = vector.extract %r[0] : f32 from vector<4xf32>
  return %q : f32
}
func.func @vector_mask(%x: f32, %n: index, %a: tensor<8xf32>) -> f32 {
  %v = vector.broadcast %x : f32 to vector<4xf32>
  %k = vector.constant_mask [2] : vector<4xi1>
  %r = vector.mask %k { vector.reduction <add>, %v : vector<4xf32> into f32 } : vector<4xi1> -> f32
  return %r : f32
}
func.func @vector_interleave(%x: f32, %n: index, %a: tensor<8xf32>) -> f32 {
  %v = vector.broadcast %x : f32 to vector<4xf32>
  %w = vector.interleave %v, %v : vector<4xf32> -> vector<8xf32>
  %r, %s = vector.deinterleave %w : vector<8xf32> -> vector<4xf32>
  %q = vector.extract %r[0] : f32 from vector<4xf32>
  return %q : f32
}
func.func @vector_insert_strided_slice(%x: f32, %n: index, %a: tensor<8xf32>) -> f32 {
  %v = vector.broadcast %x : f32 to vector<4xf32>
  %m = vector.broadcast %x : f32 to vector<4x4xf32>
  %r = vector.insert_strided_slice %v, %m {offsets = [0, 0], strides = [1]} : vector<4xf32> into vector<4x4xf32>
  %q = vector.extract %r[0, 0] : f32 from vector<4x4xf32>
  return %q : f32
}
func.func @vector_insert(%x: f32, %n: index, %a: tensor<8xf32>) -> f32 {
  %v = vector.broadcast %x : f32 to vector<4xf32>
  %r = vector.insert %x, %v[0] : f32 into vector<4xf32>
  %q = vector.extract %r[0] : f32 from vector<4xf32>
  return %q : f32
}
func.func @vector_fma(%x: f32, %n: index, %a: tensor<8xf32>) -> f32 {
  %v = vector.broadcast %x : f32 to vector<4xf32>
  %r = vector.fma %v, %v, %v : vector<4xf32>
  %q = vector.extract %r[0] : f32 from vector<4xf32>
  return %q : f32
}
func.func @vector_extract_strided_slice(%x: f32, %n: index, %a: tensor<8xf32>) -> f32 {
  %v = vector.broadcast %x : f32 to vector<4xf32>
  %m = vector.broadcast %x : f32 to vector<4x4xf32>
  %r = vector.extract_strided_slice %m {offsets = [0], sizes = [2], strides = [1]} : vector<4x4xf32> to vector<2x4xf32>
  %q = vector.extract %r[0, 0] : f32 from vector<2x4xf32>
  return %q : f32
}
func.func @vector_expandload(%x: f32, %n: index, %a: tensor<8xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %v = vector.broadcast %x : f32 to vector<4xf32>
  %k = vector.constant_mask [2] : vector<4xi1>
  %a0 = memref.alloc() : memref<8xf32>
  vector.compressstore %a0[%c0], %k, %v : memref<8xf32>, vector<4xi1>, vector<4xf32>
  %r = vector.expandload %a0[%c0], %k, %v : memref<8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %q = vector.extract %r[0] : f32 from vector<4xf32>
  return %q : f32
}
func.func @vector_create_mask(%x: f32, %n: index, %a: tensor<8xf32>) -> f32 {
  %v = vector.broadcast %x : f32 to vector<4xf32>
  %h = vector.create_mask %n : vector<4xi1>
  %r = arith.select %h, %v, %v : vector<4xi1>, vector<4xf32>
  %q = vector.extract %r[0] : f32 from vector<4xf32>
  return %q : f32
}
func.func @vector_create_mask2(%x: f32, %n: index, %a: tensor<8xf32>) -> f32 {
  %v = vector.broadcast %x : f32 to vector<4xf32>
  %m = vector.broadcast %x : f32 to vector<4x4xf32>
  %h = vector.create_mask %n, %n : vector<4x4xi1>
  %r = arith.select %h, %m, %m : vector<4x4xi1>, vector<4x4xf32>
  %q = vector.extract %r[0, 0] : f32 from vector<4x4xf32>
  return %q : f32
}
func.func @vector_contract(%x: f32, %n: index, %a: tensor<8xf32>) -> f32 {
  %v = vector.broadcast %x : f32 to vector<4xf32>
  %m = vector.broadcast %x : f32 to vector<4x4xf32>
  %r = vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %m, %m, %m : vector<4x4xf32>, vector<4x4xf32> into vector<4x4xf32>
  %q = vector.extract %r[0, 0] : f32 from vector<4x4xf32>
  return %q : f32
}
func.func @vector_bitcast(%x: f32, %n: index, %a: tensor<8xf32>) -> f32 {
  %v = vector.broadcast %x : f32 to vector<4xf32>
  %i = vector.bitcast %v : vector<4xf32> to vector<4xi32>
  %r = vector.bitcast %i : vector<4xi32> to vector<4xf32>
  %q = vector.extract %r[0] : f32 from vector<4xf32>
  return %q : f32
}
func.func @vector_type_cast(%x: f32, %n: index, %a: tensor<8xf32>) -> f32 {
  %v = vector.broadcast %x : f32 to vector<4xf32>
  %t = memref.alloc() : memref<2x4xf32>
  %y = vector.type_cast %t : memref<2x4xf32> to memref<vector<2x4xf32>>
  %r = memref.load %y[] : memref<vector<2x4xf32>>
  %q = vector.extract %r[0, 0] : f32 from vector<2x4xf32>
  return %q : f32
}
func.func @vector_vscale(%x: f32, %n: index, %a: tensor<8xf32>) -> f32 {
  %v = vector.broadcast %x : f32 to vector<4xf32>
  %s = vector.vscale
  %r = arith.addf %v, %v : vector<4xf32>
  %q = vector.extract %r[0] : f32 from vector<4xf32>
  return %q : f32
}
func.func @vector_gather_tensor(%x: f32, %n: index, %a: tensor<8xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %v = vector.broadcast %x : f32 to vector<4xf32>
  %k = vector.constant_mask [2] : vector<4xi1>
  %i = vector.step : vector<4xindex>
  %r = vector.gather %a[%c0] [%i], %k, %v : tensor<8xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %q = vector.extract %r[0] : f32 from vector<4xf32>
  return %q : f32
}
