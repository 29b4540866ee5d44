// RUN: split-opt %s --transform-interpreter | FileCheck %s

// A tile that is out of the bounds of its piece is not fused: it is a slice that
// run-time verification can report, not an empty tensor.
// CHECK-LABEL: func @f(
// CHECK: split.split
// CHECK: scf.forall
// CHECK: tensor.extract_slice %{{.+}}[8] [1] [1] : tensor<?xf32> to tensor<1xf32>
module attributes {transform.with_named_sequence} {
func.func @f(%x: tensor<8xf32>, %i: index) -> tensor<1xf32> {
  %p = split.split %x axis(0) into 1 : tensor<8xf32> -> tensor<?xf32>
  %o = tensor.empty() : tensor<1xf32>
  %r = scf.forall (%k) in (1) shared_outs(%out = %o) -> tensor<1xf32> {
    %s = tensor.extract_slice %p[8] [1] [1] : tensor<?xf32> to tensor<1xf32>
    %n = arith.negf %s : tensor<1xf32>
    scf.forall.in_parallel { tensor.parallel_insert_slice %n into %out[0] [1] [1] : tensor<1xf32> into tensor<1xf32> }
  }
  return %r : tensor<1xf32>
}
transform.named_sequence @__transform_main(%m: !transform.any_op) {
  %p = transform.structured.match ops{["split.split"]} in %m : (!transform.any_op) -> !transform.any_op
  %l = transform.structured.match ops{["scf.forall"]} in %m : (!transform.any_op) -> !transform.any_op
  %a, %b = transform.structured.fuse_into_containing_op %p into %l : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.yield
}
}
