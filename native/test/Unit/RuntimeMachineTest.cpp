//===- RuntimeMachineTest.cpp - Detection of the machine ------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../runtime/Machine.h"

#include "gtest/gtest.h"
#include <atomic>
#include <filesystem>
#include <fstream>
#include <thread>
#include <vector>

using namespace mlir::split;
using namespace mlir::split::native;

static SplitMlirMachine makeMachine() {
  return {3, 1 << 20, 4, 2048, 1 << 20, 0, 1 << 19};
}

TEST(RuntimeMachine, IsDescribedOnce) {
  const SplitMlirMachine *machine = split_mlir_machine();
  EXPECT_GE(machine->isaLevel, 1);
  EXPECT_LE(machine->isaLevel, 4);
  EXPECT_GE(machine->nontemporalThreshold, 0);
  EXPECT_TRUE(machine->streams == 1 || machine->streams == 4);
  EXPECT_GE(machine->prefetchDistance, 0);
  EXPECT_GE(machine->parallelThreshold, 0);
  EXPECT_GT(machine->contractionBlock, 0);
  std::atomic<int> differences = 0;
  std::thread threads[8];
  for (std::thread &thread : threads)
    thread =
        std::thread([&] { differences += split_mlir_machine() != machine; });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(differences, 0);
}

TEST(RuntimeMachine, TakesOverrides) {
  SplitMlirMachine machine = makeMachine();
  EXPECT_TRUE(overrideMachine("isa-level=1,nontemporal-threshold=65536,"
                              "streams=1,prefetch-distance=4096,"
                              "store-prefetch-distance=1024,"
                              "parallel-threshold=0,contraction-block=7",
                              machine));
  EXPECT_EQ(machine.isaLevel, 1);
  EXPECT_EQ(machine.nontemporalThreshold, 65536);
  EXPECT_EQ(machine.streams, 1);
  EXPECT_EQ(machine.prefetchDistance, 4096);
  EXPECT_EQ(machine.storePrefetchDistance, 1024);
  EXPECT_EQ(machine.parallelThreshold, 0);
  EXPECT_EQ(machine.contractionBlock, 7);
  EXPECT_TRUE(overrideMachine("nontemporal-threshold=0,streams=4", machine));
  EXPECT_EQ(machine.nontemporalThreshold, 0);
  EXPECT_EQ(machine.streams, 4);
}

TEST(RuntimeMachine, AThresholdAsksForNontemporalStores) {
  SplitMlirMachine machine = makeMachine();
  machine.storePrefetchDistance = 512;
  EXPECT_TRUE(overrideMachine("streams=1", machine));
  EXPECT_EQ(machine.storePrefetchDistance, 512);
  EXPECT_TRUE(overrideMachine("nontemporal-threshold=1", machine));
  EXPECT_EQ(machine.storePrefetchDistance, 0);
  EXPECT_TRUE(overrideMachine(
      "store-prefetch-distance=256,nontemporal-threshold=1", machine));
  EXPECT_EQ(machine.storePrefetchDistance, 256);
}

TEST(RuntimeMachine, OnlyLowersTheLevel) {
  SplitMlirMachine machine = makeMachine();
  EXPECT_TRUE(overrideMachine("isa-level=4", machine));
  EXPECT_EQ(machine.isaLevel, 3);
  EXPECT_TRUE(overrideMachine("isa-level=2", machine));
  EXPECT_EQ(machine.isaLevel, 2);
}

TEST(RuntimeMachine, IgnoresMalformedOverridesAsAWhole) {
  for (const char *text : {"",
                           ",",
                           "isa-level",
                           "isa-level=",
                           "isa-level=0",
                           "isa-level=5",
                           "isa-level=1x",
                           "isa-level=1,",
                           ",isa-level=1",
                           "isa-level=-1",
                           "isa-level=+1",
                           "isa-level= 1",
                           "isa-level=1 ",
                           "streams=2",
                           "isa-level=1,streams=3",
                           "streams=1;isa-level=1",
                           "level=1",
                           "isa-level-=1",
                           "isa=1",
                           "=1",
                           "streams=1,nontemporal-threshold=k",
                           "prefetch-distance=99999999999999999999"}) {
    SplitMlirMachine machine = makeMachine();
    EXPECT_FALSE(overrideMachine(text, machine)) << text;
    EXPECT_EQ(machine.isaLevel, 3) << text;
    EXPECT_EQ(machine.nontemporalThreshold, 1 << 20) << text;
    EXPECT_EQ(machine.streams, 4) << text;
    EXPECT_EQ(machine.prefetchDistance, 2048) << text;
    EXPECT_EQ(machine.parallelThreshold, 1 << 20) << text;
  }
}

TEST(RuntimeMachine, ReadsCachesOfOneCore) {
  namespace fs = std::filesystem;
  std::string folder = testing::TempDir() + "/split-mlir-caches";
  fs::remove_all(folder);
  auto write = [&](int index, const char *level, const char *type,
                   const char *size) {
    std::string path = folder + "/index" + std::to_string(index) + "/";
    fs::create_directories(path);
    std::ofstream(path + "level") << level << '\n';
    std::ofstream(path + "type") << type << '\n';
    std::ofstream(path + "size") << size << '\n';
  };
  EXPECT_EQ(readCacheBytes(folder.c_str(), 2), 0);
  write(0, "1", "Data", "48K");
  write(1, "1", "Instruction", "32K");
  write(2, "2", "Instruction", "64K");
  write(3, "2", "Unified", "1024K");
  write(4, "3", "Unified", "32M");
  EXPECT_EQ(readCacheBytes(folder.c_str(), 1), 48 << 10);
  EXPECT_EQ(readCacheBytes(folder.c_str(), 2), 1 << 20);
  EXPECT_EQ(readCacheBytes(folder.c_str(), 3), 32 << 20);
  EXPECT_EQ(readCacheBytes(folder.c_str(), 4), 0);
  for (const char *size : {"many", "0", "-1K", "1099511627776"}) {
    write(3, "2", "Unified", size);
    EXPECT_EQ(readCacheBytes(folder.c_str(), 2), 0) << size;
  }
  write(3, "2", "Unified", "4096");
  EXPECT_EQ(readCacheBytes(folder.c_str(), 2), 4096);
  // A folder is no text, and names are not cut.
  fs::remove(folder + "/index3/size");
  fs::create_directory(folder + "/index3/size");
  EXPECT_EQ(readCacheBytes(folder.c_str(), 2), 0);
  fs::remove(folder + "/index3/type");
  EXPECT_EQ(readCacheBytes(folder.c_str(), 2), 0);
  EXPECT_EQ(readCacheBytes((folder + std::string(300, '/')).c_str(), 1), 0);
  fs::remove_all(folder);
}

TEST(RuntimeMachine, RecognizesAMeshByModelOrSize) {
  auto getStreams = [](int64_t level3, bool isAmd, bool hasMesh) {
    SplitMlirMachine machine = {1, -1, -1, -1, -1, -1, -1};
    setCopyFields(machine, {1 << 20, level3, isAmd, hasMesh, false});
    return machine.streams;
  };
  EXPECT_EQ(getStreams(48 << 20, false, false), 1);
  EXPECT_EQ(getStreams(49 << 20, false, false), 4);
  EXPECT_EQ(getStreams(32 << 20, false, /*hasMesh=*/true), 4);
  EXPECT_EQ(getStreams(96 << 20, /*isAmd=*/true, false), 1);
}
