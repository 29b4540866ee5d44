//===- Draw.cpp - Pictures of splits and shards ---------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compiler.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "split-mlir/Dialect/Split/IR/AssertMessages.h"
#include "split-mlir/Dialect/Split/IR/Split.h"
#include "split-mlir/Dialect/Split/Transforms/Passes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include <map>

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

/// Makes types in `function` those of a call with `inputs`, where inference
/// finds them. Inputs that may state lengths or an axis become constants; of
/// others, only the sizes matter.
static void applyInputs(func::FuncOp function, ArrayRef<HostTensor> inputs) {
  constexpr int64_t kMaxLengths = 1024;
  ImplicitLocOpBuilder builder(function.getLoc(), &function.front().front());
  for (auto [argument, input] : llvm::zip(function.getArguments(), inputs)) {
    Type type = argument.getType(), element = getElementTypeOrSelf(type);
    auto shaped = RankedTensorType::get(input.getShape(), element);
    Value value = tensor::EmptyOp::create(builder, shaped, ValueRange());
    if (element.isIntOrIndex() && input.getNumElements() <= kMaxLengths &&
        input.getLayout().bitsPerNumber >= 8)
      value = arith::ConstantOp::create(
          builder,
          DenseElementsAttr::getFromRawBuffer(shaped, input.getBytes()));
    value = isa<TensorType>(type)
                ? builder.createOrFold<tensor::CastOp>(type, value)
                : builder.createOrFold<tensor::ExtractOp>(value, ValueRange());
    argument.replaceAllUsesWith(value);
  }
  MLIRContext *context = function.getContext();
  // Types of inputs may contradict those of the program, which calls report.
  ScopedDiagnosticHandler ignore(context, [](Diagnostic &) {});
  PassManager manager(context);
  manager.enableVerifier(false);
  manager.addPass(createCanonicalizerPass()); // moves lengths to attributes
  manager.addPass(createSplitInferShapesPass());
  (void)manager.run(function->getParentOfType<ModuleOp>());
}

/// Returns what uses `piece`, for example `to linalg.mul and result 0`.
static std::string describeUsers(Value piece) {
  SmallVector<std::string> users;
  for (OpOperand &use : piece.getUses()) {
    Operation *op = use.getOwner();
    if (isa<tensor::CastOp>(op))
      return describeUsers(op->getResult(0));
    std::string user = op->getName().getStringRef().str();
    if (isa<func::ReturnOp>(op))
      user = "result " + std::to_string(use.getOperandNumber());
    if (!llvm::is_contained(users, user))
      users.insert(users.begin(), std::move(user));
  }
  return users.empty() ? "not used" : "to " + llvm::join(users, " and ");
}

/// Draws `op` if its axis is known. Pieces of unknown length are drawn as if
/// they had one element.
static void drawSplit(SplitOpInterface op, SmallVectorImpl<Drawing> &drawings) {
  TensorType data = op.getData().getType();
  std::optional<int64_t> axis = op.getSpec().getNormalizedAxis();
  if (!axis)
    return;
  Drawing &drawing = drawings.emplace_back();
  drawing.title =
      llvm::formatv("{0}: {1} of {2} along dimension {3}",
                    describeLocation(op.getLoc()), op->getName(), data, *axis);
  auto box = TensorBox::getWhole(SmallVector<int64_t>(data.getRank(), 1));
  int64_t &begin = box.offsets[*axis], &size = box.sizes[*axis];
  bool isKnown = true;
  for (OpResult piece : op->getResults()) {
    auto type = cast<ShapedType>(piece.getType());
    bool isDynamic = !type.hasRank() || type.isDynamicDim(*axis);
    size = isDynamic ? 1 : type.getDimSize(*axis);
    isKnown &= !isDynamic;
    auto &lines = drawing.parts.emplace_back(Drawing::Part{box, {}}).lines;
    lines.push_back("piece " + std::to_string(piece.getResultNumber()));
    std::string place = isKnown ? "from " + std::to_string(begin) + ", " : "";
    if (!isDynamic)
      lines.push_back(place + std::to_string(size) + " long");
    lines.push_back(describeUsers(piece));
    begin += size;
  }
  // If there are many pieces, leave out those in the middle.
  constexpr int64_t kFirst = 8, kLast = 4;
  int64_t numLeftOut = int64_t(drawing.parts.size()) - kFirst - kLast;
  if (numLeftOut > 1) {
    Drawing::Part *middle = drawing.parts.begin() + kFirst;
    middle->lines = {llvm::formatv("... {0:N} more ...", numLeftOut)};
    drawing.parts.erase(middle + 1, drawing.parts.end() - kLast);
  }
}

SmallVector<Drawing>
mlir::split::native::drawSplits(ModuleOp module, StringRef name,
                                ArrayRef<HostTensor> inputs) {
  OwningOpRef<ModuleOp> copy(module.clone());
  auto function = copy->lookupSymbol<func::FuncOp>(name);
  if (!inputs.empty())
    applyInputs(function, inputs);
  SmallVector<Drawing> drawings;
  function.walk([&](SplitOpInterface op) { drawSplit(op, drawings); });
  return drawings;
}

/// The first index and the number of indices in a dimension.
using Interval = std::pair<int64_t, int64_t>;

namespace {
/// The parts of a tensor in rows and columns, whose heights and widths are
/// numbers of lines and letters.
struct Grid {
  std::map<Interval, int64_t> rows, columns;
  std::map<std::pair<Interval, Interval>, SmallVector<std::string>> cells;
};
} // namespace

/// Makes extents of `strips` at least as large as their shares of `total`.
static void enlarge(std::map<Interval, int64_t> &strips, int64_t total) {
  int64_t count = 0;
  for (const auto &[interval, extent] : strips)
    count += interval.second;
  double scale = double(total) / std::max<int64_t>(count, 1);
  for (auto &[interval, extent] : strips)
    extent = std::max<int64_t>(extent, scale * interval.second);
}

static Grid createGrid(ArrayRef<Drawing::Part> parts) {
  constexpr int64_t kHeight = 6, kWidth = 60;
  auto getInterval = [](const Drawing::Part &part, std::optional<size_t> dim) {
    return dim ? Interval(part.box.offsets[*dim], part.box.sizes[*dim])
               : Interval(0, 1);
  };
  std::optional<size_t> rowDim, columnDim;
  for (size_t dim = 0, e = parts.front().box.sizes.size(); dim < e; ++dim) {
    bool isCut = llvm::any_of(parts, [&](const Drawing::Part &part) {
      return getInterval(part, dim) != getInterval(parts.front(), dim);
    });
    // Pieces along the last dimension are beside each other.
    if (isCut && !rowDim && dim + 1 < e)
      rowDim = dim;
    else if (isCut && !columnDim)
      columnDim = dim;
  }
  Grid grid;
  for (const Drawing::Part &part : parts) {
    Interval row = getInterval(part, rowDim);
    Interval column = getInterval(part, columnDim);
    int64_t &height = grid.rows[row], &width = grid.columns[column];
    SmallVector<std::string> &cell = grid.cells[{row, column}];
    llvm::append_range(cell, part.lines);
    height = std::max<int64_t>(height, cell.size());
    for (StringRef line : part.lines)
      width = std::max<int64_t>(width, line.size());
  }
  enlarge(grid.rows, grid.rows.size() == 1 ? 1 : kHeight);
  enlarge(grid.columns, kWidth);
  return grid;
}

static void printText(Grid grid, raw_ostream &os) {
  auto printLine = [&](StringRef left, StringRef middle, StringRef right,
                       auto printColumn) {
    os << left;
    llvm::interleave(grid.columns, os, printColumn, middle);
    os << right << '\n';
  };
  auto printRule = [&](const auto &column) {
    for (int64_t i = 0; i < column.second + 2; ++i)
      os << "─";
  };
  printLine("┌", "┬", "┐", printRule);
  for (const auto &row : grid.rows) {
    if (&row != &*grid.rows.begin())
      printLine("├", "┼", "┤", printRule);
    for (int64_t line = 0; line < row.second; ++line)
      printLine("│", "│", "│", [&](const auto &column) {
        SmallVector<std::string> &cell = grid.cells[{row.first, column.first}];
        cell.resize(row.second);
        os << ' ' << llvm::left_justify(cell[line], column.second) << ' ';
      });
  }
  printLine("└", "┴", "┘", printRule);
}

static void printSvg(ArrayRef<Drawing> drawings, raw_ostream &os) {
  constexpr int64_t kLetter = 8, kLine = 18;
  std::string body;
  llvm::raw_string_ostream bodyStream(body);
  auto printLine = [&](int64_t x, int64_t y, StringRef text) {
    bodyStream << llvm::formatv(R"(<text x="{0}" y="{1}">)", x, y);
    llvm::printHTMLEscaped(text, bodyStream);
    bodyStream << "</text>\n";
  };
  int64_t y = kLine, width = 0;
  for (const Drawing &drawing : drawings) {
    printLine(kLetter, y, drawing.title);
    width = std::max<int64_t>(width, (drawing.title.size() + 2) * kLetter);
    y += kLine / 2;
    Grid grid = createGrid(drawing.parts);
    unsigned hue = 0;
    for (const auto &[row, lines] : grid.rows) {
      int64_t x = kLetter, height = (lines + 1) * kLine;
      for (const auto &[column, letters] : grid.columns) {
        int64_t cellWidth = (letters + 2) * kLetter;
        bodyStream << llvm::formatv(
            "<rect x=\"{0}\" y=\"{1}\" width=\"{2}\" height=\"{3}\" "
            "fill=\"hsl({4},60%,85%)\" stroke=\"black\"/>\n",
            x, y, cellWidth, height, hue);
        hue = (hue + 67) % 360;
        for (auto [index, line] : llvm::enumerate(grid.cells[{row, column}]))
          printLine(x + kLetter, y + (index + 1) * kLine, line);
        x += cellWidth;
      }
      width = std::max(width, x + kLetter);
      y += height;
    }
    y += 2 * kLine;
  }
  os << llvm::formatv("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" "
                      "height=\"{1}\" font-family=\"monospace\" "
                      "font-size=\"13\">\n",
                      width, y)
     << body << "</svg>\n";
}

void mlir::split::native::printDrawings(ArrayRef<Drawing> drawings, bool asSvg,
                                        raw_ostream &os) {
  if (asSvg)
    return printSvg(drawings, os);
  for (const Drawing &drawing : drawings) {
    os << drawing.title << '\n';
    printText(createGrid(drawing.parts), os);
  }
}
