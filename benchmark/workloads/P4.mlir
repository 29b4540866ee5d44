// ResNet bottleneck
// split-bench: input=1x256x56x56xf32 parameters=64x256x1x1xf32,64xf32,64x64x3x3xf32,64xf32,256x64x1x1xf32,256xf32 results=1x256x56x56xf32 computes=bottleneck
func.func @split(%x: tensor<1x256x56x56xf32>, %w0: tensor<64x256x1x1xf32>, %b0: tensor<64xf32>, %w1: tensor<64x64x3x3xf32>,
    %b1: tensor<64xf32>, %w2: tensor<256x64x1x1xf32>, %b2: tensor<256xf32>) -> tensor<1x256x56x56xf32> {
  %zero = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : tensor<1x64x56x56xf32>
  %wide_zeros = arith.constant dense<0.0> : tensor<1x256x56x56xf32>
  %empty = tensor.empty() : tensor<1x64x56x56xf32>
  %bias0 = linalg.broadcast ins(%b0 : tensor<64xf32>) outs(%empty : tensor<1x64x56x56xf32>) dimensions = [0, 2, 3]
  %y0 = linalg.conv_2d_nchw_fchw ins(%x, %w0 : tensor<1x256x56x56xf32>, tensor<64x256x1x1xf32>)
      outs(%bias0 : tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32>
  %z0 = arith.maximumf %y0, %zeros : tensor<1x64x56x56xf32>
  %padded = tensor.pad %z0 low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%n: index, %c: index, %h: index, %w: index):
    tensor.yield %zero : f32
  } : tensor<1x64x56x56xf32> to tensor<1x64x58x58xf32>
  %bias1 = linalg.broadcast ins(%b1 : tensor<64xf32>) outs(%empty : tensor<1x64x56x56xf32>) dimensions = [0, 2, 3]
  %y1 = linalg.conv_2d_nchw_fchw ins(%padded, %w1 : tensor<1x64x58x58xf32>, tensor<64x64x3x3xf32>)
      outs(%bias1 : tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32>
  %z1 = arith.maximumf %y1, %zeros : tensor<1x64x56x56xf32>
  %wide = tensor.empty() : tensor<1x256x56x56xf32>
  %bias2 = linalg.broadcast ins(%b2 : tensor<256xf32>) outs(%wide : tensor<1x256x56x56xf32>) dimensions = [0, 2, 3]
  %y2 = linalg.conv_2d_nchw_fchw ins(%z1, %w2 : tensor<1x64x56x56xf32>, tensor<256x64x1x1xf32>)
      outs(%bias2 : tensor<1x256x56x56xf32>) -> tensor<1x256x56x56xf32>
  %sum = arith.addf %y2, %x : tensor<1x256x56x56xf32>
  %z2 = arith.maximumf %sum, %wide_zeros : tensor<1x256x56x56xf32>
  return %z2 : tensor<1x256x56x56xf32>
}
