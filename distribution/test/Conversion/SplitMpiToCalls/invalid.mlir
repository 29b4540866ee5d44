// RUN: split-opt %s -split-input-file -convert-split-mpi-to-calls -verify-diagnostics

func.func @on_tensors(%x: tensor<4xf32>, %comm: i32) -> tensor<4xf32> {
  // expected-error @below {{'split_mpi.all_reduce' op is on tensors; expected one-shot-bufferize to have run}}
  %0 = split_mpi.all_reduce ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) communicator(%comm) grid = [2] axes = [0] kind = sum -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @element_type(%x: memref<4xvector<2xf32>>, %comm: i32) {
  // expected-error @below {{'split_mpi.redistribute' op has element type 'vector<2xf32>', expected integers, floats, complex numbers or index}}
  split_mpi.redistribute ins(%x : memref<4xvector<2xf32>>) outs(%x : memref<4xvector<2xf32>>) communicator(%comm) grid = [2] sizes = [4] from = [[]] to = [[]]
  return
}

// -----

func.func @grids(%n: index, %comm: i32) {
  %0 = split_mpi.global_size %n communicator(%comm) grid = [2] axes = [0] : index
  // expected-error @below {{'split_mpi.grid_index' op has grid [4], expected [2], the grid of the module}}
  %1 = split_mpi.grid_index communicator(%comm) grid = [4] : index
  return
}

// -----

// expected-error @below {{'split_mpi_rank' is also the name of a library function that compiled code calls; expected another name}}
func.func @split_mpi_rank() {
  return
}
func.func @f(%comm: i32) -> index {
  %0 = split_mpi.grid_index communicator(%comm) grid = [4] : index
  return %0 : index
}
