/* Calls a function of a compiled library, on the machine that it is for.
 *
 *   call_model LIBRARY FUNCTION CALL RESULTS
 *
 * The file CALL holds 64-bit integers and data, which is padded to a multiple
 * of 8 bytes: the number of arguments, the arguments, the number of results,
 * and what is known of these. Each begins with a kind:
 *
 *   INTEGER value          an argument in a register for integers
 *   FLOAT bits             an argument in a register for floats
 *   SCALAR bytes [data]    an argument or a result that a pointer leads to
 *   TENSOR bytes rank [sizes data]
 *                          an argument with its sizes and elements, each of so
 *                          many bytes; a result that is filled in, without
 *   UNRANKED               the same, but a result is without the rank too
 *   BUFFER bytes rank sizes
 *                          a result that is written to memory of the caller
 *
 * RESULTS gets the rank, the sizes and the data of each result. If the call
 * fails, its status and its message are printed, and the exit status is 1. It
 * is 3 for calls that this program cannot make.
 */

#include "split-mlir/HostAbi/Runtime.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { INTEGER, FLOAT, SCALAR, TENSOR, UNRANKED, BUFFER };
enum { MAX_INTEGERS = 512, MAX_FLOATS = 8, MAX_RESULTS = 512, MAX_RANK = 32 };

/* A descriptor of any rank: sizes and strides follow the offset. */
typedef struct {
  void *allocated;
  char *aligned;
  int64_t offset, dims[2 * MAX_RANK];
} Descriptor;

typedef struct {
  int64_t kind, bytes, rank;
  void *passed; /* Descriptor, SplitMlirUnrankedMemRef or a scalar */
} Result;

#define A16(i)                                                                 \
  int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t,      \
      int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t
#define V16(i)                                                                 \
  v[i], v[i + 1], v[i + 2], v[i + 3], v[i + 4], v[i + 5], v[i + 6], v[i + 7],  \
      v[i + 8], v[i + 9], v[i + 10], v[i + 11], v[i + 12], v[i + 13],          \
      v[i + 14], v[i + 15]
#define TIMES8(F, i)                                                           \
  F(i), F(i + 16), F(i + 32), F(i + 48), F(i + 64), F(i + 80), F(i + 96),      \
      F(i + 112)
#define ALL(F) TIMES8(F, 0), TIMES8(F, 128), TIMES8(F, 256), TIMES8(F, 384)

/* More arguments than a function has do no harm: the caller removes them. Each
 * is 8 bytes wide on the stack, whatever its type. */
typedef int32_t Function(double, double, double, double, double, double, double,
                         double, ALL(A16));

static int64_t integers[MAX_INTEGERS];
static double floats[MAX_FLOATS];
static int num_integers, num_floats;
static Result results[MAX_RESULTS];
static FILE *input;

static void fail(const char *message) {
  fprintf(stderr, "call_model: %s\n", message);
  exit(3);
}

static void *allocate(int64_t bytes) {
  /* As malloc aligns, and no more. */
  void *memory = malloc(bytes > 0 ? bytes : 1);
  if (!memory)
    fail("out of memory");
  return memory;
}

static int64_t next(void) {
  int64_t value;
  if (fread(&value, sizeof(value), 1, input) != 1)
    fail("the description of the call ends early");
  return value;
}

static void read_data(char *data, int64_t bytes) {
  char padding[8];
  if (fread(data, 1, bytes, input) != (size_t)bytes ||
      fread(padding, 1, -bytes & 7, input) != (size_t)(-bytes & 7))
    fail("the data of the call end early");
}

static void add_integer(int64_t value) {
  if (num_integers == MAX_INTEGERS)
    fail("too many arguments and results");
  integers[num_integers++] = value;
}

static void add_pointer(void *pointer) {
  add_integer((int64_t)(intptr_t)pointer);
}

static void add_float(int64_t bits) {
  if (num_floats == MAX_FLOATS)
    fail("more floats than there are registers for");
  memcpy(&floats[num_floats++], &bits, sizeof(bits));
}

/* Reads rank and sizes, and computes the strides. Returns how many elements
 * there are. */
static int64_t read_shape(Descriptor *descriptor, int64_t rank) {
  int64_t count = 1;
  if (rank < 0 || rank > MAX_RANK)
    fail("rank out of range");
  for (int64_t i = 0; i < rank; ++i)
    descriptor->dims[i] = next();
  for (int64_t i = rank; i-- > 0; count *= descriptor->dims[i])
    descriptor->dims[rank + i] = count;
  return count;
}

static Descriptor *make_tensor(int64_t bytes, int64_t rank, int has_data) {
  Descriptor *descriptor = allocate(sizeof(Descriptor));
  int64_t size = bytes * read_shape(descriptor, rank);
  descriptor->allocated = NULL;
  descriptor->aligned = allocate(size);
  descriptor->offset = 0;
  if (has_data)
    read_data(descriptor->aligned, size);
  else
    memset(descriptor->aligned, 0xa5, size);
  return descriptor;
}

static SplitMlirUnrankedMemRef *make_unranked(int64_t rank, void *descriptor) {
  SplitMlirUnrankedMemRef *memref = allocate(sizeof(*memref));
  memref->rank = rank;
  memref->descriptor = descriptor;
  return memref;
}

static void add_argument(void) {
  int64_t kind = next();
  if (kind == INTEGER) {
    add_integer(next());
  } else if (kind == FLOAT) {
    add_float(next());
  } else if (kind == SCALAR) {
    int64_t bytes = next();
    char *scalar = allocate(bytes);
    read_data(scalar, bytes);
    add_pointer(scalar);
  } else if (kind == TENSOR || kind == UNRANKED) {
    int64_t bytes = next(), rank = next();
    void *tensor = make_tensor(bytes, rank, 1);
    add_pointer(kind == TENSOR ? tensor : make_unranked(rank, tensor));
  } else {
    fail("unknown kind of argument");
  }
}

static void add_result(Result *result) {
  result->kind = next();
  result->bytes = next();
  result->rank = 0;
  if (result->kind == TENSOR || result->kind == BUFFER)
    result->rank = next();
  if (result->kind == SCALAR)
    result->passed = allocate(result->bytes);
  else if (result->kind == TENSOR)
    result->passed = allocate(sizeof(Descriptor));
  else if (result->kind == UNRANKED)
    result->passed = make_unranked(-1, NULL);
  else if (result->kind == BUFFER)
    result->passed = make_tensor(result->bytes, result->rank, 0);
  else
    fail("unknown kind of result");
  add_pointer(result->passed);
}

static int32_t call(Function *function) {
  double *d = floats;
  int64_t *v = integers;
  return function(d[0], d[1], d[2], d[3], d[4], d[5], d[6], d[7], ALL(V16));
}

/* Writes the elements from dimension `dim` on, in row-major order. */
static void write_elements(FILE *file, const char *first, const int64_t *sizes,
                           const int64_t *strides, int64_t rank,
                           int64_t bytes) {
  if (rank == 0) {
    fwrite(first, 1, bytes, file);
    return;
  }
  for (int64_t i = 0; i < *sizes; ++i)
    write_elements(file, first + i * *strides * bytes, sizes + 1, strides + 1,
                   rank - 1, bytes);
}

static void write_result(FILE *file, const Result *result) {
  static const Descriptor no_dims;
  const Descriptor *descriptor = result->passed;
  int64_t rank = result->rank, size = result->bytes;
  const char *first = result->passed;
  if (result->kind == UNRANKED) {
    const SplitMlirUnrankedMemRef *memref = result->passed;
    rank = memref->rank;
    descriptor = memref->descriptor;
  }
  if (result->kind == SCALAR)
    descriptor = &no_dims;
  else
    first = descriptor->aligned + descriptor->offset * result->bytes;
  fwrite(&rank, sizeof(rank), 1, file);
  fwrite(descriptor->dims, sizeof(int64_t), rank, file);
  for (int64_t i = 0; i < rank; ++i)
    size *= descriptor->dims[i];
  write_elements(file, first, descriptor->dims, descriptor->dims + rank, rank,
                 result->bytes);
  fwrite("\0\0\0\0\0\0\0", 1, -size & 7, file);
}

static void *find(void *library, const char *name) {
  void *symbol = dlsym(library, name);
  if (!symbol)
    fail(dlerror());
  return symbol;
}

/* Frees what the call has allocated, as a host should. */
static void free_result(void *library, const Result *result) {
  void (*free_memory)(void *);
  void (*free_unranked)(SplitMlirUnrankedMemRef *);
  *(void **)&free_memory = find(library, "split_mlir_free");
  *(void **)&free_unranked = find(library, "split_mlir_free_unranked");
  if (result->kind == TENSOR)
    free_memory(((Descriptor *)result->passed)->allocated);
  else if (result->kind == UNRANKED)
    free_unranked(result->passed);
}

int main(int argc, char **argv) {
  void *library;
  Function *function;
  const char *(*last_error)(void);
  int64_t count;
  int32_t status;
  FILE *output;

  if (argc != 5)
    fail("expected LIBRARY FUNCTION CALL RESULTS");
  library = dlopen(argv[1], RTLD_NOW);
  if (!library)
    fail(dlerror());
  *(void **)&function = find(library, argv[2]);
  *(void **)&last_error = find(library, "split_mlir_last_error");
  input = fopen(argv[3], "rb");
  output = fopen(argv[4], "wb");
  if (!input || !output)
    fail("cannot open the files of the call");

  for (count = next(); count > 0; --count)
    add_argument();
  count = next();
  if (count > MAX_RESULTS)
    fail("too many results");
  for (int64_t i = 0; i < count; ++i)
    add_result(&results[i]);
  status = call(function);
  if (status != 0) {
    printf("%d %s\n", (int)status, last_error());
    return 1;
  }
  for (int64_t i = 0; i < count; ++i)
    write_result(output, &results[i]);
  for (int64_t i = 0; i < count; ++i)
    free_result(library, &results[i]);
  return fclose(output) == 0 ? 0 : 3;
}
