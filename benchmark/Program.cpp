//===- Program.cpp - Compiled workloads and their memory ------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <cstring>
#include <sys/mman.h>

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

Buffer::Buffer(size_t size, bool hugePages) : numBytes(size) {
  constexpr size_t hugePage = 2 << 20;
  bool isHuge = hugePages && size >= hugePage;
  size_t alignment = isHuge ? hugePage : 64;
  size_t allocated = llvm::alignTo(std::max<size_t>(size, 1), alignment);
  memory.reset(static_cast<char *>(std::aligned_alloc(alignment, allocated)));
  if (!memory)
    llvm::report_bad_alloc_error("no memory for a buffer of the benchmark");
  if (isHuge)
    ::madvise(memory.get(), allocated, MADV_HUGEPAGE);
  std::memset(memory.get(), 0xa5, allocated);
}

size_t TensorView::getNumBytes() const {
  size_t bytes = bytesPerElement;
  for (int64_t dim : shape)
    bytes *= dim;
  return bytes;
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

/// Replaces the last arguments of a function by constants.
static void bindConstants(func::FuncOp function,
                          ArrayRef<ArrayRef<char>> constants) {
  OpBuilder builder = OpBuilder::atBlockBegin(&function.getBody().front());
  for (ArrayRef<char> bytes : llvm::reverse(constants)) {
    unsigned number = function.getNumArguments() - 1;
    auto type = cast<RankedTensorType>(function.getArgumentTypes()[number]);
    auto constant = arith::ConstantOp::create(
        builder, function.getLoc(),
        DenseElementsAttr::getFromRawBuffer(type, bytes));
    function.getArgument(number).replaceAllUsesWith(constant);
    (void)function.eraseArgument(number);
  }
}

llvm::Expected<Program> Program::compile(StringRef text, StringRef function,
                                         const NativeOptions &options,
                                         const TargetEntries &profile,
                                         ArrayRef<ArrayRef<char>> constants,
                                         MLIRContext *context) {
  std::string errors;
  llvm::raw_string_ostream os(errors);
  ScopedDiagnosticHandler handler(context, [&](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
      os << diagnostic.getLocation() << ": " << diagnostic << "\n";
    return success();
  });
  auto module = parseSourceString<ModuleOp>(text, context);
  if (!module)
    return llvm::createStringError(errors);
  if (!constants.empty())
    bindConstants(module->lookupSymbol<func::FuncOp>(function), constants);
  addTargetEntries(*module, profile);
  FailureOr<NativeModule> native =
      NativeModule::compile(*module, function, options);
  if (failed(native))
    return llvm::createStringError(errors);
  return Program(std::make_shared<NativeModule>(std::move(*native)));
}

void Program::addTensor(const TensorView &tensor) {
  size_t rank = tensor.shape.size();
  addResult(rank);
  MutableArrayRef<int64_t> words = descriptors.back();
  setData(slots.size() - 1, tensor.data);
  int64_t stride = 1;
  for (size_t dim = rank; dim-- > 0;) {
    words[3 + dim] = tensor.shape[dim];
    words[3 + rank + dim] = stride;
    stride *= tensor.shape[dim];
  }
}

void Program::addResult(int64_t rank) {
  // Two pointers, offset, sizes, strides.
  slots.push_back(descriptors.emplace_back(3 + 2 * rank, 0).data());
}

char *Program::getData(unsigned number) const {
  return reinterpret_cast<char *>(descriptors[number][1]);
}

void Program::setData(unsigned number, char *data) {
  descriptors[number][0] = descriptors[number][1] =
      reinterpret_cast<int64_t>(data);
}

void *Program::getAllocation(unsigned number) const {
  return reinterpret_cast<void *>(descriptors[number][0]);
}
