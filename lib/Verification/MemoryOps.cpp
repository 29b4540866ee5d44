//===- MemoryOps.cpp - Pointers, loads and stores as terms ----------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pointer is a buffer and an offset in bytes, which is exact. Each load and
// store of buffers has the claim that its bytes lie within them, and that no
// operation that the offset depends on wraps around.
//
//===----------------------------------------------------------------------===//

#include "Encoder.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include <climits>

using namespace mlir;
using namespace mlir::split;

constexpr int64_t kEntryBytes = 8;

/// Returns the number of bytes of a value in memory, and none for types that
/// kernels do not load.
static std::optional<int64_t> getBytes(Type type) {
  if (isa<IndexType, LLVM::LLVMPointerType>(type))
    return 8;
  if (auto vector = dyn_cast<VectorType>(type)) {
    // Vectors of narrower elements are packed.
    Type element = vector.getElementType();
    std::optional<int64_t> bytes = getBytes(element);
    if (!bytes || vector.isScalable() ||
        (element.isIntOrFloat() &&
         element.getIntOrFloatBitWidth() % CHAR_BIT != 0))
      return std::nullopt;
    return *bytes * vector.getNumElements();
  }
  if (auto complex = dyn_cast<ComplexType>(type)) {
    std::optional<int64_t> bytes = getBytes(complex.getElementType());
    return bytes ? std::optional(2 * *bytes) : std::nullopt;
  }
  if (!type.isIntOrFloat())
    return std::nullopt;
  return llvm::divideCeil(type.getIntOrFloatBitWidth(), 8);
}

/// Returns the distance in bytes of elements in memory, and none for types that
/// LLVM may pad.
static std::optional<int64_t> getStride(Type type) {
  std::optional<int64_t> bytes = getBytes(type);
  if (!bytes || isa<VectorType>(type) || !llvm::isPowerOf2_64(*bytes))
    return std::nullopt;
  return bytes;
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

/// The buffer of a memref has the bytes from its first to its last element. Its
/// begin is relative to the aligned pointer.
void Arguments::declareBuffer(Terms &terms, MemRefType type,
                              const TensorSymbol &memref,
                              const std::string &name) {
  std::optional<int64_t> bytes = getBytes(type.getElementType());
  SmallVector<int64_t> strides;
  int64_t offset;
  // LLVM pads elements of other numbers of bytes.
  if (!bytes || !llvm::isPowerOf2_64(*bytes) ||
      failed(type.getStridesAndOffset(strides, offset)))
    return;
  BufferSymbol &buffer = buffers[memref.root];
  buffer.name = name;
  Value width = terms.get(*bytes), size = width;
  if (type.getLayout().isIdentity()) {
    for (const Symbol &extent : memref.sizes) {
      size = terms.mul(size, extent.term);
      // Nonlinear products are not obviously so.
      facts = terms.both(facts, terms.isNonNegative(size));
    }
    buffer.offset = terms.get(0);
  } else {
    // The last element is at sum((size - 1) * stride).
    Value isEmpty = terms.getBool(false);
    for (auto [stride, extent] : llvm::zip_equal(strides, memref.sizes)) {
      if (ShapedType::isDynamic(stride) || stride < 0) {
        buffers.erase(memref.root);
        return;
      }
      isEmpty = terms.either(isEmpty, terms.isEqual(extent.term, 0));
      Value last = terms.sub(extent.term, terms.get(1));
      size = terms.add(size, terms.mul(last, terms.get(stride * *bytes)));
    }
    size = terms.select(isEmpty, terms.get(0), size);
    buffer.offset = terms.get(offset);
    if (ShapedType::isDynamic(offset)) {
      buffer.offset = declareScalar(terms, IndexType::get(type.getContext()),
                                    name + "_offset")
                          .term;
      facts = terms.both(facts, terms.isNonNegative(buffer.offset));
    }
  }
  buffer.begin = terms.mul(buffer.offset, width);
  buffer.end = terms.add(buffer.begin, size);
  // The data exists.
  facts = terms.both(facts, terms.fits(buffer.end, 64));
}

/// Returns the address of the aligned pointer. Buffers do not lie across the
/// address 2^63.
Value Encoder::getAddress(unsigned root) {
  BufferSymbol &buffer = arguments.buffers[root];
  if (buffer.address)
    return buffer.address;
  std::string name = buffer.name + "_address";
  Type index = IndexType::get(buffer.end.getContext());
  buffer.address = arguments.declareScalar(terms, index, name).term;
  // The size of one on the stack is claimed, and must not become a fact.
  Value exists = terms.fits(buffer.end, 64);
  Value isBelow = terms.fits(terms.add(buffer.address, buffer.end), 64);
  arguments.facts = terms.both(arguments.facts,
                               terms.both(terms.isNonNegative(buffer.address),
                                          terms.implies(exists, isBelow)));
  if (buffer.alignment > 1)
    arguments.facts = terms.both(
        arguments.facts,
        terms.isEqual(
            getRemainder(buffer.address, llvm::APInt(64, buffer.alignment)),
            0));
  return buffer.address;
}

//===----------------------------------------------------------------------===//
// Pointers
//===----------------------------------------------------------------------===//

bool Encoder::encodeMemory(Operation *op) {
  if (auto dim = dyn_cast<memref::DimOp>(op)) {
    if (!tensors.count(dim.getSource()))
      return false;
    return encodeDim(op, dim.getSource(), dim.getIndex()), true;
  }
  if (!isExact)
    return false;
  if (auto slice = dyn_cast<memref::SubViewOp>(op)) {
    if (!slice.hasUnitStride() || !tensors.count(slice.getSource()))
      return false;
    return encodeSlice(slice, slice.getSource(), slice.getDroppedDims()), true;
  }
  if (auto alloca = dyn_cast<LLVM::AllocaOp>(op))
    return encodeAlloca(alloca);
  if (auto extract = dyn_cast<LLVM::ExtractValueOp>(op))
    return encodeDescriptor(extract);
  if (auto address = dyn_cast<LLVM::GEPOp>(op))
    return encodeAddress(address);
  if (auto address = dyn_cast<LLVM::PtrToIntOp>(op))
    return encodePointerToInteger(address);
  if (auto load = dyn_cast<LLVM::LoadOp>(op))
    return encodeLoad(load);
  if (auto store = dyn_cast<LLVM::StoreOp>(op))
    return encodeStore(store);
  if (auto copy = dyn_cast<LLVM::MemcpyOp>(op))
    return encodeMemcpy(copy);
  if (auto call = dyn_cast<LLVM::CallOp>(op)) {
    // What the runtime library returns is arbitrary, and its memory is not
    // claimed to have any size.
    for (Value result : call.getResults()) {
      declareUnknown(result, op);
      pointers[result].isForeign = true;
    }
    return call->getNumOperands() == 0 &&
           call.getCallee().value_or("").starts_with("split_mlir_");
  }
  if (auto intrinsic = dyn_cast<LLVM::CallIntrinsicOp>(op))
    return intrinsic.getIntrin() == "llvm.x86.sse.sfence";
  return isa<LLVM::Prefetch>(op);
}

bool Encoder::encodeAlloca(LLVM::AllocaOp op) {
  Symbol count = getNumber(op.getArraySize());
  std::optional<int64_t> bytes = getStride(op.getElemType());
  if (!count.term || !bytes)
    return false;
  unsigned root = arguments.createRoot();
  BufferSymbol &buffer = arguments.buffers[root];
  buffer.name = "stack" + std::to_string(root);
  buffer.begin = buffer.offset = terms.get(0);
  buffer.end = terms.mul(count.term, terms.get(*bytes));
  require(op, "bounds",
          terms.both(terms.negate(terms.either(count.wraps, count.poison)),
                     terms.both(terms.isNonNegative(count.term),
                                terms.fits(buffer.end, 64))));
  buffer.alignment = op.getAlignment().value_or(1);
  buffer.isStack = true;
  pointers[op.getResult()].targets = {
      {terms.getBool(true), root, makeSymbol(terms.get(0))}};
  return true;
}

/// Reads the aligned pointer or the offset of a memref's descriptor.
bool Encoder::encodeDescriptor(LLVM::ExtractValueOp op) {
  auto cast = op.getContainer().getDefiningOp<UnrealizedConversionCastOp>();
  if (!cast || cast->getNumOperands() != 1 || op.getPosition().size() != 1 ||
      !tensors.count(cast->getOperand(0)))
    return false;
  // The offset of a view is another one.
  const TensorSymbol &memref = getTensor(cast->getOperand(0));
  if (!llvm::all_of(memref.offsets, [&](const Symbol &offset) {
        return Terms::getKnown(terms.isEqual(offset.term, 0)) == true;
      }))
    return false;
  unsigned root = memref.root;
  auto buffer = arguments.buffers.find(root);
  if (buffer == arguments.buffers.end())
    return false;
  constexpr int64_t kAlignedPointer = 1, kOffset = 2;
  if (op.getPosition().front() == kAlignedPointer)
    pointers[op.getResult()].targets = {
        {terms.getBool(true), root, makeSymbol(terms.get(0))}};
  else if (op.getPosition().front() == kOffset)
    scalars[op.getResult()] = makeSymbol(buffer->second.offset);
  else
    return false;
  return true;
}

bool Encoder::encodeAddress(LLVM::GEPOp op) {
  auto base = pointers.find(op.getBase());
  std::optional<int64_t> bytes = getStride(op.getElemType());
  if (base == pointers.end() || !bytes || op.getIndices().size() != 1 ||
      op.getNoWrapFlags() != LLVM::GEPNoWrapFlags::none)
    return false;
  LLVM::GEPIndicesAdaptor<ValueRange> indices = op.getIndices();
  Symbol index;
  if (auto attr = dyn_cast<IntegerAttr>(indices[0]))
    index = makeSymbol(terms.get(attr.getInt()));
  else
    index = getNumber(cast<Value>(indices[0]));
  if (!index.term)
    return false;
  PointerSymbol pointer = base->second;
  Value distance = terms.mul(index.term, terms.get(*bytes));
  for (PointerTarget &target : pointer.targets)
    target.offset =
        taint(terms.add(target.offset.term, distance), {target.offset, index});
  pointers[op.getResult()] = std::move(pointer);
  return true;
}

bool Encoder::encodePointerToInteger(LLVM::PtrToIntOp op) {
  auto pointer = pointers.find(op.getArg());
  if (pointer == pointers.end() || pointer->second.isForeign ||
      getScalarWidth(op.getType()) != 64)
    return false;
  Symbol result = makeSymbol(terms.get(0));
  for (const PointerTarget &target : pointer->second.targets) {
    Symbol address = taint(
        terms.add(getAddress(target.root), target.offset.term), target.offset);
    result = select(makeSymbol(target.condition), address, result);
  }
  scalars[op.getResult()] = result;
  return true;
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

/// Returns the alignment that an access states, or that of its type.
static uint64_t getAlignment(std::optional<uint64_t> stated, int64_t bytes) {
  return stated.value_or(0) > 0 ? *stated : llvm::PowerOf2Ceil(bytes);
}

/// Claims that `bytes` bytes from a pointer lie within the buffer that it
/// points into, if there are any, and that the address has the alignment.
bool Encoder::requireAccess(Operation *op, Value pointer, const Symbol &bytes,
                            uint64_t alignment) {
  auto found = pointers.find(pointer);
  if (found == pointers.end()) {
    skipped.push_back(op);
    return false;
  }
  if (found->second.isForeign)
    return true;
  Value isInside = terms.getBool(true), isAligned = terms.getBool(true);
  for (const PointerTarget &target : found->second.targets) {
    const BufferSymbol &buffer = arguments.buffers[target.root];
    const Symbol &offset = target.offset;
    Value isExact =
        terms.negate(terms.either(terms.either(offset.wraps, offset.poison),
                                  terms.either(bytes.wraps, bytes.poison)));
    Value end = terms.add(offset.term, bytes.term);
    Value areIn = terms.both(terms.isLessOrEqual(buffer.begin, offset.term),
                             terms.isLessOrEqual(end, buffer.end));
    isInside = terms.both(
        isInside, terms.implies(target.condition, terms.both(isExact, areIn)));
    if (alignment <= 1)
      continue;
    Value address = terms.add(getAddress(target.root), offset.term);
    Value rest = getRemainder(address, llvm::APInt(64, alignment));
    isAligned = terms.both(
        isAligned, terms.implies(target.condition, terms.isEqual(rest, 0)));
  }
  isInside = terms.both(terms.isNonNegative(bytes.term), isInside);
  require(op, "bounds",
          terms.either(
              terms.both(terms.isEqual(bytes.term, 0),
                         terms.negate(terms.either(bytes.wraps, bytes.poison))),
              isInside));
  require(op, "alignment", isAligned);
  return true;
}

/// Claims that a store writes a destination of a copy or the stack.
void Encoder::requireTarget(Operation *op, Value pointer) {
  auto found = pointers.find(pointer);
  if (arguments.copies.count == 0) {
    if (found != pointers.end() && found->second.isForeign)
      skipped.push_back(op);
    return;
  }
  if (found == pointers.end())
    return;
  Value isTarget = terms.getBool(!found->second.isForeign);
  for (const PointerTarget &target : found->second.targets)
    if (!arguments.copies.targets.contains(target.root) &&
        !arguments.buffers[target.root].isStack)
      isTarget = terms.both(isTarget, terms.negate(target.condition));
  require(op, "target", isTarget);
}

/// Returns the offset of a pointer into a buffer on the stack, or null.
const PointerTarget *Encoder::getStackTarget(Value pointer) {
  auto found = pointers.find(pointer);
  if (found == pointers.end() || found->second.targets.size() != 1)
    return nullptr;
  const PointerTarget &target = found->second.targets.front();
  return arguments.buffers[target.root].isStack ? &target : nullptr;
}

bool Encoder::mayPointToStack(Value pointer) {
  auto found = pointers.find(pointer);
  return found != pointers.end() &&
         llvm::any_of(found->second.targets, [&](const PointerTarget &target) {
           return arguments.buffers[target.root].isStack;
         });
}

bool Encoder::encodeLoad(LLVM::LoadOp op) {
  std::optional<int64_t> bytes = getBytes(op.getType());
  if (!bytes)
    return false;
  requireAccess(op, op.getAddr(), makeSymbol(terms.get(*bytes)),
                getAlignment(op.getAlignment(), *bytes));
  if (const PointerTarget *target = getStackTarget(op.getAddr());
      target && !isa<VectorType>(op.getType())) {
    encodeEntry(op, *target);
    return true;
  }
  // Data is arbitrary, as are the properties of the machine.
  if (getScalarWidth(op.getType()) > 0)
    scalars[op.getResult()] = arguments.declareScalar(
        terms, op.getType(),
        "loaded" + std::to_string(arguments.variables.size()));
  return true;
}

/// Reads the entry of a table at an offset that may be a variable: one of those
/// that were stored, which is claimed. The result is unknown if one of them is,
/// or if the table may hold others.
void Encoder::encodeEntry(LLVM::LoadOp op, const PointerTarget &target) {
  Value isStored = terms.getBool(false);
  Symbol scalar;
  PointerSymbol pointer;
  Table &table = tables[target.root];
  table.isRead = true;
  bool isKnown = !table.isPartial && getBytes(op.getType()) == kEntryBytes;
  for (const TableEntry &entry : table.entries) {
    Value isHere = terms.isEqual(target.offset.term, entry.offset);
    if (Terms::getKnown(isHere) == false)
      continue;
    bool isPointer = isa<LLVM::LLVMPointerType>(entry.type);
    if (entry.type != op.getType() || entry.pointer.isForeign ||
        (isPointer ? entry.pointer.targets.empty() : !entry.scalar.term)) {
      isKnown = false;
      continue;
    }
    isStored = terms.either(isStored, isHere);
    scalar = scalar.term ? select(makeSymbol(isHere), entry.scalar, scalar)
                         : entry.scalar;
    for (PointerTarget part : entry.pointer.targets) {
      part.condition = terms.both(isHere, part.condition);
      pointer.targets.push_back(part);
    }
  }
  if (!isKnown)
    isStored = terms.either(isStored, arguments.declareUnknown(terms, op));
  require(op, "bounds", isStored);
  if (!isKnown || (!scalar.term && pointer.targets.empty()))
    declareAny(op.getResult(), op);
  else if (scalar.term)
    scalars[op.getResult()] = scalar;
  else
    pointers[op.getResult()] = pointer;
}

bool Encoder::encodeStore(LLVM::StoreOp op) {
  Type type = op.getValue().getType();
  std::optional<int64_t> bytes = getBytes(type);
  if (!bytes)
    return false;
  requireAccess(op, op.getAddr(), makeSymbol(terms.get(*bytes)),
                getAlignment(op.getAlignment(), *bytes));
  requireTarget(op, op.getAddr());
  const PointerTarget *target = getStackTarget(op.getAddr());
  if (!target) {
    if (mayPointToStack(op.getAddr()))
      skipped.push_back(op);
    return true;
  }
  Table &table = tables[target->root];
  ++table.numStores;
  // An iteration that comes before may have read what this one writes.
  if (loopDepth > 0 && table.isRead)
    skipped.push_back(op);
  std::optional<llvm::APInt> offset = Terms::getConstant(target->offset.term);
  if (!offset || loopDepth > 0) {
    table.entries.clear();
    table.isPartial = true;
    return true;
  }
  int64_t begin = offset->getSExtValue();
  llvm::erase_if(table.entries, [&](const TableEntry &entry) {
    return entry.offset < begin + *bytes && begin < entry.offset + kEntryBytes;
  });
  TableEntry entry{begin, type, getScalar(op.getValue()),
                   pointers.lookup(op.getValue())};
  if (*bytes == kEntryBytes)
    table.entries.push_back(entry);
  else
    table.isPartial = true;
  return true;
}

bool Encoder::encodeMemcpy(LLVM::MemcpyOp op) {
  Symbol length = getNumber(op.getLen());
  if (!length.term)
    return false;
  requireAccess(op, op.getSrc(), length, /*alignment=*/1);
  requireAccess(op, op.getDst(), length, /*alignment=*/1);
  requireTarget(op, op.getDst());
  if (mayPointToStack(op.getDst()))
    skipped.push_back(op);
  return true;
}

/// What a branch has stored in a table is not known after it. What another
/// branch has read stays read.
void Encoder::forgetTables(const llvm::DenseMap<unsigned, Table> &before) {
  for (const auto &[root, table] : before)
    tables[root].isRead |= table.isRead;
  for (auto &[root, table] : tables)
    if (before.lookup(root).numStores != table.numStores) {
      table.entries.clear();
      table.isPartial = true;
    }
}
