// Columns of uneven width, rows known at run time
// split-bench: input=1048576x8xf32 axis=1 lengths=1,2,5
func.func @split(%x: tensor<?x8xf32>)
    -> (tensor<?x1xf32>, tensor<?x2xf32>, tensor<?x5xf32>) {
  %p:3 = split.variadic_split %x axis(1) lengths [1, 2, 5]
      : tensor<?x8xf32> -> tensor<?x1xf32>, tensor<?x2xf32>, tensor<?x5xf32>
  return %p#0, %p#1, %p#2
      : tensor<?x1xf32>, tensor<?x2xf32>, tensor<?x5xf32>
}

// The same split, to destinations of the caller.
func.func @into(%x: tensor<?x8xf32>,
    %d0: tensor<?x1xf32> {bufferization.writable = true},
    %d1: tensor<?x2xf32> {bufferization.writable = true},
    %d2: tensor<?x5xf32> {bufferization.writable = true}) {
  %from = bufferization.to_buffer %x read_only : tensor<?x8xf32> to memref<?x8xf32>
  %to0 = bufferization.to_buffer %d0 : tensor<?x1xf32> to memref<?x1xf32>
  %to1 = bufferization.to_buffer %d1 : tensor<?x2xf32> to memref<?x2xf32>
  %to2 = bufferization.to_buffer %d2 : tensor<?x5xf32> to memref<?x5xf32>
  split.copy ins(%from : memref<?x8xf32>)
      outs(%to0, %to1, %to2
          : memref<?x1xf32>, memref<?x2xf32>, memref<?x5xf32>)
      axis(1)
  return
}
