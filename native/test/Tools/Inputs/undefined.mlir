func.func private @split_no_such_function(%x: f32) -> f32
func.func @caller(%x: f32) -> f32 {
  %0 = call @split_no_such_function(%x) : (f32) -> f32
  return %0 : f32
}
