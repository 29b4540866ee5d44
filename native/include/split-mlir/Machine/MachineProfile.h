//===- MachineProfile.h - Measured properties of a machine ------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_MACHINE_MACHINEPROFILE_H
#define SPLIT_MLIR_MACHINE_MACHINEPROFILE_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"

namespace mlir::split::native {

/// The device of the target spec that MachineModel describes.
inline constexpr llvm::StringLiteral kTargetDevice = "CPU";

/// The processor that a profile holds for.
struct ProcessorDescription {
  /// The values that cpuid returns. On processors other than x86, the vendor is
  /// empty and the numbers are 0.
  std::string vendor;
  int64_t family = 0, model = 0;
  /// The sizes of the data caches that one core uses, in bytes, of L1 to L3; 0
  /// for no such cache.
  int64_t cacheBytes[3] = {};

  bool operator==(const ProcessorDescription &other) const;

  /// Returns text like `GenuineIntel family 6 model 85 with caches of 32768,
  /// 1048576 and 37486592 bytes`.
  std::string describe() const;

  /// Returns the processor that this process runs on.
  static ProcessorDescription getThis();
};

/// Pairs of a key of getMachineModelFields and a value.
using TargetEntries = SmallVector<std::pair<std::string, int64_t>>;

/// Measured fields of MachineModel. Files contain them in JSON:
///
///   {"format": 1,
///    "processor": {"vendor": "AuthenticAMD", "family": 26, "model": 2,
///                  "caches": [49152, 1048576, 33554432]},
///    "fields": {"split.streams": 1}}
struct MachineProfile {
  /// The greatest size of a file.
  static constexpr size_t kMaxBytes = 16 << 10;

  ProcessorDescription processor;
  TargetEntries fields;

  /// Parses the contents of a file. Returns an error if they are not of the
  /// form above, or if a field is unknown or has a wrong value.
  static llvm::Expected<MachineProfile> parse(StringRef text);

  void print(raw_ostream &os) const;
};

/// Returns the file where `split-tune` writes the profile of this machine, and
/// where tools look for it: split-mlir/machine.json in $XDG_CACHE_HOME or else
/// in ~/.cache. Returns an empty string if there is no such folder.
std::string getDefaultProfilePath();

/// Adds entries to the device "CPU" in the target spec of `module`, except
/// those that the device has. Does not add `split.store_prefetch_distance`,
/// either, if the device has `split.nontemporal_threshold`, because this entry
/// requests non-temporal stores.
void addTargetEntries(ModuleOp module, const TargetEntries &entries);

} // namespace mlir::split::native

#endif // SPLIT_MLIR_MACHINE_MACHINEPROFILE_H
