//===- Compiler.cpp - The module split_mlir._compiler ---------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The compiler of this project through its C API.

#include "split-mlir-c/Compiler.h"
#include "UnlockedScope.h"
#include "mlir-c/Diagnostics.h"
#include "mlir-c/Pass.h"
#include "mlir-c/RegisterEverything.h"
#include "split-mlir-c/RegisterAll.h"
#include <atomic>
#include <memory>
#include <mutex>
#include <pthread.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <tuple>
#include <vector>

namespace py = pybind11;

namespace {
/// A severity, a location (empty if unknown) and a message.
using DiagnosticText = std::tuple<std::string, std::string, std::string>;

/// A context that keeps its diagnostics.
class Context {
public:
  Context();
  ~Context() { mlirContextDestroy(context); }
  Context(const Context &) = delete;

  MlirContext get() const { return context; }
  void add(const char *severity, const std::string &location,
           const std::string &message) {
    diagnostics.emplace_back(severity, location, message);
  }
  std::vector<DiagnosticText> takeDiagnostics() {
    return std::exchange(diagnostics, {});
  }

  /// Contexts are used by one thread at a time.
  std::mutex mutex;

private:
  static MlirLogicalResult keep(MlirDiagnostic diagnostic, void *self);

  MlirContext context;
  std::vector<DiagnosticText> diagnostics;
};

/// Options of a compilation, as split_mlir.compile and split_mlir.save take
/// them.
class Options {
public:
  Options() : options(mlirSplitOptionsCreate()) {}
  ~Options() { mlirSplitOptionsDestroy(options); }
  Options(const Options &) = delete;

  MlirSplitOptions get() const { return options; }

private:
  MlirSplitOptions options;
};

/// An imported module.
class Module {
public:
  explicit Module(std::shared_ptr<Context> context)
      : context(std::move(context)), module({nullptr}) {}
  ~Module() {
    if (!mlirModuleIsNull(module))
      mlirModuleDestroy(module);
  }
  Module(const Module &) = delete;

  std::shared_ptr<Context> context;
  MlirModule module;
};

/// Compiled code in this process.
class Program {
public:
  Program() = default;
  ~Program() { mlirSplitProgramDestroy(program); }
  Program(const Program &) = delete;

  MlirSplitProgram program = {nullptr};
};
} // namespace

//===----------------------------------------------------------------------===//
// Strings and diagnostics
//===----------------------------------------------------------------------===//

static MlirStringRef wrap(const std::string &text) {
  return mlirStringRefCreate(text.data(), text.size());
}

static void append(MlirStringRef text, void *string) {
  static_cast<std::string *>(string)->append(text.data, text.length);
}

/// Stands for the file in locations of models that are no files.
static constexpr const char *kMemory = "<memory>";

/// Bytes that are not UTF-8 become replacement characters.
static py::str toText(const std::string &bytes) {
  return py::bytes(bytes).attr("decode")("utf-8", "replace");
}

/// Returns `FILE:LINE:COLUMN`, a name, or an empty string.
static std::string describe(MlirLocation location) {
  std::string text;
  if (!mlirLocationEqual(
          location, mlirLocationUnknownGet(mlirLocationGetContext(location))))
    mlirSplitLocationDescribe(location, append, &text);
  return text;
}

Context::Context() {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  mlirRegisterAllDialects(registry);
  mlirSplitRegisterAll(registry);
  context = mlirContextCreateWithRegistry(registry, /*threadingEnabled=*/false);
  mlirDialectRegistryDestroy(registry);
  mlirContextAttachDiagnosticHandler(context, keep, this, nullptr);
}

MlirLogicalResult Context::keep(MlirDiagnostic diagnostic, void *self) {
  static const char *const kSeverities[] = {"error", "warning", "note",
                                            "remark"};
  auto &diagnostics = static_cast<Context *>(self)->diagnostics;
  std::string message;
  mlirDiagnosticPrint(diagnostic, append, &message);
  diagnostics.emplace_back(kSeverities[mlirDiagnosticGetSeverity(diagnostic)],
                           describe(mlirDiagnosticGetLocation(diagnostic)),
                           message);
  for (intptr_t i = 0, e = mlirDiagnosticGetNumNotes(diagnostic); i < e; ++i)
    keep(mlirDiagnosticGetNote(diagnostic, i), self);
  return mlirLogicalResultSuccess();
}

/// Returns a list of tuples of str.
static py::list toList(const std::vector<DiagnosticText> &diagnostics) {
  py::list list;
  for (const auto &[severity, location, message] : diagnostics)
    list.append(py::make_tuple(severity, toText(location), toText(message)));
  return list;
}

/// Throws CompileError with the diagnostics.
[[noreturn]] static void
throwDiagnostics(const std::vector<DiagnosticText> &diagnostics) {
  py::object type =
      py::module_::import("split_mlir._errors").attr("CompileError");
  py::object error = type.attr("_create")(toList(diagnostics));
  PyErr_SetObject(type.ptr(), error.ptr());
  throw py::error_already_set();
}

/// Passes warnings to Python's warnings.
static void warn(const std::vector<DiagnosticText> &diagnostics) {
  if (!diagnostics.empty())
    py::module_::import("split_mlir._errors")
        .attr("_warn")(toList(diagnostics));
}

//===----------------------------------------------------------------------===//
// End of the process
//===----------------------------------------------------------------------===//

/// The number of threads that compile. The process ends after them, since it
/// destroys static objects of LLVM that they use.
static std::atomic<int> compilingThreads{0};
static std::atomic<bool> isEnding{false};
static thread_local bool isEndingThread = false;

namespace {
/// Counts this thread among those that compile. When the process ends, only the
/// thread that ends it may still begin. The others wait for the end.
class CompilingScope {
public:
  CompilingScope() {
    ++compilingThreads;
    if (!isEnding || isEndingThread)
      return;
    --compilingThreads;
    for (;;)
      pause();
  }
  ~CompilingScope() { --compilingThreads; }
  CompilingScope(const CompilingScope &) = delete;
};
} // namespace

/// Waits until no thread compiles. Python calls this when it ends.
static void waitForCompilingThreads() {
  mlir::split::native::UnlockedScope unlocked;
  isEndingThread = true;
  isEnding = true;
  while (compilingThreads)
    usleep(1000);
}

/// Runs `action` in `context` without the GIL. `action` returns whether it
/// succeeded. Throws its diagnostics if not, and else passes them to Python's
/// warnings.
template <typename Action>
static void runIn(Context &context, Action action) {
  bool succeeded;
  std::vector<DiagnosticText> diagnostics;
  {
    mlir::split::native::UnlockedScope unlocked;
    CompilingScope compiling;
    std::lock_guard<std::mutex> lock(context.mutex);
    succeeded = action();
    diagnostics = context.takeDiagnostics();
  }
  if (!succeeded)
    throwDiagnostics(diagnostics);
  warn(diagnostics);
}

//===----------------------------------------------------------------------===//
// Actions
//===----------------------------------------------------------------------===//

/// Returns the module that `import` creates in a new context.
template <typename Import>
static std::unique_ptr<Module> importWith(Import import) {
  auto result = std::make_unique<Module>(std::make_shared<Context>());
  runIn(*result->context, [&] {
    result->module = import(result->context->get());
    return !mlirModuleIsNull(result->module);
  });
  return result;
}

static std::unique_ptr<Module> importFile(const std::string &path,
                                          const std::string &weights,
                                          const Options &options) {
  return importWith([&](MlirContext context) {
    return mlirSplitImportFile(context, wrap(path), wrap(weights),
                               options.get());
  });
}

static std::unique_ptr<Module> importMemory(MlirSplitModelFormat format,
                                            const std::string &data,
                                            const std::string &weights,
                                            const Options &options) {
  return importWith([&](MlirContext context) {
    return mlirSplitImportMemory(context, format, wrap(data), wrap(kMemory),
                                 wrap(weights), options.get());
  });
}

static py::str emitText(const Module &module, MlirSplitOutput output,
                        const Options &options) {
  std::string text;
  runIn(*module.context, [&] {
    return mlirLogicalResultIsSuccess(
        mlirSplitCompile(module.module, output, options.get(), append, &text));
  });
  return toText(text);
}

static void emitFile(const Module &module, MlirSplitOutput output,
                     const Options &options, const std::string &path) {
  runIn(*module.context, [&] {
    return mlirLogicalResultIsSuccess(mlirSplitCompileToFile(
        module.module, output, options.get(), wrap(path)));
  });
}

static std::unique_ptr<Program> createProgram(const Module &module,
                                              const Options &options) {
  auto result = std::make_unique<Program>();
  runIn(*module.context, [&] {
    result->program = mlirSplitProgramCreate(module.module, options.get());
    return !mlirSplitProgramIsNull(result->program);
  });
  return result;
}

/// Adds `pipeline` to `manager`. On failure, appends the reason to the
/// diagnostics of the context.
static bool addPipeline(MlirPassManager manager, const std::string &pipeline,
                        std::string &error) {
  MlirOpPassManager passes = mlirPassManagerGetAsOpPassManager(manager);
  // `builtin.module(...)`, as mlir-opt takes it, or a list of passes.
  MlirLogicalResult result =
      pipeline.rfind("builtin.module(", 0) == 0
          ? mlirParsePassPipeline(passes, wrap(pipeline), append, &error)
          : mlirOpPassManagerAddPipeline(passes, wrap(pipeline), append,
                                         &error);
  return mlirLogicalResultIsSuccess(result);
}

static bool optimize(MlirModule module, MlirContext context,
                     const std::string &pipeline, std::string &error) {
  MlirPassManager manager = mlirPassManagerCreate(context);
  bool succeeded = addPipeline(manager, pipeline, error) &&
                   mlirLogicalResultIsSuccess(mlirPassManagerRunOnOp(
                       manager, mlirModuleGetOperation(module)));
  mlirPassManagerDestroy(manager);
  return succeeded;
}

/// Parses `text` and runs `pipeline`. Sets `error` if the pipeline is invalid.
static bool opt(MlirContext context, const std::string &text,
                const std::string &pipeline, std::string &result,
                std::string &error) {
  Options options;
  MlirModule module =
      mlirSplitImportMemory(context, MlirSplitModelFormatMLIR, wrap(text),
                            wrap(kMemory), wrap(""), options.get());
  if (mlirModuleIsNull(module))
    return false;
  bool succeeded = optimize(module, context, pipeline, error);
  if (succeeded)
    mlirOperationPrint(mlirModuleGetOperation(module), append, &result);
  mlirModuleDestroy(module);
  return succeeded;
}

static py::str optText(const std::string &text, const std::string &pipeline,
                       bool allowUnregisteredDialect) {
  Context context;
  mlirContextSetAllowUnregisteredDialects(context.get(),
                                          allowUnregisteredDialect);
  std::string result, error;
  runIn(context, [&] {
    bool succeeded = opt(context.get(), text, pipeline, result, error);
    if (!error.empty())
      context.add("error", "pipeline", error);
    return succeeded;
  });
  return toText(result);
}

//===----------------------------------------------------------------------===//
// The module
//===----------------------------------------------------------------------===//

static void defineOptions(py::module_ &module) {
  auto set = [](auto setter) {
    return [setter](Options &options, const std::string &value) {
      setter(options.get(), wrap(value));
    };
  };
  py::class_<Options>(module, "Options")
      .def(py::init<>())
      .def("set_cpu", set(mlirSplitOptionsSetCpu))
      .def("set_target", set(mlirSplitOptionsSetTarget))
      .def("set_machine_profile", set(mlirSplitOptionsSetMachineProfile))
      .def("add_name", set(mlirSplitOptionsAddName))
      .def("add_file_prefix_map", set(mlirSplitOptionsAddFilePrefixMap))
      .def("set_threads",
           [](Options &options, intptr_t threads) {
             mlirSplitOptionsSetThreads(options.get(), threads);
           })
      .def("set_no_runtime_checks",
           [](Options &options, bool enable) {
             mlirSplitOptionsSetRuntimeChecks(options.get(), !enable);
           })
      .def("set_ordered_reductions",
           [](Options &options, bool enable) {
             mlirSplitOptionsSetOrderedReductions(options.get(), enable);
           })
      .def("set_views",
           [](Options &options, bool enable) {
             mlirSplitOptionsSetViews(options.get(), enable);
           })
      .def("set_debug",
           [](Options &options, bool enable) {
             mlirSplitOptionsSetDebugInfo(options.get(), enable);
           })
      .def("set_profile",
           [](Options &options, bool enable) {
             mlirSplitOptionsSetProfile(options.get(), enable);
           })
      .def("set_onnx_strict", [](Options &options, bool enable) {
        mlirSplitOptionsSetOnnxStrict(options.get(), enable);
      });
}

static void defineEnums(py::module_ &module) {
  py::enum_<MlirSplitModelFormat>(module, "Format")
      .value("mlir", MlirSplitModelFormatMLIR)
      .value("onnx", MlirSplitModelFormatONNX)
      .value("openvino", MlirSplitModelFormatOpenVINO);
  py::enum_<MlirSplitOutput>(module, "Output")
      .value("split", MlirSplitOutputSplit)
      .value("linalg", MlirSplitOutputLinalg)
      .value("llvm", MlirSplitOutputLLVM)
      .value("llvm_ir", MlirSplitOutputLLVMIR)
      .value("asm", MlirSplitOutputAssembly)
      .value("obj", MlirSplitOutputObject)
      .value("shared", MlirSplitOutputShared)
      .value("header", MlirSplitOutputHeader);
}

PYBIND11_MODULE(_compiler, module) {
  module.doc() = "Imports and compiles models.";
  mlirRegisterAllPasses();
  mlirSplitRegisterAllPasses();
  py::module_::import("atexit").attr("register")(
      py::cpp_function(waitForCompilingThreads));
  // A forked process has none of the other threads.
  pthread_atfork(nullptr, nullptr, [] { compilingThreads = 0; });
  defineEnums(module);
  defineOptions(module);
  py::class_<Program>(module, "Program")
      .def_property_readonly("signature",
                             [](const Program &self) {
                               MlirStringRef text =
                                   mlirSplitProgramGetSignature(self.program);
                               return std::string(text.data, text.length);
                             })
      .def("start_profile",
           [](const Program &self) {
             mlirSplitProgramStartProfile(self.program);
           })
      .def("stop_profile",
           [](const Program &self) {
             mlirSplitProgramStopProfile(self.program);
           })
      .def("profile",
           [](const Program &self, bool asTrace) {
             std::string text;
             mlirSplitProgramPrintProfile(self.program, asTrace, append, &text);
             return toText(text);
           })
      .def("look_up", [](const Program &self, const std::string &name) {
        return reinterpret_cast<uintptr_t>(
            mlirSplitProgramLookUp(self.program, wrap(name)));
      });
  py::class_<Module>(module, "Module")
      .def("text", emitText, py::arg("output"), py::arg("options"))
      .def("write", emitFile, py::arg("output"), py::arg("options"),
           py::arg("path"))
      .def("draw",
           [](const Module &self, const std::string &function, bool asSvg) {
             std::lock_guard<std::mutex> lock(self.context->mutex);
             std::string text;
             mlirSplitDraw(self.module, wrap(function), asSvg, append, &text);
             return toText(text);
           })
      .def("load", createProgram, py::arg("options"));
  module.def("import_file", importFile, py::arg("path"), py::arg("weights"),
             py::arg("options"));
  module.def("import_memory", importMemory, py::arg("format"), py::arg("data"),
             py::arg("weights"), py::arg("options"));
  module.def("opt", optText, py::arg("text"), py::arg("pipeline"),
             py::arg("allow_unregistered_dialect"));
}
