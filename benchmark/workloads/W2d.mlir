// Columns, sizes known at run time
// split-bench: input=4096x4096xf32 axis=1 into=4
func.func @split(%x: tensor<?x?xf32>)
    -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) {
  %p:4 = split.split %x axis(1) into 4
      : tensor<?x?xf32> -> tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>
  return %p#0, %p#1, %p#2, %p#3
      : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>
}

// The same split, to destinations of the caller.
func.func @into(%x: tensor<?x?xf32>,
    %d0: tensor<?x?xf32> {bufferization.writable = true},
    %d1: tensor<?x?xf32> {bufferization.writable = true},
    %d2: tensor<?x?xf32> {bufferization.writable = true},
    %d3: tensor<?x?xf32> {bufferization.writable = true}) {
  %from = bufferization.to_buffer %x read_only : tensor<?x?xf32> to memref<?x?xf32>
  %to0 = bufferization.to_buffer %d0 : tensor<?x?xf32> to memref<?x?xf32>
  %to1 = bufferization.to_buffer %d1 : tensor<?x?xf32> to memref<?x?xf32>
  %to2 = bufferization.to_buffer %d2 : tensor<?x?xf32> to memref<?x?xf32>
  %to3 = bufferization.to_buffer %d3 : tensor<?x?xf32> to memref<?x?xf32>
  split.copy ins(%from : memref<?x?xf32>)
      outs(%to0, %to1, %to2, %to3
          : memref<?x?xf32>, memref<?x?xf32>, memref<?x?xf32>, memref<?x?xf32>)
      axis(1)
  return
}
