//===- CopyKernels.cpp - Functions that move bytes ------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CopyKernels.h"

#include "CopyKernelBody.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "split-mlir/HostAbi/HostAbi.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;
using arith::CmpIPredicate;

/// With `sharesLoads`, pointers are marked `noalias`, so that LLVM combines
/// loads for several outputs. Other kernels do not gain: LLVM would only load
/// more before the stores than fits into registers.
func::FuncOp
CopyKernels::create(Location loc, StringRef key, ArrayRef<Type> arguments,
                    bool sharesLoads,
                    llvm::function_ref<void(ByteBuilder &, ValueRange)> body) {
  OpBuilder builder(loc.getContext());
  auto function = func::FuncOp::create(builder, loc, "split_copy_kernel",
                                       builder.getFunctionType(arguments, {}));
  setInternal(function);
  for (auto [index, type] : llvm::enumerate(arguments))
    if (sharesLoads && isa<LLVM::LLVMPointerType>(type))
      function.setArgAttr(index, LLVM::LLVMDialect::getNoAliasAttrName(),
                          builder.getUnitAttr());
  builder.setInsertionPointToStart(function.addEntryBlock());
  ByteBuilder bytes(builder, loc);
  body(bytes, function.getArguments());
  func::ReturnOp::create(bytes);
  calls.getSymbols().insert(function);
  kernels[key] = function;
  return function;
}

Value CopyKernels::isAboveThreshold(ByteBuilder &b, Value bytes) {
  bool mayPrefetch = machine.storePrefetchDistance == MachineModel::kAtRunTime;
  return isAbove(b, bytes, machine.nontemporalThreshold,
                 &SplitMlirMachine::nontemporalThreshold,
                 mayPrefetch
                     ? std::optional(&SplitMlirMachine::storePrefetchDistance)
                     : std::nullopt);
}

Value CopyKernels::isShared(ByteBuilder &b, Value bytes) {
  return isAbove(b, bytes, machine.parallelThreshold,
                 &SplitMlirMachine::parallelThreshold);
}

/// Returns whether `bytes` is at least a threshold: `known` or, if that is
/// kAtRunTime, the value of `field`. In the latter case, the value of `unless`,
/// if given, must also be 0.
Value CopyKernels::isAbove(ByteBuilder &b, Value bytes, int64_t known,
                           MachineField field,
                           std::optional<MachineField> unless) {
  if (known != MachineModel::kAtRunTime)
    return b.compare(CmpIPredicate::sge, bytes, known);
  return isAboveMachineThreshold(b, b.getLoc(), calls, bytes, field, unless);
}

StreamValues CopyKernels::getStreamValues(ByteBuilder &b, StoreKind stores) {
  if (stores == StoreKind::Ordinary)
    return {};
  Value table;
  auto get = [&](int64_t known, MachineField field) -> Value {
    if (known != MachineModel::kAtRunTime)
      return b.constant(known);
    if (!table)
      table = calls.call(b, b.getLoc(), RuntimeFunction::Machine, {});
    return loadMachineField(b, b.getLoc(), table, field);
  };
  Value prefetchBytes;
  if (machine.prefetchDistance != 0)
    prefetchBytes =
        get(machine.prefetchDistance, &SplitMlirMachine::prefetchDistance);
  if (stores == StoreKind::Prefetched) {
    Value storePrefetchBytes = get(machine.storePrefetchDistance,
                                   &SplitMlirMachine::storePrefetchDistance);
    // A store distance of 0 means that the machine does not gain from
    // prefetches. Both distances are 0 then, so that prefetches touch only
    // lines in use.
    Value gains = b.compare(CmpIPredicate::ne, storePrefetchBytes, 0);
    if (prefetchBytes)
      prefetchBytes = b.select(gains, prefetchBytes, storePrefetchBytes);
    return {{}, prefetchBytes, storePrefetchBytes};
  }
  Value streams = get(machine.streams, &SplitMlirMachine::streams);
  return {b.compare(CmpIPredicate::ne, streams, 1), prefetchBytes, {}};
}

void CopyKernels::buildFence(ByteBuilder &b, StoreKind stores) {
  if (stores == StoreKind::Nontemporal)
    createStoreFence(b, b.getLoc(), machine);
}

/// Returns a key that is different for different kernels.
static std::string getKey(const CopyShape &shape, const CopyPlan &plan,
                          StoreKind stores) {
  std::string key;
  llvm::raw_string_ostream os(key);
  os << static_cast<int>(plan.strategy) << ' ' << static_cast<int>(stores);
  if (plan.strategy == CopyStrategy::Generic)
    return key;
  os << ' ' << plan.blockRows << ' ' << shape.rowStride << " :";
  for (RunStrategy run : plan.runs)
    os << ' ' << static_cast<int>(run);
  os << " :";
  if (plan.strategy == CopyStrategy::Unrolled)
    for (int64_t run : shape.runs)
      os << ' ' << run;
  else
    os << ' ' << shape.runs.front() << " x" << shape.runs.size();
  return key;
}

func::FuncOp CopyKernels::get(Location loc, const CopyShape &shape,
                              const CopyPlan &common, StoreKind stores) {
  CopyPlan plan =
      stores == StoreKind::Prefetched ? planPrefetched(shape, common) : common;
  std::string key = getKey(shape, plan, stores);
  if (func::FuncOp known = kernels.lookup(key))
    return known;
  Type pointer = LLVM::LLVMPointerType::get(loc.getContext());
  Type i64 = IntegerType::get(loc.getContext(), 64);
  SmallVector<Type> arguments = {pointer, i64, i64, i64};
  arguments.append(
      plan.strategy == CopyStrategy::Unrolled ? shape.runs.size() : 1, pointer);
  if (plan.strategy == CopyStrategy::Generic)
    arguments.push_back(i64);
  bool sharesLoads = llvm::is_contained(plan.runs, RunStrategy::Compose);
  auto build = [&](ByteBuilder &b, ValueRange values) {
    CopyKernelBody body(b, shape, plan, stores, getStreamValues(b, stores),
                        values);
    Value isAligned =
        stores == StoreKind::Nontemporal ? body.buildAlignmentCheck() : Value();
    auto buildBody = [&] {
      body.build();
      buildFence(b, stores);
    };
    if (!isAligned) {
      buildBody();
      return;
    }
    func::FuncOp ordinary =
        get(loc, shape, plan,
            plan.prefetched == SizeRange::None ? StoreKind::Ordinary
                                               : StoreKind::Prefetched);
    b.ifThenElse(isAligned, buildBody,
                 [&] { func::CallOp::create(b, ordinary, values); });
  };
  return create(loc, key, arguments, sharesLoads, build);
}

func::FuncOp CopyKernels::getBytes(Location loc, StoreKind stores) {
  std::string key = "bytes " + std::to_string(static_cast<int>(stores));
  if (func::FuncOp known = kernels.lookup(key))
    return known;
  Type pointer = LLVM::LLVMPointerType::get(loc.getContext());
  Type i64 = IntegerType::get(loc.getContext(), 64);
  return create(loc, key, {pointer, pointer, i64, i64}, /*sharesLoads=*/false,
                [&](ByteBuilder &b, ValueRange arguments) {
                  OutputCode::Parameters parameters;
                  parameters.source = b.at(arguments[0], arguments[2]);
                  parameters.target = b.at(arguments[1], arguments[2]);
                  parameters.run = b.sub(arguments[3], arguments[2]);
                  parameters.offset = b.constant(0);
                  parameters.rowStride = parameters.run;
                  parameters.begin = b.constant(0);
                  parameters.end = b.constant(1);
                  parameters.stores = stores;
                  parameters.streams = getStreamValues(b, stores);
                  OutputCode output(b, parameters);
                  output.writeLines(parameters.begin);
                  output.writeLastLine();
                  buildFence(b, stores);
                });
}
