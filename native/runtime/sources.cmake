# The sources of the runtime library. They need the C library alone.
set(SPLIT_MLIR_RUNTIME_SOURCES Allocator.cpp BFloat16.cpp Contraction.cpp Errors.cpp
  Machine.cpp Memory.cpp MemRefs.cpp Message.cpp Operands.cpp ThreadMessage.cpp
  Weights.cpp)
