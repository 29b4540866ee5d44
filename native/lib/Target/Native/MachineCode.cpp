//===- MachineCode.cpp - From LLVM IR to machine code ---------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MachineCode.h"

#include "split-mlir/HostAbi/HostAbi.h"
#include "split-mlir/Target/Native/Processors.h"
#include "split-mlir/Transforms/Passes.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/StandardInstrumentations.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace mlir::split;
using namespace mlir::split::native;
using llvm::orc::JITTargetMachineBuilder;

/// Returns a processor that has only instructions that all machines of the kind
/// have.
static llvm::StringRef getBaseline(const llvm::Triple &triple) {
  if (triple.isX86())
    return "x86-64";
  return triple.isRISCV() ? "generic-rv64" : "generic";
}

/// Returns a builder for another machine than this one.
static JITTargetMachineBuilder describeForeign(const llvm::Triple &triple,
                                               llvm::StringRef cpu) {
  JITTargetMachineBuilder builder(triple);
  builder.setCPU(cpu.str());
  if (!triple.isRISCV())
    return builder;
  // The features that Linux distributions require, and their calling
  // convention.
  if (isGenericRiscv(triple, cpu))
    builder.addFeatures({"+m", "+a", "+f", "+d", "+c"});
  builder.getOptions().MCOptions.ABIName = "lp64d";
  return builder;
}

static llvm::Expected<JITTargetMachineBuilder> describeThis(llvm::StringRef cpu,
                                                            CodeUse use) {
  llvm::Expected<JITTargetMachineBuilder> builder =
      JITTargetMachineBuilder::detectHost();
  if (!builder || cpu == "native")
    return builder;
  if (builder->getTargetTriple().isRISCV())
    return describeForeign(builder->getTargetTriple(), cpu);
  std::string lacking;
  for (const std::string &feature : builder->getFeatures().getFeatures())
    if (llvm::StringRef(feature).starts_with("-") && use == CodeUse::Load)
      lacking += (lacking.empty() ? "" : ",") + feature;
  builder->setCPU(cpu.str()).setFeatures(lacking);
  return builder;
}

llvm::Expected<JITTargetMachineBuilder>
mlir::split::native::selectTarget(llvm::StringRef cpu, CodeUse use,
                                  llvm::StringRef target) {
  if (llvm::Error error = checkProcessor(cpu, target))
    return error;
  llvm::Triple triple = llvm::cantFail(parseTarget(target));
  if (cpu == "portable")
    cpu = getBaseline(triple);
  llvm::Expected<JITTargetMachineBuilder> builder =
      target.empty() || isThisKind(triple) ? describeThis(cpu, use)
                                           : describeForeign(triple, cpu);
  if (!builder)
    return builder;
  // These instructions treat subnormal bf16 numbers as zeros, and LLVM 22 has
  // no code for some vectors of bf16 if a processor has them.
  if (triple.isX86())
    builder->addFeatures({"-avx512bf16", "-avxneconvert"});
  builder->setCodeGenOptLevel(llvm::CodeGenOptLevel::Aggressive);
  // By default, the builder chooses the large code model.
  if (use == CodeUse::File)
    builder->setRelocationModel(llvm::Reloc::PIC_)
        .setCodeModel(llvm::CodeModel::Small);
  return builder;
}

void mlir::split::native::setTarget(llvm::Module &module,
                                    const llvm::TargetMachine &machine) {
  module.setDataLayout(machine.createDataLayout());
  module.setTargetTriple(machine.getTargetTriple());
  if (machine.isPositionIndependent())
    module.setPICLevel(llvm::PICLevel::BigPIC);
  // Linkers compare it, and compilers of the LLVM IR need it.
  llvm::StringRef abi = machine.Options.MCOptions.getABIName();
  if (!abi.empty())
    module.addModuleFlag(llvm::Module::Error, "target-abi",
                         llvm::MDString::get(module.getContext(), abi));
}

static bool isKernel(const llvm::Function &function) {
  return function.hasFnAttribute(kKernelAttrName);
}

static bool callsKernels(const llvm::Function &function) {
  return llvm::any_of(llvm::instructions(function), [](const auto &inner) {
    const auto *call = llvm::dyn_cast<llvm::CallInst>(&inner);
    const llvm::Function *callee = call ? call->getCalledFunction() : nullptr;
    return callee && isKernel(*callee);
  });
}

/// Returns whether optimizing `function` would take longer than it saves: most
/// passes take more than linear time, and a call executes each instruction of a
/// function without loops at most once. The kernels that a function calls take
/// much longer than its own instructions.
static bool isLargeAndStraight(llvm::Function &function) {
  constexpr unsigned kManyInstructions = 2000, kManyAroundKernels = 500;
  unsigned count = function.getInstructionCount();
  if (count < kManyAroundKernels ||
      (count < kManyInstructions && !callsKernels(function)))
    return false;
  for (auto component = llvm::scc_begin(&function); !component.isAtEnd();
       ++component)
    if (component.hasCycle())
      return false;
  return true;
}

/// Replaces a function with the attribute kTableFunctionAttrName, which stores
/// thousands of pointer arguments to a table. The replacement copies the
/// arguments that are passed on the stack by one memcpy. To do so, it declares
/// them as one `byval` parameter, an array of pointers, which is in the same
/// place on the stack. Does nothing if the module uses `function`.
static void copyOperandsAtOnce(llvm::Function &function) {
  constexpr unsigned kRegisters = 6;
  llvm::Attribute name = function.getFnAttribute(kTableFunctionAttrName);
  llvm::Function *callee =
      name.isValid()
          ? function.getParent()->getFunction(name.getValueAsString())
          : nullptr;
  bool hasPointersOnly = llvm::all_of(function.args(), [](auto &argument) {
    return argument.getType()->isPointerTy();
  });
  if (!callee || !hasPointersOnly || function.arg_size() <= kRegisters ||
      !function.use_empty())
    return;
  llvm::LLVMContext &context = function.getContext();
  auto *pointer = llvm::PointerType::getUnqual(context);
  auto *table = llvm::ArrayType::get(pointer, function.arg_size());
  auto *rest = llvm::ArrayType::get(pointer, function.arg_size() - kRegisters);
  llvm::SmallVector<llvm::Type *> types(kRegisters + 1, pointer);
  auto *made = llvm::Function::Create(
      llvm::FunctionType::get(function.getReturnType(), types, false),
      function.getLinkage(), "", function.getParent());
  made->takeName(&function);
  made->addFnAttrs(
      llvm::AttrBuilder(context, function.getAttributes().getFnAttrs()));
  made->removeFnAttr(llvm::Attribute::OptimizeNone);
  // The new function has another signature. The loop over the module visits it
  // as well and must not replace it again.
  made->removeFnAttr(kTableFunctionAttrName);
  made->addRetAttrs(
      llvm::AttrBuilder(context, function.getAttributes().getRetAttrs()));
  made->addParamAttr(kRegisters,
                     llvm::Attribute::getWithByValType(context, rest));
  made->addParamAttr(
      kRegisters, llvm::Attribute::getWithAlignment(context, llvm::Align(8)));
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "", made));
  llvm::Value *memory = builder.CreateAlloca(table);
  for (unsigned i = 0; i < kRegisters; ++i)
    builder.CreateStore(made->getArg(i),
                        builder.CreateConstGEP1_64(pointer, memory, i));
  builder.CreateMemCpy(builder.CreateConstGEP1_64(pointer, memory, kRegisters),
                       llvm::Align(8), made->getArg(kRegisters), llvm::Align(8),
                       sizeof(int64_t) * rest->getNumElements());
  builder.CreateRet(builder.CreateCall(callee, {memory}));
  function.eraseFromParent();
}

/// Keeps the loops over vectors of a kernel from being unrolled if the number
/// of iterations is not known, and the loops around them in any case. Vectors
/// have enough independent elements, and the code would become several times
/// longer.
static void limitUnrolling(llvm::Function &kernel) {
  auto hasVectors = [](llvm::BasicBlock *block) {
    return llvm::any_of(*block, [](const llvm::Instruction &instruction) {
      return instruction.getType()->isVectorTy();
    });
  };
  llvm::DominatorTree dominators(kernel);
  llvm::LoopInfo loops(dominators);
  for (llvm::Loop *loop : loops.getLoopsInPreorder())
    if (llvm::any_of(loop->blocks(), hasVectors))
      llvm::addStringMetadataToLoop(loop,
                                    loop->isInnermost()
                                        ? "llvm.loop.unroll.runtime.disable"
                                        : "llvm.loop.unroll.disable",
                                    /*V=*/1);
}

/// The number of calls from which a kernel is not inlined into its callers.
static constexpr unsigned kManyCalls = 16;

/// Keeps the pass pipeline from inlining kernels with many calls and from
/// optimizing functions that would take too long.
static void limitOptimization(llvm::Module &module) {
  // copyOperandsAtOnce relies on the calling convention of Linux on x86-64.
  const llvm::Triple &triple = module.getTargetTriple();
  if (triple.getArch() == llvm::Triple::x86_64 && triple.isOSLinux())
    for (llvm::Function &function : llvm::make_early_inc_range(module))
      copyOperandsAtOnce(function);
  for (llvm::Function &function : module) {
    if (!function.isDeclaration() && function.hasNUsesOrMore(kManyCalls) &&
        !function.hasFnAttribute(llvm::Attribute::AlwaysInline))
      function.addFnAttr(llvm::Attribute::NoInline);
    if (isKernel(function))
      limitUnrolling(function);
    if (isLargeAndStraight(function)) {
      function.removeFnAttr(llvm::Attribute::AlwaysInline);
      function.addFnAttr(llvm::Attribute::OptimizeNone);
      function.addFnAttr(llvm::Attribute::NoInline);
    }
  }
}

/// Replaces `phi`, of bf16, by one of i16.
static void convertPhiToBits(llvm::PHINode &phi) {
  llvm::IRBuilder<> builder(&phi);
  auto *bits =
      builder.CreatePHI(builder.getInt16Ty(), phi.getNumIncomingValues());
  for (auto [value, block] :
       llvm::zip_equal(phi.incoming_values(), phi.blocks())) {
    // A block may branch here twice.
    int known = bits->getBasicBlockIndex(block);
    builder.SetInsertPoint(block->getTerminator());
    bits->addIncoming(known >= 0
                          ? bits->getIncomingValue(known)
                          : builder.CreateBitCast(value, bits->getType()),
                      block);
  }
  builder.SetInsertPoint(phi.getParent(),
                         phi.getParent()->getFirstInsertionPt());
  phi.replaceAllUsesWith(builder.CreateBitCast(bits, phi.getType()));
  phi.eraseFromParent();
}

/// Lets other blocks than the one of `value`, of bf16, use its bits.
static void passBits(llvm::Value &value, llvm::BasicBlock *block,
                     llvm::BasicBlock::iterator next) {
  llvm::IRBuilder<> builder(block, next);
  llvm::Value *bits = nullptr;
  for (llvm::Use &use : llvm::make_early_inc_range(value.uses())) {
    auto *user = llvm::cast<llvm::Instruction>(use.getUser());
    if (user->getParent() == block)
      continue;
    if (!bits)
      bits = builder.CreateBitCast(&value, builder.getInt16Ty());
    llvm::IRBuilder<> atUser(user);
    use.set(atUser.CreateBitCast(bits, value.getType()));
  }
}

/// Passes scalars of bf16 between blocks as i16. Otherwise, LLVM converts them
/// to f32 and back, by calls, and loses the sign if this is combined with
/// operations on the bits.
static void passBF16AsBits(llvm::Function &function) {
  if (function.isDeclaration())
    return;
  for (llvm::BasicBlock &block : function)
    for (llvm::PHINode &phi : llvm::make_early_inc_range(block.phis()))
      if (phi.getType()->isBFloatTy())
        convertPhiToBits(phi);
  llvm::BasicBlock &entry = function.getEntryBlock();
  for (llvm::Argument &argument : function.args())
    if (argument.getType()->isBFloatTy())
      passBits(argument, &entry, entry.getFirstInsertionPt());
  for (llvm::BasicBlock &block : function)
    for (llvm::Instruction &inner : llvm::make_early_inc_range(block))
      if (inner.getType()->isBFloatTy() && !inner.isTerminator())
        passBits(inner, &block, std::next(inner.getIterator()));
}

/// Whether the elements of `table` are 0, 1, 3, 7, ...: `i` bits at `i`.
static bool isMaskTable(const llvm::GlobalVariable &table) {
  if (!table.isConstant() || !table.hasDefinitiveInitializer())
    return false;
  auto *data = llvm::dyn_cast<llvm::ConstantDataArray>(table.getInitializer());
  if (!data || !data->getElementType()->isIntegerTy())
    return false;
  unsigned width = data->getElementType()->getIntegerBitWidth();
  if (data->getNumElements() > width + 1)
    return false;
  for (unsigned i = 0; i < data->getNumElements(); ++i)
    if (data->getElementAsAPInt(i) != llvm::APInt::getLowBitsSet(width, i))
      return false;
  return true;
}

/// Hides what mask tables contain from the code generator. For x86 with BMI2
/// and without PIC, it computes an element from its index, but takes a multiple
/// of the index for it.
static void hideMaskTables(llvm::Module &module) {
  for (llvm::GlobalVariable &table : module.globals())
    if (isMaskTable(table))
      table.setExternallyInitialized(true);
}

/// Gives the descriptions of functions for debuggers a type where they have
/// none. The type is optional in MLIR, but LLVM crashes without it when it
/// removes an argument that is not used.
static void addSubprogramTypes(llvm::Module &module) {
  for (llvm::Function &function : module) {
    llvm::DISubprogram *program = function.getSubprogram();
    if (program && !program->getType())
      program->replaceType(llvm::DISubroutineType::get(
          module.getContext(), llvm::DINode::FlagZero, /*CC=*/0,
          /*TypeArray=*/nullptr));
  }
}

/// Runs the passes of clang -O2 except SLP vectorization: it gains little,
/// since loops do the work, and takes time quadratic in the number of checks.
/// With -O3, the loops of kernels would be unswitched. That gains nothing and
/// takes longer than everything else, since it doubles the code.
void mlir::split::native::optimize(llvm::Module &module,
                                   llvm::TargetMachine &machine) {
  addSubprogramTypes(module);
  limitOptimization(module);
  llvm::PipelineTuningOptions tuning;
  tuning.LoopVectorization = true;
  tuning.LoopInterleaving = true;
  tuning.SLPVectorization = false;
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager callGraph;
  llvm::ModuleAnalysisManager modules;
  // Without these callbacks, passes ignore `optnone`.
  llvm::PassInstrumentationCallbacks callbacks;
  llvm::OptNoneInstrumentation optNone(/*DebugLogging=*/false);
  optNone.registerCallbacks(callbacks);
  llvm::PassBuilder passes(&machine, tuning, /*PGOOpt=*/std::nullopt,
                           &callbacks);
  passes.registerModuleAnalyses(modules);
  passes.registerCGSCCAnalyses(callGraph);
  passes.registerFunctionAnalyses(functions);
  passes.registerLoopAnalyses(loops);
  passes.crossRegisterProxies(loops, functions, callGraph, modules);
  passes.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O2)
      .run(module, modules);
  for (llvm::Function &function : module)
    passBF16AsBits(function);
  hideMaskTables(module);
}

llvm::Error mlir::split::native::emitMachineCode(llvm::Module &module,
                                                 llvm::TargetMachine &machine,
                                                 llvm::CodeGenFileType fileType,
                                                 llvm::raw_pwrite_stream &os) {
  llvm::legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, os, /*DwoOut=*/nullptr, fileType))
    return llvm::createStringError("no code of this kind for processor '" +
                                   machine.getTargetCPU() + "'");
  passes.run(module);
  return llvm::Error::success();
}
