/* Calls two models, many times in several threads: two_models THREADS CALLS.
   See two-models.test. */

#ifdef LOAD_QKV
#include "split-mlir/HostAbi/Runtime.h"
#else
#include "qkv.h"
#endif
#include "halves.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef LOAD_QKV
static int32_t (*qkv)(const SplitMlirMemRef2 *, SplitMlirMemRef2 *,
                      SplitMlirMemRef2 *, SplitMlirMemRef2 *);
static const char *(*qkv_error)(void);

static void load(void) {
  void *library = dlopen("./qkv.so", RTLD_NOW);
  *(void **)&qkv = library ? dlsym(library, "qkv") : NULL;
  *(void **)&qkv_error =
      library ? dlsym(library, "split_mlir_last_error") : NULL;
  if (!qkv || !qkv_error)
    exit(1);
}
#else
#define qkv_error split_mlir_last_error

static void load(void) {}
#endif

static int calls;

static void expect(int condition, const char *what) {
  if (condition)
    return;
  printf("wrong: %s: %s\n", what, split_mlir_last_error());
  exit(1);
}

static void expect_message(const char *message, const char *expected) {
  if (strcmp(message, expected) == 0)
    return;
  printf("wrong: '%s', expected '%s'\n", message, expected);
  exit(1);
}

static void call_qkv(float *numbers, int64_t number) {
  SplitMlirMemRef2 x = {NULL, numbers, 0, {2, 6}, {6, 1}}, q, k, v;
  expect(qkv(&x, &q, &k, &v) == SPLIT_MLIR_SUCCESS, "qkv");
  expect(((float *)v.aligned)[v.offset + 3] == 11, "an element of v");
  split_mlir_free(q.allocated);
  free(k.allocated);
  split_mlir_free(v.allocated);
  x.sizes[1] = number;
  expect(qkv(&x, &q, &k, &v) == SPLIT_MLIR_INVALID_ARGUMENT, "qkv's status");
  char expected[200];
  snprintf(expected, sizeof(expected),
           "qkv.mlir:2:1: error: argument 0 has size %lld along dimension 1, "
           "expected 6",
           (long long)number);
  expect_message(qkv_error(), expected);
}

static void call_halves(float *numbers, int64_t number) {
  SplitMlirMemRef1 x = {NULL, numbers, 0, {4}, {3}}, half;
  expect(second_half(&x, &half) == SPLIT_MLIR_SUCCESS, "second_half");
  expect(((float *)half.aligned)[half.offset + 1] == 9, "an element of half");
  split_mlir_free(half.allocated);
  x.sizes[0] = 2 * number + 1;
  x.strides[0] = 0;
  expect(second_half(&x, &half) == SPLIT_MLIR_CHECK_FAILED, "halves' status");
  char expected[200];
  snprintf(expected, sizeof(expected),
           "halves.mlir:3:15: error: dimension 0 of size %lld is not divisible "
           "by num_splits 2",
           (long long)(2 * number + 1));
  expect_message(split_mlir_last_error(), expected);
}

static void *work(void *number) {
  float numbers[12] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
  for (int i = 0; i < calls; ++i) {
    call_qkv(numbers, 100 + (int64_t)(size_t)number);
    call_halves(numbers, 200 + (int64_t)(size_t)number);
  }
  return NULL;
}

int main(int argc, char **argv) {
  enum { max_threads = 64 };
  if (argc != 3 || atoi(argv[1]) > max_threads)
    return 2;
  calls = atoi(argv[2]);
  load();
  pthread_t threads[max_threads];
  for (int i = 0; i < atoi(argv[1]); ++i)
    if (pthread_create(&threads[i], NULL, work, (void *)(size_t)i) != 0)
      return 1;
  for (int i = 0; i < atoi(argv[1]); ++i)
    pthread_join(threads[i], NULL);
  return 0;
}
