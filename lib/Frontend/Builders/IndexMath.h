#include "split-mlir/Dialect/Split/IR/IndexMath.h"
