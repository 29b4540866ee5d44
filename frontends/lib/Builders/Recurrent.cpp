//===- Recurrent.cpp - Recurrent layers of models -------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Recurrent.h"

#include "ControlFlow.h"
#include "DataMovement.h"
#include "Elementwise.h"
#include "Reduce.h"
#include "Scalars.h"
#include "Shapes.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "split-mlir/Dialect/Split/IR/IndexMath.h"
#include "split-mlir/Dialect/Split/IR/Split.h"
#include "split-mlir/Dialect/Split/IR/TensorTypes.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;

//===----------------------------------------------------------------------===//
// Functions of recurrent layers
//===----------------------------------------------------------------------===//

namespace {
struct FunctionRow {
  StringLiteral name;
  ScalarFunction *function;
  /// The defaults of its parameters, alpha and beta.
  std::initializer_list<double> parameters;
};
} // namespace

static constexpr FunctionRow kFunctions[] = {
    {"affine", buildFormula<formulas::affine>, {1, 0}},
    {"elu", buildFormula<formulas::elu>, {1}},
    {"hardsigmoid", buildFormula<formulas::hardSigmoid>, {0.2, 0.5}},
    {"leakyrelu", buildFormula<formulas::leakyRelu>, {0.01}},
    {"relu", buildRelu, {}},
    {"scaledtanh", buildFormula<formulas::scaledTanh>, {1, 1}},
    {"sigmoid", buildSigmoid, {}},
    {"softplus", buildFormula<formulas::softplus>, {}},
    {"softsign", buildFormula<formulas::softsign>, {}},
    {"tanh", buildTanh, {}},
    {"thresholdedrelu", buildFormula<formulas::thresholdedRelu>, {1}},
};

FailureOr<SmallVector<GateFunction>> mlir::split::frontends::getGateFunctions(
    ImplicitLocOpBuilder &builder, ArrayRef<std::string> names,
    ArrayRef<double> alphas, ArrayRef<double> betas) {
  SmallVector<GateFunction> functions;
  ArrayRef<double> lists[] = {alphas, betas};
  size_t numUsed[] = {0, 0};
  for (size_t i = 0; i < names.size(); ++i) {
    StringRef name = names[i];
    const auto *row = llvm::find_if(kFunctions, [&](const FunctionRow &row) {
      return row.name == name.lower();
    });
    if (row == std::end(kFunctions))
      return builder.emitError()
             << "activation '" << name << "' is not supported";
    SmallVector<double, 2> parameters(row->parameters);
    for (auto [parameter, list, used] : llvm::zip(parameters, lists, numUsed)) {
      size_t position = list.size() == names.size() ? i : used++;
      if (position < list.size())
        parameter = list[position];
    }
    functions.push_back({row->function, parameters});
  }
  for (auto [list, used] : llvm::zip_equal(lists, numUsed))
    if (list.size() != names.size() && list.size() > used)
      return builder.emitError() << "activations have " << list.size()
                                 << " values of a parameter, expected at most "
                                 << std::max(used, names.size());
  return functions;
}

//===----------------------------------------------------------------------===//
// Recurrent layers of models
//===----------------------------------------------------------------------===//

//===----------------------------------------------------------------------===//
// Layers
//===----------------------------------------------------------------------===//

namespace {
class RecurrentBuilder {
public:
  RecurrentBuilder(ImplicitLocOpBuilder &builder, RecurrentLayer layer)
      : builder(builder), layer(std::move(layer)) {}

  FailureOr<SmallVector<Value>> build();

private:
  int64_t getNumGates() const {
    return layer.kind == RecurrentLayer::RNN   ? 1
           : layer.kind == RecurrentLayer::GRU ? 3
                                               : 4;
  }
  int64_t getNumDirections() const { return layer.isReverse.size(); }

  LogicalResult checkShapes();
  /// Checks that an operand, if any, has a shape. Errors call it `what`.
  LogicalResult checkShape(Value &value, ArrayRef<int64_t> shape,
                           StringRef what);
  LogicalResult checkBatch(Value value, int64_t dim, StringRef what);

  /// Returns row `i` of the first dimension.
  Value getRow(Value tensor, OpFoldResult i);
  /// Computes element by element of a BxN tensor. An input is BxN, Bx1 or N.
  Value combine(ValueRange inputs, BodyBuilder body);
  Value add(Value lhs, Value rhs);
  /// Applies a function, the `i`-th of this direction, to the sum of `terms`.
  Value apply(ImplicitLocOpBuilder &builder, unsigned i, ValueRange terms);

  /// Builds the cell of a direction for all steps.
  FailureOr<SmallVector<Value>> buildDirection();
  /// Prepares what all steps of a direction share.
  LogicalResult prepare();
  /// Builds step `index`, given state and, for LSTM, cell. Returns them.
  FailureOr<SmallVector<Value>> buildStep(Value index, ValueRange states);
  FailureOr<Value> buildRNN(Value inputs, Value state);
  FailureOr<Value> buildGRU(Value inputs, Value state);
  FailureOr<Value> buildScaledGRU(Value inputs, Value state);
  FailureOr<SmallVector<Value>> buildLSTM(Value inputs, Value state,
                                          Value cell);
  /// Selects `ifWithin` in batches whose sequence has a step `index`.
  Value selectWithin(Value index, Value ifWithin, Value otherwise);

  ImplicitLocOpBuilder &builder;
  RecurrentLayer layer;
  Type element;
  int64_t size = 0;
  OpFoldResult length, batch;
  /// The lengths as Bx1, or null.
  Value lengths;

  /// The direction that is built.
  int64_t direction = 0;
  /// LxBxGH: products of the data and weights, and biases.
  Value products;
  /// HxGH, without the last gate of a GRU that scales the state.
  Value recurrence;
  /// HxH, for that gate.
  Value lastRecurrence;
  Value stateBias, zeros;
  SmallVector<Value> peepholes;
};
} // namespace

LogicalResult RecurrentBuilder::checkShape(Value &value,
                                           ArrayRef<int64_t> shape,
                                           StringRef what) {
  if (!value)
    return success();
  auto type = cast<TensorType>(value.getType());
  Type expectedElement =
      value == layer.lengths ? type.getElementType() : element;
  TensorType expected = RankedTensorType::get(shape, expectedElement);
  TensorType both = type.getElementType() == expectedElement
                        ? joinTypes(type, expected)
                        : TensorType();
  if (!both)
    return builder.emitError()
           << what << " are of type " << type << ", expected " << expected;
  value = createCheckedCast(builder, value, both, (" of " + what).str(),
                            "the other inputs require");
  return success();
}

LogicalResult RecurrentBuilder::checkBatch(Value value, int64_t dim,
                                           StringRef what) {
  if (!value)
    return success();
  OpFoldResult actual = getSize(builder, value, dim);
  return createSizeCheck(builder, actual, batch,
                         CheckMessage("dimension ")
                             << dim << " of " << what << " is " << actual
                             << ", expected " << batch << ", the batch size");
}

LogicalResult RecurrentBuilder::checkShapes() {
  element = cast<TensorType>(layer.data.getType()).getElementType();
  auto recurrenceType = dyn_cast<RankedTensorType>(layer.recurrence.getType());
  if (!recurrenceType || recurrenceType.getRank() != 3 ||
      recurrenceType.isDynamicDim(2) || recurrenceType.getDimSize(2) < 1 ||
      recurrenceType.getDimSize(2) > std::numeric_limits<int32_t>::max())
    return builder.emitError()
           << "recurrence weights are of type " << layer.recurrence.getType()
           << ", expected a last dimension from 1 to "
           << std::numeric_limits<int32_t>::max();
  size = recurrenceType.getDimSize(2);
  int64_t directions = getNumDirections(), rows = getNumGates() * size;
  int64_t any = ShapedType::kDynamic;
  if (failed(checkShape(layer.data, {any, any, any}, "data")) ||
      failed(checkShape(layer.weights, {directions, rows, any}, "weights")) ||
      failed(checkShape(layer.recurrence, {directions, rows, size},
                        "recurrence weights")) ||
      failed(checkShape(layer.bias, {directions, rows}, "biases")) ||
      failed(checkShape(layer.stateBias, {directions, rows}, "biases")) ||
      failed(
          checkShape(layer.peepholes, {directions, 3 * size}, "peepholes")) ||
      failed(checkShape(layer.lengths, {any}, "lengths")) ||
      failed(checkShape(layer.state, {directions, any, size}, "states")) ||
      failed(checkShape(layer.cell, {directions, any, size}, "cells")))
    return failure();
  length = getSize(builder, layer.data, 0);
  batch = getSize(builder, layer.data, 1);
  return success(succeeded(checkBatch(layer.lengths, 0, "lengths")) &&
                 succeeded(checkBatch(layer.state, 1, "states")) &&
                 succeeded(checkBatch(layer.cell, 1, "cells")));
}

Value RecurrentBuilder::getRow(Value tensor, OpFoldResult i) {
  SmallVector<OpFoldResult> sizes = getSizes(builder, tensor);
  SmallVector<OpFoldResult> offsets(sizes.size(), builder.getIndexAttr(0));
  SmallVector<OpFoldResult> ones(sizes.size(), builder.getIndexAttr(1));
  offsets.front() = i;
  sizes.front() = ones.front();
  return createView(builder, tensor, offsets, sizes, ones, /*droppedDim=*/0);
}

Value RecurrentBuilder::combine(ValueRange inputs, BodyBuilder body) {
  OpFoldResult columns = getSize(builder, inputs.front(), 1);
  AffineExpr row = builder.getAffineDimExpr(0);
  AffineExpr column = builder.getAffineDimExpr(1);
  SmallVector<AffineMap> maps;
  for (Value input : inputs) {
    RankedTensorType type = getRankedType(input);
    SmallVector<AffineExpr> exprs{row, column};
    if (type.getRank() == 1)
      exprs = {column};
    else if (type.getDimSize(1) == 1)
      exprs = {row, builder.getAffineConstantExpr(0)};
    maps.push_back(AffineMap::get(2, 0, exprs, builder.getContext()));
  }
  return createParallel(builder, {batch, columns}, element, inputs, maps, body);
}

Value RecurrentBuilder::add(Value lhs, Value rhs) {
  return combine({lhs, rhs},
                 [&](ImplicitLocOpBuilder &builder, ValueRange args) {
                   return buildAdd(builder, element, args);
                 });
}

Value RecurrentBuilder::apply(ImplicitLocOpBuilder &builder, unsigned i,
                              ValueRange terms) {
  Value x = buildAdd(builder, element, terms);
  if (layer.clip) {
    x = buildMin(builder, element,
                 {x, createNumber(builder, element, *layer.clip)});
    x = buildMax(builder, element,
                 {x, createNumber(builder, element, -*layer.clip)});
  }
  unsigned perDirection = layer.functions.size() / getNumDirections();
  const GateFunction &function = layer.functions[direction * perDirection + i];
  SmallVector<Value> args{x};
  for (double parameter : function.parameters)
    args.push_back(createNumber(builder, element, parameter));
  return function.function(builder, element, args);
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

FailureOr<Value> RecurrentBuilder::buildRNN(Value inputs, Value state) {
  FailureOr<Value> product = createMatMul(builder, state, recurrence);
  if (failed(product))
    return failure();
  return combine({inputs, *product},
                 [&](ImplicitLocOpBuilder &builder, ValueRange args) {
                   return apply(builder, 0, args);
                 });
}

/// z * state + (1 - z) * next
static Value buildMix(ImplicitLocOpBuilder &builder, Type type, Value z,
                      Value state, Value next) {
  Value one = createNumber(builder, type, 1);
  Value rest = buildSub(builder, type, {one, z});
  return buildAdd(builder, type,
                  {buildMul(builder, type, {z, state}),
                   buildMul(builder, type, {rest, next})});
}

FailureOr<Value> RecurrentBuilder::buildGRU(Value inputs, Value state) {
  auto parts = VariadicSplitOp::create(builder, inputs, 1,
                                       ArrayRef<int64_t>{2 * size, size});
  FailureOr<Value> product = createMatMul(builder, state, recurrence);
  if (failed(product))
    return failure();
  Value gates = combine({parts.getResult(0), *product},
                        [&](ImplicitLocOpBuilder &builder, ValueRange args) {
                          return apply(builder, 0, args);
                        });
  auto zr = SplitOp::create(builder, gates, 1, 2);
  Value scaled = combine({zr.getResult(1), state},
                         [&](ImplicitLocOpBuilder &builder, ValueRange args) {
                           return buildMul(builder, element, args);
                         });
  product = createMatMul(builder, scaled, lastRecurrence);
  if (failed(product))
    return failure();
  return combine({parts.getResult(1), *product, zr.getResult(0), state},
                 [&](ImplicitLocOpBuilder &builder, ValueRange args) {
                   Value next = apply(builder, 1, args.take_front(2));
                   return buildMix(builder, element, args[2], args[3], next);
                 });
}

FailureOr<Value> RecurrentBuilder::buildScaledGRU(Value inputs, Value state) {
  FailureOr<Value> product = createMatMul(builder, state, recurrence);
  if (failed(product))
    return failure();
  if (stateBias)
    product = add(*product, stateBias);
  SmallVector<Value> operands;
  llvm::append_range(operands,
                     SplitOp::create(builder, inputs, 1, 3)->getResults());
  llvm::append_range(operands,
                     SplitOp::create(builder, *product, 1, 3)->getResults());
  operands.push_back(state);
  return combine(operands, [&](ImplicitLocOpBuilder &builder, ValueRange args) {
    Value z = apply(builder, 0, {args[0], args[3]});
    Value r = apply(builder, 0, {args[1], args[4]});
    Value scaled = buildMul(builder, element, {r, args[5]});
    Value next = apply(builder, 1, {args[2], scaled});
    return buildMix(builder, element, z, args[6], next);
  });
}

FailureOr<SmallVector<Value>>
RecurrentBuilder::buildLSTM(Value inputs, Value state, Value cell) {
  FailureOr<Value> product = createMatMul(builder, state, recurrence);
  if (failed(product))
    return failure();
  auto gates = SplitOp::create(builder, add(inputs, *product), 1, 4);
  auto getGate = [&](unsigned i) { return gates.getResult(layer.gates[i]); };
  // i, f, c and the old cell, then the peepholes of i, o and f.
  SmallVector<Value> operands = {getGate(0), getGate(2), getGate(3), cell};
  llvm::append_range(operands, peepholes);
  auto peek = [&](ImplicitLocOpBuilder &builder, Value gate, Value cell,
                  Value weight) {
    Value term = buildMul(builder, element, {weight, cell});
    return SmallVector<Value>{gate, term};
  };
  Value next =
      combine(operands, [&](ImplicitLocOpBuilder &builder, ValueRange args) {
        Value old = args[3];
        SmallVector<Value> i{args[0]}, f{args[1]};
        if (!peepholes.empty()) {
          i = peek(builder, args[0], old, args[4]);
          f = peek(builder, args[1], old, args[6]);
        }
        Value input = apply(builder, 0, i);
        Value one = createNumber(builder, element, 1);
        Value forget = layer.couplesGates
                           ? buildSub(builder, element, {one, input})
                           : apply(builder, 0, f);
        Value candidate = apply(builder, 1, args[2]);
        return buildAdd(builder, element,
                        {buildMul(builder, element, {forget, old}),
                         buildMul(builder, element, {input, candidate})});
      });
  operands = {getGate(1), next};
  llvm::append_range(operands, peepholes);
  Value output =
      combine(operands, [&](ImplicitLocOpBuilder &builder, ValueRange args) {
        SmallVector<Value> o{args[0]};
        if (!peepholes.empty())
          o = peek(builder, args[0], args[1], args[3]);
        Value gate = apply(builder, 0, o);
        return buildMul(builder, element, {gate, apply(builder, 2, args[1])});
      });
  return SmallVector<Value>{output, next};
}

FailureOr<SmallVector<Value>> RecurrentBuilder::buildStep(Value index,
                                                          ValueRange states) {
  Value inputs = getRow(products, index);
  if (layer.kind == RecurrentLayer::LSTM)
    return buildLSTM(inputs, states[0], states[1]);
  FailureOr<Value> state =
      layer.kind == RecurrentLayer::RNN ? buildRNN(inputs, states[0])
      : layer.scalesProduct             ? buildScaledGRU(inputs, states[0])
                                        : buildGRU(inputs, states[0]);
  if (failed(state))
    return failure();
  return SmallVector<Value>{*state};
}

Value RecurrentBuilder::selectWithin(Value index, Value ifWithin,
                                     Value otherwise) {
  return combine(
      {ifWithin, otherwise, lengths},
      [&](ImplicitLocOpBuilder &builder, ValueRange args) -> Value {
        Value end =
            arith::IndexCastOp::create(builder, builder.getIndexType(),
                                       castToSignless(builder, args[2])[0]);
        Value isWithin = arith::CmpIOp::create(
            builder, arith::CmpIPredicate::slt, index, end);
        return arith::SelectOp::create(builder, isWithin, args[0], args[1]);
      });
}

//===----------------------------------------------------------------------===//
// Directions
//===----------------------------------------------------------------------===//

LogicalResult RecurrentBuilder::prepare() {
  OpFoldResult row = builder.getIndexAttr(direction);
  auto getTransposed = [&](Value tensor) {
    return createTranspose(builder, getRow(tensor, row), {1, 0});
  };
  FailureOr<Value> weights = getTransposed(layer.weights);
  FailureOr<Value> transposed = getTransposed(layer.recurrence);
  if (failed(weights) || failed(transposed))
    return failure();
  FailureOr<Value> product = createMatMul(builder, layer.data, *weights);
  stateBias = layer.stateBias ? getRow(layer.stateBias, row) : Value();
  SmallVector<Value> biases;
  if (layer.bias)
    biases.push_back(getRow(layer.bias, row));
  if (stateBias && !layer.scalesProduct)
    biases.push_back(stateBias);
  for (Value bias : biases)
    if (succeeded(product))
      product = createElementwise(builder, {*product, bias}, element, buildAdd);
  if (failed(product))
    return failure();
  products = *product;
  recurrence = *transposed;
  if (layer.kind == RecurrentLayer::GRU && !layer.scalesProduct) {
    auto parts = VariadicSplitOp::create(builder, recurrence, 1,
                                         ArrayRef<int64_t>{2 * size, size});
    recurrence = parts.getResult(0);
    lastRecurrence = parts.getResult(1);
  }
  peepholes.clear();
  if (layer.peepholes)
    llvm::append_range(
        peepholes, SplitOp::create(builder, getRow(layer.peepholes, row), 0, 3)
                       ->getResults());
  return success();
}

FailureOr<SmallVector<Value>> RecurrentBuilder::buildDirection() {
  if (failed(prepare()))
    return failure();
  OpFoldResult width = builder.getIndexAttr(size);
  zeros = createFill(builder, {batch, width}, element,
                     builder.getZeroAttr(element));
  auto getInitial = [&](Value given) {
    if (!given)
      return zeros;
    Value row = getRow(given, builder.getIndexAttr(direction));
    return builder.createOrFold<tensor::CastOp>(zeros.getType(), row);
  };
  SmallVector<Value> inits = {
      tensor::EmptyOp::create(builder, {length, batch, width}, element),
      getInitial(layer.state)};
  if (layer.kind == RecurrentLayer::LSTM)
    inits.push_back(getInitial(layer.cell));
  LogicalResult result = success();
  SmallVector<Value> last = createLoops(
      builder, length, inits,
      [&](ImplicitLocOpBuilder &inner, ValueRange loops,
          ValueRange carried) -> SmallVector<Value> {
        OpBuilder::InsertionGuard guard(builder);
        builder.restoreInsertionPoint(inner.saveInsertionPoint());
        IndexMath math(builder, builder.getLoc());
        Value index = loops.front();
        if (layer.isReverse[direction])
          index = math.sub(math.sub(length, builder.getIndexAttr(1)), index);
        FailureOr<SmallVector<Value>> next =
            buildStep(index, carried.drop_front());
        if (failed(next)) {
          result = failure();
          return llvm::to_vector(carried);
        }
        Value row = next->front();
        if (lengths) {
          row = selectWithin(index, row, zeros);
          for (auto [value, old] : llvm::zip_equal(*next, carried.drop_front()))
            value = selectWithin(index, value, old);
        }
        SmallVector<Value> all{
            createRowInsert(builder, row, carried.front(), index)};
        llvm::append_range(all, *next);
        return all;
      });
  if (failed(result))
    return failure();
  return last;
}

FailureOr<SmallVector<Value>> RecurrentBuilder::build() {
  if (failed(checkShapes()))
    return failure();
  if (layer.lengths) {
    FailureOr<Value> column = createUnsqueeze(
        builder, layer.lengths, OpFoldResult(builder.getIndexAttr(1)));
    if (failed(column))
      return failure();
    lengths = *column;
  }
  // Per result, one tensor for each direction.
  SmallVector<SmallVector<Value>> parts(layer.kind == RecurrentLayer::LSTM ? 3
                                                                           : 2);
  for (; direction < getNumDirections(); ++direction) {
    FailureOr<SmallVector<Value>> results = buildDirection();
    if (failed(results))
      return failure();
    for (auto [i, result] : llvm::enumerate(*results)) {
      OpFoldResult axis = builder.getIndexAttr(i == 0 ? 1 : 0);
      FailureOr<Value> part = createUnsqueeze(builder, result, axis);
      if (failed(part))
        return failure();
      parts[i].push_back(*part);
    }
  }
  SmallVector<Value> joined;
  for (auto [i, values] : llvm::enumerate(parts)) {
    FailureOr<Value> result = createConcat(builder, values, i == 0 ? 1 : 0);
    if (failed(result))
      return failure();
    joined.push_back(*result);
  }
  return joined;
}

FailureOr<SmallVector<Value>>
mlir::split::frontends::createRecurrent(ImplicitLocOpBuilder &builder,
                                        RecurrentLayer layer) {
  return RecurrentBuilder(builder, std::move(layer)).build();
}
