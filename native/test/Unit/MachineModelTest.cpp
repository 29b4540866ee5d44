//===- MachineModelTest.cpp - Sources of the machine model ----------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Machine/MachineModel.h"

#include "../../runtime/Machine.h"
#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "split-mlir/Machine/MachineProfile.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

namespace {
class MachineModels : public testing::Test {
protected:
  MachineModels() : context(MLIRContext::Threading::DISABLED) {
    context.loadDialect<DLTIDialect>();
  }

  /// A module whose target spec has `entries` for the processor.
  OwningOpRef<ModuleOp> parse(StringRef entries) {
    std::string text =
        ("module attributes {dlti.target_system_spec = "
         "#dlti.target_system_spec<\"CPU\" = #dlti.target_device_spec<" +
         entries + ">>} {}")
            .str();
    return parseSourceString<ModuleOp>(text, &context);
  }

  /// The model for such entries and for these options.
  MachineModel resolve(StringRef entries, StringRef options,
                       StoreFence fence = StoreFence::X86SFence) {
    OwningOpRef<ModuleOp> module =
        entries.empty() ? ModuleOp::create(UnknownLoc::get(&context))
                        : parse(entries);
    FailureOr<MachineModel> model = resolveMachine(
        *module, ("store-fence=" + stringify(fence) + " " + options).str(),
        /*threads=*/1);
    EXPECT_TRUE(succeeded(model));
    return model.value_or(MachineModel());
  }

  MLIRContext context;
};
} // namespace

static constexpr int64_t kAtRunTime = MachineModel::kAtRunTime;
static constexpr StringLiteral kConstant = "constant";
static constexpr StringLiteral kRuntime = "runtime";

TEST_F(MachineModels, WithoutSourcesTheMachineIsUnknown) {
  MachineModel model = resolve("", kConstant);
  EXPECT_EQ(model.nontemporalThreshold, 0);
  EXPECT_EQ(model.streams, 1);
  EXPECT_EQ(model.prefetchDistance, 2048);
  EXPECT_EQ(model.parallelThreshold, 1 << 20);
  EXPECT_EQ(model.parallelLoopThreshold, 1 << 20);
  EXPECT_EQ(model.transposeRows, 32);
  EXPECT_EQ(model.vectorBytes, 64);
  EXPECT_EQ(model.level3Bytes, 32 << 20);
}

TEST_F(MachineModels, TheRuntimeLibraryTellsWhatIsNotStated) {
  MachineModel model =
      resolve("\"split.streams\" = 4 : i64", "runtime prefetch-distance=512");
  EXPECT_EQ(model.streams, 4);
  EXPECT_EQ(model.prefetchDistance, 512);
  EXPECT_EQ(model.nontemporalThreshold, kAtRunTime);
  EXPECT_EQ(model.parallelThreshold, kAtRunTime);
  // The library does not have the others.
  EXPECT_EQ(model.transposeRows, 32);
  EXPECT_EQ(model.parallelLoopThreshold, 1 << 20);
}

TEST_F(MachineModels, CachesMayBeMissingOrTiny) {
  // Without a third level, the second one is the last.
  MachineModel model = resolve("\"L2_cache_size_in_bytes\" = 4194304 : i64, "
                               "\"L3_cache_size_in_bytes\" = 0 : i64",
                               kConstant);
  EXPECT_EQ(model.nontemporalThreshold, 3 << 20);
  EXPECT_EQ(model.parallelThreshold, 3 << 20);
  // Without any cache, copies must not have a threshold of 0 bytes for threads.
  model = resolve("\"L2_cache_size_in_bytes\" = 0 : i64, "
                  "\"L3_cache_size_in_bytes\" = 0 : i64",
                  kConstant);
  EXPECT_EQ(model.nontemporalThreshold, 0);
  EXPECT_EQ(model.parallelThreshold, 1 << 20);
  // Thresholds of small copies do not pay.
  model = resolve("\"L3_cache_size_in_bytes\" = 1024 : i64", kConstant);
  EXPECT_EQ(model.nontemporalThreshold, 256 << 10);
  EXPECT_EQ(model.parallelThreshold, 256 << 10);
}

TEST_F(MachineModels, ThisMachineStatesConstants) {
  const SplitMlirMachine &machine = *split_mlir_machine();
  MachineModel model = resolve("", "host");
  EXPECT_EQ(model.nontemporalThreshold, machine.nontemporalThreshold);
  EXPECT_EQ(model.streams, machine.streams);
  EXPECT_EQ(model.prefetchDistance, machine.prefetchDistance);
  EXPECT_EQ(model.storePrefetchDistance, machine.storePrefetchDistance);
  EXPECT_EQ(model.parallelThreshold, machine.parallelThreshold);
  EXPECT_EQ(model.transposeRows, 32);
  // Entries and options win.
  model = resolve("\"split.prefetch_distance\" = 12345 : i64",
                  "host nontemporal-threshold=7");
  EXPECT_EQ(model.nontemporalThreshold, 7);
  EXPECT_EQ(model.prefetchDistance, 12345);
  EXPECT_EQ(model.storePrefetchDistance, 0);
  EXPECT_EQ(model.streams, machine.streams);
}

TEST_F(MachineModels, SizesOfCachesChangeWhatThisMachineStates) {
  for (int64_t level3 : {int64_t(1) << 20, int64_t(96) << 20}) {
    CacheInfo caches = readCaches();
    caches.level3 = level3;
    SplitMlirMachine machine = {};
    setCopyFields(machine, caches);
    std::string entry =
        "\"L3_cache_size_in_bytes\" = " + std::to_string(level3) + " : i64";
    MachineModel model = resolve(entry, "host");
    EXPECT_EQ(model.nontemporalThreshold, machine.nontemporalThreshold);
    EXPECT_EQ(model.streams, machine.streams);
    EXPECT_EQ(model.prefetchDistance, machine.prefetchDistance);
    EXPECT_EQ(model.storePrefetchDistance, machine.storePrefetchDistance);
    EXPECT_EQ(model.parallelThreshold, machine.parallelThreshold);
  }
}

TEST_F(MachineModels, ThisMachineHasNoThresholdsForSmallCopies) {
  // As SPLIT_MLIR_MACHINE may set them.
  auto &machine = const_cast<SplitMlirMachine &>(*split_mlir_machine());
  const SplitMlirMachine before = machine;
  machine.nontemporalThreshold = 1;
  machine.parallelThreshold = 0;
  MachineModel small = resolve("", "host");
  machine.nontemporalThreshold = 0;
  MachineModel never = resolve("", "host");
  machine = before;
  EXPECT_EQ(small.nontemporalThreshold, 256 << 10);
  EXPECT_EQ(small.parallelThreshold, 256 << 10);
  EXPECT_EQ(never.nontemporalThreshold, 0);
}

TEST_F(MachineModels, OptionsOverrideEntries) {
  StringRef entries = "\"split.nontemporal_threshold\" = 5 : i64, "
                      "\"split.transpose_rows\" = 64 : i64, "
                      "\"split.parallel_loop_threshold\" = 9 : i64";
  MachineModel model = resolve(
      entries, "constant nontemporal-threshold=0 parallel-loop-threshold=0");
  EXPECT_EQ(model.nontemporalThreshold, 0);
  EXPECT_EQ(model.transposeRows, 64);
  EXPECT_EQ(model.parallelLoopThreshold, 0);
  EXPECT_EQ(resolve(entries, kRuntime).parallelLoopThreshold, 9);
}

TEST_F(MachineModels, AThresholdAsksForNontemporalStores) {
  StringRef threshold = "runtime nontemporal-threshold=7";
  EXPECT_EQ(resolve("", kRuntime).storePrefetchDistance, kAtRunTime);
  EXPECT_EQ(resolve("", threshold).storePrefetchDistance, 0);
  // A source before that of the distance asks, too.
  std::string entries = "\"split.store_prefetch_distance\" = 512 : i64";
  EXPECT_EQ(resolve(entries, threshold).storePrefetchDistance, 0);
  entries += ", \"split.nontemporal_threshold\" = 5 : i64";
  EXPECT_EQ(resolve(entries, kRuntime).storePrefetchDistance, 512);
  std::string both = ("store-prefetch-distance=256 " + threshold).str();
  EXPECT_EQ(resolve(entries, both).storePrefetchDistance, 256);
}

TEST_F(MachineModels, AThresholdOfTheModuleOverridesDistancesOfAProfile) {
  TargetEntries profile = {{"split.nontemporal_threshold", 9},
                           {"split.store_prefetch_distance", 2048}};
  auto resolveWith = [&](StringRef entries) {
    OwningOpRef<ModuleOp> module = parse(entries);
    addTargetEntries(*module, profile);
    FailureOr<MachineModel> model =
        resolveMachine(*module, "runtime store-fence=x86-sfence", 1);
    EXPECT_TRUE(succeeded(model));
    return model.value_or(MachineModel());
  };
  MachineModel model = resolveWith("\"split.nontemporal_threshold\" = 5 : i64");
  EXPECT_EQ(model.nontemporalThreshold, 5);
  EXPECT_EQ(model.storePrefetchDistance, 0);
  model = resolveWith("\"split.nontemporal_threshold\" = 5 : i64, "
                      "\"split.store_prefetch_distance\" = 512 : i64");
  EXPECT_EQ(model.storePrefetchDistance, 512);
  model = resolveWith("\"split.streams\" = 1 : i64");
  EXPECT_EQ(model.nontemporalThreshold, 9);
  EXPECT_EQ(model.storePrefetchDistance, 2048);
}

TEST_F(MachineModels, SizesOfCachesImplyTheRest) {
  StringRef ring = "\"L3_cache_size_in_bytes\" = 33554432 : i64";
  StringRef mesh = "\"L2_cache_size_in_bytes\" = 2097152 : i64, "
                   "\"L3_cache_size_in_bytes\" = 110100480 : i64";
  for (StringRef values : {kConstant, kRuntime}) {
    EXPECT_EQ(resolve(ring, values).nontemporalThreshold, 24 << 20);
    EXPECT_EQ(resolve(ring, values).streams, 1);
    EXPECT_EQ(resolve(mesh, values).nontemporalThreshold, 2 << 20);
    EXPECT_EQ(resolve(mesh, values).streams, 4);
  }
  EXPECT_EQ(resolve(mesh, kConstant).level2Bytes, 2 << 20);
  // Entries and options override what is implied.
  std::string both = (mesh + ", \"split.streams\" = 1 : i64").str();
  MachineModel model = resolve(both, "constant nontemporal-threshold=7");
  EXPECT_EQ(model.streams, 1);
  EXPECT_EQ(model.nontemporalThreshold, 7);
  // Sizes do not tell that a processor is of AMD.
  model = resolve("\"L3_cache_size_in_bytes\" = 100663296 : i64, "
                  "\"split.nontemporal_threshold\" = 75497472 : i64, "
                  "\"split.streams\" = 1 : i64, "
                  "\"split.parallel_threshold\" = 75497472 : i64",
                  kRuntime);
  EXPECT_EQ(model.nontemporalThreshold, 72 << 20);
  EXPECT_EQ(model.streams, 1);
  EXPECT_EQ(model.parallelThreshold, 72 << 20);
  // Without a fence, non-temporal stores need an entry or an option.
  EXPECT_EQ(resolve(mesh, kConstant, StoreFence::None).nontemporalThreshold, 0);
  // The size of L1 implies nothing.
  EXPECT_EQ(resolve("\"L1_cache_size_in_bytes\" = 49152 : i64", kRuntime)
                .nontemporalThreshold,
            kAtRunTime);
}

TEST_F(MachineModels, EntriesAreAddedWhereTheyAreMissing) {
  OwningOpRef<ModuleOp> module = parse("\"split.streams\" = 1 : i64");
  TargetEntries entries = {{"split.streams", 4}, {"split.transpose_rows", 8}};
  addTargetEntries(*module, entries);
  addTargetEntries(*module, {{"split.transpose_rows", 16}});
  OwningOpRef<ModuleOp> empty = ModuleOp::create(UnknownLoc::get(&context));
  addTargetEntries(*empty, entries);
  for (auto [changed, streams] :
       {std::pair(*module, 1), std::pair(*empty, 4)}) {
    EXPECT_TRUE(succeeded(verify(changed.getOperation())));
    FailureOr<MachineModel> model = resolveMachine(changed, kConstant, 1);
    ASSERT_TRUE(succeeded(model));
    EXPECT_EQ(model->streams, streams);
    EXPECT_EQ(model->transposeRows, 8);
  }
}

//===----------------------------------------------------------------------===//
// Profiles
//===----------------------------------------------------------------------===//

TEST(MachineProfiles, AreReadAsTheyAreWritten) {
  MachineProfile profile;
  profile.processor = {"AuthenticAMD", 26, 2, {49152, 1 << 20, 32 << 20}};
  profile.fields = {{"split.nontemporal_threshold", 24 << 20},
                    {"split.streams", 1}};
  std::string text;
  llvm::raw_string_ostream os(text);
  profile.print(os);
  llvm::Expected<MachineProfile> read = MachineProfile::parse(text);
  ASSERT_TRUE(bool(read)) << llvm::toString(read.takeError());
  EXPECT_TRUE(read->processor == profile.processor);
  EXPECT_EQ(read->fields, profile.fields);
}

TEST(MachineProfiles, HoldForOneProcessor) {
  ProcessorDescription zen5{"AuthenticAMD", 26, 2, {49152, 1 << 20, 32 << 20}};
  EXPECT_EQ(zen5.describe(), "AuthenticAMD family 26 model 2 with caches of "
                             "49152, 1048576 and 33554432 bytes");
  ProcessorDescription other = zen5;
  EXPECT_TRUE(zen5 == other);
  other.cacheBytes[2] *= 2;
  EXPECT_FALSE(zen5 == other);
  other = zen5;
  other.model = 3;
  EXPECT_FALSE(zen5 == other);
  EXPECT_TRUE(ProcessorDescription::getThis() ==
              ProcessorDescription::getThis());
}
