//===- KernelBuilder.cpp - Ops of kernels that copy -----------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelBuilder.h"

using namespace mlir;
using namespace mlir::split::device;

int64_t mlir::split::device::getElementBytes(Type type) {
  if (type.isIndex())
    return 8;
  if (auto complex = dyn_cast<ComplexType>(type))
    return 2 * getElementBytes(complex.getElementType());
  unsigned bits = type.isIntOrFloat() ? type.getIntOrFloatBitWidth() : 0;
  return bits >= 8 && bits <= 128 && llvm::isPowerOf2_32(bits) ? bits / 8 : 0;
}

int64_t mlir::split::device::getAccessElements(Type type) {
  int64_t bytes = isa<ComplexType>(type) ? 0 : getElementBytes(type);
  return bytes == 0 ? 1 : kAccessBytes / bytes;
}

void KernelBuilder::createIf(Value condition, function_ref<void()> thenBody,
                             function_ref<void()> elseBody) {
  auto empty = [](function_ref<void()> body) {
    return [body]() -> SmallVector<Value> {
      body();
      return {};
    };
  };
  if (elseBody) {
    createIf(condition, TypeRange(), empty(thenBody), empty(elseBody));
    return;
  }
  auto op = scf::IfOp::create(*this, condition, /*withElseRegion=*/false);
  InsertionGuard guard(*this);
  setInsertionPointToStart(op.thenBlock());
  thenBody();
}

SmallVector<Value>
KernelBuilder::createIf(Value condition, TypeRange types,
                        function_ref<SmallVector<Value>()> thenBody,
                        function_ref<SmallVector<Value>()> elseBody) {
  auto op = scf::IfOp::create(*this, types, condition,
                              /*addThenBlock=*/true, /*addElseBlock=*/true);
  InsertionGuard guard(*this);
  setInsertionPointToStart(op.thenBlock());
  scf::YieldOp::create(*this, thenBody());
  setInsertionPointToStart(op.elseBlock());
  scf::YieldOp::create(*this, elseBody());
  return llvm::to_vector_of<Value>(op.getResults());
}

void KernelBuilder::createFor(Value from, Value to, int64_t step,
                              function_ref<void(Value)> body) {
  auto op = scf::ForOp::create(*this, from, to, get(step));
  InsertionGuard guard(*this);
  setInsertionPointToStart(op.getBody());
  body(op.getInductionVar());
}

void KernelBuilder::createLaunch(Value blocks, MemRefType tile,
                                 function_ref<void(KernelIds)> body) {
  Value one = get(1), threads = get(kBlockThreads);
  SmallVector<Type> tiles;
  if (tile)
    tiles.push_back(tile);
  auto launch = gpu::LaunchOp::create(
      *this, blocks, one, one, threads, one, one,
      /*dynamicSharedMemorySize=*/Value(), /*asyncTokenType=*/Type(),
      /*asyncDependencies=*/ValueRange(), tiles);
  skipEmptyLaunch(launch);
  InsertionGuard guard(*this);
  setInsertionPointToStart(&launch.getBody().front());
  body({launch.getBlockIds().x, launch.getThreadIds().x,
        tile ? Value(launch.getWorkgroupAttributions().front()) : Value()});
  gpu::TerminatorOp::create(*this);
}

Value KernelBuilder::getMisalignment(Span span) {
  Type element = cast<MemRefType>(span.buffer.getType()).getElementType();
  Value bytes =
      memref::ExtractAlignedPointerAsIndexOp::create(*this, span.buffer);
  Value address = add(div(bytes, get(getElementBytes(element))), span.offset);
  return rem(address, get(getAccessElements(element)));
}

Value KernelBuilder::view(Span span) {
  Type element = cast<MemRefType>(span.buffer.getType()).getElementType();
  auto layout = StridedLayoutAttr::get(getContext(), ShapedType::kDynamic, {1});
  auto type =
      MemRefType::get({ShapedType::kDynamic}, element, layout,
                      cast<MemRefType>(span.buffer.getType()).getMemorySpace());
  // The size only bounds the view; positions come from sizes of memrefs.
  OpFoldResult most = get(std::numeric_limits<int64_t>::max());
  return memref::ReinterpretCastOp::create(*this, type, span.buffer,
                                           OpFoldResult(span.offset), most,
                                           OpFoldResult(getIndexAttr(1)));
}

/// Returns the bytes of what an access loads or stores.
static llvm::Align getAlignment(Type access) {
  auto type = cast<VectorType>(access);
  return llvm::Align(type.getNumElements() *
                     getElementBytes(type.getElementType()));
}

Value KernelBuilder::loadAccess(Value view, Value at, int64_t count,
                                Value aligned) {
  if (count == 1)
    return load(view, at);
  auto type =
      VectorType::get(count, cast<MemRefType>(view.getType()).getElementType());
  auto loadAligned = [&]() -> SmallVector<Value> {
    return {vector::LoadOp::create(*this, type, view, at,
                                   /*nontemporal=*/false, getAlignment(type))};
  };
  if (!aligned)
    return loadAligned().front();
  // LLVM would merge a vector of less alignment with the aligned one.
  return createIf(aligned, type, loadAligned,
                  [&]() -> SmallVector<Value> {
                    SmallVector<Value> elements;
                    for (int64_t i = 0; i < count; ++i)
                      elements.push_back(load(view, add(at, get(i))));
                    return {
                        vector::FromElementsOp::create(*this, type, elements)};
                  })
      .front();
}

void KernelBuilder::storeAccess(Value access, Value view, Value at) {
  if (!isa<VectorType>(access.getType()))
    return store(access, view, at);
  vector::StoreOp::create(*this, access, view, at, /*nontemporal=*/false,
                          getAlignment(access.getType()));
}

void KernelBuilder::copyElements(Value source, Value sourceAt, Value target,
                                 Value targetAt, Value from, Value to) {
  createFor(from, to, 1, [&](Value at) {
    store(load(source, add(sourceAt, at)), target, add(targetAt, at));
  });
}
