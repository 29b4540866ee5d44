//===- Call.h - Calls of programs, and what they must do --------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FUZZ_SPLIT_CALL_FUZZER_CALL_H
#define SPLIT_MLIR_FUZZ_SPLIT_CALL_FUZZER_CALL_H

#include "GuardedMemory.h"
#include "split-mlir/Target/Native/NativeModule.h"
#include <deque>
#include <optional>

namespace mlir::split {

/// A number that is known when the program is compiled, or an argument.
struct Number {
  int64_t value = 0;
  std::optional<unsigned> argument;
};

/// A split op. Its pieces are results of the function.
struct SplitStep {
  /// The argument that is split.
  unsigned data = 0;
  Number axis;
  unsigned numPieces = 0;
  /// The lengths; empty for equal ones, or if an argument holds them.
  SmallVector<Number> lengths;
  std::optional<unsigned> lengthsArgument;
  /// Whether the data is made 1-D before it is split.
  bool isFlattened = false;
};

/// A function @main, and what it does. Arguments precede those that depend on
/// them: data, then axes, then lengths. Its results are the pieces.
struct ProgramSource {
  std::string text;
  bool views = false;
  /// Read from the text.
  std::vector<SplitStep> steps = {};
};

/// A program that is compiled.
struct Program {
  ProgramSource source;
  native::NativeModule native;
};

/// Compiles all programs.
std::vector<Program> compilePrograms();

/// Reads numbers from the bytes of an input; 0 after its end.
class ByteReader {
public:
  ByteReader(const uint8_t *data, size_t size) : data(data), size(size) {}

  uint8_t getByte() { return position < size ? data[position++] : 0; }
  /// Returns a number below `end`, which is at most 256 and not 0.
  unsigned getBelow(unsigned end) { return getByte() % end; }
  /// Returns a number that is small, or at or near a limit.
  int64_t getHostile();

private:
  const uint8_t *data;
  size_t size;
  size_t position = 0;
};

/// The bytes from `first` to before `end`.
struct Extent {
  uint64_t first, end;
};

/// An argument or a result.
struct Operand {
  Operand(Type type, bool isResult, bool isFilledIn)
      : type(type), isResult(isResult), isFilledIn(isFilledIn) {}

  Type type;
  bool isResult;
  /// Whether the call fills in the descriptor of this result.
  bool isFilledIn;
  /// The memory of elements, or of a scalar; of the descriptor of a tensor; and
  /// of the rank and descriptor of a tensor of unknown rank.
  GuardedBlock *data = nullptr, *descriptor = nullptr, *unranked = nullptr;

  // What is passed.
  bool isNull = false;
  bool hasNullDescriptor = false;
  int64_t rank = 0;
  SmallVector<int64_t, 4> sizes, strides;
  int64_t offset = 0;
  uint64_t aligned = 0;

  bool isTensor() const { return isa<TensorType>(type); }
  bool isUnranked() const { return isa<UnrankedTensorType>(type); }
  /// Whether it is a tensor whose elements the host owns.
  bool isBuffer() const { return isTensor() && !isFilledIn; }
  bool hasElements() const { return !llvm::is_contained(sizes, 0); }
  /// Returns whether the strides are those of row-major order, or of no
  /// consequence.
  bool isRowMajor() const;
  /// Returns the memory of the elements, or none if no memory can have it. The
  /// tensor must have elements, and no negative sizes.
  std::optional<Extent> getExtent() const;
  /// Returns the bytes of the elements in row-major order, or none if they are
  /// too many. They must be in memory.
  std::optional<std::vector<char>> gather() const;
};

/// Returns the number of bytes of an element, or of a scalar, in memory.
unsigned countBytes(Type type);

/// Reads an integer of type `type`.
int64_t readInteger(Type type, const char *data);

/// Memory for the operands of calls. It is used again and again.
class CallMemory {
public:
  /// Begins a new call.
  void reset() { numUsed = 0; }
  GuardedBlock *take();

  /// Returns whether all bytes of the extent are in one block.
  bool contains(Extent extent) const;
  void remember();
  void permitWrites(Extent extent);
  bool isAsRemembered() const;

private:
  std::deque<GuardedBlock> blocks;
  size_t numUsed = 0;
};

/// A call that an input describes: a program, operands that fit it, and up to
/// three faults in them.
class Call {
public:
  Call(const Program &program, ByteReader &reader, CallMemory &memory);

  const Program &program;
  /// Arguments, then results.
  std::vector<Operand> operands;

  /// Returns the number that argument `number.argument` holds, or that is
  /// known.
  int64_t getNumber(const Number &number) const;
  ArrayRef<Operand> getInputs() const;
  ArrayRef<Operand> getResults() const;

  /// Writes descriptors, and returns the slots for NativeModule::invoke.
  MutableArrayRef<void *> writeSlots();

private:
  void addOperand(Type type, bool isResult);
  void addInput(Operand &operand, unsigned number);
  void addCallersBuffer(Operand &operand);
  /// Sets the strides and the address, for one of the layouts that arguments
  /// may have.
  void setLayout(Operand &operand, unsigned layout);
  void fillData(Operand &operand, unsigned number);
  /// Writes an axis or lengths that fit the data, mostly.
  void fillNumbers(Operand &operand, const SplitStep &step, bool isAxis);
  void addFault();
  void damageDescriptor(Operand &operand);
  void damageData(Operand &operand);

  ByteReader &reader;
  CallMemory &memory;
};

// Runtime.h and docs/Semantics.md once more, by plain loops over exact numbers.

/// A piece that a program must return: its sizes, and its elements in row-major
/// order unless they are too many.
struct ExpectedPiece {
  SmallVector<int64_t, 4> sizes;
  std::optional<std::vector<char>> elements;
};

/// Returns whether the operands violate R7.
bool violatesOperandRules(const Call &call);

/// Returns whether the elements of arguments and of the caller's buffers are in
/// `memory`. The call must satisfy R7.
bool isInMemory(const Call &call, const CallMemory &memory);

/// Returns whether the elements of an argument or a result take so much memory
/// that no machine has it.
bool needsTooMuchMemory(const Call &call);

/// Returns whether loops over a tensor without elements take too long: those
/// that copy integers with padding go through the sizes before the one that is
/// 0.
bool needsTooMuchTime(const Call &call);

/// Returns the pieces, or none if the program violates R1 to R6. The call must
/// satisfy R7, and its elements must be in memory.
std::optional<std::vector<ExpectedPiece>> computePieces(const Call &call);

} // namespace mlir::split

#endif // SPLIT_MLIR_FUZZ_SPLIT_CALL_FUZZER_CALL_H
