// Includes headers of MLIR, of split-mlir's sources and of its build.
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "split-mlir/Dialect/Split/IR/AssertMessages.h"
#include "split-mlir/HostAbi/Runtime.h"
#include "split-mlir/TransformOps/SplitTransformOps.h"
#include "split-mlir/Version.h"
#include "llvm/Support/raw_ostream.h"

int main() {
  mlir::DialectRegistry registry;
  mlir::split::registerTransformDialectExtension(registry);
  mlir::MLIRContext context(registry);
  context.loadAllAvailableDialects();
  auto node = mlir::StringAttr::get(&context, "node");
  llvm::errs() << mlir::split::describeLocation(mlir::NameLoc::get(node))
               << ": error: " << SPLIT_MLIR_VERSION_STRING << '\n';
  return split_mlir_last_error()[0] != 0;
}
