func.func @f(%x: tensor<4xf32>) {
  "split.split"(%x) <{num_splits = 1 : i64, static_axis = 0 : i64}> : (tensor<4xf32>) -> ()
  return
}
