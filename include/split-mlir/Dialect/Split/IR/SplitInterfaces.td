//===- SplitInterfaces.td - what both split ops share -----*- tablegen -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DIALECT_SPLIT_IR_SPLITINTERFACES_TD
#define SPLIT_MLIR_DIALECT_SPLIT_IR_SPLITINTERFACES_TD

include "mlir/IR/Interfaces.td"

def SplitOpInterface : OpInterface<"SplitOpInterface"> {
  let cppNamespace = "::mlir::split";
  let description = [{
    An op that cuts one tensor into consecutive pieces along one axis; piece i
    is result i. Its operands are `data`, then the axis and then the lengths as
    far as those are run-time values. Lowerings, models and checks are written
    against this interface, once for all such ops.
  }];

  let methods = [
    InterfaceMethod<
      [{The tensor that is cut.}],
      "::mlir::TypedValue<::mlir::TensorType>", "getData">,
    InterfaceMethod<
      [{The axis when it is an operand (a scalar, 0-D or 1-element tensor of
        C3's types, not normalized), else null.}],
      "::mlir::Value", "getAxisOperand", (ins), [{}], [{
        return $_op.getAxis();
      }]>,
    InterfaceMethod<
      [{The lengths when they are an operand (a statically shaped 1-D tensor of
        C3's types), else null.}],
      "::mlir::Value", "getLengthsOperand", (ins)>,
    InterfaceMethod<
      [{What attributes and operand types tell about this split.}],
      "::mlir::split::SplitSpec", "getSpec">
  ];
}

#endif // SPLIT_MLIR_DIALECT_SPLIT_IR_SPLITINTERFACES_TD
