//===- Launcher.cpp - Starting ranks under mpirun -------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RankProcesses.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::mpi;
using namespace mlir::split::native;

static bool isOpenMpi(StringRef mpi) { return mpi == "openmpi"; }

/// Looks for Debian's name, and for the one that only this MPI has.
llvm::Expected<std::string> mlir::split::mpi::findMpirun(StringRef mpi) {
  std::string debian = "mpirun." + mpi.str();
  StringRef own = isOpenMpi(mpi) ? "orterun" : "mpiexec.hydra";
  for (StringRef name : {StringRef(debian), own})
    if (auto path = llvm::sys::findProgramByName(name))
      return *path;
  StringRef package = isOpenMpi(mpi) ? "openmpi-bin" : "mpich";
  return llvm::createStringError("no " + debian +
                                 " in PATH to start ranks with; Debian's "
                                 "package " +
                                 package + " has it");
}

static SmallVector<std::string> getCommand(const Launch &launch,
                                           StringRef folder) {
  SmallVector<std::string> words{launch.mpirun};
  if (isOpenMpi(launch.mpi))
    words.append({"--allow-run-as-root", "--oversubscribe",
                  // All ranks are on this machine.
                  "--mca", "btl", "self,vader"});
  words.append({"-n", std::to_string(launch.ranks), launch.executable,
                ("--rank-channel=" + folder).str()});
  llvm::append_range(words, launch.arguments);
  return words;
}

/// Removes the folder of a channel. LLVM's functions remove no pipes.
static void removeFolder(StringRef folder) {
  for (StringRef name :
       {kOutputPipe, kErrorPipe, kReportPipe, kInputFile, kLogFile})
    unlink((folder + "/" + name).str().c_str());
  rmdir(folder.str().c_str());
}

static llvm::Error copyStandardInput(StringRef folder) {
  auto input = llvm::MemoryBuffer::getSTDIN();
  if (!input)
    return llvm::createStringError("cannot read '-': " +
                                   input.getError().message());
  return writeFile((folder + "/" + kInputFile).str(), (*input)->getBuffer());
}

/// Runs the ranks with a channel in `folder`.
static ExitStatus runRanks(const Launch &launch, StringRef folder) {
  RankProcesses processes(folder, launch.ranks, isOpenMpi(launch.mpi));
  ExitStatus status = WrongInput;
  llvm::Error error = launch.readsStandardInput ? copyStandardInput(folder)
                                                : llvm::Error::success();
  if (error) {
    status = fail(std::move(error));
  } else if (processes.start(getCommand(launch, folder))) {
    processes.wait();
    status = processes.getStatus();
  }
  removeFolder(folder);
  processes.obeySignal();
  return status;
}

ExitStatus mlir::split::mpi::launchRanks(const Launch &launch) {
  SmallString<128> folder;
  if (std::error_code error =
          llvm::sys::fs::createUniqueDirectory("split-run", folder))
    return fail("cannot create a temporary folder: " + error.message());
  return runRanks(launch, folder);
}
