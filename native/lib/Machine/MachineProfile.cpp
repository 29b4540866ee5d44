//===- MachineProfile.cpp - Measured properties of a machine --------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Machine/MachineProfile.h"

#include "../../runtime/Machine.h"
#include "mlir/Dialect/DLTI/DLTI.h"
#include "split-mlir/Machine/MachineModel.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include <cstdlib>

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;
namespace json = llvm::json;

/// The version of the file format.
static constexpr int64_t kFormat = 1;

bool ProcessorDescription::operator==(const ProcessorDescription &other) const {
  return vendor == other.vendor && family == other.family &&
         model == other.model &&
         ArrayRef(cacheBytes).equals(ArrayRef(other.cacheBytes));
}

std::string ProcessorDescription::describe() const {
  return llvm::formatv(
      "{0} family {1} model {2} with caches of {3}, {4} and {5} bytes",
      vendor.empty() ? "a processor of" : vendor, family, model, cacheBytes[0],
      cacheBytes[1], cacheBytes[2]);
}

ProcessorDescription ProcessorDescription::getThis() {
  ProcessorDescription result;
  ProcessorInfo info = readProcessor();
  result.vendor = info.vendor;
  result.family = info.family;
  result.model = info.model;
  for (auto [index, bytes] : llvm::enumerate(result.cacheBytes))
    bytes = readCacheBytes(kCacheFolder, index + 1);
  return result;
}

static llvm::Expected<ProcessorDescription>
parseProcessor(const json::Object &file) {
  auto fail = [] {
    return llvm::createStringError(
        "'processor' is missing or incomplete, expected 'vendor', 'family', "
        "'model' and the sizes of three 'caches'");
  };
  const json::Object *object = file.getObject("processor");
  if (!object)
    return fail();
  std::optional<StringRef> vendor = object->getString("vendor");
  std::optional<int64_t> family = object->getInteger("family");
  std::optional<int64_t> model = object->getInteger("model");
  const json::Array *caches = object->getArray("caches");
  if (!vendor || !family || !model || !caches || caches->size() != 3)
    return fail();
  ProcessorDescription result;
  result.vendor = vendor->str();
  result.family = *family;
  result.model = *model;
  for (auto [bytes, value] : llvm::zip_equal(result.cacheBytes, *caches)) {
    if (!value.getAsInteger())
      return fail();
    bytes = *value.getAsInteger();
  }
  return result;
}

static llvm::Expected<TargetEntries> parseFields(const json::Object &file) {
  const json::Object *object = file.getObject("fields");
  if (!object)
    return llvm::createStringError("'fields' is missing, expected an object");
  TargetEntries entries;
  for (const auto &[key, value] : *object) {
    StringRef name = key;
    const MachineModelField *field = findMachineModelField(name);
    if (!field)
      return llvm::createStringError("field '" + name +
                                     "' is unknown, expected one of " +
                                     listMachineModelKeys());
    std::optional<int64_t> number = value.getAsInteger();
    if (!number || !field->isValid(*number))
      return llvm::createStringError("field '" + name + "' is " +
                                     llvm::formatv("{0}", value).str() +
                                     ", expected " + field->expected);
    entries.push_back({name.str(), *number});
  }
  // Objects have no order.
  llvm::sort(entries);
  return entries;
}

llvm::Expected<MachineProfile> MachineProfile::parse(StringRef text) {
  // The parser's stack grows with the depth of the text.
  if (text.size() > kMaxBytes)
    return llvm::createStringError("it has more than %zu bytes", kMaxBytes);
  llvm::Expected<json::Value> value = json::parse(text);
  if (!value)
    return value.takeError();
  const json::Object *file = value->getAsObject();
  if (!file || file->getInteger("format") != kFormat)
    return llvm::createStringError(
        "expected an object in JSON whose 'format' is 1");
  MachineProfile profile;
  if (llvm::Error error = parseProcessor(*file).moveInto(profile.processor))
    return error;
  if (llvm::Error error = parseFields(*file).moveInto(profile.fields))
    return error;
  return profile;
}

void MachineProfile::print(raw_ostream &os) const {
  json::Object values;
  for (const auto &[key, value] : fields)
    values[key] = value;
  json::Value file = json::Object{
      {"format", kFormat},
      {"processor",
       json::Object{{"vendor", processor.vendor},
                    {"family", processor.family},
                    {"model", processor.model},
                    {"caches", json::Array(processor.cacheBytes)}}},
      {"fields", std::move(values)}};
  os << llvm::formatv("{0:2}", file) << '\n';
}

std::string mlir::split::native::getDefaultProfilePath() {
  SmallString<128> path;
  // The XDG specification ignores relative paths.
  const char *cache = std::getenv("XDG_CACHE_HOME");
  if (cache && llvm::sys::path::is_absolute(cache))
    path = cache;
  else if (llvm::sys::path::home_directory(path) &&
           llvm::sys::path::is_absolute(path))
    llvm::sys::path::append(path, ".cache");
  else
    return "";
  llvm::sys::path::append(path, "split-mlir", "machine.json");
  return path.str().str();
}

void mlir::split::native::addTargetEntries(ModuleOp module,
                                           const TargetEntries &entries) {
  if (entries.empty())
    return;
  MLIRContext *context = module.getContext();
  context->loadDialect<DLTIDialect>();
  auto cpu = StringAttr::get(context, kTargetDevice);
  SmallVector<DataLayoutEntryInterface> devices, properties;
  if (TargetSystemSpecInterface system = module.getTargetSystemSpec()) {
    if (auto device = system.getDeviceSpecForDeviceID(cpu))
      llvm::append_range(properties, device->getEntries());
    for (DataLayoutEntryInterface entry : system.getEntries())
      if (entry.getKey() != DataLayoutEntryKey(cpu))
        devices.push_back(entry);
  }
  auto isStated = [&](StringRef name) {
    DataLayoutEntryKey key = StringAttr::get(context, name);
    return llvm::any_of(
        properties, [&](auto property) { return property.getKey() == key; });
  };
  // A threshold of the module comes before a distance of `entries`.
  bool hasThreshold = isStated("split.nontemporal_threshold");
  for (const auto &[name, value] : entries) {
    if (isStated(name) ||
        (hasThreshold && name == "split.store_prefetch_distance"))
      continue;
    properties.push_back(DataLayoutEntryAttr::get(
        StringAttr::get(context, name),
        IntegerAttr::get(IntegerType::get(context, 64), value)));
  }
  devices.push_back(DataLayoutEntryAttr::get(
      cpu, TargetDeviceSpecAttr::get(context, properties)));
  module->setAttr(DLTIDialect::kTargetSystemDescAttrName,
                  TargetSystemSpecAttr::get(context, devices));
}
