//===- Ranks.cpp - The ranks of a run -------------------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ranks.h"

#include "RankChannel.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include <sys/mman.h>
#include <unistd.h>

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

llvm::Expected<Ranks> Ranks::join(StringRef path) {
  llvm::Expected<MpiLibrary> library = MpiLibrary::load(path);
  if (!library)
    return library.takeError();
  Ranks ranks;
  ranks.library = *library;
  int32_t status;
  RankChannel::communicate([&] { status = library->initialize(); });
  if (status != SPLIT_MPI_SUCCESS)
    return llvm::createStringError(library->lastError());
  ranks.communicator = library->world();
  ranks.rank = library->rank(ranks.communicator);
  ranks.count = library->size(ranks.communicator);
  if (ranks.rank < 0 || ranks.count < 1)
    return llvm::createStringError(library->lastError());
  if (!ranks.isFirst()) {
    ranks.standardError = dup(STDERR_FILENO);
    ranks.kept = memfd_create("split-run", MFD_CLOEXEC);
    if (ranks.kept >= 0)
      dup2(ranks.kept, STDERR_FILENO);
  }
  return ranks;
}

void Ranks::leave() {
  if (!library)
    return;
  RankChannel::communicate([&] { library->finalize(); });
  // Sanitizers print when the process ends.
  if (kept >= 0)
    dup2(standardError, STDERR_FILENO);
}

LogicalResult Ranks::call(llvm::function_ref<int32_t()> functions,
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

ExitStatus Ranks::agree(ExitStatus status) const {
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

FailureOr<SmallVector<int64_t>>
Ranks::getWholeShape(const ShardLayout &layout, const HostTensor &part) const {
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

FailureOr<HostTensor> Ranks::gather(const ShardLayout &layout,
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

Traffic Ranks::getTraffic() const {
  Traffic own;
  if (library)
    library->statistics(&own.messages, &own.bytes);
  return own;
}

FailureOr<Traffic> Ranks::sum(Traffic own) const {
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
