//===- NativeNpyTest.cpp - NumPy's array files ----------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../tools/split-run/tensors/Tensors.h"

#include "mlir/IR/MLIRContext.h"
#include "split-mlir/Target/Native/TensorText.h"
#include "llvm/Support/MemoryBufferRef.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

/// A .npy file of format `version` with `header` and `data` as they are.
static std::string makeNpy(StringRef header, StringRef data,
                           unsigned version = 1) {
  std::string file = "\x93NUMPY";
  file += char(version);
  file += '\0';
  for (unsigned i = 0; i < (version == 1 ? 2u : 4u); ++i)
    file += char(header.size() >> (8 * i));
  return file + header.str() + data.str();
}

static std::string makeHeader(StringRef code, StringRef shape,
                              StringRef order = "False") {
  return ("{'descr': '" + code + "', 'fortran_order': " + order +
          ", 'shape': " + shape + ", }   \n")
      .str();
}

namespace {
class NativeNpy : public testing::Test {
protected:
  std::string read(StringRef file) {
    llvm::Expected<HostTensor> tensor =
        parseNpy(llvm::MemoryBufferRef(file, "test.npy"), &context);
    if (!tensor)
      return llvm::toString(tensor.takeError());
    std::string text;
    llvm::raw_string_ostream os(text);
    printTensorText(*tensor, os);
    return text;
  }

  MLIRContext context{MLIRContext::Threading::DISABLED};
};
} // namespace

TEST_F(NativeNpy, ReadsAllFormats) {
  for (unsigned version : {1, 2, 3})
    EXPECT_EQ(read(makeNpy(makeHeader("|i1", "(3,)"), "\x01\xff\x7f", version)),
              "3xi8=[1,-1,127]");
}

TEST_F(NativeNpy, ReadsShapes) {
  EXPECT_EQ(read(makeNpy(makeHeader("|u1", "()"), "\xff")), "ui8=255");
  EXPECT_EQ(read(makeNpy(makeHeader("<f8", "(0, 3)"), "")), "0x3xf64=[]");
  EXPECT_EQ(
      read(makeNpy(makeHeader("|b1", "(2L, 1L)"), StringRef("\x02\x00", 2))),
      "2x1xi1=[1][0]");
}

TEST_F(NativeNpy, ReadsFortranOrder) {
  EXPECT_EQ(read(makeNpy(makeHeader("|i1", "(2, 3)", "True"), "\1\4\2\5\3\6")),
            "2x3xi8=[1,2,3][4,5,6]");
  // [i, j, k] is 100 + 4i + 2j + k, written with i fastest.
  EXPECT_EQ(read(makeNpy(makeHeader("|i1", "(2, 2, 2)", "True"),
                         "\x64\x68\x66\x6a\x65\x69\x67\x6b")),
            "2x2x2xi8=[[100,101][102,103]][[104,105][106,107]]");
}

TEST_F(NativeNpy, RefusesLyingHeaders) {
  EXPECT_EQ(read(makeNpy(makeHeader("<f4", "(2,)"), "1234567")),
            "the .npy header claims 8 bytes of data, the file has 7");
  EXPECT_EQ(read(makeNpy(makeHeader("<f4", "(2,)"), "123456789")),
            "the .npy header claims 8 bytes of data, the file has 9");
  EXPECT_EQ(read(makeNpy(makeHeader("<f4", "(1000000000000,)"), "1234")),
            "the .npy header claims 4000000000000 bytes of data, the file has "
            "4");
  EXPECT_EQ(
      read(makeNpy(makeHeader("<f4", "(4611686018427387904, 4)"), "1234")),
      "the .npy header claims a shape that is too large");
  EXPECT_EQ(read(makeNpy(makeHeader("|i1", "(0, 4611686018427387904, 4)"), "")),
            "the shape is too large");
}

TEST_F(NativeNpy, RefusesMalformedHeaders) {
  for (StringRef shape : {"(-1,)", "(2", "2", "(2,,)", "(2.5,)",
                          "(99999999999999999999,)", "[2]", "None"})
    EXPECT_EQ(read(makeNpy(makeHeader("|i1", shape), "12")),
              "malformed .npy header");
  for (StringRef header :
       {"", "{", "{}", "{'descr': '|i1'}", "not a dictionary",
        "{'descr': '|i1, 'fortran_order': False, 'shape': (2,)}",
        "{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (2,)}",
        "{'descr': '|i1', 'fortran_order': 0, 'shape': (2,)}",
        "{'descr': '|i1', 'fortran_order': False, 'shape': (2,)} x"})
    EXPECT_EQ(read(makeNpy(header, "12")), "malformed .npy header");
  std::string deep = "(";
  for (unsigned i = 0; i < 65; ++i)
    deep += "1,";
  EXPECT_EQ(read(makeNpy(makeHeader("|i1", deep + ")"), "1")),
            "malformed .npy header");
}

TEST_F(NativeNpy, RefusesCutOffFiles) {
  std::string file = makeNpy(makeHeader("|i1", "(2,)"), "12");
  EXPECT_EQ(read(""), "not a .npy file");
  EXPECT_EQ(read("some text"), "not a .npy file");
  for (size_t size : {6, 7, 8, 9, 10, 20})
    EXPECT_EQ(read(StringRef(file).take_front(size)),
              "the .npy header is cut off");
  file[6] = 9;
  EXPECT_EQ(read(file), "unknown .npy format 9");
}

TEST_F(NativeNpy, RefusesOtherTypes) {
  EXPECT_EQ(read(makeNpy(makeHeader(">f4", "(1,)"), "1234")),
            "the .npy file is big-endian ('>f4'), only little-endian is read");
  for (StringRef code : {"|O", "<U4", "|S4", "<f16", "<M8[ns]", "f4", "|V8",
                         "<i3", "<c4", "|b2", ""})
    EXPECT_EQ(read(makeNpy(makeHeader(code, "(1,)"), "1234")),
              ("unsupported .npy element type '" + code + "'").str());
}

TEST_F(NativeNpy, WritesWhatItReads) {
  for (StringRef text :
       {"2xf16=[1,-2.5]", "2x1xf32=[0.1][nan]", "f64=-0", "2xi8=[-1,2]",
        "2xi16=[-1,2]", "2xi32=[-1,2]", "2xi64=[-1,2]", "2xui8=[255,2]",
        "ui16=65535", "ui32=4294967295", "ui64=18446744073709551615",
        "3xi1=[1,0,1]", "complex<f32>=(1,2)", "1xcomplex<f64>=[(1,2)]",
        "0x3xf32=[]"}) {
    llvm::Expected<HostTensor> tensor = parseTensorText(text, &context);
    ASSERT_TRUE(bool(tensor)) << text.str();
    std::string file;
    llvm::raw_string_ostream os(file);
    ASSERT_FALSE(bool(writeNpy(*tensor, os)));
    EXPECT_EQ((file.size() - tensor->getBytes().size()) % 64, 0u);
    EXPECT_EQ(read(file), text.str());
  }
}

TEST_F(NativeNpy, WritesNoHeaderThatIsTooLong) {
  // "1," for each dimension, of which 65535 bytes hold fewer than this.
  SmallVector<int64_t> shape(40000, 1);
  HostTensor tensor =
      llvm::cantFail(HostTensor::create(shape, Float32Type::get(&context)));
  std::string file;
  llvm::raw_string_ostream os(file);
  EXPECT_EQ(llvm::toString(writeNpy(tensor, os)),
            "the shape is too long for a .npy header");
  EXPECT_TRUE(file.empty());
}

TEST_F(NativeNpy, WritesIndexAndSignedAsNumPysIntegers) {
  for (auto [text, readBack] : {std::pair("2xindex=-1,7", "2xi64=[-1,7]"),
                                std::pair("2xsi8=-1,7", "2xi8=[-1,7]")}) {
    llvm::Expected<HostTensor> tensor = parseTensorText(text, &context);
    ASSERT_TRUE(bool(tensor));
    std::string file;
    llvm::raw_string_ostream os(file);
    ASSERT_FALSE(bool(writeNpy(*tensor, os)));
    EXPECT_EQ(read(file), readBack);
  }
}

TEST_F(NativeNpy, WritesNothingForOtherTypes) {
  for (StringRef type :
       {"bf16", "i4", "i24", "i128", "f8E5M2", "complex<f16>", "complex<i8>"}) {
    llvm::Expected<HostTensor> tensor =
        parseTensorText(("1x" + type + "=iota").str(), &context);
    ASSERT_TRUE(bool(tensor)) << type.str();
    std::string file;
    llvm::raw_string_ostream os(file);
    EXPECT_EQ(llvm::toString(writeNpy(*tensor, os)),
              ("NumPy has no type for the elements of 1x" + type).str());
    EXPECT_TRUE(file.empty());
  }
}
