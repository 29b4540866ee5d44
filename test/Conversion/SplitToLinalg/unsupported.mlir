// What is refused is refused in words, with nothing changed.
// RUN: split-opt %s -convert-split-to-linalg -split-input-file -verify-diagnostics

func.func @run_time_axis(%x: tensor<?xf32>, %a: i32) {
  // expected-error @below {{'split.split' op cannot be lowered: axis is known only at run time}}
  %0:2 = split.split %x axis(%a : i32) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  return
}

// -----

func.func @unranked(%x: tensor<*xf32>) {
  // expected-error @below {{'split.variadic_split' op cannot be lowered: data has unknown rank}}
  %0:2 = split.variadic_split %x axis(0) lengths [1, 2] : tensor<*xf32> -> tensor<?xf32>, tensor<?xf32>
  return
}
