//===- MachineModel.cpp - The machine to compile for ----------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Machine/MachineModel.h"

#include "../../runtime/Machine.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "split-mlir/Machine/MachineProfile.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

static constexpr llvm::StringLiteral kPrefix = "split.";

StringRef mlir::split::native::stringify(MachineValues values) {
  static constexpr StringLiteral kNames[] = {"constant", "host", "runtime"};
  return kNames[static_cast<size_t>(values)];
}

StringRef mlir::split::native::stringify(StoreFence fence) {
  return fence == StoreFence::None ? "none" : "x86-sfence";
}

template <int64_t least, int64_t most>
static bool isPowerOfTwo(int64_t value) {
  return least <= value && value <= most && llvm::isPowerOf2_64(value);
}

ArrayRef<MachineModelField> mlir::split::native::getMachineModelFields() {
  using M = MachineModel;
  auto isNotNegative = [](int64_t value) { return value >= 0; };
  static const MachineModelField kFields[] = {
      {"L2_cache_size_in_bytes", "", "", &M::level2Bytes, "at least 0",
       isNotNegative},
      {"L3_cache_size_in_bytes", "", "", &M::level3Bytes, "at least 0",
       isNotNegative},
      {"split.vector_bytes", "vector-bytes",
       "Number of bytes of a result that an iteration of an elementwise loop "
       "computes",
       &M::vectorBytes, "a power of two from 8 to 256", isPowerOfTwo<8, 256>},
      {"split.nontemporal_threshold", "nontemporal-threshold",
       "Least number of bytes, read plus written, for which stores are "
       "non-temporal, or 0 for never",
       &M::nontemporalThreshold, "at least 0", isNotNegative},
      {"split.streams", "streams",
       "Number of places in memory that copies with non-temporal stores access "
       "in turn, 1 or 4",
       &M::streams, "1 or 4",
       [](int64_t value) { return value == 1 || value == 4; }},
      {"split.prefetch_distance", "prefetch-distance",
       "Distance in bytes at which large copies and elementwise loops prefetch "
       "what they read, or 0 for never",
       &M::prefetchDistance, "at least 0", isNotNegative},
      {"split.store_prefetch_distance", "store-prefetch-distance",
       "Distance in bytes at which large copies with ordinary stores prefetch "
       "what they write, or 0 for never",
       &M::storePrefetchDistance, "at least 0", isNotNegative},
      {"split.transpose_rows", "transpose-rows",
       "Number of rows that copies to many outputs transpose at once",
       &M::transposeRows, "a power of two from 8 to 4096",
       isPowerOfTwo<8, 4096>},
      {"split.parallel_threshold", "parallel-threshold",
       "Least number of bytes, read plus written, for which threads share a "
       "copy",
       &M::parallelThreshold, "at least 0", isNotNegative},
      {"split.parallel_loop_threshold", "parallel-loop-threshold",
       "Least number of bytes, read plus written, for which threads share an "
       "elementwise loop",
       &M::parallelLoopThreshold, "at least 0", isNotNegative},
  };
  return kFields;
}

const MachineModelField *
mlir::split::native::findMachineModelField(StringRef key) {
  for (const MachineModelField &field : getMachineModelFields())
    if (field.key == key)
      return &field;
  return nullptr;
}

std::string mlir::split::native::listMachineModelKeys() {
  return llvm::join(
      llvm::map_range(getMachineModelFields(),
                      [](const auto &field) { return field.key; }),
      ", ");
}

/// Maps members of MachineModel to the values that a source states.
using StatedFields =
    SmallVector<std::pair<int64_t MachineModel::*, int64_t>, 16>;

static bool states(const StatedFields &source, int64_t MachineModel::*member) {
  return llvm::is_contained(llvm::make_first_range(source), member);
}

/// Reads one word of the option `machine` of passes.
static LogicalResult readOption(ModuleOp module, StringRef word,
                                MachineModel &model, StatedFields &stated) {
  for (MachineValues values :
       {MachineValues::Constant, MachineValues::Host, MachineValues::Runtime}) {
    if (word == stringify(values)) {
      model.values = values;
      return success();
    }
  }
  auto [name, text] = word.split('=');
  for (StoreFence fence : {StoreFence::None, StoreFence::X86SFence}) {
    if (name == "store-fence" && text == stringify(fence)) {
      model.storeFence = fence;
      return success();
    }
  }
  for (const MachineModelField &field : getMachineModelFields()) {
    int64_t value;
    if (name.empty() || name != field.option || text.getAsInteger(10, value))
      continue;
    if (!field.isValid(value))
      return emitError(module.getLoc())
             << "option '" << name << "' is " << value << ", expected "
             << field.expected;
    stated.push_back({field.member, value});
    return success();
  }
  SmallVector<StringRef> names;
  for (const MachineModelField &field : getMachineModelFields())
    if (!field.option.empty())
      names.push_back(field.option);
  return emitError(module.getLoc())
         << "option 'machine' contains '" << word
         << "', expected constant, host, runtime, store-fence=none, "
            "store-fence=x86-sfence, or NAME=NUMBER with one of the names "
         << llvm::join(names, ", ");
}

static LogicalResult readOptions(ModuleOp module, StringRef options,
                                 MachineModel &model, StatedFields &stated) {
  SmallVector<StringRef> words;
  llvm::SplitString(options, words);
  return success(llvm::all_of(words, [&](StringRef word) {
    return succeeded(readOption(module, word, model, stated));
  }));
}

/// Returns the entries that describe the processor in the target spec of
/// `module` or of the closest module around it that has one.
static DataLayoutEntryListRef getEntries(ModuleOp module) {
  auto cpu = StringAttr::get(module.getContext(), kTargetDevice);
  while (module && !module.getTargetSystemSpec())
    module = module->getParentOfType<ModuleOp>();
  if (!module)
    return {};
  auto device = module.getTargetSystemSpec().getDeviceSpecForDeviceID(cpu);
  return device ? device->getEntries() : DataLayoutEntryListRef();
}

static std::optional<int64_t> getValue(IntegerAttr entry) {
  if (entry.getType().isUnsignedInteger())
    return entry.getValue()
        .zext(entry.getValue().getBitWidth() + 1)
        .trySExtValue();
  return entry.getValue().trySExtValue();
}

static LogicalResult readTargetSpec(ModuleOp module, StatedFields &stated) {
  for (DataLayoutEntryInterface entry : getEntries(module)) {
    auto key = dyn_cast<StringAttr>(entry.getKey());
    if (!key)
      continue;
    const MachineModelField *field = findMachineModelField(key);
    if (!field) {
      if (!key.getValue().starts_with(kPrefix))
        continue;
      return emitError(module.getLoc())
             << "entry " << key << " of the target spec is unknown, expected "
             << listMachineModelKeys();
    }
    auto integer = dyn_cast<IntegerAttr>(entry.getValue());
    std::optional<int64_t> value;
    if (integer)
      value = getValue(integer);
    if (!value || !field->isValid(*value))
      return emitError(module.getLoc())
             << "entry " << key << " of the target spec is " << entry.getValue()
             << ", expected " << (integer ? "" : "an integer, ")
             << field->expected;
    stated.push_back({field->member, *value});
  }
  return success();
}

/// Sets the fields that `machine` has.
static void setFields(MachineModel &model, const SplitMlirMachine &machine) {
  model.nontemporalThreshold = machine.nontemporalThreshold;
  model.streams = machine.streams;
  model.prefetchDistance = machine.prefetchDistance;
  model.storePrefetchDistance = machine.storePrefetchDistance;
  model.parallelThreshold = machine.parallelThreshold;
}

/// Raises thresholds below kLeastLargeBytes to this size, because code that
/// reads thresholds at run time does so only for this size or more. A
/// non-temporal threshold of 0, which means never, stays.
static SplitMlirMachine disregardSmallThresholds(SplitMlirMachine machine) {
  if (machine.nontemporalThreshold != 0)
    machine.nontemporalThreshold =
        std::max(machine.nontemporalThreshold, kLeastLargeBytes);
  machine.parallelThreshold =
      std::max(machine.parallelThreshold, kLeastLargeBytes);
  return machine;
}

/// Returns what the runtime library derives from the sizes of caches in `spec`.
/// The processor, and a size that `spec` does not state, are known only with
/// MachineValues::Host.
static SplitMlirMachine deriveMachine(const StatedFields &spec,
                                      MachineValues values) {
  MachineModel usual;
  CacheInfo caches = {usual.level2Bytes, usual.level3Bytes, /*isAmd=*/false,
                      /*hasMesh=*/false, /*gainsByStorePrefetches=*/false};
  if (values == MachineValues::Host)
    caches = readCaches();
  for (auto [member, value] : spec) {
    if (member == &MachineModel::level2Bytes)
      caches.level2 = value;
    if (member == &MachineModel::level3Bytes)
      caches.level3 = value;
  }
  SplitMlirMachine derived = {};
  setCopyFields(derived, caches);
  return disregardSmallThresholds(derived);
}

/// A machine whose fields compiled code reads at run time.
static constexpr int64_t kLater = MachineModel::kAtRunTime;
static constexpr SplitMlirMachine kMachineAtRunTime = {
    kLater, kLater, kLater, kLater, kLater, kLater, kLater};

FailureOr<MachineModel> mlir::split::native::resolveMachine(ModuleOp module,
                                                            StringRef options,
                                                            int64_t threads) {
  MachineModel model;
  model.threads = threads;
  StatedFields spec, given;
  if (failed(readTargetSpec(module, spec)) ||
      failed(readOptions(module, options, model, given)))
    return failure();

  bool hasCaches = states(spec, &MachineModel::level2Bytes) ||
                   states(spec, &MachineModel::level3Bytes);
  if (hasCaches && model.storeFence != StoreFence::None)
    setFields(model, deriveMachine(spec, model.values));
  else if (model.values == MachineValues::Host)
    setFields(model, disregardSmallThresholds(*split_mlir_machine()));
  else if (model.values == MachineValues::Runtime)
    setFields(model, kMachineAtRunTime);
  // Options override the target spec.
  for (const StatedFields &source : {spec, given}) {
    if (states(source, &MachineModel::nontemporalThreshold))
      model.storePrefetchDistance = 0;
    for (auto [member, value] : source)
      model.*member = value;
  }
  return model;
}
