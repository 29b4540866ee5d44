// Includes headers of MLIR, of split-mlir's sources and of its build.
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/MLIRContext.h"
#include "split-mlir/Dialect/Split/IR/AssertMessages.h"
#include "split-mlir/HostAbi/Runtime.h"
#include "split-mlir/Version.h"

int main() {
  mlir::MLIRContext context;
  mlir::split::NamedLocationHandler handler(&context);
  auto node = mlir::StringAttr::get(&context, "node");
  mlir::emitError(mlir::NameLoc::get(node)) << SPLIT_MLIR_VERSION_STRING;
  return split_mlir_last_error()[0] != 0;
}
