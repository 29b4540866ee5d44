// What the verifiers of the transform ops refuse.
// RUN: split-opt %s -split-input-file -verify-diagnostics

transform.sequence failures(propagate) {
^bb0(%s: !transform.any_op):
  // expected-error @below {{'transform.split.tile_pieces' op has tile size -1, expected at least 0}}
  %c, %l = transform.split.tile_pieces %s tile_sizes [-1] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}

// -----

transform.sequence failures(propagate) {
^bb0(%s: !transform.any_op):
  // expected-error @below {{'transform.split.tile_pieces' op has 1 result for loops, expected 2, the number of tile sizes other than 0}}
  %c, %l = transform.split.tile_pieces %s tile_sizes [4, 0, 8] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}

// -----

transform.sequence failures(propagate) {
^bb0(%f: !transform.any_op):
  transform.apply_conversion_patterns to %f {
    // expected-error @below {{'transform.apply_conversion_patterns.split.split_to_linalg' op materialize is 'some', expected 'none', 'results', 'destinations' or 'all'}}
    transform.apply_conversion_patterns.split.split_to_linalg {materialize = "some"}
  } : !transform.any_op
}
