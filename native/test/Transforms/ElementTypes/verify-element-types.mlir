// C1: tensors whose elements have no form in memory are errors where they first
// stand.
// RUN: split-opt %s -split-verify-element-types -allow-unregistered-dialect -split-input-file -verify-diagnostics

// expected-error @below {{'func.func' op argument 0 of type 'tensor<4x!foo.bar>' has no form in memory; expected elements that are integers, index, floats of LLVM, or complexes or vectors of these}}
func.func @c1_unregistered(%x: tensor<4x!foo.bar>) {
  return
}

// -----

// expected-error @below {{'func.func' op result 1 of type 'tensor<*x!llvm.ptr>' has no form in memory}}
func.func private @c1_declaration(tensor<4xf32>) -> (f32, tensor<*x!llvm.ptr>)

// -----

func.func @c1_operand_of_unregistered_op(%x: tensor<4xf32>) {
  // expected-error @below {{'foo.make' op result 1 of type 'tensor<?x!shape.shape>' has no form in memory}}
  %0:2 = "foo.make"(%x) : (tensor<4xf32>) -> (f32, tensor<?x!shape.shape>)
  return
}

// -----

func.func @c1_inner(%n: index) {
  // expected-error @below {{'tensor.empty' op result 0 of type 'tensor<?xtf32>' has no form in memory}}
  %0 = tensor.empty(%n) : tensor<?xtf32>
  return
}

// -----

// expected-error @below {{argument 0 of type 'tensor<4xcomplex<tf32>>' has no form in memory}}
func.func @c1_complex(%x: tensor<4xcomplex<tf32>>) {
  return
}

// -----

// expected-error @below {{argument 0 of type 'complex<tf32>' has no form in memory}}
func.func @c1_complex_scalar(%x: complex<tf32>) {
  return
}

// -----

// expected-error @below {{argument 0 of type 'tensor<4xvector<2xtf32>>' has no form in memory}}
func.func @c1_vector(%x: tensor<4xvector<2xtf32>>) {
  return
}

// -----

// expected-error @below {{argument 0 of type 'tensor<4xvector<[2]xf32>>' has no form in memory}}
func.func @c1_scalable_vector(%x: tensor<4xvector<[2]xf32>>) {
  return
}

// -----

// expected-error @below {{argument 0 of type 'tensor<4xi0>' has no form in memory}}
func.func @c1_no_bits(%x: tensor<4xi0>) {
  return
}

// -----

// expected-error @below {{argument 0 of type 'tensor<4xi8388609>' has no form in memory}}
func.func @c1_too_many_bits(%x: tensor<4xi8388609>) {
  return
}

// -----

// expected-error @below {{argument 0 of type 'tensor<4x!quant.uniform<i8:f32, 5.000000e-01>>' has no form in memory}}
func.func @c1_quantized(%x: tensor<4x!quant.uniform<i8:f32, 0.5>>) {
  return
}

// -----

// expected-error @below {{argument 1 of type 'tensor<4x!foo.bar>' has no form in memory}}
func.func @c1_in_a_function_type(%x: f32, %f: (tensor<4x!foo.bar>) -> ()) {
  return
}

// -----

// expected-error @below {{argument 1 of type 'tensor<4x!foo.bar>' has no form in memory}}
func.func @c1_in_a_tuple(%x: f32, %t: tuple<f32, tensor<4x!foo.bar>>) {
  return
}

// -----

#csr = #sparse_tensor.encoding<{map = (d0, d1) -> (d0 : dense, d1 : compressed)}>
// expected-error @below {{'func.func' op argument 0 of type 'tensor<4x4xf32, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>' has an encoding of sparse storage; expected a dense tensor}}
func.func @c8_sparse(%x: tensor<4x4xf32, #csr>) {
  return
}

// -----

// Levels may be in another order even where all are dense.
#columns = #sparse_tensor.encoding<{map = (d0, d1) -> (d1 : dense, d0 : dense)}>
func.func @c8_sparse_of_dense_levels() {
  // expected-error @below {{'tensor.empty' op result 0 of type 'tensor<4x4xf32, #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : dense, d0 : dense) }>>' has an encoding of sparse storage}}
  %0 = tensor.empty() : tensor<4x4xf32, #columns>
  return
}

// -----

// What memory can hold is no error, nor is what is no tensor.
func.func @right(%0: tensor<4xi1>, %1: tensor<*xui8>, %2: tensor<?xf8E5M2>, %3: tensor<f80>,
    %4: tensor<4xcomplex<bf16>>, %5: tensor<0xindex>, %6: tensor<4xvector<2x2xf32>>,
    %7: tensor<4xf32, "blocked">, %8: tensor<4xi8388608>, %9: !foo.bar, %10: tf32,
    %11: !quant.uniform<i8:f32, 0.5>, %12: tuple<!foo.bar>) {
  return
}
