// What no pass lowers is named before any pass changes it.
// RUN: split-opt %s -split-verify-supported -allow-unregistered-dialect -split-input-file -verify-diagnostics

func.func @supported(%x: tensor<4x!quant.uniform<i8:f32, 2.0>>, %s: !shape.size, %c: complex<f16>, %m: memref<?xvector<4xf8E5M2>>) -> f8E5M2 {
  %0 = arith.constant 1.0 : f8E5M2
  return %0 : f8E5M2
}

// -----

func.func @dialect() -> index {
  // expected-error @below {{'gpu.thread_id' op has no lowering in the pipeline split-to-llvm}}
  %0 = gpu.thread_id x
  return %0 : index
}

// -----

func.func @unregistered() {
  // expected-error @below {{'foo.bar' op has no lowering in the pipeline split-to-llvm}}
  "foo.bar"() : () -> ()
  return
}

// -----

func.func @scatter(%x: tensor<1x1x4xf32>, %d: tensor<8x4xf32>, %i: tensor<1x1xindex>) -> tensor<8x4xf32> {
  // expected-error @below {{'tensor.scatter' op has no lowering in the pipeline split-to-llvm}}
  %r = tensor.scatter %x into %d[%i] scatter_dims([0]) unique : (tensor<1x1x4xf32>, tensor<8x4xf32>, tensor<1x1xindex>) -> tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}

// -----

func.func @rescale(%x: tensor<4xi64>, %m: tensor<1xi32>, %s: tensor<1xi8>, %i: tensor<1xi64>, %o: tensor<1xi8>) -> tensor<4xi8> {
  // expected-error @below {{'tosa.rescale' op has no lowering in the pipeline split-to-llvm; expected an input of at most 32 bits, or 48 with 'scale32 = false'}}
  %0 = tosa.rescale %x, %m, %s, %i, %o {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = false} : (tensor<4xi64>, tensor<1xi32>, tensor<1xi8>, tensor<1xi64>, tensor<1xi8>) -> tensor<4xi8>
  return %0 : tensor<4xi8>
}

// -----

func.func @rescale_to_i64(%x: tensor<4xi32>, %m: tensor<1xi32>, %s: tensor<1xi8>, %i: tensor<1xi32>, %o: tensor<1xi64>) -> tensor<4xi64> {
  // expected-error @below {{'tosa.rescale' op has no lowering in the pipeline split-to-llvm; expected an output of at most 32 bits}}
  %0 = tosa.rescale %x, %m, %s, %i, %o {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = false} : (tensor<4xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi64>) -> tensor<4xi64>
  return %0 : tensor<4xi64>
}

// -----

func.func @transfer(%x: tensor<4x4xf32>, %i: index, %f: f32) -> vector<4x4xf32> {
  // expected-error @below {{'vector.transfer_read' op has no lowering in the pipeline split-to-llvm; expected a vector of rank 1}}
  %0 = vector.transfer_read %x[%i, %i], %f : tensor<4x4xf32>, vector<4x4xf32>
  return %0 : vector<4x4xf32>
}

// -----

func.func @small_floats(%x: tensor<4xf8E5M2>) -> tensor<4xf32> {
  // expected-error @below {{'arith.extf' op has no lowering in the pipeline split-to-llvm; expected floats of at least 16 bits}}
  %0 = arith.extf %x : tensor<4xf8E5M2> to tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @result(%x: f32) {
  // expected-error @below {{'builtin.unrealized_conversion_cast' op result 0 of type 'none' has no lowering in the pipeline split-to-llvm}}
  %0 = builtin.unrealized_conversion_cast %x : f32 to none
  return
}

// -----

// expected-error @below {{'func.func' op argument 1 of type 'tuple<f32>' has no lowering in the pipeline split-to-llvm}}
func.func private @external(f32, tuple<f32>)

// -----

// expected-error @below {{'func.func' op result 0 of type 'complex<tf32>' has no lowering in the pipeline split-to-llvm}}
func.func private @complex() -> complex<tf32>

// -----

// expected-error @below {{'func.func' op argument 0 of type 'memref<4xf32, "other">' has no lowering in the pipeline split-to-llvm}}
func.func private @memory_space(memref<4xf32, "other">)

// -----

// expected-error @below {{'func.func' op argument 0 of type 'vector<[4]xf32>' has no lowering in the pipeline split-to-llvm}}
func.func private @scalable(vector<[4]xf32>)

// -----

module {
  // A script of the transform dialect.
  module attributes {transform.with_named_sequence} {
    transform.named_sequence @__transform_main(%m: !transform.any_op) {
      transform.yield
    }
  }
  // expected-error @below {{'builtin.module' op has no lowering in the pipeline split-to-llvm}}
  module {
    func.func private @f()
  }
}

// -----

func.func private @callee(%x: tensor<4xf32>) -> tensor<4xf32>

func.func @function_value(%x: tensor<4xf32>, %c: i1) -> tensor<4xf32> {
  // expected-error @below {{'func.constant' op has no lowering in the pipeline split-to-llvm; expected a function without tensors, or a call as the only use}}
  %f = func.constant @callee : (tensor<4xf32>) -> tensor<4xf32>
  %g = arith.select %c, %f, %f : (tensor<4xf32>) -> tensor<4xf32>
  %0 = func.call_indirect %g(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @callee(%f: (tensor<4xf32>) -> f32, %x: tensor<4xf32>) -> f32 {
  // expected-error @below {{'func.call_indirect' op has no lowering in the pipeline split-to-llvm; expected a callee that a 'func.constant' names}}
  %0 = func.call_indirect %f(%x) : (tensor<4xf32>) -> f32
  return %0 : f32
}

// -----

// expected-error @below {{'func.func' op block argument 0 of type 'tf32' has no lowering in the pipeline split-to-llvm}}
func.func @block() {
  return
^bb1(%x: tf32):
  cf.br ^bb1(%x : tf32)
}

// -----

// A store would change what an earlier load has returned.
ml_program.global private mutable @g(dense<0.0> : tensor<4xf32>) : tensor<4xf32>
func.func @store(%x: tensor<4xf32>) {
  // expected-error @below {{'ml_program.global_store' op has no lowering in the pipeline split-to-llvm}}
  ml_program.global_store @g = %x : tensor<4xf32>
  return
}

// -----

ml_program.global private @resource(dense_resource<w> : tensor<2xi32>) : tensor<2xi32>

// -----

// expected-error @below {{'ml_program.global' op has no lowering in the pipeline split-to-llvm; expected all elements of a tensor of static shape}}
ml_program.global private @scalar(5 : i32) : i32

// -----

// expected-error @below {{'ml_program.global' op has no lowering in the pipeline split-to-llvm; expected all elements of a tensor of static shape}}
ml_program.global private @dynamic(dense<0> : tensor<3xi32>) : tensor<?xi32>

// -----

// expected-error @below {{'ml_program.global' op has no lowering in the pipeline split-to-llvm; expected all elements of a tensor of static shape}}
ml_program.global private @extern(#ml_program.extern<tensor<3xi32>>) : tensor<3xi32>

// -----

func.func @small_floats(%x: tensor<2x3xf8E4M3FN>) -> tensor<2x3xf8E4M3FN> {
  // expected-error @below {{'linalg.softmax' op has no lowering in the pipeline split-to-llvm; expected floats of at least 16 bits}}
  %0 = linalg.softmax dimension(1) ins(%x : tensor<2x3xf8E4M3FN>) outs(%x : tensor<2x3xf8E4M3FN>) -> tensor<2x3xf8E4M3FN>
  return %0 : tensor<2x3xf8E4M3FN>
}

// -----

func.func @cast(%x: tensor<3xi32>) -> tensor<3xf8E4M3FN> {
  // expected-error @below {{'tosa.cast' op has no lowering in the pipeline split-to-llvm; expected floats of at least 16 bits}}
  %0 = tosa.cast %x : (tensor<3xi32>) -> tensor<3xf8E4M3FN>
  return %0 : tensor<3xf8E4M3FN>
}

// -----

func.func @negate(%x: tensor<3xi65>, %z: tensor<1xi65>) -> tensor<3xi65> {
  // expected-error @below {{'tosa.negate' op has no lowering in the pipeline split-to-llvm; expected integers of at most 64 bits}}
  %0 = tosa.negate %x, %z, %z : (tensor<3xi65>, tensor<1xi65>, tensor<1xi65>) -> tensor<3xi65>
  return %0 : tensor<3xi65>
}

// -----

func.func @carry(%x: index) -> index {
  // expected-error @below {{'arith.addui_extended' op has no lowering in the pipeline split-to-llvm; expected integers other than index}}
  %0, %1 = arith.addui_extended %x, %x : index, i1
  return %0 : index
}

// -----

func.func @wide_parts(%x: complex<f128>) -> complex<f128> {
  // expected-error @below {{'complex.log1p' op has no lowering in the pipeline split-to-llvm; expected parts of at most 64 bits}}
  %0 = complex.log1p %x : complex<f128>
  return %0 : complex<f128>
}

// -----

func.func @tensor_sum(%x: tensor<?xindex>, %t: tensor<2xindex>) -> tensor<2xindex> {
  // expected-error @below {{'shape.reduce' op has no lowering in the pipeline split-to-llvm; expected numbers as results}}
  %0 = shape.reduce(%x, %t) : tensor<?xindex> -> tensor<2xindex> {
  ^bb0(%i: index, %e: index, %s: tensor<2xindex>):
    shape.yield %s : tensor<2xindex>
  }
  return %0 : tensor<2xindex>
}

// -----

// expected-error @below {{argument 0 of type 'tensor<2xi4097>' has no lowering in the pipeline split-to-llvm}}
func.func @wide(%x: tensor<2xi4097>) {
  return
}

// -----

func.func @extents(%x: tensor<?xindex>) -> tensor<4xindex> {
  // expected-error @below {{'shape.to_extent_tensor' op has no lowering in the pipeline split-to-llvm; expected a result of dynamic size}}
  %0 = shape.to_extent_tensor %x : tensor<?xindex> -> tensor<4xindex>
  return %0 : tensor<4xindex>
}

// -----

func.func @broadcast(%x: tensor<?xindex>, %y: tensor<4xindex>) -> tensor<4xindex> {
  // expected-error @below {{'shape.broadcast' op has no lowering in the pipeline split-to-llvm; expected a result of dynamic size}}
  %0 = shape.broadcast %x, %y : tensor<?xindex>, tensor<4xindex> -> tensor<4xindex>
  return %0 : tensor<4xindex>
}

// -----

func.func @shape(%x: tensor<*xf32>) -> tensor<2xindex> {
  // expected-error @below {{'shape.shape_of' op has no lowering in the pipeline split-to-llvm; expected a result of dynamic size}}
  %0 = shape.shape_of %x : tensor<*xf32> -> tensor<2xindex>
  return %0 : tensor<2xindex>
}

// -----

func.func @split_at(%x: tensor<?xindex>, %i: index) -> tensor<?xindex> {
  // expected-error @below {{'shape.split_at' op has no lowering in the pipeline split-to-llvm}}
  %0, %1 = "shape.split_at"(%x, %i) : (tensor<?xindex>, index) -> (tensor<?xindex>, tensor<?xindex>)
  return %0 : tensor<?xindex>
}

// -----

func.func @softmax(%x: tensor<?x?xf32>, %y: tensor<4x3xf32>) -> tensor<4x3xf32> {
  // expected-error @below {{'linalg.softmax' op has no lowering in the pipeline split-to-llvm; expected an output of the type of the input}}
  %0 = linalg.softmax dimension(1) ins(%x : tensor<?x?xf32>) outs(%y : tensor<4x3xf32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// -----

func.func @winograd(%x: tensor<?x3x3x?xf32>, %y: tensor<6x6x?x?xf32>) -> tensor<6x6x?x?xf32> {
  // expected-error @below {{'linalg.winograd_filter_transform' op has no lowering in the pipeline split-to-llvm; expected tensors of static shape}}
  %0 = linalg.winograd_filter_transform fmr(F_4_3) ins(%x : tensor<?x3x3x?xf32>) outs(%y : tensor<6x6x?x?xf32>) -> tensor<6x6x?x?xf32>
  return %0 : tensor<6x6x?x?xf32>
}

// -----

func.func @slice(%x: tensor<?xi32>) -> tensor<1xi32> {
  %s = tosa.const_shape {values = dense<-1> : tensor<1xindex>} : () -> !tosa.shape<1>
  %n = tosa.const_shape {values = dense<1> : tensor<1xindex>} : () -> !tosa.shape<1>
  // expected-error @below {{'tosa.slice' op has no lowering in the pipeline split-to-llvm; expected starts of at least 0}}
  %0 = tosa.slice %x, %s, %n : (tensor<?xi32>, !tosa.shape<1>, !tosa.shape<1>) -> tensor<1xi32>
  return %0 : tensor<1xi32>
}

// -----

func.func @tile(%x: tensor<?xi32>) -> tensor<?xi32> {
  %s = tosa.const_shape {values = dense<-1> : tensor<1xindex>} : () -> !tosa.shape<1>
  // expected-error @below {{'tosa.tile' op has no lowering in the pipeline split-to-llvm; expected multiples of at least 0}}
  %0 = tosa.tile %x, %s : (tensor<?xi32>, !tosa.shape<1>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// -----

func.func @unknown_rank(%x: tensor<*xf32>) -> tensor<*xf32> {
  // expected-error @below {{'math.erf' op has no lowering in the pipeline split-to-llvm; expected tensors of known rank}}
  %0 = math.erf %x : tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

func.func @unknown_rank(%x: tensor<*xi1>, %y: tensor<*xf32>) -> tensor<*xf32> {
  // expected-error @below {{'arith.select' op has no lowering in the pipeline split-to-llvm; expected tensors of known rank}}
  %0 = arith.select %x, %y, %y : tensor<*xi1>, tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

func.func @select_unknown_rank(%x: i1, %y: tensor<*xf32>) -> tensor<*xf32> {
  %0 = arith.select %x, %y, %y : tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

func.func @wide_floats(%x: tensor<2xf80>) -> tensor<2xf80> {
  %0 = math.sin %x : tensor<2xf80>
  // expected-error @below {{'math.erf' op has no lowering in the pipeline split-to-llvm; expected floats of at most 64 bits}}
  %1 = math.erf %0 : tensor<2xf80>
  return %1 : tensor<2xf80>
}

// -----

func.func @named(%x: tensor<2x2xf8E4M3FN>, %y: tensor<2x2xf32>) -> tensor<2x2xf32> {
  // expected-error @below {{'linalg.matmul' op has no lowering in the pipeline split-to-llvm; expected floats of at least 16 bits}}
  %0 = linalg.matmul ins(%x, %x : tensor<2x2xf8E4M3FN>, tensor<2x2xf8E4M3FN>) outs(%y : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// -----

func.func @small_floats(%x: tensor<2xf8E5M2>) -> tensor<2xf8E5M2> {
  %0 = tosa.maximum %x, %x : (tensor<2xf8E5M2>, tensor<2xf8E5M2>) -> tensor<2xf8E5M2>
  // expected-error @below {{'tosa.add' op has no lowering in the pipeline split-to-llvm; expected floats of at least 16 bits}}
  %1 = tosa.add %0, %x : (tensor<2xf8E5M2>, tensor<2xf8E5M2>) -> tensor<2xf8E5M2>
  return %1 : tensor<2xf8E5M2>
}

// -----

func.func @empty_slice(%x: tensor<?x3xi32>) -> tensor<?x1xi32> {
  %start = tosa.const_shape {values = dense<0> : tensor<2xindex>} : () -> !tosa.shape<2>
  %size = tosa.const_shape {values = dense<[0, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  // expected-error @below {{'tosa.slice' op has no lowering in the pipeline split-to-llvm; expected a result type with the size 0}}
  %0 = tosa.slice %x, %start, %size : (tensor<?x3xi32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<?x1xi32>
  return %0 : tensor<?x1xi32>
}
