//===- AnnotateShardings.cpp - Shardings from a short form ----------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Shard/IR/ShardDialect.h"
#include "mlir/Dialect/Shard/IR/ShardOps.h"
#include "split-mlir/Dialect/Split/IR/Counts.h"
#include "split-mlir/Dialect/SplitMpi/IR/Layout.h"
#include "split-mlir/Distribution/Passes.h"
#include "llvm/ADT/StringExtras.h"

namespace mlir::split::mpi {
#define GEN_PASS_DEF_SPLITANNOTATESHARDINGSPASS
#include "split-mlir/Distribution/Passes.h.inc"
} // namespace mlir::split::mpi

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::mpi;
using shard::GridOp;
using shard::ShardingOp;
using shard::ShardOp;

using AxesLists = SmallVector<SmallVector<int16_t>>;

namespace {
/// One element of the option `shard`.
struct ShortForm {
  StringRef text;
  /// Empty: the only public function.
  StringRef function;
  bool isResult = false;
  unsigned index = 0;
  AxesLists lists;
};
} // namespace

/// Reads `[0,1]` at the beginning of `text`.
static bool readList(StringRef &text, SmallVector<int16_t> &list) {
  if (!text.consume_front("["))
    return false;
  while (!text.consume_front("]")) {
    if (!list.empty() && !text.consume_front(","))
      return false;
    text = text.ltrim();
    if (text.consumeInteger(10, list.emplace_back()))
      return false;
    text = text.ltrim();
  }
  text = text.ltrim();
  return true;
}

/// Reads `[[0],[1]]`.
static bool readLists(StringRef text, AxesLists &lists) {
  text = text.trim();
  if (!text.consume_front("["))
    return false;
  text = text.ltrim();
  while (!text.consume_front("]")) {
    if (!lists.empty() && !text.consume_front(","))
      return false;
    text = text.ltrim();
    if (!readList(text, lists.emplace_back()))
      return false;
  }
  return text.empty();
}

/// Reads `f:arg0=[[0],[1]]`.
static std::optional<ShortForm> readShortForm(StringRef text) {
  ShortForm form;
  form.text = text;
  auto [name, lists] = text.split('=');
  name = name.trim();
  if (name.contains(':'))
    std::tie(form.function, name) = name.rsplit(':');
  form.isResult = name.consume_front("result");
  if ((!form.isResult && !name.consume_front("arg")) ||
      name.getAsInteger(10, form.index) || !readLists(lists, form.lists))
    return std::nullopt;
  return form;
}

/// Reads `2x4`.
static std::optional<SmallVector<int64_t>> readGrid(StringRef text) {
  SmallVector<int64_t> shape;
  for (StringRef size : llvm::split(text, 'x'))
    if (size.trim().getAsInteger(10, shape.emplace_back()))
      return std::nullopt;
  return shape;
}

/// Returns the grid that annotations use: the one of the module if `text` is
/// empty, otherwise a new one.
static FailureOr<GridOp> getGrid(ModuleOp module, StringRef text) {
  auto grids = llvm::to_vector(module.getOps<GridOp>());
  if (text.empty()) {
    if (grids.size() != 1)
      return mlir::emitError(module.getLoc(), "has ")
             << grids.size() << " grids; the option 'grid' states one: 2x2";
    return grids.front();
  }
  if (!grids.empty())
    return grids.front().emitOpError(
        "exists already, so the option 'grid' must be empty");
  std::optional<SmallVector<int64_t>> shape = readGrid(text);
  auto emitError = [&] { return mlir::emitError(module.getLoc()); };
  if (!shape)
    return emitError() << "option 'grid' is '" << text
                       << "', expected sizes such as 2x4";
  if (failed(verifyGrid(emitError, *shape)))
    return failure();
  auto builder = OpBuilder::atBlockBegin(module.getBody());
  auto grid = GridOp::create(builder, module.getLoc(), "grid", *shape);
  SymbolTable(module).insert(grid, module.getBody()->begin());
  return grid;
}

static InFlightDiagnostic emitError(ModuleOp module, const ShortForm &form) {
  return mlir::emitError(module.getLoc(), "sharding '") << form.text << "' ";
}

static FailureOr<func::FuncOp> findFunction(ModuleOp module,
                                            const ShortForm &form) {
  SmallVector<func::FuncOp> functions;
  for (auto function : module.getOps<func::FuncOp>())
    if (!function.isExternal() &&
        (form.function.empty() ? function.isPublic()
                               : function.getSymName() == form.function))
      functions.push_back(function);
  if (functions.size() == 1 && functions.front().getBody().hasOneBlock())
    return functions.front();
  if (functions.size() == 1)
    return emitError(module, form)
           << "is for a function of several blocks, expected one";
  if (form.function.empty())
    return emitError(module, form)
           << "names no function, but the module has " << functions.size()
           << " public ones; expected NAME:" << form.text;
  return emitError(module, form) << "is for a function that does not exist";
}

static bool hasSharding(Value value) {
  return llvm::any_of(value.getUsers(), llvm::IsaPred<ShardOp>);
}

/// Returns the argument, or the value of the result.
static FailureOr<Value> findValue(ModuleOp module, func::FuncOp function,
                                  const ShortForm &form) {
  Block &body = function.getBody().front();
  ValueRange values = form.isResult
                          ? ValueRange(body.getTerminator()->getOperands())
                          : ValueRange(body.getArguments());
  if (form.index >= values.size())
    return emitError(module, form)
           << "is out of range: the function has "
           << formatCount(values.size(), form.isResult ? "result" : "argument");
  Value value = values[form.index];
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type)
    return emitError(module, form)
           << "is for a " << value.getType() << ", expected a ranked tensor";
  if (!form.isResult && hasSharding(value))
    return emitError(module, form) << "is for an argument that has a sharding";
  return value;
}

static ShardOp createShard(OpBuilder &builder, GridOp grid, Value value,
                           const AxesLists &lists) {
  auto sharding = ShardingOp::create(
      builder, value.getLoc(), FlatSymbolRefAttr::get(grid.getSymNameAttr()),
      getAxesAttr(builder.getContext(), lists).getAxes());
  return ShardOp::create(builder, value.getLoc(), value, sharding,
                         /*annotate_for_users=*/false);
}

/// Adds the ops of `form`, those of results to `resultShards` too.
static LogicalResult annotate(ModuleOp module, GridOp grid,
                              const ShortForm &form,
                              llvm::DenseSet<Operation *> &resultShards) {
  FailureOr<func::FuncOp> function = findFunction(module, form);
  if (failed(function))
    return failure();
  FailureOr<Value> value = findValue(module, *function, form);
  if (failed(value))
    return failure();
  if (form.isResult && resultShards.contains(value->getDefiningOp()))
    return emitError(module, form) << "is for a result that has a sharding";
  int64_t rank = cast<RankedTensorType>(value->getType()).getRank();
  std::string name = ("sharding '" + form.text + "'").str();
  if (failed(verifyAxesLists([&] { return mlir::emitError(module.getLoc()); },
                             name, grid.getShape(), form.lists, rank)))
    return failure();

  Block &body = function->getBody().front();
  OpBuilder builder(body.getParentOp()->getContext());
  if (form.isResult)
    builder.setInsertionPoint(body.getTerminator());
  else
    builder.setInsertionPointToStart(&body);
  // The first sharding of an argument is its own.
  if (form.isResult && isa<BlockArgument>(*value) && !hasSharding(*value))
    value = Value(createShard(builder, grid, *value, /*lists=*/{}));
  ShardOp shard = createShard(builder, grid, *value, form.lists);
  if (form.isResult) {
    body.getTerminator()->setOperand(form.index, shard);
    resultShards.insert(shard);
  } else {
    value->replaceAllUsesExcept(shard, shard);
  }
  return success();
}

namespace {
struct SplitAnnotateShardingsPass
    : split::mpi::impl::SplitAnnotateShardingsPassBase<
          SplitAnnotateShardingsPass> {
  using SplitAnnotateShardingsPassBase::SplitAnnotateShardingsPassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (shard.empty() && grid.empty())
      return;
    FailureOr<GridOp> gridOp = getGrid(module, grid);
    if (failed(gridOp))
      return signalPassFailure();
    SmallVector<ShortForm> forms;
    llvm::DenseSet<Operation *> resultShards;
    for (const std::string &text : shard) {
      std::optional<ShortForm> form = readShortForm(text);
      if (!form) {
        mlir::emitError(module.getLoc(), "sharding '")
            << text
            << "' is not of the form arg0=[[0],[1]] or result0=[[0],[1]]";
        return signalPassFailure();
      }
      forms.push_back(std::move(*form));
    }
    // A result may be an argument, which has its own sharding.
    for (bool isResult : {false, true})
      for (const ShortForm &form : forms)
        if (form.isResult == isResult &&
            failed(annotate(module, *gridOp, form, resultShards)))
          return signalPassFailure();
  }
};
} // namespace
