//===- ControlFlow.cpp - Operators of ONNX with subgraphs -----------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Builders/ControlFlow.h"

#include "../Builders/DataMovement.h"
#include "../Builders/Shapes.h"
#include "Operators.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "split-mlir/Dialect/Split/IR/Counts.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;
using namespace mlir::split::frontends::onnx;
using GraphValues = SmallVector<GraphValue>;

/// The kinds of some values: for each a tensor, or a sequence of a length.
using Layout = SmallVector<std::optional<size_t>>;

/// Appends the tensors of `values`, and describes them in `layout`.
static LogicalResult flatten(NodeImporter &node, ArrayRef<GraphValue> values,
                             SmallVectorImpl<Value> &tensors, Layout &layout) {
  for (const GraphValue &value : values) {
    if (!value.sequence) {
      tensors.push_back(node.getValue(value));
      layout.push_back(std::nullopt);
      continue;
    }
    if (value.sequence->length)
      return node.emitError() << "a sequence whose length is known only at run "
                                 "time enters or leaves a subgraph";
    if (failed(node.addSequenceElements(value.sequence->elements.size())))
      return failure();
    for (const GraphValue &element : value.sequence->elements)
      tensors.push_back(node.getValue(element));
    layout.push_back(value.sequence->elements.size());
  }
  return success();
}

/// Returns `tensors` grouped as `layout` says. `like` has the element types of
/// sequences.
static GraphValues unflatten(ValueRange tensors, const Layout &layout,
                             ArrayRef<GraphValue> like) {
  GraphValues values;
  for (auto [length, original] : llvm::zip_equal(layout, like)) {
    if (!length) {
      values.push_back({tensors.front(), {}});
      tensors = tensors.drop_front();
      continue;
    }
    GraphSequence sequence{original.sequence->elementType};
    for (Value tensor : tensors.take_front(*length))
      sequence.elements.push_back({tensor, {}});
    tensors = tensors.drop_front(*length);
    values.push_back(
        {{}, {}, std::make_shared<GraphSequence>(std::move(sequence))});
  }
  return values;
}

/// Returns the value of a constant bool of one element, or none.
static std::optional<bool> getConstantBool(DenseElementsAttr constant) {
  if (!constant || !constant.getElementType().isInteger(1) ||
      constant.getNumElements() != 1)
    return std::nullopt;
  return *constant.value_begin<bool>();
}

//===----------------------------------------------------------------------===//
// If
//===----------------------------------------------------------------------===//

/// Imports a branch and returns its tensors.
static FailureOr<SmallVector<Value>> importBranch(NodeImporter &node,
                                                  StringRef name,
                                                  GraphValues &values,
                                                  Layout &layout) {
  SmallVector<Value> tensors;
  FailureOr<GraphValues> outputs = node.importSubgraph(name, {});
  if (failed(outputs))
    return failure();
  outputs->truncate(node.getNumOutputs());
  if (failed(flatten(node, *outputs, tensors, layout)))
    return failure();
  values = std::move(*outputs);
  return tensors;
}

LogicalResult mlir::split::frontends::onnx::importIf(NodeImporter &node) {
  const ::onnx::GraphProto *branches[2];
  StringRef names[] = {"then_branch", "else_branch"};
  for (auto [name, branch] : llvm::zip_equal(names, branches)) {
    if (failed(node.readGraph(name, branch)))
      return failure();
    if (branch->output_size() < node.getNumOutputs())
      return node.emitError() << "'" << name << "' has "
                              << formatCount(branch->output_size(), "output")
                              << ", expected " << node.getNumOutputs();
  }
  if (std::optional<bool> taken = getConstantBool(node.getConstantInput(0))) {
    auto outputs = node.importSubgraph(names[*taken ? 0 : 1], {});
    return failed(outputs) ? failure() : node.setOutputs(*outputs);
  }
  ImplicitLocOpBuilder &builder = node.getBuilder();
  FailureOr<Value> condition = createCondition(builder, node.getInput(0));
  if (failed(condition))
    return failure();
  GraphValues thenValues, elseValues;
  Layout thenLayout, elseLayout;
  auto importThen = [&] {
    return importBranch(node, names[0], thenValues, thenLayout);
  };
  auto importElse = [&]() -> FailureOr<SmallVector<Value>> {
    auto tensors = importBranch(node, names[1], elseValues, elseLayout);
    if (succeeded(tensors) && thenLayout != elseLayout)
      return node.emitError() << "one branch returns a sequence, the other a "
                                 "tensor or a sequence of another length";
    return tensors;
  };
  auto results = createIf(builder, *condition, importThen, importElse);
  if (failed(results))
    return failure();
  return node.setOutputs(unflatten(*results, thenLayout, thenValues));
}

//===----------------------------------------------------------------------===//
// Loop
//===----------------------------------------------------------------------===//

/// Loops are unrolled up to this number of iterations and of imported nodes.
static constexpr int64_t kMaxUnrolled = 512;
/// The same if a sequence is carried, whose length may change.
static constexpr int64_t kMaxUnrolledSequences = 65536;

namespace {
/// Imports one Loop node: unrolled if the number of iterations is known and
/// small, else as a loop.
class LoopImporter {
public:
  explicit LoopImporter(NodeImporter &node)
      : node(node), builder(node.getBuilder()) {}

  LogicalResult import();

private:
  LogicalResult readInputs();
  /// Imports the body for an iteration. Returns the condition, the carried and
  /// the stacked values.
  FailureOr<GraphValues> importIteration(GraphValue index,
                                         ArrayRef<GraphValue> carried);
  /// Tries to import all iterations one after the other. `done` tells whether
  /// this was possible.
  LogicalResult unroll(bool &done);
  FailureOr<bool> importIterations(GraphValues &carried,
                                   std::vector<GraphValues> &stacked);
  FailureOr<Value> createStack(ArrayRef<GraphValues> iterations, size_t i);
  LogicalResult importLoop();
  FailureOr<LoopIteration> importBody(Value index, ValueRange tensors,
                                      const Layout &layout);
  /// Returns how many nodes of the body read the last tensor of sequence
  /// `name`.
  int64_t countReadsOfLast(StringRef name) const;
  /// Returns the node that adds a tensor to carried value `i`, if that is a
  /// sequence to which each iteration only appends a tensor, and whose last
  /// tensor it may read, or, if it is empty at first, puts one in front: then
  /// the new tensors are a stack.
  const ::onnx::NodeProto *findInsert(size_t i, const GraphValue &after) const;
  /// Returns all rows of carried value `i`, to which `insert` added `stack`.
  FailureOr<Value> createRows(size_t i, const ::onnx::NodeProto &insert,
                              Value stack);

  NodeImporter &node;
  ImplicitLocOpBuilder &builder;
  const ::onnx::GraphProto *body = nullptr;
  LoopLimits limits;
  GraphValues initial;
  /// The positions of the carried sequences that are stacks, and the nodes that
  /// add to them.
  SmallVector<std::pair<size_t, const ::onnx::NodeProto *>> appended;
};
} // namespace

LogicalResult LoopImporter::readInputs() {
  auto get = [&](int64_t i) {
    return node.hasInput(i) ? node.getInput(i) : Value();
  };
  FailureOr<LoopLimits> read = createLimits(builder, get(0), get(1));
  if (failed(read))
    return failure();
  limits = *read;
  for (int64_t i = 2; i < node.getNumInputs(); ++i) {
    if (failed(node.checkPresent(i)))
      return failure();
    initial.push_back(node.getInputEntry(i));
  }
  return success();
}

FailureOr<GraphValues>
LoopImporter::importIteration(GraphValue index, ArrayRef<GraphValue> carried) {
  auto boolType = RankedTensorType::get({}, builder.getI1Type());
  // An iteration runs only if the condition holds.
  GraphValues inputs = {std::move(index),
                        {{}, DenseElementsAttr::get(boolType, true)}};
  llvm::append_range(inputs, carried);
  return node.importSubgraph("body", inputs);
}

FailureOr<bool>
LoopImporter::importIterations(GraphValues &carried,
                               std::vector<GraphValues> &stacked) {
  bool hasSequence = llvm::any_of(
      initial, [](const GraphValue &value) { return bool(value.sequence); });
  int64_t most = hasSequence ? kMaxUnrolledSequences : kMaxUnrolled;
  int64_t limit = node.getNumImported() + most;
  std::optional<int64_t> count =
      limits.trips ? getConstantIntValue(limits.trips) : std::nullopt;
  auto indexType = RankedTensorType::get({}, builder.getI64Type());
  for (int64_t i = 0; i != count; ++i) {
    auto outputs =
        importIteration({{}, DenseElementsAttr::get(indexType, i)}, carried);
    if (failed(outputs))
      return failure();
    std::optional<bool> goesOn = getConstantBool(outputs->front().constant);
    if (!goesOn || node.getNumImported() > limit || i == most)
      return false;
    auto rest = ArrayRef(*outputs).drop_front();
    carried.assign(rest.begin(), rest.begin() + carried.size());
    stacked.emplace_back(rest.drop_front(carried.size()));
    if (!*goesOn)
      break;
  }
  return true;
}

FailureOr<Value> LoopImporter::createStack(ArrayRef<GraphValues> iterations,
                                           size_t i) {
  OpFoldResult first = builder.getIndexAttr(0);
  SmallVector<Value> elements;
  for (const GraphValues &values : iterations) {
    if (values[i].sequence)
      return node.emitError() << "a sequence cannot be stacked";
    Value element = node.getValue(values[i]);
    if (!isa<RankedTensorType>(element.getType()))
      return node.emitError()
             << "stacked value #" << i << " has an unknown rank";
    FailureOr<Value> row = createUnsqueeze(builder, element, ArrayRef(first));
    if (failed(row))
      return failure();
    elements.push_back(*row);
  }
  return createConcat(builder, elements, 0);
}

LogicalResult LoopImporter::unroll(bool &done) {
  // The types of what no iteration stacks are those of the loop's body.
  if (limits.condition ||
      (limits.trips && getConstantIntValue(limits.trips).value_or(0) <= 0))
    return success();
  GraphValues results = initial;
  std::vector<GraphValues> stacked;
  Region region;
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(&region.emplaceBlock());
    FailureOr<bool> imported = importIterations(results, stacked);
    if (failed(imported) || !*imported)
      return imported;
  }
  builder.getInsertionBlock()->getOperations().splice(
      builder.getInsertionPoint(), region.front().getOperations());
  for (size_t i = 0; i < stacked.front().size(); ++i) {
    FailureOr<Value> stack = createStack(stacked, i);
    if (failed(stack))
      return failure();
    results.push_back({*stack, {}});
  }
  done = true;
  return node.setOutputs(results);
}

/// Counts the uses of all names in a graph and its subgraphs.
static void countUses(const ::onnx::GraphProto &graph,
                      llvm::StringMap<int64_t> &uses) {
  for (const auto &output : graph.output())
    ++uses[output.name()];
  for (const auto &node : graph.node()) {
    for (const std::string &input : node.input())
      ++uses[input];
    for (const auto &attribute : node.attribute())
      if (attribute.has_g())
        countUses(attribute.g(), uses);
  }
}

int64_t LoopImporter::countReadsOfLast(StringRef name) const {
  return llvm::count_if(body->node(), [&](const ::onnx::NodeProto &user) {
    if (user.op_type() != "SequenceAt" || user.input_size() != 2 ||
        user.input(0) != name)
      return false;
    DenseElementsAttr position = node.getConstant(user.input(1));
    return position && position.getNumElements() == 1 &&
           position.getElementType().isInteger() &&
           (*position.value_begin<APInt>()).isAllOnes();
  });
}

const ::onnx::NodeProto *
LoopImporter::findInsert(size_t i, const GraphValue &after) const {
  if (!initial[i].sequence || !after.sequence)
    return nullptr;
  size_t length = initial[i].sequence->elements.size();
  const std::string &name = body->input(2 + i).name();
  // With --keep-unknown, a kept node may read an empty sequence.
  int64_t readsOfLast = countReadsOfLast(name);
  if (length == 0 && readsOfLast != 0)
    return nullptr;
  const std::string &newName = body->output(1 + i).name();
  llvm::StringMap<int64_t> uses;
  countUses(*body, uses);
  if (after.sequence->elements.size() != length + 1 ||
      uses.lookup(name) != 1 + readsOfLast || uses.lookup(newName) != 1)
    return nullptr;
  // The only position in an empty sequence is 0.
  int maxInputs = length == 0 ? 3 : 2;
  for (const ::onnx::NodeProto &node : body->node())
    if (node.op_type() == "SequenceInsert" && node.output_size() == 1 &&
        node.input_size() <= maxInputs && node.input(0) == name &&
        node.output(0) == newName)
      return &node;
  return nullptr;
}

FailureOr<LoopIteration> LoopImporter::importBody(Value index,
                                                  ValueRange tensors,
                                                  const Layout &layout) {
  Value number =
      arith::IndexCastOp::create(builder, builder.getI64Type(), index);
  Value indexTensor = createFromElements(
      builder, RankedTensorType::get({}, builder.getI64Type()), number);
  auto outputs =
      importIteration({indexTensor, {}}, unflatten(tensors, layout, initial));
  if (failed(outputs))
    return failure();
  LoopIteration iteration;
  const GraphValue &next = outputs->front();
  if (next.sequence)
    return node.emitError() << "the condition is a sequence";
  if (!getConstantBool(next.constant).value_or(false)) {
    FailureOr<Value> goesOn = createCondition(builder, node.getValue(next));
    if (failed(goesOn))
      return failure();
    iteration.condition = *goesOn;
  }
  GraphValues carried(ArrayRef(*outputs).slice(1, initial.size()));
  GraphValues stacked(ArrayRef(*outputs).drop_front(1 + initial.size()));
  appended.clear();
  for (auto [i, value] : llvm::enumerate(carried))
    if (const ::onnx::NodeProto *insert = findInsert(i, value)) {
      appended.push_back({i, insert});
      stacked.push_back(value.sequence->elements.back());
      // The first iteration reads the last of the initial tensors, and others
      // the last of the new ones.
      GraphSequence next = *initial[i].sequence;
      if (countReadsOfLast(body->input(2 + i).name()) != 0)
        next.elements.back() = stacked.back();
      value.sequence = std::make_shared<GraphSequence>(std::move(next));
    }
  Layout newLayout, stackedLayout;
  if (failed(flatten(node, carried, iteration.carried, newLayout)) ||
      failed(flatten(node, stacked, iteration.stacked, stackedLayout)))
    return failure();
  if (newLayout != layout)
    return node.emitError() << "carries a sequence whose length changes, which "
                               "needs a known number of iterations";
  if (!llvm::all_of(stackedLayout, [](auto length) { return !length; }))
    return node.emitError() << "a sequence cannot be stacked";
  return iteration;
}

FailureOr<Value> LoopImporter::createRows(size_t i,
                                          const ::onnx::NodeProto &insert,
                                          Value stack) {
  if (insert.input_size() == 3 && !insert.input(2).empty()) {
    LoopParts reversed;
    reversed.isReversed = true;
    return joinParts(builder, stack, reversed, /*addsAxis=*/true);
  }
  std::vector<GraphValues> rows;
  for (const GraphValue &element : initial[i].sequence->elements)
    rows.push_back({element});
  if (rows.empty())
    return stack;
  FailureOr<Value> first = createStack(rows, 0);
  if (failed(first))
    return failure();
  return createRowsJoin(builder, stack, *first, /*inFront=*/true);
}

LogicalResult LoopImporter::importLoop() {
  Layout layout;
  SmallVector<Value> tensors;
  if (failed(flatten(node, initial, tensors, layout)))
    return failure();
  auto results = createLoop(builder, limits, tensors,
                            [&](Value index, ValueRange carried) {
                              return importBody(index, carried, layout);
                            });
  if (failed(results))
    return failure();
  ValueRange carried = ValueRange(*results).take_front(tensors.size());
  GraphValues values = unflatten(carried, layout, initial);
  ValueRange stacks = ValueRange(*results).drop_front(tensors.size());
  for (Value stack : stacks.drop_back(appended.size()))
    values.push_back({stack, {}});
  for (auto [place, added] :
       llvm::zip_equal(appended, stacks.take_back(appended.size()))) {
    auto [i, insert] = place;
    FailureOr<Value> stack = createRows(i, *insert, added);
    if (failed(stack))
      return failure();
    Value length = getValueOrCreateConstantIndexOp(builder, builder.getLoc(),
                                                   getSize(builder, *stack, 0));
    values[i].sequence = std::make_shared<GraphSequence>(
        GraphSequence{initial[i].sequence->elementType, {}, length, *stack});
  }
  return node.setOutputs(values);
}

LogicalResult LoopImporter::import() {
  if (failed(node.readGraph("body", body)) || failed(readInputs()))
    return failure();
  int64_t numOutputs = body->output_size() - 1;
  if (numOutputs < static_cast<int64_t>(initial.size()) ||
      numOutputs < node.getNumOutputs())
    return node.emitError()
           << "'body' has " << formatCount(body->output_size(), "output")
           << ", expected at least "
           << 1 + std::max<int64_t>(initial.size(), node.getNumOutputs());
  bool done = false;
  if (failed(unroll(done)))
    return failure();
  return done ? success() : importLoop();
}

LogicalResult mlir::split::frontends::onnx::importLoop(NodeImporter &node) {
  return LoopImporter(node).import();
}
