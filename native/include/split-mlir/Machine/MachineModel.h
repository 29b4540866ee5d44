//===- MachineModel.h - The machine to compile for --------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_MACHINE_MACHINEMODEL_H
#define SPLIT_MLIR_MACHINE_MACHINEMODEL_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::split::native {

/// The number of bytes in a cache line. One step of a copy moves as many bytes.
/// Vectors of this size are correct on every target: if its registers are
/// smaller, LLVM uses several of them.
inline constexpr int64_t kLineBytes = 64;

/// Code that reads and writes fewer bytes than this in total does not call
/// split_mlir_machine: it uses ordinary stores and one thread.
inline constexpr int64_t kLeastLargeBytes = 256 << 10;

/// The source of the fields of a MachineModel that neither an option nor the
/// target spec of the module states.
enum class MachineValues {
  /// The defaults of MachineModel.
  Constant,
  /// The result of split_mlir_machine in this process. Its fields become
  /// constants of code for this machine. Other fields have their defaults.
  Host,
  /// The result of split_mlir_machine in the process that runs the code. Other
  /// fields have their defaults.
  Runtime
};

/// The instruction that orders non-temporal stores before later stores.
enum class StoreFence {
  /// No instruction: the processor keeps the order by itself.
  None,
  /// The instruction sfence of x86.
  X86SFence
};

/// Return the name in options: `runtime` or `x86-sfence`, for example.
StringRef stringify(MachineValues values);
StringRef stringify(StoreFence fence);

/// What generated code assumes about the machine it runs on. The defaults
/// describe an unknown machine. Sizes and distances are in bytes. Wrong values
/// make code slow, but never incorrect.
///
/// Apart from the instructions that LLVM selects, generated code depends on the
/// machine only through these fields. The other constants of the generators are
/// costs of code, which are the same for all machines: the least size for which
/// a call of split_mlir_machine costs little in comparison (kLeastLargeBytes),
/// how many lines are copied without a loop, how many loads may compose the
/// lines of short runs, when overlapping stores cost less than shuffles, how
/// many accumulators a reduction has, and how streams divide pages of 4 KiB.
struct MachineModel {
  /// The value of a field that compiled code reads from split_mlir_machine.
  /// Only the fields marked with (R) can have this value. The runtime library
  /// knows their values for each kind of processor. Other fields have their
  /// defaults unless an option, the target spec or a profile states them.
  static constexpr int64_t kAtRunTime = -1;

  /// The sizes of the data caches that the target spec states, from which other
  /// fields are derived. A size is what one core can use, including parts that
  /// it shares with other cores; 0 means that there is no such cache. Generated
  /// code does not depend directly on these sizes.
  int64_t level2Bytes = 1 << 20;
  int64_t level3Bytes = 32 << 20;
  /// The size of a vector register: a power of two from 8 to 256. An iteration
  /// of an elementwise loop computes this many bytes of each result.
  int64_t vectorBytes = 64;
  /// (R) The least number of bytes, read plus written, for which stores are
  /// non-temporal and reads are prefetched; 0 for never. Copies disregard it if
  /// `storePrefetchDistance` is not 0.
  int64_t nontemporalThreshold = 0;
  /// (R) The number of places in memory that a copy with non-temporal stores
  /// accesses in turn: 1 or 4.
  int64_t streams = 1;
  /// (R) The distance at which a large copy, with stores that are non-temporal
  /// or prefetched, prefetches what it reads; 0 for never. Where four pages of
  /// one run take turns, a copy prefetches the next four pages instead, unless
  /// the distance is 0. Elementwise loops round the distance up to whole rows,
  /// and use the default if the distance is known only at run time.
  int64_t prefetchDistance = 2048;
  /// (R) The distance at which a copy of kLeastLargeBytes or more with ordinary
  /// stores prefetches what it writes; 0 for never. Such a copy also prefetches
  /// what it reads.
  int64_t storePrefetchDistance = 0;
  /// The number of rows that a copy to many outputs transposes before it moves
  /// to the next outputs: a power of two from 8 to 4096.
  int64_t transposeRows = 32;
  /// (R) The least number of bytes, read plus written, for which threads share
  /// a copy.
  int64_t parallelThreshold = 1 << 20;
  /// The least number of bytes, read plus written, for which threads share an
  /// elementwise loop or reductions of rows. These gain from threads even
  /// within the last cache, where copies may not.
  int64_t parallelLoopThreshold = 1 << 20;

  StoreFence storeFence = StoreFence::None;
  /// The number of threads that code may use.
  int64_t threads = 1;
  /// The source of fields that no other source stated.
  MachineValues values = MachineValues::Constant;
};

/// A field of MachineModel that the sources of resolveMachine may set.
struct MachineModelField {
  /// The entry of the target spec and of machine profiles.
  StringLiteral key;
  /// The name in the option `machine` of passes, and what the value means.
  /// Empty for the sizes of caches, which only the target spec states.
  StringLiteral option, description;
  int64_t MachineModel::*member;
  /// Which values are valid, in words and as a predicate.
  StringLiteral expected;
  bool (*isValid)(int64_t value);
};

/// Returns the fields that have a key.
ArrayRef<MachineModelField> getMachineModelFields();

/// Returns the field with this key, or null.
const MachineModelField *findMachineModelField(StringRef key);

/// Returns the keys of all fields, separated by commas.
std::string listMachineModelKeys();

/// Returns the model of the machine that `module` is compiled for. The first of
/// these sources that states a field sets it:
///
/// 1. `options`, the option `machine` of passes: words separated by spaces.
///    NAME=NUMBER sets a field, `store-fence=x86-sfence` the fence, and
///    `constant`, `host` or `runtime` says which MachineValues follow in 4.
/// 2. The entries of the device "CPU" in the target spec of the module or of
///    one around it. `L2_cache_size_in_bytes` and `L3_...` are the sizes of
///    caches, the other entries have the prefix `split.`:
///
///      module attributes {dlti.target_system_spec =
///          #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<
///            "L3_cache_size_in_bytes" = 33554432 : i64,
///            "split.streams" = 1 : i64>>} {}
///
/// 3. If the target spec states the size of L2 or L3 and the fence is not None:
///    what the runtime library would derive from these sizes. The processor,
///    and a size that the target spec does not state, are known only with
///    MachineValues::Host. Otherwise, an L3 of more than 48 MiB is assumed to
///    be that of an Intel processor with a mesh. A target spec for a processor
///    of AMD with such an L3 must also state `split.nontemporal_threshold`,
///    `split.streams` and `split.parallel_threshold`.
/// 4. The MachineValues.
///
/// If a source states `nontemporalThreshold`, copies use non-temporal stores:
/// `storePrefetchDistance` is then 0 unless the same source or an earlier one
/// states `storePrefetchDistance`.
///
/// Emits an error at the module if a word or an entry has a wrong value, or if
/// a word, or an entry with the prefix, has an unknown name. Does not check
/// `threads`.
FailureOr<MachineModel> resolveMachine(ModuleOp module, StringRef options,
                                       int64_t threads);

} // namespace mlir::split::native

#endif // SPLIT_MLIR_MACHINE_MACHINEMODEL_H
