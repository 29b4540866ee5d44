//===- OtherLoad.cpp - Detection of other load ----------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OtherLoad.h"

#include <cstdio>
#include <ctime>
#include <unistd.h>
#include <utility>

using namespace mlir::split;
using namespace mlir::split::native;

/// Returns the seconds that all processors were busy or that the host gave to
/// others.
static double readBusySeconds() {
  FILE *file = std::fopen("/proc/stat", "r");
  if (!file)
    return 0.0;
  // cpu user nice system idle iowait irq softirq steal
  double user = 0, nice = 0, system = 0, irq = 0, softirq = 0, steal = 0;
  int count = std::fscanf(file, "cpu %lf %lf %lf %*f %*f %lf %lf %lf", &user,
                          &nice, &system, &irq, &softirq, &steal);
  std::fclose(file);
  if (count != 6)
    return 0.0;
  return (user + nice + system + irq + softirq + steal) /
         static_cast<double>(::sysconf(_SC_CLK_TCK));
}

static double readClock(clockid_t clock) {
  timespec time;
  if (::clock_gettime(clock, &time) != 0)
    return 0.0;
  return static_cast<double>(time.tv_sec) +
         static_cast<double>(time.tv_nsec) * 1e-9;
}

OtherLoad::OtherLoad(std::vector<pid_t> helpers)
    : helpers(std::move(helpers)), last(read()) {}

double OtherLoad::read() const {
  double busy = readBusySeconds();
  if (busy == 0.0)
    return 0.0;
  double own = readClock(CLOCK_PROCESS_CPUTIME_ID);
  for (pid_t helper : helpers) {
    clockid_t clock;
    if (::clock_getcpuclockid(helper, &clock) == 0)
      own += readClock(clock);
  }
  return busy - own;
}

double OtherLoad::take() {
  double now = read();
  return now - std::exchange(last, now);
}
