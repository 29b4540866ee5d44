#include "nodes.h"

int main(void) {
  float numbers[6] = {0, 1, 2, 3, 4, 5}, left[2], right[4];
  SplitMlirMemRef1 x = {numbers, numbers, 0, {6}, {1}};
  SplitMlirMemRef1 a = {left, left, 0, {2}, {1}};
  SplitMlirMemRef1 b = {right, right, 0, {4}, {1}};
  return model(&x, &a, &b) != 0 || right[3] != 15;
}
