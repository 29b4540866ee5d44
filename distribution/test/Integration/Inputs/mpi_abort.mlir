// Without the host ABI, a failure on one rank ends all.
func.func @f(%a: index, %comm: i32 {split_mpi.communicator}) -> index
    attributes {llvm.emit_c_interface} {
  %c5 = arith.constant 5 : index
  %ok = arith.cmpi ne, %a, %c5 : index
  split.assert %ok, "got {}"(%a) loc("m.mlir":4:3)
  %n = split_mpi.global_size %a communicator(%comm) grid = [2] axes = [0]
      : index loc("m.mlir":5:3)
  return %n : index
}
