/* Measures the memory of calls: memory CALLS. See memory.test. */

#include "memory.h"

#include "split-mlir/HostAbi/Runtime.h"
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { max_rows = 300, max_columns = 100 };

static float numbers[max_rows * max_columns];
static float result[4 * 64];

static void fail(const char *what) {
  printf("wrong: %s\n", what);
  exit(1);
}

static void call_fixed(void) {
  SplitMlirMemRef2 x = {NULL, numbers, 0, {32, 64}, {64, 1}};
  SplitMlirMemRef2 y = {NULL, result, 0, {4, 64}, {64, 1}};
  if (fixed(&x, &y) != SPLIT_MLIR_SUCCESS)
    fail(split_mlir_last_error());
  /* The sum of 32 numbers 1, doubled, times the last weight. */
  if (result[4 * 64 - 1] != -256)
    fail("an element of fixed");
}

static void call_dynamic(int64_t rows, int64_t columns) {
  SplitMlirMemRef2 x = {NULL, numbers, 0, {rows, columns}, {columns, 1}};
  SplitMlirMemRef3 y;
  int32_t status = dynamic(&x, &y);
  if (status != (rows % 2 ? SPLIT_MLIR_CHECK_FAILED : SPLIT_MLIR_SUCCESS))
    fail("a status of dynamic");
  if (status != SPLIT_MLIR_SUCCESS)
    return;
  if (y.sizes[0] != rows / 2 || ((float *)y.aligned)[y.offset] != 0)
    fail("the result of dynamic");
  split_mlir_free(y.allocated);
}

/* An allocator that counts. */
static size_t live, peak;
static int allocations;

static void *count(void *context, size_t size, size_t alignment) {
  size_t *memory = aligned_alloc(alignment, (size + 2 * alignment - 1) /
                                                alignment * alignment);
  (void)context;
  live += size;
  if (live > peak)
    peak = live;
  ++allocations;
  /* The size is behind the block. */
  memory[malloc_usable_size(memory) / sizeof(size_t) - 1] = size;
  return memory;
}

static void discount(void *context, void *memory) {
  size_t *words = memory;
  (void)context;
  live -= words[malloc_usable_size(memory) / sizeof(size_t) - 1];
  free(memory);
}

static void print_counts(const char *name) {
  printf("%s: %zu bytes, %d allocations\n", name, peak, allocations);
  if (live)
    fail("memory was not freed");
  peak = allocations = 0;
}

/* AddressSanitizer keeps freed memory, which would count as growth. */
const char *__asan_default_options(void);
const char *__asan_default_options(void) {
  return "quarantine_size_mb=0:thread_local_quarantine_size_kb=0";
}

/* In pages. */
static long resident(void) {
  long total, pages = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  if (!file || fscanf(file, "%ld %ld", &total, &pages) != 2)
    fail("statm");
  fclose(file);
  return pages;
}

/* Calls each function `calls` times, with sizes that vary. */
static void call_often(int calls) {
  static unsigned random = 1;
  for (int i = 0; i < calls; ++i) {
    random = random * 1664525 + 1013904223;
    call_fixed();
    call_dynamic(2 + (random >> 8) % (max_rows - 1),
                 1 + (random >> 20) % max_columns);
  }
}

int main(int argc, char **argv) {
  if (argc != 2)
    return 2;
  int calls = atoi(argv[1]);
  for (int i = 0; i < max_rows * max_columns; ++i)
    numbers[i] = 1;
  SplitMlirAllocator counting = {NULL, count, discount};
  split_mlir_set_allocator(&counting);
  call_fixed();
  print_counts("fixed");
  call_dynamic(6, 5);
  print_counts("dynamic");
  call_dynamic(7, 5);
  print_counts("failure");
  split_mlir_set_allocator(NULL);

  /* The largest call, and then a few others, fill what the library keeps. */
  call_dynamic(max_rows, max_columns);
  call_often(calls);
  long before = resident();
  call_often(calls);
  long pages = resident() - before;
  if (pages * sysconf(_SC_PAGESIZE) > 1 << 20)
    printf("wrong: the process has grown by %ld pages\n", pages);
  printf("%d calls\n", calls);
  return 0;
}
