//===- splits.c - building and reading splits from C ----------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Both ops in all forms: built, verified, printed, and read again.
//
// RUN: %cc -std=c99 -Wall -Wextra -Werror %capi_include %s %capi_link -o %t
// RUN: %t | FileCheck %s
// RUN: %t | sed -n '/^#map/,$p' > %t.mlir
// RUN: split-opt %t.mlir --allow-unregistered-dialect | FileCheck %s --check-prefix=IR

#include "Inputs/testing.h"
#include "mlir-c/Dialect/Func.h"
#include "split-mlir-c/Dialects.h"
#include "split-mlir-c/Split.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { MAX_PIECES = 4 };

/// What the splits of the test are made of.
struct Surroundings {
  MlirLocation loc;
  MlirBlock body;
  MlirOperation end;
};

static void printNumber(int64_t number) {
  if (number == mlirShapedTypeGetDynamicSize())
    printf(" ?");
  else
    printf(" %" PRId64, number);
}

static void printNumbers(const char *what, const int64_t *numbers,
                         intptr_t count) {
  printf(", %s", what);
  for (intptr_t i = 0; i < count; ++i)
    printNumber(numbers[i]);
}

/// The types of the results, and what is known of the pieces.
static void describe(MlirOperation op) {
  intptr_t count = mlirSplitGetNumPieces(op);
  int64_t sizes[MAX_PIECES], offsets[MAX_PIECES];
  require(count <= MAX_PIECES, "number of pieces");
  require(
      mlirLogicalResultIsSuccess(mlirSplitGetStaticSizes(op, sizes)) &&
          mlirLogicalResultIsSuccess(mlirSplitGetStaticOffsets(op, offsets)),
      "static pieces");
  for (intptr_t i = 0; i < count; ++i) {
    mlirTypePrint(mlirValueGetType(mlirOperationGetResult(op, i)), printText,
                  NULL);
    printf(" ");
  }
  printf("axis");
  printNumber(mlirSplitGetStaticAxis(op));
  printNumbers("sizes", sizes, count);
  printNumbers("offsets", offsets, count);
  printf("\n");
}

static MlirOperation take(const struct Surroundings *here, MlirOperation op) {
  require(!mlirOperationIsNull(op), "building an op");
  mlirBlockInsertOwnedOperationBefore(here->body, here->end, op);
  describe(op);
  return op;
}

static MlirValue argument(const struct Surroundings *here, intptr_t index) {
  return mlirBlockGetArgument(here->body, index);
}

static MlirOperation cut(const struct Surroundings *here, MlirValue data,
                         MlirSplitAxis axis, int64_t numSplits) {
  return take(here,
              mlirSplitCreateSplit(here->loc, data, axis, numSplits, 0, NULL));
}

static MlirOperation cutLengths(const struct Surroundings *here, MlirValue data,
                                MlirSplitAxis axis, MlirSplitLengths lengths) {
  return take(here, mlirSplitCreateVariadicSplit(here->loc, data, axis, lengths,
                                                 0, NULL));
}

// CHECK-LABEL: equal pieces
static void testSplit(const struct Surroundings *here) {
  MlirValue x = argument(here, 0), u = argument(here, 2), z = argument(here, 3);
  MlirSplitAxis axis = mlirSplitAxisFromValue(argument(here, 4));
  MlirSplitAxis tensorAxis = mlirSplitAxisFromValue(argument(here, 5));
  puts("equal pieces");
  // CHECK-NEXT: tensor<6x4xf32> tensor<6x4xf32> tensor<6x4xf32> axis 1, sizes 4 4 4, offsets 0 4 8
  MlirOperation op = cut(here, x, mlirSplitAxisFromConstant(-1), 3);
  require(mlirSplitIsASplit(op) && !mlirSplitIsAVariadicSplit(op), "kind");
  require(mlirValueEqual(mlirSplitGetData(op), x), "data");
  require(mlirValueIsNull(mlirSplitGetAxis(op).value), "no axis value");
  require(mlirSplitGetAxis(op).constant == -1, "the axis as written");
  require(mlirValueIsNull(mlirSplitGetLengths(op).value) &&
              !mlirSplitGetLengths(op).constants,
          "no lengths");
  // A run-time axis may be either; in rank 1 it is 0.
  // CHECK-NEXT: tensor<?x?xf32> tensor<?x?xf32> axis ?, sizes ? ?, offsets 0 ?
  op = cut(here, x, axis, 2);
  require(mlirValueEqual(mlirSplitGetAxis(op).value, axis.value), "axis value");
  // CHECK-NEXT: tensor<3xf32> tensor<3xf32> axis 0, sizes 3 3, offsets 0 3
  cut(here, z, tensorAxis, 2);
  // Without a rank, only an axis from the front is certain.
  // CHECK-NEXT: tensor<*xf32> axis 1, sizes ?, offsets 0
  cut(here, u, mlirSplitAxisFromConstant(1), 1);
  // CHECK-NEXT: tensor<*xf32> tensor<*xf32> axis ?, sizes ? ?, offsets 0 ?
  cut(here, u, mlirSplitAxisFromConstant(-1), 2);
}

// CHECK-LABEL: pieces of given lengths
static void testVariadicSplit(const struct Surroundings *here) {
  MlirValue x = argument(here, 0), y = argument(here, 1), u = argument(here, 2);
  MlirSplitAxis axis = mlirSplitAxisFromValue(argument(here, 4));
  MlirSplitAxis tensorAxis = mlirSplitAxisFromValue(argument(here, 5));
  MlirSplitLengths lengths = mlirSplitLengthsFromValue(argument(here, 6));
  int64_t rest[] = {2, -1, 1}, numbers[] = {2, 3}, all[] = {-1};
  puts("pieces of given lengths");
  // CHECK-NEXT: tensor<2x12xf32> tensor<3x12xf32> tensor<1x12xf32> axis 0, sizes 2 3 1, offsets 0 2 5
  MlirOperation op = cutLengths(here, x, mlirSplitAxisFromConstant(0),
                                mlirSplitLengthsFromConstants(3, rest));
  require(!mlirSplitIsASplit(op) && mlirSplitIsAVariadicSplit(op), "kind");
  MlirSplitLengths got = mlirSplitGetLengths(op);
  require(mlirValueIsNull(got.value) && got.numConstants == 3 &&
              got.constants != rest && got.constants[1] == -1,
          "lengths as written");
  // CHECK-NEXT: tensor<2x4xf32> tensor<?x4xf32> tensor<1x4xf32> axis 0, sizes 2 ? 1, offsets 0 2 ?
  cutLengths(here, y, mlirSplitAxisFromConstant(-2),
             mlirSplitLengthsFromConstants(3, rest));
  // CHECK-NEXT: tensor<6x?xf32> tensor<6x?xf32> axis 1, sizes ? ?, offsets 0 ?
  op = cutLengths(here, x, mlirSplitAxisFromConstant(1), lengths);
  got = mlirSplitGetLengths(op);
  require(mlirValueEqual(got.value, lengths.value), "lengths value");
  // CHECK-NEXT: tensor<*xf32> tensor<*xf32> axis ?, sizes 2 3, offsets 0 2
  cutLengths(here, u, tensorAxis, mlirSplitLengthsFromConstants(2, numbers));
  // CHECK-NEXT: tensor<*xf32> tensor<*xf32> axis ?, sizes ? ?, offsets 0 ?
  cutLengths(here, u, axis, lengths);
  // CHECK-NEXT: tensor<6x12xf32> axis 1, sizes 12, offsets 0
  cutLengths(here, x, mlirSplitAxisFromConstant(1),
             mlirSplitLengthsFromConstants(1, all));
}

// CHECK-LABEL: mixed lengths
static void testMixedLengths(const struct Surroundings *here) {
  int64_t list[] = {mlirShapedTypeGetDynamicSize(), 3, -1};
  MlirValue values[] = {argument(here, 4)}, got[1];
  puts("mixed lengths");
  // CHECK-NEXT: tensor<?x12xf32> tensor<3x12xf32> tensor<?x12xf32> axis 0, sizes ? 3 ?, offsets 0 ? ?
  MlirOperation op =
      cutLengths(here, argument(here, 0), mlirSplitAxisFromConstant(0),
                 mlirSplitLengthsFromList(3, list, 1, values));
  MlirSplitLengths lengths = mlirSplitGetLengths(op);
  require(mlirValueIsNull(lengths.value) && lengths.numConstants == 3 &&
              lengths.constants[0] == list[0] && lengths.constants[2] == -1 &&
              lengths.numIndexValues == 1 && !lengths.indexValues,
          "list as written");
  require(mlirLogicalResultIsSuccess(mlirSplitGetIndexLengths(op, got)) &&
              mlirValueEqual(got[0], values[0]),
          "index values");
}

// Types of results that are stated say less and more than is inferred; what
// they claim does not count as known. CHECK-LABEL: stated types
static void testStatedTypes(const struct Surroundings *here) {
  MlirContext context = mlirLocationGetContext(here->loc);
  MlirType types[] = {
      mlirTypeParseGet(context, text("tensor<*xf32>")),
      mlirTypeParseGet(context, text("tensor<5x4xf32>")),
  };
  int64_t numbers[] = {2, -1};
  puts("stated types");
  // CHECK-NEXT: tensor<*xf32> tensor<5x4xf32> axis 0, sizes ? ?, offsets 0 ?
  take(here, mlirSplitCreateSplit(here->loc, argument(here, 1),
                                  mlirSplitAxisFromConstant(0), 2, 2, types));
  // CHECK-NEXT: tensor<*xf32> tensor<5x4xf32> axis 0, sizes 2 ?, offsets 0 2
  take(here, mlirSplitCreateVariadicSplit(
                 here->loc, argument(here, 1), mlirSplitAxisFromConstant(0),
                 mlirSplitLengthsFromConstants(2, numbers), 2, types));
}

/// An op of no dialect that names `values` in the IR.
static void use(const struct Surroundings *here, const char *name,
                intptr_t count, MlirValue *values) {
  MlirOperationState state = mlirOperationStateGet(text(name), here->loc);
  mlirOperationStateAddOperands(&state, count, values);
  mlirBlockInsertOwnedOperationBefore(here->body, here->end,
                                      mlirOperationCreate(&state));
}

static void testValues(const struct Surroundings *here) {
  int64_t rest[] = {2, -1};
  MlirValue values[MAX_PIECES];
  MlirOperation op =
      cutLengths(here, argument(here, 1), mlirSplitAxisFromConstant(-2),
                 mlirSplitLengthsFromConstants(2, rest));
  values[0] = mlirSplitCreateAxisValue(op, here->end);
  use(here, "test.axis", 1, values);
  require(mlirLogicalResultIsSuccess(
              mlirSplitCreateSizeValues(op, here->end, values)),
          "sizes");
  use(here, "test.sizes", 2, values);

  op = cut(here, argument(here, 2), mlirSplitAxisFromValue(argument(here, 4)),
           2);
  require(mlirLogicalResultIsSuccess(
              mlirSplitCreateOffsetValues(op, here->end, values)),
          "offsets");
  use(here, "test.offsets", 2, values);
}

// IR-DAG: #[[REST:.*]] = affine_map<()[s0] -> (s0 - 2)>
// IR-DAG: #[[HALF:.*]] = affine_map<()[s0] -> (s0 floordiv 2)>
// IR-LABEL: func.func @f(
// IR-SAME: %[[X:.*]]: tensor<6x12xf32>, %[[Y:.*]]: tensor<?x4xf32>, %[[U:.*]]: tensor<*xf32>, %[[Z:.*]]: tensor<6xf32>, %[[I:.*]]: index, %[[A:.*]]: tensor<i32>, %[[L:.*]]: tensor<2xi64>
// IR: split.split %[[X]] axis(-1) into 3 :
// IR: split.split %[[X]] axis(%[[I]] : index) into 2 :
// IR: split.split %[[Z]] axis(%[[A]] : tensor<i32>) into 2 :
// IR: split.split %[[U]] axis(1) into 1 :
// IR: split.split %[[U]] axis(-1) into 2 :
// IR: split.variadic_split %[[X]] axis(0) lengths [2, -1, 1] :
// IR: split.variadic_split %[[Y]] axis(-2) lengths [2, -1, 1] :
// IR: split.variadic_split %[[X]] axis(1) lengths(%[[L]] : tensor<2xi64>) :
// IR: split.variadic_split %[[U]] axis(%[[A]] : tensor<i32>) lengths [2, 3] :
// IR: split.variadic_split %[[U]] axis(%[[I]] : index) lengths(%[[L]] : tensor<2xi64>) :
// IR: split.variadic_split %[[X]] axis(1) lengths [-1] :
// IR: split.variadic_split %[[X]] axis(0) lengths [%[[I]], 3, -1] :
// IR: split.split %[[Y]] axis(0) into 2 : tensor<?x4xf32> -> tensor<*xf32>, tensor<5x4xf32>
// IR: split.variadic_split %[[Y]] axis(0) lengths [2, -1] : tensor<?x4xf32> -> tensor<*xf32>, tensor<5x4xf32>

// IR: split.variadic_split %[[Y]] axis(-2) lengths [2, -1] :
// IR-NEXT: %[[AXIS:.*]] = arith.constant 0 : index
// IR-NEXT: "test.axis"(%[[AXIS]])
// IR: %[[DIM:.*]] = tensor.dim %[[Y]], %{{.*}}
// IR-NEXT: %[[LEFT:.*]] = affine.apply #[[REST]]()[%[[DIM]]]
// IR-NEXT: %[[TWO:.*]] = arith.constant 2 : index
// IR-NEXT: "test.sizes"(%[[TWO]], %[[LEFT]])

// IR: split.split %[[U]] axis(%[[I]] : index) into 2 :
// IR: %[[FROM_END:.*]] = arith.addi %[[I]], %{{.*}}
// IR: %[[NORMAL:.*]] = arith.select %{{.*}}, %[[FROM_END]], %[[I]]
// IR: %[[SIZE:.*]] = tensor.dim %[[U]], %[[NORMAL]]
// IR-NEXT: affine.apply #[[HALF]]()[%[[SIZE]]]
// IR-NEXT: %[[START:.*]] = affine.apply #[[HALF]]()[%[[SIZE]]]
// IR-NEXT: %[[ZERO:.*]] = arith.constant 0 : index
// IR-NEXT: "test.offsets"(%[[ZERO]], %[[START]])

int main(void) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  mlirSplitRegisterCore(registry);
  mlirDialectHandleInsertDialect(mlirGetDialectHandle__func__(), registry);
  MlirContext context = mlirContextCreateWithRegistry(registry, false);
  mlirContextSetAllowUnregisteredDialects(context, true);
  MlirModule module = mlirModuleCreateParse(
      context, text("func.func @f(%x: tensor<6x12xf32>, %y: tensor<?x4xf32>,"
                    "    %u: tensor<*xf32>, %z: tensor<6xf32>, %i: index,"
                    "    %a: tensor<i32>, %l: tensor<2xi64>) { return }"));
  require(!mlirModuleIsNull(module), "parsing");
  MlirOperation func = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
  struct Surroundings here;
  here.loc = mlirLocationUnknownGet(context);
  here.body = mlirRegionGetFirstBlock(mlirOperationGetRegion(func, 0));
  here.end = mlirBlockGetTerminator(here.body);

  testSplit(&here);
  testVariadicSplit(&here);
  testMixedLengths(&here);
  testStatedTypes(&here);
  testValues(&here);
  require(mlirOperationVerify(mlirModuleGetOperation(module)), "verification");
  mlirOperationPrint(mlirModuleGetOperation(module), printText, NULL);

  mlirModuleDestroy(module);
  mlirContextDestroy(context);
  mlirDialectRegistryDestroy(registry);
  return 0;
}
