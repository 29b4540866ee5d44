/* Allocates large blocks in one library and frees them in another: exchange
   LIBRARY LIBRARY. See unloading.test. */

#include "split-mlir/HostAbi/Runtime.h"

#include <dlfcn.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  void *handle;
  void *(*allocate)(size_t, size_t);
  void (*free)(void *);
  void (*release)(void);
} Library;

static void fail(const char *what) {
  printf("wrong: %s\n", what);
  exit(1);
}

static Library load(const char *path) {
  Library library = {dlopen(path, RTLD_NOW | RTLD_LOCAL), NULL, NULL, NULL};
  if (!library.handle)
    fail(dlerror());
  *(void **)&library.allocate = dlsym(library.handle, "split_mlir_allocate");
  *(void **)&library.free = dlsym(library.handle, "split_mlir_free");
  *(void **)&library.release =
      dlsym(library.handle, "split_mlir_release_memory");
  if (!library.allocate || !library.free || !library.release)
    fail("a library does not export its allocator");
  return library;
}

static size_t heap(void) {
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

int main(int argc, char **argv) {
  enum { size = 40 << 20, allowed = 1 << 20 };
  if (argc != 3)
    return 2;
  Library a = load(argv[1]), b = load(argv[2]);
  if (a.allocate == b.allocate)
    fail("the libraries share an allocator");
  size_t before = heap();
  for (int i = 0; i < 100; ++i) {
    /* Each library frees a block of its own, of the other and of the host; the
       host frees one of each. */
    char *blocks[6] = {a.allocate(size, 64), b.allocate(size, 64),
                       malloc(size),         a.allocate(size, 64),
                       b.allocate(size, 64), malloc(size)};
    for (int j = 0; j < 6; ++j) {
      blocks[j][0] = blocks[j][size - 1] = (char)j;
      for (int k = 0; k < j; ++k)
        if (blocks[k] == blocks[j])
          fail("a block has two owners");
    }
    b.free(blocks[i % 6]);
    a.free(blocks[(i + 1) % 6]);
    b.free(blocks[(i + 2) % 6]);
    a.free(blocks[(i + 3) % 6]);
    free(blocks[(i + 4) % 6]);
    free(blocks[(i + 5) % 6]);
    if (heap() > before + 6 * (size + allowed))
      fail("more is kept than was in use");
  }
  a.release();
  b.release();
  if (heap() > before + allowed)
    fail("memory is kept after a request to release it");
  a.free(a.allocate(size, 64));
  b.free(a.allocate(size, 64));
  if (dlclose(a.handle) != 0 || dlclose(b.handle) != 0)
    fail(dlerror());
  if (heap() > before + allowed)
    fail("memory is kept after unloading");
  puts("all blocks are freed");
  return 0;
}
