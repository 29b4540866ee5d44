// A module has one grid.
// RUN: split-opt %s --split-annotate-shardings="grid=2 shard=arg0=[[0]]" -verify-diagnostics

// expected-error @below {{'shard.grid' op exists already, so the option 'grid' must be empty}}
shard.grid @g(shape = 2)
func.func @f(%x: tensor<4xf32>) {
  return
}
