//===- SplitBytecode.cpp - The dialect's version in bytecode --------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ODS generates the code that writes the properties of ops, and the dialect has
// no attributes or types. This file writes and checks the dialect's version.
//
//===----------------------------------------------------------------------===//

#include "SplitBytecode.h"

#include "mlir/Bytecode/BytecodeImplementation.h"
#include <tuple>

using namespace mlir;

namespace {
/// The version of the dialect, which does not depend on the project's. In
/// version 0.2, lengths may be index values (V7).
struct SplitVersion : DialectVersion {
  SplitVersion() = default;

  bool operator<(const SplitVersion &other) const {
    return std::tie(major, minor) < std::tie(other.major, other.minor);
  }

  uint64_t major = 0;
  uint64_t minor = 2;
};

struct SplitBytecodeInterface : BytecodeDialectInterface {
  explicit SplitBytecodeInterface(Dialect *dialect)
      : BytecodeDialectInterface(dialect) {}

  void writeVersion(DialectBytecodeWriter &writer) const final {
    SplitVersion current;
    writer.writeVarInt(current.major);
    writer.writeVarInt(current.minor);
  }

  std::unique_ptr<DialectVersion>
  readVersion(DialectBytecodeReader &reader) const final {
    auto version = std::make_unique<SplitVersion>();
    if (failed(reader.readVarInt(version->major)) ||
        failed(reader.readVarInt(version->minor)))
      return nullptr;
    SplitVersion current;
    if (current < *version) {
      reader.emitError() << "bytecode holds version " << version->major << "."
                         << version->minor
                         << " of dialect split, expected at most "
                         << current.major << "." << current.minor;
      return nullptr;
    }
    return version;
  }
};
} // namespace

void mlir::split::addBytecodeInterface(Dialect &dialect) {
  dialect.addInterfaces<SplitBytecodeInterface>();
}
