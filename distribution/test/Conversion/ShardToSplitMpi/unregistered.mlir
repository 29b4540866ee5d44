// Uses of symbols are unknown where an op of an unknown dialect has a region.
// RUN: not split-opt %s -convert-shard-to-split-mpi -allow-unregistered-dialect 2>&1 | FileCheck %s

// CHECK: error: holds an op of an unknown dialect with a region, so uses of symbols are unknown
shard.grid @grid(shape = 2)
func.func @f() -> index {
  %0 = shard.process_linear_index on @grid : index
  return %0 : index
}
"my.op"() ({ }) {other = @f} : () -> ()
