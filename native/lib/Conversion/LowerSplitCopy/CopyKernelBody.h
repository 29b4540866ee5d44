//===- CopyKernelBody.h - The code of a copy kernel -------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_LIB_CONVERSION_LOWERSPLITCOPY_COPYKERNELBODY_H
#define SPLIT_MLIR_NATIVE_LIB_CONVERSION_LOWERSPLITCOPY_COPYKERNELBODY_H

#include "ByteBuilder.h"
#include "CopyStrategy.h"
#include "OutputCode.h"

namespace mlir::split::native {

/// The code of one kernel. `arguments` are those that CopyKernels.h lists.
class CopyKernelBody {
public:
  CopyKernelBody(ByteBuilder &b, const CopyShape &shape, const CopyPlan &plan,
                 StoreKind stores, const StreamValues &streams,
                 ValueRange arguments)
      : b(b), shape(shape), plan(plan), stores(stores), streams(streams),
        source(arguments[0]), begin(arguments[1]), end(arguments[2]),
        outputs(arguments.drop_front(4)) {
    bool isKnown = plan.strategy != CopyStrategy::Generic &&
                   shape.rowStride != CopyShape::kDynamic;
    rowStride = isKnown ? b.constant(shape.rowStride) : arguments[3];
    if (stores == StoreKind::Nontemporal)
      buffer = createBuffer();
  }

  /// Builds the condition under which outputs are aligned as non-temporal
  /// stores need it; null if there is none.
  Value buildAlignmentCheck();
  void build();

private:
  /// Calls its argument with each output, in order.
  using ForEachOutput = llvm::function_ref<void(
      llvm::function_ref<void(RunStrategy, OutputCode &)>)>;

  Value createBuffer();
  OutputCode::Parameters getParameters(Value target, Value offset, Value run);
  OutputCode getOutput(Value target, Value offset, int64_t run,
                       std::optional<int64_t> staticOffset = {});
  OutputCode getLoopedOutput(Value index);
  void buildBlock(RunStrategy run, OutputCode &output, Value first);
  void buildRows(RunStrategy run, OutputCode &output, Value first, Value last);
  void buildStreams(Value rest, llvm::function_ref<void(Value)> buildBlockAt);
  void buildInterleavedRows(ForEachOutput forEachOutput);
  void buildBlocks(ForEachOutput forEachOutput);
  void buildUnrolled();
  void buildLooped();
  void transposeBlock(Value row, Value first, Value next);
  void buildTransposed();
  void buildGeneric();
  OutputCode getGenericOutput(Value index, StoreKind stores);
  void buildGenericLines(OutputCode &output, Value first, Value last);
  void buildGenericOutput(Value index, Value first, Value last);

  ByteBuilder &b;
  const CopyShape &shape;
  const CopyPlan &plan;
  StoreKind stores;
  StreamValues streams;
  Value source, begin, end, rowStride;
  ValueRange outputs;
  Value buffer;
};

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_LIB_CONVERSION_LOWERSPLITCOPY_COPYKERNELBODY_H
