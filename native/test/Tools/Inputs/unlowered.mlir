// Valid, but LLVM has no such type.
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %token = async.execute {
    async.yield
  }
  async.await %token : !async.token
  return %x : tensor<2xf32>
}
