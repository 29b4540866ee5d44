//===- errors.c - what goes wrong is said, from C too ---------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// RUN: %cc -std=c99 -Wall -Wextra -Werror %capi_include %s %capi_link -o %t
// RUN: %t | FileCheck %s --implicit-check-not=error: --implicit-check-not=failed:

#include "Inputs/testing.h"
#include "mlir-c/Diagnostics.h"
#include "split-mlir-c/Dialects.h"
#include "split-mlir-c/Passes.h"
#include "split-mlir-c/Split.h"
#include <stdio.h>
#include <stdlib.h>

/// What the splits of the test are made of. Arguments of `block` are data of
/// type tensor<6x2xf32>, tensor<?xf32> and f32, an axis of type i1, and lengths
/// of type tensor<2xi64>, tensor<?xi64>, tensor<2xf32> and
/// tensor<1099511627776xi64>.
struct Surroundings {
  MlirContext context;
  MlirLocation loc;
  MlirBlock block;
};

static const char *types[] = {
    "tensor<6x2xf32>",
    "tensor<?xf32>",
    "f32",
    "i1",
    "tensor<2xi64>",
    "tensor<?xi64>",
    "tensor<2xf32>",
    "tensor<1099511627776xi64>",
};
enum { NUM_ARGUMENTS = sizeof(types) / sizeof(types[0]) };

static MlirLogicalResult printError(MlirDiagnostic diagnostic, void *userData) {
  (void)userData;
  printf("error: ");
  mlirDiagnosticPrint(diagnostic, printText, NULL);
  printf("\n");
  return mlirLogicalResultSuccess();
}

static MlirValue argument(const struct Surroundings *here, intptr_t index) {
  return mlirBlockGetArgument(here->block, index);
}

/// Expects that no split is made.
static void refuseSplit(const struct Surroundings *here, MlirValue data,
                        MlirSplitAxis axis, int64_t numSplits) {
  require(mlirOperationIsNull(
              mlirSplitCreateSplit(here->loc, data, axis, numSplits, 0, NULL)),
          "a null op");
}

static void refuseLengths(const struct Surroundings *here,
                          MlirSplitLengths lengths) {
  MlirSplitAxis axis = mlirSplitAxisFromConstant(0);
  require(mlirOperationIsNull(mlirSplitCreateVariadicSplit(
              here->loc, argument(here, 0), axis, lengths, 0, NULL)),
          "a null op");
}

// CHECK-LABEL: null
static void testNull(const struct Surroundings *here) {
  MlirValue null = {NULL};
  MlirType nullType = {NULL};
  MlirSplitAxis axis = mlirSplitAxisFromConstant(0);
  puts("null");
  // CHECK-NEXT: {{^}}error: data is null, expected a tensor{{$}}
  refuseSplit(here, null, axis, 2);
  // CHECK-NEXT: {{^}}error: axis is null, expected a value or a constant{{$}}
  refuseSplit(here, argument(here, 0), mlirSplitAxisFromValue(null), 2);
  // CHECK-NEXT: {{^}}error: lengths are null, expected a value or constants{{$}}
  refuseLengths(here, mlirSplitLengthsFromValue(null));
  // CHECK-NEXT: {{^}}error: index value 0 of lengths is null{{$}}
  int64_t list[] = {mlirShapedTypeGetDynamicSize(), 2};
  refuseLengths(here, mlirSplitLengthsFromList(2, list, 1, NULL));
  // CHECK-NEXT: {{^}}error: index value 0 of lengths is null{{$}}
  refuseLengths(here, mlirSplitLengthsFromList(2, list, 1, &null));
  // CHECK-NEXT: {{^}}error: type of result 0 is null{{$}}
  require(mlirOperationIsNull(mlirSplitCreateSplit(here->loc, argument(here, 0),
                                                   axis, 1, 1, &nullType)),
          "a null op");
  // CHECK-NEXT: {{^}}error: type of result 0 is null{{$}}
  require(mlirOperationIsNull(mlirSplitCreateSplit(here->loc, argument(here, 0),
                                                   axis, 2, 2, NULL)),
          "a null op");
  // CHECK-NEXT: {{^}}error: number of result types is -1, expected at least 0{{$}}
  require(mlirOperationIsNull(mlirSplitCreateSplit(here->loc, argument(here, 0),
                                                   axis, 2, -1, NULL)),
          "a null op");
}

// CHECK-LABEL: another context
static void testContexts(const struct Surroundings *here) {
  MlirContext other = mlirContextCreate();
  MlirType f32 = mlirF32TypeGet(other);
  MlirSplitAxis axis = mlirSplitAxisFromConstant(0);
  MlirDiagnosticHandlerID id =
      mlirContextAttachDiagnosticHandler(other, printError, NULL, NULL);
  puts("another context");
  // CHECK-NEXT: {{^}}error: type of result 0 is of another context than the location{{$}}
  require(mlirOperationIsNull(mlirSplitCreateSplit(here->loc, argument(here, 0),
                                                   axis, 1, 1, &f32)),
          "a null op");
  // CHECK-NEXT: {{^}}error: data is of another context than the location{{$}}
  require(
      mlirOperationIsNull(mlirSplitCreateSplit(
          mlirLocationUnknownGet(other), argument(here, 0), axis, 1, 0, NULL)),
      "a null op");
  mlirContextDetachDiagnosticHandler(other, id);
  mlirContextDestroy(other);
}

// CHECK-LABEL: equal pieces
static void testSplit(const struct Surroundings *here) {
  MlirValue data = argument(here, 0);
  MlirSplitAxis axis = mlirSplitAxisFromConstant(0);
  MlirType type = mlirValueGetType(data);
  puts("equal pieces");
  // CHECK-NEXT: error: 'split.split' op axis 2 is out of range [-2, 1] for data of rank 2
  refuseSplit(here, data, mlirSplitAxisFromConstant(2), 2);
  // CHECK-NEXT: error: 'split.split' op dimension 0 of size 6 is not divisible by num_splits 4
  refuseSplit(here, data, axis, 4);
  // CHECK-NEXT: error: 'split.split' op num_splits is 0, expected at least 1
  refuseSplit(here, data, axis, 0);
  // CHECK-NEXT: error: 'split.split' op num_splits is -1, expected at least 1
  refuseSplit(here, data, axis, -1);
  // CHECK-NEXT: error: number of pieces is 9223372036854775807, expected at most 1048576 for types to be inferred
  refuseSplit(here, argument(here, 1), axis, INT64_MAX);
  // CHECK-NEXT: error: 'split.split' op operand #0 must be tensor of any type values, but got 'f32'
  refuseSplit(here, argument(here, 2), axis, 1);
  // CHECK-NEXT: error: 'split.split' op operand #1 must be index or integer of 8 to 64 bits, or a 0-D or 1-element 1-D tensor of one, but got 'i1'
  refuseSplit(here, data, mlirSplitAxisFromValue(argument(here, 3)), 2);
  // CHECK-NEXT: error: 'split.split' op num_splits is 2, expected 1, the number of results
  require(mlirOperationIsNull(
              mlirSplitCreateSplit(here->loc, data, axis, 2, 1, &type)),
          "a null op");
  // CHECK-NEXT: error: 'split.split' op result #0 must be variadic of tensor of any type values, but got 'f32'
  type = mlirValueGetType(argument(here, 2));
  require(mlirOperationIsNull(
              mlirSplitCreateSplit(here->loc, data, axis, 1, 1, &type)),
          "a null op");
}

// CHECK-LABEL: pieces of given lengths
static void testVariadicSplit(const struct Surroundings *here) {
  int64_t short1[] = {2, 3}, rests[] = {-1, -1}, negative[] = {8, -2};
  MlirType type = mlirValueGetType(argument(here, 0));
  puts("pieces of given lengths");
  // CHECK-NEXT: error: 'split.variadic_split' op lengths [2, 3] sum to 5, expected 6, the size of dimension 0
  refuseLengths(here, mlirSplitLengthsFromConstants(2, short1));
  // CHECK-NEXT: error: 'split.variadic_split' op lengths 0 and 1 are both -1, expected at most one
  refuseLengths(here, mlirSplitLengthsFromConstants(2, rests));
  // CHECK-NEXT: error: 'split.variadic_split' op length 1 is -2, expected a size or -1
  refuseLengths(here, mlirSplitLengthsFromConstants(2, negative));
  // CHECK-NEXT: error: 'split.variadic_split' op lengths are empty, expected at least one
  refuseLengths(here, mlirSplitLengthsFromConstants(0, short1));
  // CHECK-NEXT: error: 'split.variadic_split' op lengths are empty, expected at least one
  refuseLengths(here, mlirSplitLengthsFromConstants(-1, short1));
  // CHECK-NEXT: error: 'split.variadic_split' op number of index values for 'lengths' is 0, expected 1, the number of run-time lengths in 'static_lengths'
  int64_t list[] = {mlirShapedTypeGetDynamicSize(), 2};
  refuseLengths(here, mlirSplitLengthsFromList(2, list, 0, NULL));
  // CHECK-NEXT: error: 'split.variadic_split' op expects lengths as an operand or as the attribute 'static_lengths', got both
  MlirValue tensor = argument(here, 4);
  refuseLengths(here, mlirSplitLengthsFromList(2, list, 1, &tensor));
  // CHECK-NEXT: error: 'split.variadic_split' op operand #1 must be variadic of statically shaped 1-D tensor of index or integer of 8 to 64 bits or index, but got 'tensor<?xi64>'
  refuseLengths(here, mlirSplitLengthsFromValue(argument(here, 5)));
  // CHECK-NEXT: error: 'split.variadic_split' op operand #1 must be variadic of statically shaped 1-D tensor of index or integer of 8 to 64 bits or index, but got 'tensor<2xf32>'
  refuseLengths(here, mlirSplitLengthsFromValue(argument(here, 6)));
  // CHECK-NEXT: error: number of pieces is 1099511627776, expected at most 1048576 for types to be inferred
  refuseLengths(here, mlirSplitLengthsFromValue(argument(here, 7)));
  // CHECK-NEXT: error: 'split.variadic_split' op number of lengths is 2, expected 1, the number of results
  require(mlirOperationIsNull(mlirSplitCreateVariadicSplit(
              here->loc, argument(here, 0), mlirSplitAxisFromConstant(0),
              mlirSplitLengthsFromValue(argument(here, 4)), 1, &type)),
          "a null op");
}

/// Expects that `op` is as one that is no split.
static void refuseOp(MlirOperation op, MlirOperation before) {
  int64_t number = 7;
  MlirValue value = {NULL};
  require(mlirSplitGetNumPieces(op) == 0, "no pieces");
  require(mlirValueIsNull(mlirSplitGetData(op)), "no data");
  MlirSplitAxis axis = mlirSplitGetAxis(op);
  require(mlirValueIsNull(axis.value) &&
              axis.constant == mlirShapedTypeGetDynamicSize(),
          "no axis");
  MlirSplitLengths lengths = mlirSplitGetLengths(op);
  require(mlirValueIsNull(lengths.value) && !lengths.constants, "no lengths");
  require(mlirSplitGetStaticAxis(op) == mlirShapedTypeGetDynamicSize(),
          "no static axis");
  require(
      mlirLogicalResultIsFailure(mlirSplitGetStaticSizes(op, &number)) &&
          mlirLogicalResultIsFailure(mlirSplitGetStaticOffsets(op, &number)) &&
          number == 7,
      "no static pieces");
  require(mlirValueIsNull(mlirSplitCreateAxisValue(op, before)) &&
              mlirLogicalResultIsFailure(
                  mlirSplitCreateSizeValues(op, before, &value)) &&
              mlirLogicalResultIsFailure(
                  mlirSplitCreateOffsetValues(op, before, &value)) &&
              mlirValueIsNull(value),
          "no values");
}

/// A split without axis and lengths, as only the generic builder makes it.
static MlirOperation createInvalid(const struct Surroundings *here) {
  MlirValue data = argument(here, 0);
  MlirType type = mlirValueGetType(data);
  MlirOperationState state =
      mlirOperationStateGet(text("split.variadic_split"), here->loc);
  mlirOperationStateAddOperands(&state, 1, &data);
  mlirOperationStateAddResults(&state, 1, &type);
  MlirNamedAttribute segments = mlirNamedAttributeGet(
      mlirIdentifierGet(here->context, text("operandSegmentSizes")),
      mlirAttributeParseGet(here->context, text("array<i32: 1, 0, 0>")));
  mlirOperationStateAddAttributes(&state, 1, &segments);
  return mlirOperationCreate(&state);
}

// CHECK-LABEL: queries
static void testQueries(const struct Surroundings *here) {
  MlirOperation null = {NULL};
  MlirModule module = mlirModuleCreateEmpty(here->loc);
  MlirOperation other = mlirModuleGetOperation(module);
  puts("queries");
  require(!mlirSplitIsASplit(null) && !mlirSplitIsAVariadicSplit(null), "null");
  require(!mlirSplitIsASplit(other) && !mlirSplitIsAVariadicSplit(other),
          "module");
  refuseOp(null, other);
  refuseOp(other, other);
  mlirModuleDestroy(module);
  // CHECK-COUNT-10: error: 'split.variadic_split' op expects axis as an operand or as the attribute 'static_axis', got neither
  MlirOperation invalid = createInvalid(here);
  require(mlirSplitIsAVariadicSplit(invalid), "kind");
  refuseOp(invalid, invalid);
  mlirOperationDestroy(invalid);
}

// CHECK-LABEL: values
static void testValues(const struct Surroundings *here) {
  MlirOperation null = {NULL};
  MlirOperation op = mlirSplitCreateSplit(
      here->loc, argument(here, 0), mlirSplitAxisFromConstant(0), 1, 0, NULL);
  MlirValue value;
  puts("values");
  // CHECK-NEXT: error: 'split.split' op expects an op in a block to insert before
  require(mlirValueIsNull(mlirSplitCreateAxisValue(op, null)), "no value");
  // CHECK-NEXT: error: 'split.split' op expects an op in a block to insert before
  require(mlirLogicalResultIsFailure(mlirSplitCreateSizeValues(op, op, &value)),
          "no values");
  // CHECK-NEXT: error: 'split.split' op expects an op in a block to insert before
  require(
      mlirLogicalResultIsFailure(mlirSplitCreateOffsetValues(op, op, &value)),
      "no values");
  mlirOperationDestroy(op);
}

/// Runs `pipeline` on `source`, one of which is wrong.
static void refusePipeline(const struct Surroundings *here, const char *source,
                           const char *pipeline) {
  MlirModule module = mlirModuleCreateParse(here->context, text(source));
  if (mlirModuleIsNull(module))
    return;
  MlirPassManager manager = mlirPassManagerCreate(here->context);
  MlirLogicalResult result =
      mlirOpPassManagerAddPipeline(mlirPassManagerGetAsOpPassManager(manager),
                                   text(pipeline), printText, NULL);
  if (mlirLogicalResultIsSuccess(result))
    result = mlirPassManagerRunOnOp(manager, mlirModuleGetOperation(module));
  require(mlirLogicalResultIsFailure(result), "a failure");
  mlirPassManagerDestroy(manager);
  mlirModuleDestroy(module);
}

// CHECK-LABEL: passes
static void testPasses(const struct Surroundings *here) {
  puts("passes");
  mlirSplitRegisterCorePasses();
  // CHECK-NEXT: error: 'convert-split-to-nothing' does not refer to a registered pass or pass pipeline
  refusePipeline(here, "", "convert-split-to-nothing");
  // CHECK: <Pass-Options-Parser>: no such option results
  refusePipeline(here, "", "convert-split-to-linalg{results=all}");
  // CHECK: error: 'split.split' op dimension 0 of size 7 is not divisible by num_splits 2
  refusePipeline(here,
                 "%x = \"test.source\"() : () -> tensor<7xf32>\n"
                 "%0:2 = split.split %x axis(0) into 2"
                 "    : tensor<7xf32> -> tensor<?xf32>, tensor<?xf32>",
                 "convert-split-to-linalg");
}

int main(void) {
  struct Surroundings here;
  here.context = mlirContextCreateWithThreading(false);
  mlirContextSetAllowUnregisteredDialects(here.context, true);
  mlirContextAttachDiagnosticHandler(here.context, printError, NULL, NULL);
  here.loc = mlirLocationUnknownGet(here.context);
  here.block = mlirBlockCreate(0, NULL, NULL);
  for (int i = 0; i < NUM_ARGUMENTS; ++i)
    mlirBlockAddArgument(
        here.block, mlirTypeParseGet(here.context, text(types[i])), here.loc);

  testNull(&here);
  testContexts(&here);
  testSplit(&here);
  testVariadicSplit(&here);
  testQueries(&here);
  testValues(&here);
  testPasses(&here);

  mlirBlockDestroy(here.block);
  mlirContextDestroy(here.context);
  return 0;
}
