#include "Driver.h"
using namespace mlir;
using namespace mlir::split;
llvm::Error Driver::sweep(StringRef only) { return llvm::Error::success(); }
