//===- ElementTypes.h - OpenVINO's element types ----------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_FRONTEND_OPENVINO_ELEMENTTYPES_H
#define SPLIT_MLIR_LIB_FRONTEND_OPENVINO_ELEMENTTYPES_H

#include "mlir/IR/BuiltinTypes.h"

namespace mlir::split::openvino {

/// The MLIR type of an element type, named as attributes do (`f32`, `boolean`)
/// or as ports do (`FP32`, `BOOL`); null if there is none.
Type getElementType(StringRef name, MLIRContext *context);

/// Whether a port's precision says nothing.
bool isUnspecified(StringRef precision);

} // namespace mlir::split::openvino

#endif // SPLIT_MLIR_LIB_FRONTEND_OPENVINO_ELEMENTTYPES_H
