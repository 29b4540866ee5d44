//===- LineComposition.cpp - Cache lines of short runs --------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OutputCode.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

/// Returns the byte of the source for each byte of the line, relative to the
/// run in the first row.
static SmallVector<int64_t> listSources(const ComposedOutput &output,
                                        int64_t line) {
  SmallVector<int64_t> sources;
  int64_t begin = line * output.lineBytes;
  for (int64_t byte = begin; byte < begin + output.lineBytes; ++byte)
    sources.push_back(byte / output.run * output.rowStride + byte % output.run);
  return sources;
}

/// Returns the start offsets of the fewest windows that contain all bytes: each
/// starts at the first byte that no earlier window contains.
static SmallVector<int64_t> getFewestBegins(ArrayRef<int64_t> sources) {
  int64_t bytes = sources.size();
  SmallVector<int64_t> begins;
  for (int64_t source : sources)
    if (begins.empty() || source >= begins.back() + bytes)
      begins.push_back(std::min(source, sources.back() + 1 - bytes));
  return begins;
}

/// Returns the start offsets of windows that are lines of the block, so that
/// all outputs share them.
static SmallVector<int64_t> getLineBegins(ArrayRef<int64_t> sources,
                                          int64_t offset) {
  int64_t bytes = sources.size();
  SmallVector<int64_t> begins;
  for (int64_t source : sources)
    if (begins.empty() || source >= begins.back() + bytes)
      begins.push_back((source + offset) / bytes * bytes - offset);
  return begins;
}

/// Returns the start offset of one window for each run, such that the bytes of
/// the run need no shuffle.
static SmallVector<int64_t> getRunBegins(ArrayRef<int64_t> sources) {
  SmallVector<int64_t> begins;
  for (auto [position, source] : llvm::enumerate(sources))
    if (position == 0 || source != sources[position - 1] + 1)
      begins.push_back(source - static_cast<int64_t>(position));
  return begins;
}

SmallVector<LineWindow>
mlir::split::native::composeLine(const ComposedOutput &output, int64_t line) {
  SmallVector<int64_t> sources = listSources(output, line);
  // Bytes in place need no shuffle; windows that outputs share need one load.
  SmallVector<int64_t> begins = getRunBegins(sources);
  SmallVector<int64_t> fewest = getFewestBegins(sources);
  bool isInPlace = begins.size() <= fewest.size();
  if (!isInPlace)
    begins = fewest;
  if (!isInPlace && output.offset) {
    SmallVector<int64_t> lines = getLineBegins(sources, *output.offset);
    if (lines.size() <= fewest.size() &&
        lines.back() + *output.offset + output.lineBytes <= output.blockBytes)
      begins = lines;
  }

  SmallVector<LineWindow> windows;
  for (int64_t begin : begins)
    windows.push_back({begin, SmallVector<int64_t>(output.lineBytes, -1)});
  size_t current = 0;
  for (auto [position, source] : llvm::enumerate(sources)) {
    bool isNext = isInPlace
                      ? position > 0 && source != sources[position - 1] + 1
                      : source >= begins[current] + output.lineBytes;
    if (isNext)
      ++current;
    windows[current].bytes[position] = source - begins[current];
  }
  return windows;
}
