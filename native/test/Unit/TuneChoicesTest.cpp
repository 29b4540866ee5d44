//===- TuneChoicesTest.cpp - The fastest of several alternatives ----------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../tools/split-tune/choices/Choices.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

//===----------------------------------------------------------------------===//
// The fastest candidate
//===----------------------------------------------------------------------===//

/// Chooses between two candidates for one workload. `time` returns what
/// candidate `candidate` takes in round `round`. Time is over after 40 rounds.
static std::optional<size_t>
choose(size_t usual,
       llvm::function_ref<double(size_t candidate, size_t round)> time) {
  size_t rounds[] = {0, 0};
  return chooseFastest(
      2, 1, usual,
      [&](size_t candidate, size_t) {
        return time(candidate, rounds[candidate]++);
      },
      [&] { return rounds[0] >= 40; });
}

TEST(TuneChoices, TheFastestIsChosen) {
  for (size_t usual : {0, 1}) {
    auto isFast = [](size_t fastest) {
      return [=](size_t candidate, size_t) {
        return candidate == fastest ? 1.0 : 1.1;
      };
    };
    EXPECT_EQ(choose(usual, isFast(0)), 0u);
    EXPECT_EQ(choose(usual, isFast(1)), 1u);
  }
}

TEST(TuneChoices, TheUsualOneIsChosenUnlessAnotherIsClearlyFaster) {
  auto isSlightlyFast = [](size_t candidate, size_t) {
    return candidate == 1 ? 1.0 : 1.05;
  };
  EXPECT_EQ(choose(/*usual=*/0, isSlightlyFast), 0u);
  EXPECT_EQ(choose(/*usual=*/1, isSlightlyFast), 1u);
}

TEST(TuneChoices, AFewSlowRoundsDoNotMatter) {
  EXPECT_EQ(choose(/*usual=*/0,
                   [](size_t candidate, size_t round) {
                     return candidate == 0 ? 2.0 : round < 2 ? 100.0 : 1.0;
                   }),
            1u);
}

TEST(TuneChoices, TheFastestMustBeTheSameSeveralTimesInARow) {
  // The median of all rounds changes after each five.
  auto alternate = [](size_t candidate, size_t round) {
    return candidate == 0 ? 1.0 : round / 5 % 2 == 0 ? 0.5 : 2.0;
  };
  EXPECT_EQ(choose(/*usual=*/0, alternate), std::nullopt);
  EXPECT_EQ(choose(/*usual=*/0,
                   [&](size_t candidate, size_t round) {
                     return alternate(candidate, round < 10 ? round : 0);
                   }),
            1u);
  // Two times do not suffice.
  size_t rounds = 0;
  EXPECT_EQ(chooseFastest(
                2, 1, 0, [](size_t candidate, size_t) { return 1 + candidate; },
                [&] { return ++rounds > 10; }),
            std::nullopt);
}

TEST(TuneChoices, WorkloadsCountAlike) {
  // The second workload takes longer, but the gain for the first is larger.
  const double times[2][2] = {{1, 100}, {0.5, 120}};
  EXPECT_EQ(chooseFastest(
                2, 2, /*usual=*/0,
                [&](size_t candidate, size_t workload) {
                  return times[candidate][workload];
                },
                [] { return false; }),
            1u);
}

//===----------------------------------------------------------------------===//
// Thresholds
//===----------------------------------------------------------------------===//

static constexpr int64_t kNever = 0;
static constexpr int64_t kSizes[] = {10, 20, 40, 80};

/// Chooses a threshold for splits that gain from `least` bytes on.
static int64_t choose(int64_t least, int64_t usual) {
  Threshold threshold = chooseThreshold(
      kSizes, usual, kNever, [&](size_t number, bool isUsuallyAbove) {
        EXPECT_EQ(isUsuallyAbove, usual != kNever && kSizes[number] >= usual);
        return kSizes[number] >= least;
      });
  EXPECT_TRUE(threshold.isStable);
  return threshold.bytes;
}

TEST(TuneChoices, AThresholdIsTheLeastSizeThatGains) {
  for (int64_t usual : {kNever, int64_t(10), int64_t(80), int64_t(1000)}) {
    EXPECT_EQ(choose(/*least=*/20, usual), 20);
    EXPECT_EQ(choose(/*least=*/40, usual), 40);
  }
  EXPECT_EQ(choose(/*least=*/10, /*usual=*/40), 10);
}

TEST(TuneChoices, TheUsualThresholdStaysIfItDecidesAlike) {
  EXPECT_EQ(choose(/*least=*/40, /*usual=*/35), 35);
  EXPECT_EQ(choose(/*least=*/10, /*usual=*/5), 5);
  EXPECT_EQ(choose(/*least=*/1000, /*usual=*/1000), 1000);
  EXPECT_EQ(choose(/*least=*/1000, /*usual=*/kNever), kNever);
}

TEST(TuneChoices, SizesThatAreNotMeasuredMayGain) {
  EXPECT_EQ(choose(/*least=*/1000, /*usual=*/20), 160);
}

TEST(TuneChoices, AThresholdThatIsNotStableIsTheUsualOne) {
  Threshold threshold =
      chooseThreshold(kSizes, /*usual=*/40, kNever,
                      [](size_t number, bool) -> std::optional<bool> {
                        if (number == 2)
                          return std::nullopt;
                        return true;
                      });
  EXPECT_FALSE(threshold.isStable);
  EXPECT_EQ(threshold.bytes, 40);
}
