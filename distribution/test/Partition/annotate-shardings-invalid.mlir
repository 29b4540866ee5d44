// The short form is refused in words. Errors are at the module.
// RUN: not split-opt %s --split-annotate-shardings="grid=2y2 shard=f:arg0=[[0]]" 2>&1 | FileCheck %s --check-prefix=GRID
// GRID: error: option 'grid' is '2y2', expected sizes such as 2x4
// RUN: not split-opt %s --split-annotate-shardings="grid=0 shard=f:arg0=[[0]]" 2>&1 | FileCheck %s --check-prefix=EMPTY
// EMPTY: error: grid has size 0 along axis 0, expected at least 1
// RUN: not split-opt %s --split-annotate-shardings="shard=f:arg0=[[0]]" 2>&1 | FileCheck %s --check-prefix=MISSING
// MISSING: error: has 0 grids; the option 'grid' states one: 2x2
// RUN: not split-opt %s --split-annotate-shardings="grid=2 shard=f:arg=[[0]]" 2>&1 | FileCheck %s --check-prefix=FORM
// FORM: error: sharding 'f:arg=[{{\[}}0]]' is not of the form arg0=[{{\[}}0],[1]] or result0=[{{\[}}0],[1]]
// RUN: not split-opt %s --split-annotate-shardings="grid=2 shard=f:arg0=[0]" 2>&1 | FileCheck %s --check-prefix=LIST
// LIST: error: sharding 'f:arg0=[0]' is not of the form
// RUN: not split-opt %s --split-annotate-shardings="grid=2 shard=arg0=[[0]]" 2>&1 | FileCheck %s --check-prefix=NAMELESS
// NAMELESS: error: sharding 'arg0=[{{\[}}0]]' names no function, but the module has 2 public ones; expected NAME:arg0=[{{\[}}0]]
// RUN: not split-opt %s --split-annotate-shardings="grid=2 shard=h:arg0=[[0]]" 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: error: sharding 'h:arg0=[{{\[}}0]]' is for a function that does not exist
// RUN: not split-opt %s --split-annotate-shardings="grid=2 shard=blocks:arg0=[[0]]" 2>&1 | FileCheck %s --check-prefix=BLOCKS
// BLOCKS: error: sharding 'blocks:arg0=[{{\[}}0]]' is for a function of several blocks, expected one
// RUN: not split-opt %s --split-annotate-shardings="grid=2 shard=f:result1=[[0]]" 2>&1 | FileCheck %s --check-prefix=INDEX
// INDEX: error: sharding 'f:result1=[{{\[}}0]]' is out of range: the function has 1 result
// RUN: not split-opt %s --split-annotate-shardings="grid=2 shard=f:arg1=[[0]]" 2>&1 | FileCheck %s --check-prefix=SCALAR
// SCALAR: error: sharding 'f:arg1=[{{\[}}0]]' is for a 'index', expected a ranked tensor
// RUN: not split-opt %s --split-annotate-shardings="grid=2 shard=f:arg0=[[0]],f:arg0=[[0]]" 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: error: sharding 'f:arg0=[{{\[}}0]]' is for an argument that has a sharding
// RUN: not split-opt %s --split-annotate-shardings="grid=2 shard=f:result0=[[0]],f:result0=[[]]" 2>&1 | FileCheck %s --check-prefix=AGAIN
// AGAIN: error: sharding 'f:result0=[{{\[}}]]' is for a result that has a sharding
// RUN: not split-opt %s --split-annotate-shardings="grid=2 shard=f:arg0=[[1]]" 2>&1 | FileCheck %s --check-prefix=AXIS
// AXIS: error: sharding 'f:arg0=[{{\[}}1]]' has axis 1, expected an axis in [0, 1), those of the grid
// RUN: not split-opt %s --split-annotate-shardings="grid=2 shard=f:arg0=[[],[0]]" 2>&1 | FileCheck %s --check-prefix=RANK
// RANK: error: sharding 'f:arg0=[{{\[}}],[0]]' has 2 lists of axes, expected at most 1, one for each dimension

func.func @f(%x: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
func.func private @blocks(%x: tensor<4xf32>, %c: i1) -> tensor<4xf32> {
  cf.cond_br %c, ^bb1, ^bb1
^bb1:
  return %x : tensor<4xf32>
}
func.func @g(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
