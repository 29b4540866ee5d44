/* Calls a function compiled with threads; see threads.test. */

#include "threads.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 3001, COLUMNS = 2048 };

static int count_threads(void) {
  int count = 0;
  DIR *folder = opendir("/proc/self/task");
  const struct dirent *entry;
  while (folder && (entry = readdir(folder)))
    count += entry->d_name[0] != '.';
  if (folder)
    closedir(folder);
  return count;
}

int main(void) {
  float *numbers = malloc(sizeof(float) * ROWS * COLUMNS);
  long wrong = 0;
  SplitMlirMemRef2 product;
  for (long i = 0; i < (long)ROWS * COLUMNS; ++i)
    numbers[i] = (float)(i % 1000);
  SplitMlirMemRef2 data = {NULL, numbers, 0, {ROWS, COLUMNS}, {COLUMNS, 1}};
  if (multiply_halves(&data, &product) != 0) {
    puts(split_mlir_last_error());
    return 1;
  }
  const float *result = (const float *)product.aligned + product.offset;
  for (long i = 0; i < ROWS; ++i)
    for (long j = 0; j < COLUMNS / 2; ++j)
      wrong +=
          result[i * (COLUMNS / 2) + j] !=
          numbers[i * COLUMNS + j] * numbers[i * COLUMNS + COLUMNS / 2 + j];
  split_mlir_free(product.allocated);
  free(numbers);
  printf("%ld wrong, %d threads\n", wrong, count_threads());
  return wrong != 0;
}
