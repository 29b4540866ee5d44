//===- ToolSetupTest.cpp - Messages of crashes ----------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../tools/common/ToolSetup.h"

#include "split-mlir/Version.h"
#include "gtest/gtest.h"

using namespace mlir::split;

TEST(ToolSetup, BugReportsGoToTheAddressFirst) {
  std::string begin = "This is a bug in split-mlir " SPLIT_MLIR_VERSION_STRING
                      ". Please report it to ";
  std::string end = ", with the command, its input and the text below.";
  EXPECT_EQ(getBugReportText("bugs@a.org", "https://a.org"),
            begin + "bugs@a.org" + end);
  EXPECT_EQ(getBugReportText("", "https://a.org"),
            begin + "https://a.org" + end);
  EXPECT_EQ(getBugReportText("", ""),
            begin + "the provider of the package split-mlir" + end);
}
