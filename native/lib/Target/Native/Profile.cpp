//===- Profile.cpp - Durations of the ops of a model ----------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Target/Native/Profile.h"

#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "split-mlir/Dialect/Split/IR/AssertMessages.h"
#include "split-mlir/Transforms/Passes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;
using std::chrono::nanoseconds;

/// The number of events of a trace; later ones are only in the sums.
static constexpr size_t kMaxEvents = 1 << 18;

/// The profile to which this thread adds its calls, if any.
static thread_local Profile *active = nullptr;

void mlir::split::native::profileOp(const char *description, int64_t bytes) {
  if (active)
    active->add(description, bytes);
}

Profile::Profile(ModuleOp module) {
  module->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<ModuleOp>(op) || matchPattern(op, m_Constant()))
      return;
    std::string &name = names[describeLocation(op->getLoc())];
    // The last op of a node is the one that computes its result.
    if (name.empty() || isa<FunctionOpInterface>(op->getParentOp()))
      name = op->getName().getStringRef();
  });
}

void Profile::start() {
  active = this;
  callBegin = last = Clock::now();
}

void Profile::stop() {
  callTime += Clock::now() - callBegin;
  ++numCalls;
  active = nullptr;
}

void Profile::clear() {
  rows.clear();
  events.clear();
  numCalls = 0;
  callTime = nanoseconds(0);
}

void Profile::add(const char *description, int64_t bytes) {
  Clock::time_point now = Clock::now();
  if (description) {
    Row &row = rows[description];
    row.time += now - last;
    row.bytes += bytes;
    ++row.count;
    if (events.size() < kMaxEvents)
      events.push_back({description, bytes, last, now});
  }
  last = now;
}

/// Returns the names of the ops in `description`.
static std::string getNames(StringRef description,
                            const llvm::StringMap<std::string> &names) {
  SmallVector<StringRef> parts;
  description.split(parts, kProfileSeparator);
  auto getName = [&](StringRef part) {
    auto name = names.find(part);
    return name == names.end() ? StringRef("?") : StringRef(name->second);
  };
  return llvm::join(llvm::map_range(parts, getName), kProfileSeparator);
}

void Profile::print(raw_ostream &os) const {
  constexpr double kMicrosecond = 1000;
  double calls = std::max<int64_t>(numCalls, 1);
  auto sorted = llvm::to_vector(llvm::make_pointer_range(rows));
  llvm::sort(sorted, [](auto *left, auto *right) {
    return std::pair(right->second.time, left) <
           std::pair(left->second.time, right);
  });
  auto printTime = [&](nanoseconds time) {
    os << llvm::formatv(
        "{0,12:f2} {1,6:f1} %", time.count() / calls / kMicrosecond,
        100.0 * time.count() / std::max<double>(callTime.count(), 1));
  };
  os << "     time us    share        bytes   GB/s  op at location\n";
  nanoseconds sum(0);
  for (const auto *entry : sorted) {
    const Row &row = entry->second;
    printTime(row.time);
    os << llvm::formatv(" {0,12} {1,6:f1}  {2} at {3}\n",
                        int64_t(row.bytes / calls),
                        row.bytes / std::max<double>(row.time.count(), 1),
                        getNames(entry->first, names), entry->first);
    sum += row.time;
  }
  printTime(callTime - sum);
  os << "                      outside of ops\n";
  printTime(callTime);
  os << llvm::formatv("                      {0} call{1}\n", numCalls,
                      numCalls == 1 ? "" : "s, on average");
}

void Profile::writeTrace(raw_ostream &os) const {
  auto getMicroseconds = [](nanoseconds time) { return time.count() / 1e3; };
  llvm::json::OStream json(os, /*IndentSize=*/1);
  json.object([&] {
    json.attribute("displayTimeUnit", "ns");
    json.attribute("calls", numCalls);
    json.attribute("call_ns", callTime.count());
    json.attributeArray("ops", [&] {
      for (const auto &entry : rows)
        json.object([&] {
          const Row &row = entry.second;
          json.attribute("op", getNames(entry.first, names));
          json.attribute("location", entry.first);
          json.attribute("count", row.count);
          json.attribute("ns", row.time.count());
          json.attribute("bytes", row.bytes);
        });
    });
    json.attributeArray("traceEvents", [&] {
      for (const Event &event : events)
        json.object([&] {
          json.attribute("name", getNames(event.description, names));
          json.attribute("cat", "op");
          json.attribute("ph", "X");
          json.attribute("pid", 1);
          json.attribute("tid", 1);
          json.attribute("ts",
                         getMicroseconds(event.begin - events.front().begin));
          json.attribute("dur", getMicroseconds(event.end - event.begin));
          json.attributeObject("args", [&] {
            json.attribute("location", event.description);
            json.attribute("bytes", event.bytes);
          });
        });
    });
  });
  os << '\n';
}
