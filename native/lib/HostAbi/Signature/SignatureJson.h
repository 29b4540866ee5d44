//===- SignatureJson.h - Signatures of functions in JSON --------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_LIB_HOSTABI_SIGNATURE_SIGNATUREJSON_H
#define SPLIT_MLIR_NATIVE_LIB_HOSTABI_SIGNATURE_SIGNATUREJSON_H

#include "split-mlir/HostAbi/HostSignature.h"
#include "split-mlir/HostAbi/NativeOptions.h"

namespace mlir::split::native {

/// A file of weights: its name, its size, and its id in hexadecimal.
struct WeightsDescription {
  std::string file;
  uint64_t bytes = 0;
  std::string id;
};

/// Returns a signature in JSON, as native/docs/HostAbi.md describes it, of
/// `functions` of the model in the file `source`, compiled for `triple`.
/// `weights` describes the file of weights; its name is empty for none.
std::string getSignatureJson(ArrayRef<HostSignature> functions,
                             StringRef source, StringRef triple,
                             const NativeOptions &options,
                             const WeightsDescription &weights);

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_LIB_HOSTABI_SIGNATURE_SIGNATUREJSON_H
