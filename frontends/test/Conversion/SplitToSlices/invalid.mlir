// RUN: split-opt %s -convert-split-to-tosa -split-input-file -verify-diagnostics

func.func @dynamic_batch(%x: tensor<?x4xf32>) {
  // expected-error @below {{'split.split' op cannot become slices of TOSA: its axis, its lengths and the shape of its data are not all known at compile time}}
  %a, %b = split.split %x axis(1) into 2 : tensor<?x4xf32> -> tensor<?x2xf32>, tensor<?x2xf32>
  return
}

// -----

func.func @unranked(%x: tensor<*xf32>) {
  // expected-error @below {{cannot become slices of TOSA: its axis, its lengths and the shape}}
  %a, %b = split.split %x axis(1) into 2 : tensor<*xf32> -> tensor<*xf32>, tensor<*xf32>
  return
}

// -----

func.func @run_time_axis(%x: tensor<4x4xf32>, %axis: index) {
  // expected-error @below {{cannot become slices of TOSA: its axis, its lengths and the shape}}
  %a, %b = split.split %x axis(%axis : index) into 2 : tensor<4x4xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  return
}

// -----

func.func @run_time_lengths(%x: tensor<4xf32>, %l: tensor<2xi64>) {
  // expected-error @below {{'split.variadic_split' op cannot become slices of TOSA: its axis, its lengths and the shape}}
  %a, %b = split.variadic_split %x axis(0) lengths(%l : tensor<2xi64>) : tensor<4xf32> -> tensor<?xf32>, tensor<?xf32>
  return
}

// -----

func.func @empty(%x: tensor<4xf32>) {
  // expected-error @below {{'split.variadic_split' op cannot become slices of TOSA: TOSA has no tensors without elements}}
  %a, %b = split.variadic_split %x axis(0) lengths [0, 4] : tensor<4xf32> -> tensor<0xf32>, tensor<4xf32>
  return
}

// -----

func.func @complex(%x: tensor<4xcomplex<f32>>) {
  // expected-error @below {{'split.split' op cannot become slices of TOSA: TOSA has no elements of type complex<f32>}}
  %a, %b = split.split %x axis(0) into 2 : tensor<4xcomplex<f32>> -> tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>
  return
}

// -----

func.func @signed(%x: tensor<4xsi8>) {
  // expected-error @below {{cannot become slices of TOSA: TOSA has no elements of type si8}}
  %a, %b = split.split %x axis(0) into 2 : tensor<4xsi8> -> tensor<2xsi8>, tensor<2xsi8>
  return
}
