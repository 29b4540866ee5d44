// A gated unit. After tiling, its loop reads the argument at two positions: the
// split disappears, and no piece is stored.
func.func @glu(%x: tensor<?x16xf32>, %out: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %a, %b = split.split %x axis(1) into 2
      : tensor<?x16xf32> -> tensor<?x8xf32>, tensor<?x8xf32>
  %r = linalg.mul ins(%a, %b : tensor<?x8xf32>, tensor<?x8xf32>)
      outs(%out : tensor<?x8xf32>) -> tensor<?x8xf32>
  return %r : tensor<?x8xf32>
}

// The transform script: tile the product, and fuse what it reads.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    %mul = transform.structured.match ops{["linalg.mul"]} in %module
        : (!transform.any_op) -> !transform.any_op
    %tile, %rows = transform.structured.fuse %mul tile_sizes [4]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
