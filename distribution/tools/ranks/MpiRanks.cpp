//===- MpiRanks.cpp - The ranks of MPI that run a function ----------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MpiRanks.h"

#include "RankProcesses.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/Builders.h"
#include "split-mlir/Dialect/Split/IR/Counts.h"
#include "tensors/Tensors.h"
#include "llvm/Support/raw_ostream.h"
#include <sys/mman.h>

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::mpi;
using namespace mlir::split::native;

/// The longest message of another rank that rank 0 prints, in bytes.
static constexpr size_t kMaxMessage = 4096;

/// Returns what was written to `file`, and empties it.
static std::string takeText(int file) {
  std::string text(kMaxMessage, '\0');
  ssize_t size = pread(file, text.data(), text.size(), 0);
  text.resize(std::max<ssize_t>(size, 0));
  (void)!ftruncate(file, 0);
  lseek(file, 0, SEEK_SET);
  return StringRef(text).trim().str();
}

llvm::Error MpiRanks::join(StringRef path) {
  llvm::Expected<MpiLibrary> loaded = MpiLibrary::load(path);
  if (!loaded)
    return loaded.takeError();
  library = *loaded;
  int32_t status;
  RankChannel::communicate([&] { status = library->initialize(); });
  if (status != SPLIT_MPI_SUCCESS)
    return llvm::createStringError(library->lastError());
  communicator = library->world();
  rank = library->rank(communicator);
  count = library->size(communicator);
  if (rank < 0 || count < 1)
    return llvm::createStringError(library->lastError());
  if (!isFirst()) {
    standardError = dup(STDERR_FILENO);
    kept = memfd_create("split-run", MFD_CLOEXEC);
    if (kept >= 0)
      dup2(kept, STDERR_FILENO);
  }
  return llvm::Error::success();
}

void MpiRanks::leave() {
  if (!library)
    return;
  RankChannel::communicate([&] { library->finalize(); });
  // Sanitizers print when the process ends.
  if (kept >= 0)
    dup2(standardError, STDERR_FILENO);
}

LogicalResult MpiRanks::call(llvm::function_ref<int32_t()> functions,
                             StringRef message, bool hasPrinted) const {
  int64_t grid[] = {1, count};
  char agreed[kMaxMessage] = "";
  int32_t status;
  RankChannel::communicate([&] {
    status = library->begin(communicator, grid);
    if (status == SPLIT_MPI_SUCCESS)
      status = functions();
    status = library->finish(communicator, status, message.str().c_str(),
                             agreed, sizeof(agreed));
  });
  if (status != SPLIT_MPI_SUCCESS && isFirst() && !hasPrinted)
    fail(agreed);
  return success(status == SPLIT_MPI_SUCCESS);
}

ExitStatus MpiRanks::agree(ExitStatus status) const {
  if (!library)
    return status;
  std::string text = isFirst() ? "" : takeText(kept);
  StringRef message = text;
  // Rank 0 prints this prefix.
  message.consume_front("split-run: error: ");
  auto fails = [&] {
    return status == Success ? SPLIT_MPI_SUCCESS : SPLIT_MPI_CHECK_FAILED;
  };
  bool hasPrinted = status != Success;
  return succeeded(call(fails, message, hasPrinted)) ? Success : WrongInput;
}

ExitStatus MpiRanks::distribute(func::FuncOp &function,
                                const NativeOptions &native) {
  auto module = function->getParentOfType<ModuleOp>();
  std::string name = function.getSymName().str();
  if (isDistributed()) {
    // Only public functions are partitioned.
    for (auto other : module.getOps<func::FuncOp>())
      other.setVisibility(other == function ? SymbolTable::Visibility::Public
                                            : SymbolTable::Visibility::Private);
    if (failed(partition(module, options, count, native)))
      return WrongInput;
    function = module.lookupSymbol<func::FuncOp>(name);
    int64_t size = llvm::product_of(getGrid(function));
    if (size != count)
      return fail("the grid has " + formatCount(size, "rank") +
                  ", but the run has " + Twine(count));
  } else {
    removeShardings(module);
  }
  FailureOr<ShardedFunction> described = ShardedFunction::get(function);
  if (failed(described))
    return WrongInput;
  sharded = std::move(*described);
  type = sharded.type;
  return Success;
}

llvm::Error MpiRanks::addInputs(SmallVectorImpl<HostTensor> &inputs,
                                MLIRContext *context) const {
  if (!sharded.hasCommunicator)
    return llvm::Error::success();
  llvm::Expected<HostTensor> input =
      HostTensor::copyOf({}, IntegerType::get(context, 32),
                         ArrayRef(reinterpret_cast<const char *>(&communicator),
                                  sizeof(communicator)));
  if (!input)
    return input.takeError();
  inputs.push_back(std::move(*input));
  return llvm::Error::success();
}

void MpiRanks::communicate(llvm::function_ref<void()> call) const {
  RankChannel::communicate(call);
}

/// Sizes that are not known are drawn as if each shard had one element.
static llvm::Expected<Drawing> drawLayout(const ShardLayout &layout,
                                          const Twine &name, int64_t count) {
  SmallVector<int64_t> shape(layout.wholeType.getShape());
  for (auto [dim, size] : llvm::enumerate(shape))
    if (ShapedType::isDynamic(size))
      size = layout.getOffsets(dim).empty() ? layout.getNumShards(dim)
                                            : layout.getOffsets(dim).back();
  Drawing drawing;
  llvm::raw_string_ostream(drawing.title)
      << name << ": " << layout.wholeType << " on " << count << " ranks";
  for (int64_t rank = 0; rank < count; ++rank) {
    llvm::Expected<TensorBox> box = layout.getBox(shape, rank);
    if (!box)
      return box.takeError();
    std::string text = "rank " + std::to_string(rank);
    if (layout.wholeType.hasStaticShape())
      text += ": " + describeType(RankedTensorType::get(
                         box->sizes, layout.wholeType.getElementType()));
    drawing.parts.push_back({std::move(*box), {std::move(text)}});
  }
  return drawing;
}

llvm::Error MpiRanks::draw(SmallVectorImpl<Drawing> &drawings) const {
  for (auto [layouts, name] :
       {std::pair(ArrayRef(sharded.arguments), "argument "),
        std::pair(ArrayRef(sharded.results), "result ")})
    for (auto [index, layout] : llvm::enumerate(layouts)) {
      if (!layout)
        continue;
      llvm::Expected<Drawing> drawing =
          drawLayout(*layout, name + Twine(index), count);
      if (!drawing)
        return drawing.takeError();
      drawings.push_back(std::move(*drawing));
    }
  return llvm::Error::success();
}

FailureOr<SmallVector<int64_t>>
MpiRanks::getWholeShape(const ShardLayout &layout,
                        const HostTensor &part) const {
  SmallVector<int64_t> shape(layout.wholeType.getShape());
  auto setSize = [&](unsigned dim) -> int32_t {
    shape[dim] = part.getShape()[dim];
    if (ArrayRef<int64_t> offsets = layout.getOffsets(dim); !offsets.empty())
      shape[dim] = offsets.back();
    if (layout.axes[dim].empty() || !layout.offsets.empty())
      return SPLIT_MPI_SUCCESS;
    SmallVector<int64_t> constants{static_cast<int64_t>(layout.grid.size())};
    llvm::append_range(constants, layout.grid);
    constants.push_back(layout.axes[dim].size());
    llvm::append_range(constants, layout.axes[dim]);
    return library->globalSize(communicator, constants.data(), shape[dim],
                               &shape[dim]);
  };
  auto setSizes = [&]() -> int32_t {
    int32_t status = SPLIT_MPI_SUCCESS;
    for (size_t dim = 0; dim < shape.size() && status == SPLIT_MPI_SUCCESS;
         ++dim)
      if (layout.wholeType.isDynamicDim(dim))
        status = setSize(dim);
    return status;
  };
  if (layout.wholeType.hasStaticShape())
    return shape;
  if (failed(call(setSizes)))
    return failure();
  return shape;
}

/// Adds the address, sizes and strides of `tensor`.
static void addOperand(HostTensor &tensor, SmallVectorImpl<int64_t> &values) {
  values.push_back(reinterpret_cast<int64_t>(tensor.getBytes().data()));
  llvm::append_range(values, tensor.getShape());
  llvm::append_range(values, computeStrides(tensor.getShape()));
}

FailureOr<HostTensor> MpiRanks::gather(const ShardLayout &layout,
                                       ArrayRef<int64_t> shape,
                                       HostTensor part) const {
  llvm::Expected<HostTensor> whole = HostTensor::create(
      isFirst() ? shape : ArrayRef<int64_t>(), part.getElementType());
  if (agree(whole ? Success : fail(whole.takeError())) != Success)
    return failure();
  int64_t rank = shape.size(), gridRank = layout.grid.size();
  SmallVector<int64_t> constants{part.getLayout().getBytesPerElement(),
                                 gridRank};
  llvm::append_range(constants, layout.grid);
  constants.push_back(rank);
  for (const SmallVector<int16_t> &axes : layout.axes) {
    constants.push_back(axes.size());
    llvm::append_range(constants, axes);
  }
  constants.append(rank, 0);
  for (const SmallVector<int16_t> &axes : layout.axes)
    constants.push_back(!layout.offsets.empty() && !axes.empty());
  constants.append(rank, 0);

  SmallVector<int64_t> values;
  addOperand(part, values);
  if (isFirst())
    addOperand(*whole, values);
  else
    values.append(1 + 2 * rank, 0);
  llvm::append_range(values, shape);
  values.append(gridRank, -1);
  values.append(gridRank, 0);
  llvm::append_range(values, layout.offsets);
  if (failed(call([&] {
        return library->redistribute(communicator, constants.data(),
                                     values.data());
      })))
    return failure();
  return isFirst() ? std::move(*whole) : std::move(part);
}

Traffic MpiRanks::getTraffic() const {
  Traffic own;
  if (library)
    library->statistics(&own.messages, &own.bytes);
  return own;
}

FailureOr<Traffic> MpiRanks::sum(Traffic own) const {
  Traffic all;
  SmallVector<int64_t> constants{
      SPLIT_MPI_I64, SPLIT_MPI_SUM, 1, count, 1, 0, 1};
  SmallVector<int64_t> values{reinterpret_cast<int64_t>(&own),
                              2,
                              1,
                              reinterpret_cast<int64_t>(&all),
                              2,
                              1,
                              -1};
  if (library && failed(call([&] {
        return library->allReduce(communicator, constants.data(),
                                  values.data());
      })))
    return failure();
  return all;
}

FailureOr<std::string> MpiRanks::describeTraffic(unsigned calls) const {
  Traffic after = getTraffic();
  FailureOr<Traffic> sent = sum(
      {after.messages - sentBefore.messages, after.bytes - sentBefore.bytes});
  if (failed(sent))
    return failure();
  if (!isDistributed())
    return std::string();
  return "sent: " + formatCount(sent->messages / calls, "message") + ", " +
         formatCount(sent->bytes / calls, "byte") + " (each run, all ranks)\n";
}

const ShardLayout *MpiRanks::findLayout(unsigned index) const {
  const std::optional<ShardLayout> &layout = sharded.results[index];
  return layout && layout->isSharded() ? &*layout : nullptr;
}

static ExitStatus getStatus(llvm::Error error) {
  return error ? fail(std::move(error)) : Success;
}

ExitStatus MpiRanks::saveParts(StringRef path, const ShardLayout &layout,
                               RankedTensorType whole,
                               const HostTensor &part) const {
  ExitStatus status = Success;
  if (isFirst())
    status = getStatus(createNpy(path, whole));
  status = agree(status);
  if (status != Success)
    return status;
  if (layout.isFirstHolder(rank)) {
    llvm::Expected<TensorBox> box = layout.getBox(whole.getShape(), rank);
    status =
        getStatus(box ? writeNpyBox(path, whole, *box, part) : box.takeError());
  }
  status = agree(status);
  if (status == Success && isFirst())
    status = getStatus(finishNpy(path));
  return agree(status);
}

std::optional<ExitStatus> MpiRanks::saveParts(unsigned index,
                                              const HostTensor &part,
                                              StringRef path) const {
  const ShardLayout *layout = findLayout(index);
  if (!layout)
    return std::nullopt;
  FailureOr<SmallVector<int64_t>> shape = getWholeShape(*layout, part);
  if (failed(shape))
    return WrongInput;
  auto whole = RankedTensorType::get(*shape, part.getElementType());
  ExitStatus status = saveParts(path, *layout, whole, part);
  if (status != Success && isFirst())
    discardNpy(path);
  return status;
}

ExitStatus MpiRanks::gather(unsigned index, HostTensor &part) const {
  const ShardLayout *layout = findLayout(index);
  if (!layout)
    return Success;
  FailureOr<SmallVector<int64_t>> shape = getWholeShape(*layout, part);
  if (failed(shape))
    return WrongInput;
  FailureOr<HostTensor> whole = gather(*layout, *shape, std::move(part));
  if (failed(whole))
    return WrongInput;
  part = std::move(*whole);
  return Success;
}
