//===- Workload.cpp - Workloads and how to read them ----------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workload.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/MLIRContext.h"
#include "split-mlir/HostAbi/HostTensor.h"
#include "split-mlir/Support/Files.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

bool Workload::hasFunction(StringRef function) const {
  return text.find(("func.func @" + function + "(").str()) != std::string::npos;
}

unsigned Workload::getBytesPerElement() const {
  return ElementLayout::get(input.getElementType())->getBytesPerElement();
}

SmallVector<int64_t> Workload::getPieceShape(unsigned piece) const {
  SmallVector<int64_t> shape(input.getShape());
  shape[axis] = lengths[piece];
  return shape;
}

SmallVector<SmallVector<int64_t>> Workload::getResultShapes() const {
  SmallVector<SmallVector<int64_t>> shapes;
  for (RankedTensorType result : results)
    shapes.emplace_back(result.getShape());
  if (!shapes.empty())
    return shapes;
  // A result that is computed from the pieces has the size of one piece.
  size_t count = computes.empty() ? lengths.size() : 1;
  for (unsigned piece = 0; piece < count; ++piece)
    shapes.push_back(isResultWhole ? SmallVector<int64_t>(input.getShape())
                                   : getPieceShape(piece));
  return shapes;
}

size_t Workload::getInputBytes() const {
  return input.getNumElements() * getBytesPerElement();
}

size_t Workload::getResultBytes() const {
  size_t elements = 0;
  for (ArrayRef<int64_t> shape : getResultShapes())
    elements += ShapedType::getNumElements(shape);
  return elements * getBytesPerElement();
}

void Workload::shrink(int64_t divisor) {
  if (axis == 0 || hasConstants())
    return;
  SmallVector<int64_t> shape(input.getShape());
  int64_t rows = shape[0];
  std::string before = llvm::formatv("tensor<{0}x", shape[0]);
  shape[0] = std::max<int64_t>(1, shape[0] / divisor);
  std::string after = llvm::formatv("tensor<{0}x", shape[0]);
  for (RankedTensorType &parameter : parameters)
    if (parameter.getDimSize(0) == rows)
      parameter = RankedTensorType::Builder(parameter).setShape(llvm::to_vector(
          llvm::concat<const int64_t>(ArrayRef(shape).take_front(),
                                      parameter.getShape().drop_front())));
  input = RankedTensorType::get(shape, input.getElementType());
  // Static types depend on the input.
  for (size_t place = 0;
       (place = text.find(before, place)) != std::string::npos;
       place += after.size())
    text.replace(place, before.size(), after);
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

std::string mlir::split::native::writeSplit(const Workload &workload) {
  std::string text;
  llvm::raw_string_ostream os(text);
  size_t count = workload.lengths.size();
  SmallVector<RankedTensorType> types;
  for (unsigned piece = 0; piece < count; ++piece)
    types.push_back(RankedTensorType::get(workload.getPieceShape(piece),
                                          workload.input.getElementType()));
  os << "func.func @split(%x: " << workload.input << ") -> (";
  llvm::interleaveComma(types, os);
  os << ") {\n  %p:" << count << " = split.variadic_split %x axis("
     << workload.axis << ") lengths [";
  llvm::interleaveComma(workload.lengths, os);
  os << "] : " << workload.input << " -> ";
  llvm::interleaveComma(types, os);
  os << "\n  return ";
  llvm::interleaveComma(llvm::seq<size_t>(0, count), os,
                        [&](size_t piece) { os << "%p#" << piece; });
  os << " : ";
  llvm::interleaveComma(types, os);
  os << "\n}\n";
  return text;
}

/// Parses one word of the line.
static llvm::Error readWord(StringRef word, Workload &workload,
                            MLIRContext *context) {
  auto [key, value] = word.split('=');
  if (key == "input") {
    workload.input = dyn_cast_or_null<RankedTensorType>(
        parseType(("tensor<" + value + ">").str(), context));
    return llvm::Error::success();
  }
  if (key == "axis" && !value.getAsInteger(10, workload.axis))
    return llvm::Error::success();
  int64_t into;
  constexpr int64_t kMostPieces = 1 << 20;
  if (key == "into" && !value.getAsInteger(10, into) && into > 0 &&
      into <= kMostPieces && workload.input && workload.axis >= 0 &&
      workload.axis < workload.input.getRank()) {
    int64_t size = workload.input.getDimSize(workload.axis);
    workload.lengths.assign(into, size / into);
    return llvm::Error::success();
  }
  if (key == "parameters" || key == "results") {
    for (StringRef text : llvm::split(value, ',')) {
      auto type = dyn_cast_or_null<RankedTensorType>(
          parseType(("tensor<" + text + ">").str(), context));
      if (!type || !type.hasStaticShape())
        return llvm::createStringError("'" + word +
                                       "' is no list of static tensor types");
      (key == "results" ? workload.results : workload.parameters)
          .push_back(type);
    }
    return llvm::Error::success();
  }
  if (key == "result" && value == "whole") {
    workload.isResultWhole = true;
    return llvm::Error::success();
  }
  if (key == "lengths") {
    for (StringRef number : llvm::split(value, ','))
      if (number.getAsInteger(10, workload.lengths.emplace_back()))
        return llvm::createStringError("'" + word + "' is no list of numbers");
    return llvm::Error::success();
  }
  if (key == "computes")
    workload.computes = value;
  else if (key == "views")
    workload.wantsViews = true;
  else
    return llvm::createStringError("'" + word + "' is no property of a split");
  return llvm::Error::success();
}

llvm::Expected<Workload>
mlir::split::native::readWorkload(StringRef path, MLIRContext *context) {
  auto file = readFile(path);
  if (!file)
    return file.takeError();
  Workload workload;
  workload.name = llvm::sys::path::stem(path);
  workload.text = (*file)->getBuffer();
  StringRef line = StringRef(workload.text)
                       .split("// split-bench: ")
                       .second.split('\n')
                       .first;
  for (StringRef word : llvm::split(line, ' '))
    if (llvm::Error error = readWord(word, workload, context))
      return error;
  if (workload.hasConstants() && workload.input &&
      workload.input.getRank() != 0)
    workload.lengths = {workload.input.getDimSize(0)};
  if (!workload.input || !workload.input.hasStaticShape() ||
      workload.input.getNumElements() == 0 || workload.axis < 0 ||
      workload.axis >= workload.input.getRank() ||
      llvm::sum_of(workload.lengths) !=
          workload.input.getDimSize(workload.axis))
    return llvm::createStringError(
        path + ": no line '// split-bench: input=SHAPExTYPE axis=N into=K' "
               "that makes sense");
  if (!workload.hasFunction("split"))
    workload.text = writeSplit(workload);
  return workload;
}
