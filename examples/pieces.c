#include "mlir-c/RegisterEverything.h"
#include "split-mlir-c/Dialects.h"
#include "split-mlir-c/Passes.h"
#include "split-mlir-c/Split.h"
#include <inttypes.h>
#include <stdio.h>

static void print(MlirStringRef text, void *unused) {
  (void)unused;
  fwrite(text.data, 1, text.length, stdout);
}

// Splits the first argument of `func` into 2 columns and the remaining ones.
static MlirOperation addSplit(MlirOperation func) {
  int64_t lengths[] = {2, -1};
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(func, 0));
  MlirOperation split = mlirSplitCreateVariadicSplit(
      mlirOperationGetLocation(func), mlirBlockGetArgument(body, 0),
      mlirSplitAxisFromConstant(-1), mlirSplitLengthsFromConstants(2, lengths),
      /*numResultTypes=*/0, /*resultTypes=*/NULL);
  if (!mlirOperationIsNull(split))
    mlirBlockInsertOwnedOperation(body, 0, split);
  return split;
}

static MlirLogicalResult lower(MlirModule module, const char *pipeline) {
  MlirPassManager pm = mlirPassManagerCreate(mlirModuleGetContext(module));
  MlirLogicalResult result = mlirOpPassManagerAddPipeline(
      mlirPassManagerGetAsOpPassManager(pm),
      mlirStringRefCreateFromCString(pipeline), print, NULL);
  if (mlirLogicalResultIsSuccess(result))
    result = mlirPassManagerRunOnOp(pm, mlirModuleGetOperation(module));
  mlirPassManagerDestroy(pm);
  return result;
}

int main(void) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  mlirRegisterAllDialects(registry);
  mlirSplitRegisterCore(registry);
  mlirSplitRegisterCorePasses();
  MlirContext context = mlirContextCreateWithRegistry(registry, true);
  MlirModule module = mlirModuleCreateParse(
      context, mlirStringRefCreateFromCString(
                   "func.func @f(%x: tensor<?x6xf32>) { return }"));
  MlirOperation split =
      addSplit(mlirBlockGetFirstOperation(mlirModuleGetBody(module)));

  int64_t offsets[2], sizes[2];
  if (mlirLogicalResultIsFailure(mlirSplitGetStaticOffsets(split, offsets)) ||
      mlirLogicalResultIsFailure(mlirSplitGetStaticSizes(split, sizes)))
    return 1;
  for (int i = 0; i < 2; ++i)
    printf("%" PRId64 " columns from %" PRId64 "\n", sizes[i], offsets[i]);
  if (mlirLogicalResultIsFailure(lower(module, "convert-split-to-linalg")))
    return 1;
  mlirOperationPrint(mlirModuleGetOperation(module), print, NULL);

  mlirModuleDestroy(module);
  mlirContextDestroy(context);
  mlirDialectRegistryDestroy(registry);
  return 0;
}
