//===- TensorBoxTest.cpp - Parts of tensors -------------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/HostAbi/TensorBox.h"

#include "../../tools/split-run/tensors/Tensors.h"
#include "mlir/IR/MLIRContext.h"
#include "split-mlir/Target/Native/TensorText.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

namespace {
class TensorBoxes : public testing::Test {
protected:
  HostTensor parse(StringRef text, SelectBox select = {}) {
    return llvm::cantFail(parseTensorText(text, &context, /*seed=*/7, select));
  }

  /// Returns text for the part `box` of the tensor that `text` describes.
  std::string parsePart(StringRef text, const TensorBox &box) {
    return print(parse(text, [&](RankedTensorType) { return box; }));
  }

  std::string print(const HostTensor &tensor) {
    std::string text;
    llvm::raw_string_ostream os(text);
    printTensorText(tensor, os);
    return text;
  }

  MLIRContext context{MLIRContext::Threading::DISABLED};
};
} // namespace

static std::string listRuns(ArrayRef<int64_t> shape, const TensorBox &box) {
  std::string text;
  llvm::raw_string_ostream os(text);
  forEachRun(shape, box, [&](int64_t whole, int64_t part, int64_t count) {
    os << whole << '>' << part << '*' << count << ' ';
  });
  return text;
}

TEST_F(TensorBoxes, HaveRunsOfMaximalLength) {
  EXPECT_EQ(listRuns({3, 4}, {{1, 0}, {2, 4}}), "4>0*8 ");
  EXPECT_EQ(listRuns({3, 4}, {{0, 1}, {3, 2}}), "1>0*2 5>2*2 9>4*2 ");
  EXPECT_EQ(listRuns({2, 3, 2}, {{0, 1, 0}, {2, 2, 2}}), "2>0*4 8>4*4 ");
  EXPECT_EQ(listRuns({2, 2, 2}, {{0, 1, 1}, {2, 1, 1}}), "3>0*1 7>1*1 ");
  EXPECT_EQ(listRuns({5}, {{2}, {3}}), "2>0*3 ");
  EXPECT_EQ(listRuns({}, {}), "0>0*1 ");
  EXPECT_EQ(listRuns({3, 4}, {{3, 0}, {0, 4}}), "");
  EXPECT_EQ(listRuns({0, 4}, {{0, 0}, {0, 4}}), "");
}

TEST_F(TensorBoxes, OfTextHaveTheElementsOfTheWhole) {
  TensorBox box{{1, 1}, {2, 2}};
  EXPECT_EQ(parsePart("3x3xi32=1,2,3,4,5,6,7,8,9", box), "2x2xi32=[5,6][8,9]");
  EXPECT_EQ(parsePart("3x3xf32=iota", box), "2x2xf32=[4,5][7,8]");
  EXPECT_EQ(parsePart("3x3xcomplex<f32>=iota", box),
            "2x2xcomplex<f32>=[(4,0),(5,0)][(7,0),(8,0)]");
  EXPECT_EQ(parsePart("3x3xi8=-3", box), "2x2xi8=[-3,-3][-3,-3]");
  EXPECT_EQ(parsePart("3x3xi8", box), "2x2xi8=[0,0][0,0]");
  for (StringRef type : {"f32", "i8", "ui16", "complex<f64>"}) {
    std::string text = ("3x3x" + type + "=random").str();
    HostTensor part = llvm::cantFail(copyBox(parse(text), box));
    EXPECT_EQ(parsePart(text, box), print(part));
  }
}

TEST_F(TensorBoxes, OfTextMayBePartsOfTensorsBeyondMemory) {
  TensorBox box{{1 << 30, 1}, {1, 2}};
  EXPECT_EQ(parsePart("2147483648x4xi64=iota", box),
            "1x2xi64=[4294967297,4294967298]");
  llvm::Expected<HostTensor> tooLarge =
      parseTensorText("4611686018427387904xf32=iota", &context, 0,
                      [&](RankedTensorType) { return box; });
  EXPECT_EQ(llvm::toString(tooLarge.takeError()), "the shape is too large");
}

/// A .npy file with the elements 0, 1, ... of type i2 in the order of the file.
static std::string makeNpy(StringRef shape, StringRef order, int count) {
  std::string header = ("{'descr': '<i2', 'fortran_order': " + order +
                        ", 'shape': " + shape + ", }\n")
                           .str();
  std::string file = "\x93NUMPY\x01";
  file += '\0';
  file += char(header.size());
  file += '\0';
  file += header;
  for (int i = 0; i < count; ++i) {
    file += char(i);
    file += '\0';
  }
  return file;
}

TEST_F(TensorBoxes, OfFilesAreThoseOfEachOrder) {
  auto read = [&](StringRef order, const TensorBox &box) {
    std::string file = makeNpy("(2, 3, 4)", order, 24);
    return print(
        llvm::cantFail(parseNpy(llvm::MemoryBufferRef(file, "test.npy"),
                                &context, [&](RankedTensorType whole) {
                                  EXPECT_EQ(describeType(whole), "2x3x4xi16");
                                  return box;
                                })));
  };
  TensorBox box{{1, 1, 2}, {1, 2, 2}};
  EXPECT_EQ(read("False", box), "1x2x2xi16=[[18,19][22,23]]");
  // [i, j, k] is i + 2j + 6k.
  EXPECT_EQ(read("True", box), "1x2x2xi16=[[15,21][17,23]]");
  EXPECT_EQ(read("True", {{0, 3, 0}, {2, 0, 4}}), "2x0x4xi16=[]");
}

TEST_F(TensorBoxes, OfFilesAreWrittenInAnyOrder) {
  SmallString<128> path;
  ASSERT_FALSE(llvm::sys::fs::createTemporaryFile("parts", "npy", path));
  llvm::FileRemover remover(path);
  for (StringRef type :
       {"i1", "i8", "ui16", "f16", "f32", "i64", "complex<f64>", "index"}) {
    HostTensor whole = parse(("3x4x" + type + "=random").str());
    ASSERT_FALSE(bool(createNpy(path, whole.getType())));
    for (const TensorBox &box :
         {TensorBox{{1, 2}, {2, 2}}, TensorBox{{1, 0}, {2, 2}},
          TensorBox{{0, 0}, {1, 4}}}) {
      HostTensor part = llvm::cantFail(copyBox(whole, box));
      ASSERT_FALSE(bool(writeNpyBox(path, whole.getType(), box, part)));
    }
    std::string expected;
    llvm::raw_string_ostream os(expected);
    ASSERT_FALSE(bool(writeNpy(whole, os)));
    ASSERT_FALSE(bool(finishNpy(path)));
    auto file = llvm::MemoryBuffer::getFile(path);
    ASSERT_TRUE(bool(file));
    EXPECT_EQ((*file)->getBuffer(), expected) << type.str();
  }
}

TEST_F(TensorBoxes, OfFilesReplaceTheFileAtTheEnd) {
  SmallString<128> path, link;
  ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("parts", path));
  std::string folder = path.str().str();
  link = folder + "/link.npy";
  path += "/y.npy";
  auto exists = [](const Twine &file) { return llvm::sys::fs::exists(file); };
  HostTensor whole = parse("2xi8=iota");
  TensorBox all{{0}, {2}};
  ASSERT_FALSE(bool(createNpy(path, whole.getType())));
  discardNpy(path);
  EXPECT_FALSE(exists(path + ".parts"));
  ASSERT_FALSE(bool(createNpy(path, whole.getType())));
  // As after a run that was killed.
  ASSERT_FALSE(bool(createNpy(path, whole.getType())));
  ASSERT_FALSE(bool(writeNpyBox(path, whole.getType(), all, whole)));
  EXPECT_FALSE(exists(path));
  ASSERT_FALSE(bool(finishNpy(path)));
  EXPECT_TRUE(exists(path));
  // A link stays a link.
  ASSERT_FALSE(bool(llvm::sys::fs::create_link(path, link)));
  ASSERT_FALSE(bool(createNpy(link, whole.getType())));
  ASSERT_FALSE(bool(finishNpy(link)));
  EXPECT_TRUE(llvm::sys::fs::is_symlink_file(link));
  EXPECT_FALSE(exists(path + ".parts"));
  ASSERT_FALSE(bool(llvm::sys::fs::remove_directories(folder)));
}

TEST_F(TensorBoxes, AreNotWrittenToPipesAndFolders) {
  HostTensor tensor = parse("2xf32=iota");
  EXPECT_EQ(llvm::toString(createNpy("/dev/null", tensor.getType())),
            "cannot write '/dev/null': several ranks write only to a regular "
            "file");
  EXPECT_EQ(llvm::toString(createNpy("/", tensor.getType())),
            "cannot write '/': several ranks write only to a regular file");
}
