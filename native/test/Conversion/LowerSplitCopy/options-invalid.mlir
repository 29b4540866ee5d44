// Thresholds and threads that mean nothing are errors.
// RUN: not split-opt %s --lower-split-copy="machine={nontemporal-threshold=-2}" -o /dev/null 2>&1 | FileCheck %s --check-prefix=BYTES
// BYTES: error: option 'nontemporal-threshold' is -2, expected at least 0
// RUN: not split-opt %s --lower-split-copy="machine={prefetch-distance=-2}" -o /dev/null 2>&1 | FileCheck %s --check-prefix=PREFETCH
// PREFETCH: error: option 'prefetch-distance' is -2, expected at least 0
// RUN: not split-opt %s --lower-split-copy="machine={store-prefetch-distance=-2}" -o /dev/null 2>&1 | FileCheck %s --check-prefix=STORES
// STORES: error: option 'store-prefetch-distance' is -2, expected at least 0
// RUN: not split-opt %s --lower-split-copy="machine={streams=2}" -o /dev/null 2>&1 | FileCheck %s --check-prefix=STREAMS
// STREAMS: error: option 'streams' is 2, expected 1 or 4
// RUN: not split-opt %s --lower-split-copy="machine={parallel-threshold=-2}" -o /dev/null 2>&1 | FileCheck %s --check-prefix=PARALLEL
// PARALLEL: error: option 'parallel-threshold' is -2, expected at least 0
// RUN: for word in stream=4 streams=x =4 hosts store-fence=sfence; do \
// RUN:   not split-opt %s --lower-split-copy="machine={runtime $word streams=1}" -o /dev/null || exit 1; \
// RUN: done 2>&1 | FileCheck %s --check-prefix=WORD
// WORD: error: option 'machine' contains 'stream=4', expected constant, host, runtime, store-fence=none, store-fence=x86-sfence, or NAME=NUMBER with one of the names vector-bytes, nontemporal-threshold, streams, prefetch-distance, store-prefetch-distance, transpose-rows, parallel-threshold, parallel-loop-threshold{{$}}
// WORD: error: option 'machine' contains 'streams=x', expected
// WORD: error: option 'machine' contains '=4', expected
// WORD: error: option 'machine' contains 'hosts', expected
// WORD: error: option 'machine' contains 'store-fence=sfence', expected
// RUN: not split-opt %s --lower-split-copy="threads=0 machine={parallel-threshold=0}" -o /dev/null 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: error: option 'threads' is 0, expected 1 to 1024
// RUN: not split-opt %s --lower-split-copy=threads=1025 -o /dev/null 2>&1 | FileCheck %s --check-prefix=MANY
// MANY: error: option 'threads' is 1025, expected 1 to 1024
// RUN: split-opt %s --lower-split-copy="threads=1024 machine={parallel-threshold=0}" -o /dev/null

func.func @one_row(%x: memref<8192xf32>, %a: memref<4096xf32>) {
  split.copy ins(%x : memref<8192xf32>) outs(%a, %a : memref<4096xf32>, memref<4096xf32>) axis(0)
  return
}
