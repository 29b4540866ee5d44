//===- PassDialects.td - Dialects that passes load ---------*- tablegen -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_TRANSFORMS_PASSDIALECTS_TD
#define SPLIT_MLIR_TRANSFORMS_PASSDIALECTS_TD

include "mlir/Pass/PassBase.td"

defvar Affine = "::mlir::affine::AffineDialect";
defvar Arith = "::mlir::arith::ArithDialect";
defvar Bufferization = "::mlir::bufferization::BufferizationDialect";
defvar Complex = "::mlir::complex::ComplexDialect";
defvar ControlFlow = "::mlir::cf::ControlFlowDialect";
defvar Func = "::mlir::func::FuncDialect";
defvar LLVM = "::mlir::LLVM::LLVMDialect";
defvar Linalg = "::mlir::linalg::LinalgDialect";
defvar Math = "::mlir::math::MathDialect";
defvar MemRef = "::mlir::memref::MemRefDialect";
defvar SCF = "::mlir::scf::SCFDialect";
defvar Split = "::mlir::split::SplitDialect";
defvar Tensor = "::mlir::tensor::TensorDialect";
defvar UB = "::mlir::ub::UBDialect";
defvar Vector = "::mlir::vector::VectorDialect";

#endif // SPLIT_MLIR_TRANSFORMS_PASSDIALECTS_TD
