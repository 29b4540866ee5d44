//===- Draw.cpp - Pictures of splits and shards ---------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Draw.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "split-mlir/Dialect/Split/IR/AssertMessages.h"
#include "split-mlir/Dialect/Split/IR/Split.h"
#include "split-mlir/Dialect/Split/Transforms/Passes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

//===----------------------------------------------------------------------===//
// Splits
//===----------------------------------------------------------------------===//

/// Returns a value for `input`: a constant if it may state lengths or an axis,
/// otherwise a tensor of its sizes. Returns null for other inputs.
static Value createInput(OpBuilder &builder, Location loc, Type type,
                         const HostTensor &input) {
  constexpr int64_t kMaxLengths = 1024;
  bool isIndex = getElementTypeOrSelf(type).isIntOrIndex() &&
                 input.getNumElements() <= kMaxLengths &&
                 input.getLayout().bitsPerNumber >= 8;
  auto shaped =
      RankedTensorType::get(input.getShape(), getElementTypeOrSelf(type));
  DenseElementsAttr elements;
  if (isIndex)
    elements = DenseElementsAttr::getFromRawBuffer(shaped, input.getBytes());
  if (!isa<TensorType>(type))
    return elements ? arith::ConstantOp::create(
                          builder, loc,
                          cast<TypedAttr>(*elements.value_begin<Attribute>()))
                    : Value();
  Value value =
      elements ? Value(arith::ConstantOp::create(builder, loc, elements))
               : tensor::EmptyOp::create(builder, loc, shaped, ValueRange());
  return builder.createOrFold<tensor::CastOp>(loc, type, value);
}

/// Makes types in `function` those of a call with `inputs`, where inference
/// finds them.
static void applyInputs(func::FuncOp function, ArrayRef<HostTensor> inputs) {
  auto builder = OpBuilder::atBlockBegin(&function.front());
  for (auto [argument, input] : llvm::zip(function.getArguments(), inputs))
    if (Value value =
            createInput(builder, function.getLoc(), argument.getType(), input))
      argument.replaceAllUsesWith(value);
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
    std::string user = isa<func::ReturnOp>(op)
                           ? "result " + std::to_string(use.getOperandNumber())
                           : op->getName().getStringRef().str();
    if (!llvm::is_contained(users, user))
      users.insert(users.begin(), std::move(user));
  }
  return users.empty() ? "not used" : "to " + llvm::join(users, " and ");
}

/// Pieces of unknown length are drawn as if they had one element.
static std::optional<Drawing> drawSplit(SplitOpInterface op) {
  TensorType data = op.getData().getType();
  std::optional<int64_t> axis = op.getSpec().getNormalizedAxis();
  if (!axis)
    return std::nullopt;
  Drawing drawing;
  drawing.title =
      llvm::formatv("{0}: {1} of {2} along dimension {3}",
                    describeLocation(op.getLoc()), op->getName(), data, *axis);
  int64_t begin = 0;
  bool isKnown = true;
  for (OpResult piece : op->getResults()) {
    Drawing::Part part;
    part.lines.push_back(llvm::formatv("piece {0}", piece.getResultNumber()));
    auto type = cast<TensorType>(piece.getType());
    int64_t size =
        type.hasRank() ? type.getDimSize(*axis) : ShapedType::kDynamic;
    isKnown &= !ShapedType::isDynamic(size);
    if (ShapedType::isDynamic(size))
      size = 1;
    else if (isKnown)
      part.lines.push_back(llvm::formatv("from {0}, {1} long", begin, size));
    else
      part.lines.push_back(llvm::formatv("{0} long", size));
    part.lines.push_back(describeUsers(piece));
    part.box.offsets.assign(data.getRank(), 0);
    part.box.sizes.assign(data.getRank(), 1);
    part.box.offsets[*axis] = begin;
    part.box.sizes[*axis] = size;
    begin += size;
    drawing.parts.push_back(std::move(part));
  }
  return drawing;
}

SmallVector<Drawing>
mlir::split::native::drawSplits(ModuleOp module, StringRef name,
                                ArrayRef<HostTensor> inputs) {
  OwningOpRef<ModuleOp> copy(module.clone());
  auto function = copy->lookupSymbol<func::FuncOp>(name);
  if (!inputs.empty())
    applyInputs(function, inputs);
  SmallVector<Drawing> drawings;
  function.walk([&](SplitOpInterface op) {
    if (std::optional<Drawing> drawing = drawSplit(op))
      drawings.push_back(std::move(*drawing));
  });
  return drawings;
}

//===----------------------------------------------------------------------===//
// Grids of cells
//===----------------------------------------------------------------------===//

namespace {
/// A row or a column of cells: where it begins in the tensor, its number of
/// elements, and its size on paper.
struct Strip {
  int64_t begin, size, extent = 0;
};

/// The parts of a tensor in rows and columns.
struct Grid {
  explicit Grid(const Drawing &drawing);

  std::vector<std::string> &getCell(size_t row, size_t column) {
    return cells[row * columns.size() + column];
  }

  SmallVector<Strip> rows, columns;
  std::vector<std::vector<std::string>> cells;
};
} // namespace

/// Returns the strips of dimension `dim`, or one if there is no such dimension.
static SmallVector<Strip> getStrips(const Drawing &drawing,
                                    std::optional<unsigned> dim) {
  SmallVector<Strip> strips;
  for (const Drawing::Part &part : drawing.parts) {
    Strip strip{dim ? part.box.offsets[*dim] : 0,
                dim ? part.box.sizes[*dim] : 1};
    auto *place = llvm::lower_bound(strips, strip,
                                    [](const Strip &left, const Strip &right) {
                                      return std::pair(left.begin, left.size) <
                                             std::pair(right.begin, right.size);
                                    });
    if (place == strips.end() || place->begin != strip.begin ||
        place->size != strip.size)
      strips.insert(place, strip);
  }
  return strips;
}

Grid::Grid(const Drawing &drawing) {
  SmallVector<unsigned> cut;
  const TensorBox &first = drawing.parts.front().box;
  for (unsigned dim = 0; dim < first.offsets.size(); ++dim)
    if (getStrips(drawing, dim).size() > 1)
      cut.push_back(dim);
  std::optional<unsigned> rowDim, columnDim;
  // Pieces along the last dimension are beside each other.
  if (!cut.empty())
    (cut[0] + 1 == first.offsets.size() ? columnDim : rowDim) = cut[0];
  if (cut.size() > 1)
    columnDim = cut[1];
  rows = getStrips(drawing, rowDim);
  columns = getStrips(drawing, columnDim);
  cells.resize(rows.size() * columns.size());
  for (const Drawing::Part &part : drawing.parts) {
    auto find = [&](ArrayRef<Strip> strips, std::optional<unsigned> dim) {
      return llvm::find_if(strips,
                           [&](const Strip &strip) {
                             return !dim ||
                                    (strip.begin == part.box.offsets[*dim] &&
                                     strip.size == part.box.sizes[*dim]);
                           }) -
             strips.begin();
    };
    auto &cell = getCell(find(rows, rowDim), find(columns, columnDim));
    cell.insert(cell.end(), part.lines.begin(), part.lines.end());
  }
}

/// Sets the extents of `strips`, which are those of the text in them, or more
/// if the share of a strip in `total` is more.
static void layOut(MutableArrayRef<Strip> strips, int64_t total,
                   llvm::function_ref<int64_t(size_t index)> getText) {
  int64_t elements = 0;
  for (const Strip &strip : strips)
    elements += strip.size;
  for (auto [index, strip] : llvm::enumerate(strips))
    strip.extent =
        std::max<int64_t>(getText(index), double(total) * strip.size /
                                              std::max<int64_t>(elements, 1));
}

static void layOut(Grid &grid, int64_t width, int64_t height) {
  layOut(grid.rows, height, [&](size_t row) {
    size_t lines = 1;
    for (size_t column = 0; column < grid.columns.size(); ++column)
      lines = std::max(lines, grid.getCell(row, column).size());
    return lines;
  });
  layOut(grid.columns, width, [&](size_t column) {
    size_t letters = 1;
    for (size_t row = 0; row < grid.rows.size(); ++row)
      for (const std::string &line : grid.getCell(row, column))
        letters = std::max(letters, line.size());
    return letters;
  });
}

//===----------------------------------------------------------------------===//
// Text and SVG
//===----------------------------------------------------------------------===//

static void printRule(const Grid &grid, StringRef left, StringRef middle,
                      StringRef right, raw_ostream &os) {
  for (auto [index, column] : llvm::enumerate(grid.columns)) {
    os << (index == 0 ? left : middle);
    for (int64_t i = 0; i < column.extent + 2; ++i)
      os << "─";
  }
  os << right << '\n';
}

static void printText(Grid grid, raw_ostream &os) {
  constexpr int64_t kWidth = 60, kHeight = 6;
  layOut(grid, kWidth, grid.rows.size() == 1 ? 1 : kHeight);
  printRule(grid, "┌", "┬", "┐", os);
  for (auto [row, strip] : llvm::enumerate(grid.rows)) {
    if (row != 0)
      printRule(grid, "├", "┼", "┤", os);
    for (int64_t line = 0; line < strip.extent; ++line) {
      for (auto [column, width] : llvm::enumerate(grid.columns)) {
        const auto &cell = grid.getCell(row, column);
        StringRef text =
            line < int64_t(cell.size()) ? StringRef(cell[line]) : StringRef();
        os << "│ " << text;
        os.indent(width.extent - text.size() + 1);
      }
      os << "│\n";
    }
  }
  printRule(grid, "└", "┴", "┘", os);
}

static std::string escapeForXml(StringRef text) {
  std::string escaped;
  llvm::raw_string_ostream os(escaped);
  llvm::printHTMLEscaped(text, os);
  return escaped;
}

static constexpr int64_t kLetter = 8, kLine = 18;

static void printSvgText(int64_t x, int64_t y, StringRef text,
                         raw_ostream &os) {
  os << llvm::formatv("<text x=\"{0}\" y=\"{1}\">{2}</text>\n", x, y,
                      escapeForXml(text));
}

/// Prints the cells below `y`, and sets `width` at least to their width.
/// Returns where they end.
static int64_t printSvgCells(Grid grid, int64_t y, int64_t &width,
                             raw_ostream &os) {
  layOut(grid, /*width=*/60, /*height=*/6);
  for (auto [row, strip] : llvm::enumerate(grid.rows)) {
    int64_t x = kLetter, height = (strip.extent + 1) * kLine;
    for (auto [column, place] : llvm::enumerate(grid.columns)) {
      int64_t cellWidth = (place.extent + 2) * kLetter;
      os << llvm::formatv("<rect x=\"{0}\" y=\"{1}\" width=\"{2}\" "
                          "height=\"{3}\" fill=\"hsl({4},60%,85%)\" "
                          "stroke=\"black\"/>\n",
                          x, y, cellWidth, height,
                          (row * grid.columns.size() + column) * 67 % 360);
      for (auto [index, line] : llvm::enumerate(grid.getCell(row, column)))
        printSvgText(x + kLetter, y + (index + 1) * kLine, line, os);
      x += cellWidth;
    }
    width = std::max(width, x + kLetter);
    y += height;
  }
  return y;
}

static void printSvg(ArrayRef<Drawing> drawings, raw_ostream &os) {
  std::string body;
  llvm::raw_string_ostream bodyStream(body);
  int64_t y = kLine, width = 0;
  for (const Drawing &drawing : drawings) {
    printSvgText(kLetter, y, drawing.title, bodyStream);
    width = std::max<int64_t>(width, (drawing.title.size() + 2) * kLetter);
    y = printSvgCells(Grid(drawing), y + kLine / 2, width, bodyStream);
    y += 2 * kLine;
  }
  os << llvm::formatv("<svg xmlns=\"http://www.w3.org/2000/svg\" "
                      "width=\"{0}\" height=\"{1}\" "
                      "font-family=\"monospace\" font-size=\"13\">\n",
                      width, y)
     << body << "</svg>\n";
}

void mlir::split::native::printDrawings(ArrayRef<Drawing> drawings, bool asSvg,
                                        raw_ostream &os) {
  if (asSvg)
    return printSvg(drawings, os);
  for (const Drawing &drawing : drawings) {
    os << drawing.title << '\n';
    printText(Grid(drawing), os);
  }
}
