//===- Symbols.h - Values of a program as terms -----------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_VERIFICATION_SYMBOLS_H
#define SPLIT_MLIR_LIB_VERIFICATION_SYMBOLS_H

#include "mlir/IR/Value.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <string>
#include <vector>

namespace mlir::split {

/// An integer, an index or a boolean. All members are terms.
struct Symbol {
  Value term;
  /// Whether the value is poison.
  Value poison;
  /// Whether an operation that the value depends on wrapped around as a signed
  /// number. A select depends on the value that it selects.
  Value wraps;
  /// The product of a multiplication without wrap-around, else null.
  Value exact = nullptr;
  /// Whether a factor of that product wrapped around.
  Value factorWraps = nullptr;

  Value getExact() const { return exact ? exact : term; }
};

class Dimensions;
class Terms;

/// Part of data of unknown rank: from `offset` on along dimension `axis`, and
/// whole along all others.
struct UnrankedPart {
  /// Null for a tensor of known rank.
  Dimensions *data = nullptr;
  /// Null if the part is all of the data.
  Value axis;
  Value size;
  /// Null for what is reshaped.
  Value offset;

  explicit operator bool() const { return data; }
  /// Returns the size along dimension `dim`.
  Value getSize(Terms &terms, Value dim) const;
};

/// A tensor of known rank: element (i, j) is element (offsets[0] + i,
/// offsets[1] + j) of another tensor, its root. A reshaped tensor has the
/// elements of such a part of its root, in row-major order. A tensor of unknown
/// rank has no offsets and sizes, but those of a reshaped matrix.
struct TensorSymbol {
  /// Roots of different numbers are different tensors.
  unsigned root = 0;
  SmallVector<Symbol> offsets;
  SmallVector<Symbol> sizes;
  /// The shape of the root for these offsets. Products are exact here: that
  /// they do not wrap around is claimed where a tensor is reshaped.
  SmallVector<Value, 0> rootSizes;
  /// The sizes of the part, for a reshaped tensor, otherwise empty.
  SmallVector<Value, 0> partSizes;
  /// The elements of a short tensor of integers, otherwise empty.
  SmallVector<Symbol, 0> elements;
  /// What a tensor of unknown rank is.
  UnrankedPart unranked;
  /// The elements of a tensor are the sizes of such a part.
  UnrankedPart shape;
};

/// A part of a tensor that others make up.
struct TensorPart {
  /// Whether any element of the whole tensor comes from here.
  Value condition;
  /// Where the part starts in the whole tensor, and its sizes there.
  SmallVector<Value, 0> begin, sizes;
  TensorSymbol tensor;
  /// For each dimension of `tensor`, that of the whole one, or none where its
  /// size is 1.
  SmallVector<std::optional<unsigned>> dims;
};

/// A tensor that is no part of others, and no argument.
struct RootSymbol {
  /// The op that computes it.
  Operation *op = nullptr;
  /// An element is that of the first of these parts that has it.
  std::vector<TensorPart> parts;
  /// Its elements as numbers, in row-major order; one if all are equal.
  SmallVector<Symbol> values;
  /// Whether its elements may be anything, and others each time.
  bool isUndefined = false;
};

/// Memory of its own. Bytes are counted from its aligned pointer.
struct BufferSymbol {
  std::string name;
  /// Its first byte, and the byte after its last one.
  Value begin, end;
  /// The offset of a memref's first element, in elements.
  Value offset;
  /// The address of the aligned pointer; null until it is needed.
  Value address;
  uint64_t alignment = 1;
  /// Whether it is the result of an llvm.alloca.
  bool isStack = false;
};

/// A place that a pointer may point to.
struct PointerTarget {
  /// Whether the pointer points there. One target of each pointer has a
  /// condition that holds.
  Value condition;
  /// The number of the buffer.
  unsigned root;
  /// In bytes.
  Symbol offset;
};

struct PointerSymbol {
  SmallVector<PointerTarget, 1> targets;
  /// Whether it points to memory of the runtime library.
  bool isForeign = false;
};

/// A value of 8 bytes in memory.
struct TableEntry {
  int64_t offset;
  Type type;
  /// One of both.
  Symbol scalar;
  PointerSymbol pointer;
};

/// What a buffer on the stack is known to hold.
struct Table {
  SmallVector<TableEntry> entries;
  /// Whether it may hold more than the entries.
  bool isPartial = false;
  unsigned numStores = 0;
  /// Whether an entry has been read.
  bool isRead = false;
};

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_VERIFICATION_SYMBOLS_H
