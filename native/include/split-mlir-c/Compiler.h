//===- Compiler.h - Compiling and calling models ------------------*- C -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// These functions import, compile and call models, as split-compile and
// split-run do:
//
//   mlirSplitImportFile      reads an ONNX or OpenVINO model, or MLIR
//   mlirSplitCompile         writes a module to memory, as MLIR or as code
//   mlirSplitCompileToFile   writes a module to a file
//   mlirSplitProgramCreate   compiles a module and loads it into this process
//   mlirSplitProgramLoad     loads a shared library from split-compile
//
// The context needs the dialects of mlirRegisterAllDialects and of
// mlirSplitRegisterAll. Threading of the context may be enabled or not. One
// thread at a time may use a context, and the modules and options in it.
//
// Functions report errors and warnings as diagnostics to the handlers of the
// context (mlir-c/Diagnostics.h), and print nothing themselves. Without a
// handler, MLIR prints errors to standard error. The comment of each function
// states what it returns after an error. Handles must not be null unless the
// comment permits it. Functions copy the strings that they are given.
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_C_COMPILER_H
#define SPLIT_MLIR_C_COMPILER_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

#define DEFINE_C_API_STRUCT(name, storage)                                     \
  struct name {                                                                \
    storage *ptr;                                                              \
  };                                                                           \
  typedef struct name name

DEFINE_C_API_STRUCT(MlirSplitOptions, void);
DEFINE_C_API_STRUCT(MlirSplitProgram, void);
DEFINE_C_API_STRUCT(MlirSplitFunction, void);

#undef DEFINE_C_API_STRUCT

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

// Options have the names and the meanings of those of split-compile. Functions
// that use options report invalid values.

/// Creates options with the defaults of split-compile. The caller owns them and
/// destroys them.
MLIR_CAPI_EXPORTED MlirSplitOptions mlirSplitOptionsCreate(void);

/// Destroys `options`, which may be null.
MLIR_CAPI_EXPORTED void mlirSplitOptionsDestroy(MlirSplitOptions options);

static inline bool mlirSplitOptionsIsNull(MlirSplitOptions options) {
  return !options.ptr;
}

/// Sets the processor to compile for: `portable` (the default), `native`, or a
/// name.
MLIR_CAPI_EXPORTED void mlirSplitOptionsSetCpu(MlirSplitOptions options,
                                               MlirStringRef cpu);

/// Sets the triple of the machine to compile files for; empty (the default) for
/// this machine. mlirSplitProgramCreate ignores it.
MLIR_CAPI_EXPORTED void mlirSplitOptionsSetTarget(MlirSplitOptions options,
                                                  MlirStringRef triple);

/// Sets the number of threads that compiled code may use: 1 (the default) to
/// 1024.
MLIR_CAPI_EXPORTED void mlirSplitOptionsSetThreads(MlirSplitOptions options,
                                                   intptr_t threads);

/// Sets whether compiled code checks at run time what the types leave open; by
/// default it does.
MLIR_CAPI_EXPORTED void
mlirSplitOptionsSetRuntimeChecks(MlirSplitOptions options, bool enable);

/// Sets whether compiled code adds and multiplies floats in the order of the
/// program, which is slower; by default, the order is not specified.
MLIR_CAPI_EXPORTED void
mlirSplitOptionsSetOrderedReductions(MlirSplitOptions options, bool enable);

/// Sets whether results that are parts of arguments are views of them; by
/// default they are copies.
MLIR_CAPI_EXPORTED void mlirSplitOptionsSetViews(MlirSplitOptions options,
                                                 bool enable);

/// Sets the machine profile: a path of a file from split-tune, `none`, or empty
/// (the default) for the profile of this machine, which only `native` code
/// uses.
MLIR_CAPI_EXPORTED void
mlirSplitOptionsSetMachineProfile(MlirSplitOptions options, MlirStringRef path);

/// Adds a name for a function: `NAME` or `FUNCTION=NAME`.
MLIR_CAPI_EXPORTED void mlirSplitOptionsAddName(MlirSplitOptions options,
                                                MlirStringRef name);

/// Adds `OLD=NEW`, which replaces the beginning OLD of paths in compiled files.
MLIR_CAPI_EXPORTED void
mlirSplitOptionsAddFilePrefixMap(MlirSplitOptions options, MlirStringRef map);

/// Sets whether compiled code has line tables for debuggers and profilers, as
/// `-g`; by default it has none.
MLIR_CAPI_EXPORTED void mlirSplitOptionsSetDebugInfo(MlirSplitOptions options,
                                                     bool enable);

/// Sets whether programs measure their ops, see mlirSplitProgramStartProfile;
/// by default they do not.
MLIR_CAPI_EXPORTED void mlirSplitOptionsSetProfile(MlirSplitOptions options,
                                                   bool enable);

/// Sets whether warnings about ONNX models are errors; by default they are not.
MLIR_CAPI_EXPORTED void mlirSplitOptionsSetOnnxStrict(MlirSplitOptions options,
                                                      bool enable);

/// Sets whether code in a file reads constants of 16 KiB or more from the file
/// PATH.weights, which must stay beside it; by default it does if constants
/// have 64 MiB or more in all. mlirSplitCompile writes no such file.
MLIR_CAPI_EXPORTED void
mlirSplitOptionsSetExternalWeights(MlirSplitOptions options, bool enable);

/// Sets whether MLIR as text has `__elided__` for constants of more than 16
/// elements; by default it has their values.
MLIR_CAPI_EXPORTED void
mlirSplitOptionsSetElideConstants(MlirSplitOptions options, bool enable);

//===----------------------------------------------------------------------===//
// Importing
//===----------------------------------------------------------------------===//

/// The formats of models.
enum MlirSplitModelFormat {
  /// MLIR as text or as bytecode.
  MlirSplitModelFormatMLIR = 0,
  MlirSplitModelFormatONNX = 1,
  /// OpenVINO's IR: XML, and weights in a second file.
  MlirSplitModelFormatOpenVINO = 2
};
typedef enum MlirSplitModelFormat MlirSplitModelFormat;

/// Imports the model in the file `path`: ONNX if it ends in `.onnx`, OpenVINO
/// if it ends in `.xml`, otherwise MLIR. Reads the weights of an OpenVINO model
/// from the file `weights`, or, if that is empty, from the `.bin` file beside
/// the model, if it exists. Reads the external data of an ONNX model from the
/// folder of `path`.
/// The caller owns the module. Returns a null module after an error.
MLIR_CAPI_EXPORTED MlirModule mlirSplitImportFile(MlirContext context,
                                                  MlirStringRef path,
                                                  MlirStringRef weights,
                                                  MlirSplitOptions options);

/// Imports the model with the bytes `data`. `name` is the name of the file in
/// locations. `weights` are the bytes of an OpenVINO model's weights, or empty.
/// ONNX models must not have external data. In all other respects, this is like
/// mlirSplitImportFile.
MLIR_CAPI_EXPORTED MlirModule mlirSplitImportMemory(
    MlirContext context, MlirSplitModelFormat format, MlirStringRef data,
    MlirStringRef name, MlirStringRef weights, MlirSplitOptions options);

//===----------------------------------------------------------------------===//
// Compiling
//===----------------------------------------------------------------------===//

/// What to write: the values of split-compile's option `--emit`.
enum MlirSplitOutput {
  /// The module, simplified.
  MlirSplitOutputSplit = 0,
  /// The module with splits lowered to linalg.
  MlirSplitOutputLinalg = 1,
  /// MLIR's LLVM dialect.
  MlirSplitOutputLLVM = 2,
  /// Optimized LLVM IR, as text.
  MlirSplitOutputLLVMIR = 3,
  MlirSplitOutputAssembly = 4,
  MlirSplitOutputObject = 5,
  /// A shared library with the runtime library, which the C compiler in PATH
  /// links.
  MlirSplitOutputShared = 6,
  /// A C header.
  MlirSplitOutputHeader = 7
};
typedef enum MlirSplitOutput MlirSplitOutput;

/// Compiles `module`, which does not change, and passes the output to
/// `callback`. Fails after an error, and for MlirSplitOutputShared, which needs
/// a file.
MLIR_CAPI_EXPORTED MlirLogicalResult mlirSplitCompile(
    MlirModule module, MlirSplitOutput output, MlirSplitOptions options,
    MlirStringCallback callback, void *userData);

/// Compiles `module`, which does not change, and writes the output to the file
/// `path`. After an error, fails and leaves an existing file as it is.
MLIR_CAPI_EXPORTED MlirLogicalResult
mlirSplitCompileToFile(MlirModule module, MlirSplitOutput output,
                       MlirSplitOptions options, MlirStringRef path);

/// Passes a drawing of the splits in the function `function` of `module` to
/// `callback`: text for a terminal, or SVG. The function must exist.
MLIR_CAPI_EXPORTED void mlirSplitDraw(MlirModule module, MlirStringRef function,
                                      bool asSvg, MlirStringCallback callback,
                                      void *userData);

/// Passes the location to `callback` as messages of split-mlir show it:
/// `FILE:LINE:COLUMN`, the file and the node of a model, or both.
MLIR_CAPI_EXPORTED void mlirSplitLocationDescribe(MlirLocation location,
                                                  MlirStringCallback callback,
                                                  void *userData);

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

/// Compiles the public functions of `module`, which does not change, and loads
/// them into this process. The caller owns the program and destroys it. The
/// program does not depend on the context. Returns a null program after an
/// error.
MLIR_CAPI_EXPORTED MlirSplitProgram
mlirSplitProgramCreate(MlirModule module, MlirSplitOptions options);

/// Loads a shared library from split-compile or mlirSplitCompileToFile. This
/// runs code of the file. Returns a null program after an error, which it
/// reports to `context`. In all other respects, this is like
/// mlirSplitProgramCreate.
MLIR_CAPI_EXPORTED MlirSplitProgram mlirSplitProgramLoad(MlirContext context,
                                                         MlirStringRef path);

/// Unloads `program`, which may be null. No thread may be in a call to it.
/// Results of calls stay valid.
MLIR_CAPI_EXPORTED void mlirSplitProgramDestroy(MlirSplitProgram program);

static inline bool mlirSplitProgramIsNull(MlirSplitProgram program) {
  return !program.ptr;
}

/// Returns the description of the program's functions in JSON, as
/// native/docs/HostAbi.md specifies it. The string lives as long as the
/// program.
MLIR_CAPI_EXPORTED MlirStringRef
mlirSplitProgramGetSignature(MlirSplitProgram program);

/// Returns the address of a function that the program exports: a compiled one,
/// whose C declaration MlirSplitOutputHeader writes, or one that Runtime.h
/// declares for hosts, such as split_mlir_free. Returns null if there is none.
MLIR_CAPI_EXPORTED void *mlirSplitProgramLookUp(MlirSplitProgram program,
                                                MlirStringRef name);

/// Returns the compiled function with the name `name` in the signature; null if
/// there is none. It lives as long as the program.
MLIR_CAPI_EXPORTED MlirSplitFunction
mlirSplitProgramGetFunction(MlirSplitProgram program, MlirStringRef name);

static inline bool mlirSplitFunctionIsNull(MlirSplitFunction function) {
  return !function.ptr;
}

/// Returns the number of arguments and results together.
MLIR_CAPI_EXPORTED intptr_t
mlirSplitFunctionGetNumParameters(MlirSplitFunction function);

/// Calls the function, and returns its status: 0 for success. `slots` has one
/// element for each parameter, arguments first: the pointer that the function
/// takes, as Runtime.h specifies, or a pointer to a scalar that it takes by
/// value. The caller frees results that the call allocates, as Runtime.h
/// specifies. Several threads may call a function at the same time.
MLIR_CAPI_EXPORTED int32_t mlirSplitFunctionCall(MlirSplitFunction function,
                                                 void *const *slots);

/// Begins and ends the measurement of the ops in calls that this thread makes.
/// `program` was created with mlirSplitOptionsSetProfile. One thread at a time
/// may measure.
MLIR_CAPI_EXPORTED void mlirSplitProgramStartProfile(MlirSplitProgram program);
MLIR_CAPI_EXPORTED void mlirSplitProgramStopProfile(MlirSplitProgram program);

/// Passes what was measured to `callback`: the table that `split-run --profile`
/// prints, or the trace that it writes.
MLIR_CAPI_EXPORTED void
mlirSplitProgramPrintProfile(MlirSplitProgram program, bool asTrace,
                             MlirStringCallback callback, void *userData);

/// Returns `LOCATION: error: MESSAGE` of the last call to `program` that failed
/// on this thread. The text lives until the next call fails on this thread.
MLIR_CAPI_EXPORTED MlirStringRef
mlirSplitProgramGetLastError(MlirSplitProgram program);

#ifdef __cplusplus
}
#endif

#endif // SPLIT_MLIR_C_COMPILER_H
