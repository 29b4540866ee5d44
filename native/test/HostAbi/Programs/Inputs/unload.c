/* Loads, calls and unloads a compiled library: unload LIBRARY CYCLES. See
   unloading.test. */

#include "split-mlir/HostAbi/Runtime.h"

#include <dlfcn.h>
#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef int32_t Qkv(const SplitMlirMemRef2 *, SplitMlirMemRef2 *,
                    SplitMlirMemRef2 *, SplitMlirMemRef2 *);

static Qkv *qkv;
static void (*free_result)(void *);
static const char *(*last_error)(void);
static pthread_barrier_t barrier;
static char message[200];

static void *find(void *library, const char *name) {
  void *symbol = dlsym(library, name);
  if (!symbol) {
    puts(dlerror());
    exit(1);
  }
  return symbol;
}

static void fail(const char *what) {
  printf("wrong: %s\n", what);
  exit(1);
}

/* One call that succeeds, with an argument that is packed, and one that fails.
 */
static void *call(void *unused) {
  (void)unused;
  float numbers[12] = {0, 2, 4, 6, 8, 10, 1, 3, 5, 7, 9, 11};
  SplitMlirMemRef2 x = {NULL, numbers, 0, {2, 6}, {1, 2}}, q, k, v;
  if (qkv(&x, &q, &k, &v) != SPLIT_MLIR_SUCCESS)
    fail("status of a success");
  if (((float *)q.aligned)[q.offset + 1] != 4)
    fail("an element");
  free_result(q.allocated);
  free_result(k.allocated);
  free_result(v.allocated);
  x.sizes[1] = 5;
  if (qkv(&x, &q, &k, &v) != SPLIT_MLIR_INVALID_ARGUMENT)
    fail("status of a failure");
  strncpy(message, last_error(), sizeof(message) - 1);
  return NULL;
}

static void *call_and_outlive(void *unused) {
  call(unused);
  pthread_barrier_wait(&barrier); /* called */
  pthread_barrier_wait(&barrier); /* unloaded */
  return NULL;
}

/* A call whose packed argument and results are so large that the library keeps
   their memory. */
static void call_large(void) {
  enum { rows = 20000 };
  static float numbers[6 * rows];
  SplitMlirMemRef2 x = {NULL, numbers, 0, {rows, 6}, {1, rows}}, q, k, v;
  if (qkv(&x, &q, &k, &v) != SPLIT_MLIR_SUCCESS)
    fail("status of a large call");
  if (malloc_usable_size(q.allocated) < 2 * rows * sizeof(float))
    fail("size of a large result");
  free_result(q.allocated);
  free_result(k.allocated);
  free_result(v.allocated);
}

static void cycle(const char *path) {
  void *library = dlopen(path, RTLD_NOW);
  if (!library)
    fail(dlerror());
  *(void **)&qkv = find(library, "qkv");
  *(void **)&free_result = find(library, "split_mlir_free");
  *(void **)&last_error = find(library, "split_mlir_last_error");
  pthread_t thread;
  if (pthread_create(&thread, NULL, call_and_outlive, NULL) != 0)
    fail("no thread");
  call(NULL);
  call_large();
  call_large();
  pthread_barrier_wait(&barrier);
  if (dlclose(library) != 0)
    fail(dlerror());
  if (dlopen(path, RTLD_NOW | RTLD_NOLOAD))
    fail("the library is still there");
  pthread_barrier_wait(&barrier);
  pthread_join(thread, NULL);
}

static size_t heap(void) {
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
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

int main(int argc, char **argv) {
  if (argc != 3)
    return 2;
  int cycles = atoi(argv[2]);
  pthread_key_t mine;
  pthread_key_create(&mine, NULL);
  pthread_setspecific(mine, &mine);
  pthread_barrier_init(&barrier, NULL, 2);
  /* The first cycles, and the first output, fill caches of the C library. */
  for (int i = 0; i < cycles / 2; ++i)
    cycle(argv[1]);
  puts(message);
  long resident_before = resident();
  size_t heap_before = heap();
  for (int i = cycles / 2; i < cycles; ++i)
    cycle(argv[1]);
  if (pthread_getspecific(mine) != &mine)
    fail("the host's thread-specific value was overwritten");
  /* Which thread comes first decides what malloc's caches hold, so the heap
     varies by some hundred bytes. A block that is lost in each cycle takes at
     least 32 bytes, a page that is lost takes one page. */
  int measured = cycles - cycles / 2;
  size_t heap_after = heap();
  if (heap_after > heap_before + 16 * (size_t)measured) {
    printf("wrong: the heap has grown from %zu to %zu bytes\n", heap_before,
           heap_after);
    return 1;
  }
  /* Few cycles are for valgrind, which grows itself. */
  long resident_after = resident();
  if (cycles >= 1000 && resident_after > resident_before + measured / 2) {
    printf("wrong: the process has grown from %ld to %ld pages\n",
           resident_before, resident_after);
    return 1;
  }
  printf("%d cycles: nothing has grown\n", cycles);
  return 0;
}
