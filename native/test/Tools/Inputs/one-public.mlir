func.func private @hidden() -> i32 {
  %0 = arith.constant 2 : i32
  return %0 : i32
}
func.func @shown() -> i32 {
  %0 = arith.constant 1 : i32
  return %0 : i32
}
