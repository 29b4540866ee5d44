//===- SplitInterfaces.td - The interface of split ops -----*- tablegen -*-===//
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
    An op that splits one tensor into consecutive pieces along one axis; piece i
    is result i. Its operands are `data`, then the axis if it is a run-time
    value, then the run-time lengths: one tensor, or index values (V7).
    Lowerings, models and checks use this interface, so that they handle all
    such ops.
  }];

  let methods = [
    InterfaceMethod<
      [{Returns the tensor to split.}],
      "::mlir::TypedValue<::mlir::TensorType>", "getData">,
    InterfaceMethod<
      [{Returns the axis if it is an operand (a scalar, 0-D or 1-element tensor
        of C3's types, not normalized), otherwise null.}],
      "::mlir::Value", "getAxisOperand", (ins), [{}], [{
        return $_op.getAxis();
      }]>,
    InterfaceMethod<
      [{Returns the axis: the operand, or the attribute.}],
      "::mlir::OpFoldResult", "getMixedAxis", (ins), [{}], [{
        if (::mlir::Value axis = $_op.getAxisOperand())
          return axis;
        return $_op.getStaticAxisAttr();
      }]>,
    InterfaceMethod<
      [{Returns the lengths if they are a tensor (a statically shaped 1-D tensor
        of C3's types), otherwise null.}],
      "::mlir::Value", "getLengthsOperand", (ins)>,
    InterfaceMethod<
      [{Returns the lengths of a list as integer attributes and index values
        (V7). Returns nothing if pieces are equal or lengths are a tensor.}],
      "::llvm::SmallVector<::mlir::OpFoldResult>", "getMixedLengths", (ins)>,
    InterfaceMethod<
      [{Returns what attributes and operand types state about this split.}],
      "::mlir::split::SplitSpec", "getSpec">
  ];
}

#endif // SPLIT_MLIR_DIALECT_SPLIT_IR_SPLITINTERFACES_TD
