//===- Weights.cpp - Constants outside of code ----------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Weights.h"

#include "../../Transforms/Contractions/PackedConstants.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "split-mlir/HostAbi/HostAbi.h"
#include "split-mlir/HostAbi/RuntimeCalls.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

/// Constants of fewer bytes stay in the code, which LLVM optimizes for them.
static constexpr uint64_t kLeastBytes = 16384;

/// The least alignment of constants, and that of the end of a file.
static constexpr uint64_t kAlignment = 64;

bool Weights::canMove(ElementsAttr value) {
  if (!value.getElementType().isIntOrFloat())
    return false;
  // Elements of 24 bits, for example, take more bytes in LLVM's arrays.
  unsigned width = value.getElementType().getIntOrFloatBitWidth();
  return width >= 8 && width <= 64 && llvm::isPowerOf2_32(width) &&
         getElements(value).size() >= kLeastBytes;
}

/// Returns the size of a global that need not be in the code; 0 for others.
static uint64_t getMovableBytes(LLVM::GlobalOp global) {
  auto value = dyn_cast_if_present<ElementsAttr>(global.getValueOrNull());
  if (!value || !global.getConstant() || !Weights::canMove(value))
    return 0;
  return getElements(value).size();
}

/// Returns the names of globals whose addresses are used, and whether another
/// global contains the address.
static llvm::DenseMap<StringAttr, bool> findUses(ModuleOp module) {
  llvm::DenseMap<StringAttr, bool> uses;
  module.walk([&](LLVM::AddressOfOp use) {
    uses[use.getGlobalNameAttr().getAttr()] |=
        use->getParentOfType<LLVM::GlobalOp>() != nullptr;
  });
  return uses;
}

Weights::Weights(ModuleOp module)
    : module(module),
      record(module.lookupSymbol<LLVM::GlobalOp>(kWeightsName)) {
  auto deferred = dyn_cast_if_present<DictionaryAttr>(
      module->removeAttr(kDeferredPackingAttrName));
  llvm::DenseMap<StringAttr, bool> uses = findUses(module);
  llvm::StringMap<uint64_t> offsets;
  for (auto global :
       llvm::make_early_inc_range(module.getOps<LLVM::GlobalOp>())) {
    StringAttr name = global.getSymNameAttr();
    Attribute value = deferred ? deferred.get(name) : Attribute();
    uint64_t size =
        value ? PackedConstant::get(value).bytes : getMovableBytes(global);
    auto use = uses.find(name);
    bool isUsed = use != uses.end();
    if (size == 0 || (isUsed && use->second))
      continue;
    if (isUsed)
      offsets[name] = add(value ? value : global.getValueOrNull(), size,
                          global.getAlignment().value_or(1));
    // LLVM would copy unused ones before it removes them.
    if (isUsed || value || global.getLinkage() == LLVM::Linkage::Private)
      global.erase();
  }
  replaceAddresses(offsets);
}

uint64_t Weights::add(Attribute value, uint64_t size, uint64_t alignment) {
  auto [entry, isNew] = known.try_emplace(value);
  if (isNew || entry->second % alignment != 0) {
    entry->second = llvm::alignTo(bytes, std::max(alignment, kAlignment));
    constants.push_back({value, entry->second});
    bytes = entry->second + size;
  }
  return entry->second;
}

void Weights::replaceAddresses(const llvm::StringMap<uint64_t> &offsets) {
  module.walk([&](LLVM::AddressOfOp use) {
    auto found = offsets.find(use.getGlobalName());
    if (found == offsets.end())
      return;
    ImplicitLocOpBuilder builder(use.getLoc(), use);
    Type pointer = use.getType();
    // The address is the first member.
    Value base = LLVM::LoadOp::create(
        builder, pointer, LLVM::AddressOfOp::create(builder, record));
    Value offset = LLVM::ConstantOp::create(
        builder, builder.getI64IntegerAttr(found->second));
    Value address = LLVM::GEPOp::create(builder, pointer, builder.getI8Type(),
                                        base, offset);
    use.replaceAllUsesWith(address);
    use.erase();
  });
}

void Weights::visit(llvm::function_ref<void(ArrayRef<char>)> use) const {
  SmallVector<char> zeros;
  uint64_t place = 0;
  auto fillUpTo = [&](uint64_t offset) {
    zeros.assign(offset - place, 0);
    use(zeros);
    place = offset;
  };
  auto append = [&](ArrayRef<char> elements) {
    use(elements);
    place += elements.size();
  };
  for (const Constant &constant : constants) {
    fillUpTo(constant.offset);
    if (auto elements = dyn_cast<ElementsAttr>(constant.value))
      append(getElements(elements));
    else
      PackedConstant::get(constant.value).pack(append);
  }
  fillUpTo(llvm::alignTo(bytes, kAlignment));
}

void Weights::write(llvm::raw_ostream &os) {
  llvm::BLAKE3 hash;
  visit([&](ArrayRef<char> elements) {
    StringRef text(elements.data(), elements.size());
    hash.update(text);
    os << text;
  });
  llvm::copy(hash.final(), end.id);
  os.write(reinterpret_cast<const char *>(&end), sizeof(end));
}

llvm::Expected<std::unique_ptr<llvm::sys::OwningMemoryBlock>>
Weights::moveToMemory(ModuleOp module) {
  Weights weights(module);
  std::error_code error;
  llvm::sys::MemoryBlock memory = llvm::sys::Memory::allocateMappedMemory(
      llvm::alignTo(weights.bytes, kAlignment), /*NearBlock=*/nullptr,
      llvm::sys::Memory::MF_READ | llvm::sys::Memory::MF_WRITE, error);
  if (error)
    return llvm::createStringError(
        error, "cannot allocate the memory of constants: " + error.message());
  auto *next = static_cast<char *>(memory.base());
  weights.visit(
      [&](ArrayRef<char> elements) { next = llvm::copy(elements, next); });
  weights.define(/*file=*/"", memory.base());
  auto owner = std::make_unique<llvm::sys::OwningMemoryBlock>(memory);
  error = llvm::sys::Memory::protectMappedMemory(memory,
                                                 llvm::sys::Memory::MF_READ);
  if (error)
    return llvm::createStringError(error, "cannot protect constants: " +
                                              error.message());
  return owner;
}

uint64_t Weights::getFileBytes() const {
  return llvm::alignTo(bytes, kAlignment) + sizeof(end);
}

std::string Weights::getId() const {
  return llvm::toHex(end.id, /*LowerCase=*/true);
}

void Weights::define(StringRef file, const void *address) {
  Location loc = record.getLoc();
  RuntimeCalls calls(module);
  ImplicitLocOpBuilder builder(loc, module.getContext());
  builder.createBlock(&record.getInitializerRegion());
  Type pointer = LLVM::LLVMPointerType::get(module.getContext());
  Value null = LLVM::ZeroOp::create(builder, pointer);
  Value base = LLVM::IntToPtrOp::create(
      builder, pointer,
      calls.createConstant(builder, loc, reinterpret_cast<uintptr_t>(address)));
  auto type = cast<LLVM::LLVMStructType>(record.getGlobalType());
  Value id = LLVM::ConstantOp::create(
      builder, type.getBody()[3],
      DenseElementsAttr::get(
          RankedTensorType::get({sizeof(end.id)}, builder.getI8Type()),
          ArrayRef(end.id)));
  uint64_t size = isEmpty() ? 0 : getFileBytes();
  Value members[] = {base, calls.getString(builder, loc, file),
                     calls.createConstant(builder, loc, size), id, null};
  Value value = LLVM::UndefOp::create(builder, type);
  for (auto [index, member] : llvm::enumerate(members))
    value = LLVM::InsertValueOp::create(builder, value, member,
                                        ArrayRef<int64_t>(index));
  LLVM::ReturnOp::create(builder, value);
  record.setLinkage(LLVM::Linkage::Internal);
  if (!address && !isEmpty())
    mapWhenLoaded(calls);
}

/// Adds a function that maps the file when the code is loaded, since the
/// process may change its folder later. If that fails, calls report why.
void Weights::mapWhenLoaded(RuntimeCalls &calls) {
  Location loc = record.getLoc();
  auto builder = ImplicitLocOpBuilder::atBlockEnd(loc, module.getBody());
  auto none = LLVM::LLVMVoidType::get(module.getContext());
  auto function = LLVM::LLVMFuncOp::create(
      builder, "split_mlir_load_weights", LLVM::LLVMFunctionType::get(none, {}),
      LLVM::Linkage::Internal);
  calls.getSymbols().insert(function);
  builder.setInsertionPointToStart(function.addEntryBlock(builder));
  calls.call(builder, loc, RuntimeFunction::MapWeights,
             LLVM::AddressOfOp::create(builder, record).getResult());
  LLVM::ReturnOp::create(builder, ValueRange());
  builder.setInsertionPointAfter(function);
  LLVM::GlobalCtorsOp::create(
      builder, builder.getArrayAttr(SymbolRefAttr::get(function)),
      builder.getI32ArrayAttr(65535),
      builder.getArrayAttr(LLVM::ZeroAttr::get(module.getContext())));
}
