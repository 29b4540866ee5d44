//===- NativeTextTest.cpp - Tensors as text -------------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Target/Native/TensorText.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <limits>

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

namespace {
class NativeText : public testing::Test {
protected:
  /// What `text` is read and printed back as, or the error.
  std::string roundTrip(StringRef text) {
    llvm::Expected<HostTensor> tensor = parseTensorText(text, &context);
    if (!tensor)
      return llvm::toString(tensor.takeError());
    std::string printed;
    llvm::raw_string_ostream os(printed);
    printTensorText(*tensor, os);
    return printed;
  }

  /// The bytes of what is read from `text`, in hexadecimal.
  std::string getBytes(StringRef text) {
    llvm::Expected<HostTensor> tensor = parseTensorText(text, &context);
    if (!tensor)
      return llvm::toString(tensor.takeError());
    std::string digits;
    llvm::raw_string_ostream os(digits);
    for (char byte : tensor->getBytes())
      os << llvm::format_hex_no_prefix(uint8_t(byte), 2);
    return digits;
  }

  MLIRContext context{MLIRContext::Threading::DISABLED};
};
} // namespace

TEST_F(NativeText, Forms) {
  EXPECT_EQ(roundTrip("2x3xf32=1,2,3,4,5,6"), "2x3xf32=[1,2,3][4,5,6]");
  EXPECT_EQ(roundTrip("2x3xf32=[[1, 2, 3]; [4\t5 6]]"),
            "2x3xf32=[1,2,3][4,5,6]");
  EXPECT_EQ(roundTrip("2x3xf32=iota"), "2x3xf32=[0,1,2][3,4,5]");
  EXPECT_EQ(roundTrip("2x1x3xi8=iota"), "2x1x3xi8=[[0,1,2]][[3,4,5]]");
  EXPECT_EQ(roundTrip("index=1"), "index=1");
  EXPECT_EQ(roundTrip("i32=-1"), "i32=-1");
  EXPECT_EQ(roundTrip("1xindex=-5"), "1xindex=[-5]");
  EXPECT_EQ(roundTrip("0x3xf32="), "0x3xf32=[]");
  EXPECT_EQ(roundTrip("3x0xf32=[[],[],[]]"), "3x0xf32=[]");
  EXPECT_EQ(roundTrip("2xcomplex<f32>=(1,-2.5),(nan,inf)"),
            "2xcomplex<f32>=[(1,-2.5),(nan,inf)]");
  EXPECT_EQ(roundTrip("4xi1=0,1,true,false"), "4xi1=[0,1,1,0]");
}

TEST_F(NativeText, Splats) {
  EXPECT_EQ(roundTrip("2x3xf32=-1.5"),
            "2x3xf32=[-1.5,-1.5,-1.5][-1.5,-1.5,-1.5]");
  EXPECT_EQ(roundTrip("3xi1=[true]"), "3xi1=[1,1,1]");
  EXPECT_EQ(roundTrip("1xui8=255"), "1xui8=[255]");
  EXPECT_EQ(roundTrip("2xcomplex<f32>=(1,-2)"),
            "2xcomplex<f32>=[(1,-2),(1,-2)]");
  EXPECT_EQ(roundTrip("2xcomplex<f32>=1"),
            "wrong number of values for 2xcomplex<f32>: expected 4, got 1");
  EXPECT_EQ(roundTrip("0x3xf32=1"),
            "wrong number of values for 0x3xf32: expected 0, got 1");
}

TEST_F(NativeText, Zeros) {
  EXPECT_EQ(roundTrip("2x2xf32"), "2x2xf32=[0,0][0,0]");
  EXPECT_EQ(roundTrip(" index "), "index=0");
  EXPECT_EQ(roundTrip("0xi8"), "0xi8=[]");
  EXPECT_EQ(roundTrip("complex<f16>"), "complex<f16>=(0,0)");
  EXPECT_EQ(roundTrip("2xi4="),
            "wrong number of values for 2xi4: expected 2, got 0");
}

TEST_F(NativeText, ElidedElements) {
  auto print = [&](StringRef text, int64_t maxElements) {
    std::string printed;
    llvm::raw_string_ostream os(printed);
    printTensorText(llvm::cantFail(parseTensorText(text, &context)), os,
                    maxElements);
    return printed;
  };
  EXPECT_EQ(print("4xi8=iota", 4), "4xi8=[0,1,2,3]");
  EXPECT_EQ(print("4xi8=iota", 2), "4xi8=[0,1,...]");
  EXPECT_EQ(print("3x2xi8=iota", 3), "3x2xi8=[0,1][2,...]...");
  EXPECT_EQ(print("3x2xi8=iota", 4), "3x2xi8=[0,1][2,3]...");
  EXPECT_EQ(print("2x2x2xi8=iota", 2), "2x2x2xi8=[[0,1]...]...");
  EXPECT_EQ(print("2x2xi8=iota", 4), "2x2xi8=[0,1][2,3]");
  EXPECT_EQ(roundTrip("3xi8=0,..."), "'...' is not a number of type i8");
}

TEST_F(NativeText, Integers) {
  EXPECT_EQ(roundTrip("2xi8=-128,127"), "2xi8=[-128,127]");
  EXPECT_EQ(roundTrip("2xui8=0,255"), "2xui8=[0,255]");
  EXPECT_EQ(roundTrip("2xsi4=-8,+7"), "2xsi4=[-8,7]");
  EXPECT_EQ(roundTrip("ui64=18446744073709551615"),
            "ui64=18446744073709551615");
  EXPECT_EQ(roundTrip("i64=-9223372036854775808"), "i64=-9223372036854775808");
  EXPECT_EQ(roundTrip("i128=-170141183460469231731687303715884105728"),
            "i128=-170141183460469231731687303715884105728");
  EXPECT_EQ(roundTrip("i8=0000000000127"), "i8=127");
}

TEST_F(NativeText, IntegersOutOfRange) {
  EXPECT_EQ(roundTrip("i8=300"), "'300' is out of range for i8");
  EXPECT_EQ(roundTrip("i8=128"), "'128' is out of range for i8");
  EXPECT_EQ(roundTrip("si8=-129"), "'-129' is out of range for si8");
  EXPECT_EQ(roundTrip("ui8=256"), "'256' is out of range for ui8");
  EXPECT_EQ(roundTrip("ui8=-1"), "'-1' is out of range for ui8");
  EXPECT_EQ(roundTrip("i4=8"), "'8' is out of range for i4");
  EXPECT_EQ(roundTrip("index=9223372036854775808"),
            "'9223372036854775808' is out of range for index");
  EXPECT_EQ(roundTrip("i1=2"), "'2' is not a number of type i1");
}

TEST_F(NativeText, Floats) {
  EXPECT_EQ(roundTrip("2xf32=0.1,-1e-40"), "2xf32=[0.1,-1e-40]");
  EXPECT_EQ(roundTrip("f32=16777216"), "f32=16777216");
  EXPECT_EQ(roundTrip("f32=0.30000001192092896"), "f32=0.3");
  EXPECT_EQ(roundTrip("f64=0.30000000000000004"), "f64=0.30000000000000004");
  EXPECT_EQ(roundTrip("f64=5e-324"), "f64=5e-324");
  EXPECT_EQ(roundTrip("f16=0.1"), "f16=0.1");
  EXPECT_EQ(roundTrip("bf16=3.14159"), "bf16=3.14");
  EXPECT_EQ(roundTrip("f8E4M3FN=448"), "f8E4M3FN=448");
  EXPECT_EQ(roundTrip("f8E5M2=-inf"), "f8E5M2=-inf");
  EXPECT_EQ(roundTrip("3xf32=nan,-inf,-0"), "3xf32=[nan,-inf,-0]");
  EXPECT_EQ(roundTrip("4xf32=.5,5.,1E2,+1e+2"), "4xf32=[0.5,5,100,100]");
}

TEST_F(NativeText, LargestOfTypesThatSaturate) {
  EXPECT_EQ(roundTrip("f6E2M3FN=7.5"), "f6E2M3FN=7.5");
  EXPECT_EQ(roundTrip("f6E2M3FN=8"), "'8' is out of range for f6E2M3FN");
}

TEST_F(NativeText, FloatsOutOfRange) {
  EXPECT_EQ(roundTrip("f16=70000"), "'70000' is out of range for f16");
  EXPECT_EQ(roundTrip("f32=1e39"), "'1e39' is out of range for f32");
  EXPECT_EQ(roundTrip("f8E4M3FN=500"), "'500' is out of range for f8E4M3FN");
  EXPECT_EQ(roundTrip("f8E4M3FN=inf"), "'inf' is out of range for f8E4M3FN");
  EXPECT_EQ(roundTrip("f4E2M1FN=7.5"), "'7.5' is out of range for f4E2M1FN");
  EXPECT_EQ(roundTrip("f4E2M1FN=nan"), "'nan' is out of range for f4E2M1FN");
  EXPECT_EQ(roundTrip("f8E8M0FNU=0"), "'0' is out of range for f8E8M0FNU");
  EXPECT_EQ(roundTrip("f8E8M0FNU=-1"), "'-1' is out of range for f8E8M0FNU");
}

TEST_F(NativeText, NotNumbers) {
  for (StringRef token : {"1e", "e5", ".", "-", "1.2.3", "0x10", "infx", "--1"})
    EXPECT_EQ(roundTrip(("f32=" + token).str()),
              ("'" + token + "' is not a number of type f32").str());
  for (StringRef token : {"1.0", "a", "-", "+-1", "true"})
    EXPECT_EQ(roundTrip(("i32=" + token).str()),
              ("'" + token + "' is not a number of type i32").str());
}

// A word that is no number is the mistake, whatever the count.
TEST_F(NativeText, WordsAmongNumbers) {
  EXPECT_EQ(roundTrip("6xf32=zeros"), "'zeros' is not a number of type f32");
  EXPECT_EQ(roundTrip("6xi8=1,2,x"), "'x' is not a number of type i8");
  EXPECT_EQ(roundTrip("6xf32=iota,1"), "'iota' is not a number of type f32");
}

TEST_F(NativeText, WrongCounts) {
  EXPECT_EQ(roundTrip("2x3xf32=1,2,3"),
            "wrong number of values for 2x3xf32: expected 6, got 3");
  EXPECT_EQ(roundTrip("f32="),
            "wrong number of values for f32: expected 1, got 0");
  EXPECT_EQ(roundTrip("2xcomplex<f32>=1,2,3"),
            "wrong number of values for 2xcomplex<f32>: expected 4, got 3");
}

TEST_F(NativeText, LargeClaimsTakeNoMemory) {
  EXPECT_EQ(roundTrip("1000000000000xf32=1"),
            "the shape is too large, expected at most 16 GiB");
  EXPECT_EQ(roundTrip("1000000000000xf32"),
            "the shape is too large, expected at most 16 GiB");
  EXPECT_EQ(roundTrip("1000000000000xf32=1,2"),
            "wrong number of values for 1000000000000xf32: expected "
            "1000000000000, got 2");
  EXPECT_EQ(roundTrip("9223372036854775807x2xf32=1"), "the shape is too large");
  EXPECT_EQ(roundTrip("0x9223372036854775807xf32="), "the shape is too large");
  EXPECT_EQ(roundTrip("100000x100000xf32=iota"),
            "the shape is too large, expected at most 16 GiB");
}

TEST_F(NativeText, WrongTypes) {
  for (StringRef type :
       {"?xf32", "*xf32", "2x", "x", "", "2x3", "-1xf32", "tensor<2xf32>",
        "none", "2xfoo", "f32x2", "i0", "99999999999999999999xf32"})
    EXPECT_EQ(roundTrip((type + "=1").str()),
              ("'" + type + "' is not a static shape and element type, as in " +
               "2x3xf32, or @FILE")
                  .str());
  EXPECT_EQ(roundTrip("x.npy"), "'x.npy' is not a static shape and element "
                                "type, as in 2x3xf32, or @FILE");
}

// The storage of compiled code, by hand from LLVM's data layout.
TEST_F(NativeText, Storage) {
  EXPECT_EQ(getBytes("3xi1=1,0,1"), "010001");
  EXPECT_EQ(getBytes("2xi4=-1,7"), "0f07");
  EXPECT_EQ(getBytes("2xi24=-1,1"), "ffffff0001000000");
  EXPECT_EQ(getBytes("i65=-1"), "ffffffffffffffff0100000000000000");
  EXPECT_EQ(getBytes("index=258"), "0201000000000000");
  EXPECT_EQ(getBytes("2xf16=1,-2"), "003c00c0");
  EXPECT_EQ(getBytes("2xbf16=1,-2"), "803f00c0");
  EXPECT_EQ(getBytes("2xf8E5M2=1,-2"), "3cc0");
  EXPECT_EQ(getBytes("f8E4M3FN=1"), "38");
  EXPECT_EQ(getBytes("complex<f32>=(1,-2)"), "0000803f000000c0");
}

TEST_F(NativeText, IotaWrapsIntegers) {
  llvm::Expected<HostTensor> tensor = parseTensorText("300xui8=iota", &context);
  ASSERT_TRUE(bool(tensor));
  EXPECT_EQ(tensor->getBits(255).getZExtValue(), 255u);
  EXPECT_EQ(tensor->getBits(256).getZExtValue(), 0u);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(tensor->getBytes().data()) % 64, 0u);
}

TEST_F(NativeText, EverySmallFloatPrintsAndReadsBack) {
  for (StringRef type : {"f16", "bf16", "f8E3M4", "f8E4M3", "f8E4M3B11FNUZ",
                         "f8E4M3FN", "f8E4M3FNUZ", "f8E5M2", "f8E5M2FNUZ",
                         "f8E8M0FNU", "f6E2M3FN", "f6E3M2FN", "f4E2M1FN"}) {
    unsigned bits = parseType(type, &context).getIntOrFloatBitWidth();
    unsigned count = 1u << bits;
    llvm::Expected<HostTensor> tensor =
        HostTensor::create(count, parseType(type, &context));
    ASSERT_TRUE(bool(tensor));
    for (unsigned i = 0; i < count; ++i)
      tensor->setBits(i, llvm::APInt(bits, i));
    std::string text;
    llvm::raw_string_ostream os(text);
    printTensorText(*tensor, os);
    llvm::Expected<HostTensor> again = parseTensorText(text, &context);
    ASSERT_TRUE(bool(again)) << llvm::toString(again.takeError());
    for (unsigned i = 0; i < count; ++i) {
      if (tensor->getFloat(i).isNaN())
        EXPECT_TRUE(again->getFloat(i).isNaN());
      else
        ASSERT_EQ(again->getBits(i).getZExtValue(), i);
    }
  }
}
