//===- Runtime.h - The C ABI of compiled functions --------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The C ABI between functions compiled by split-compile, or by the pipeline
// `split-to-llvm{host-abi}`, and the process they run in. It depends only on
// the C library. native/docs/Deploying.md shows how to use it.
//
// A function of tensors and scalars is compiled to
//
//   int32_t NAME(argument..., result...);
//
// It returns SPLIT_MLIR_SUCCESS, or another status, in which case
// split_mlir_last_error describes the error. Arguments and results are in the
// order of the function's type.
//
// Arguments
//   ranked tensor: const SplitMlirMemRefR *, for rank R
//   unranked tensor: const SplitMlirUnrankedMemRef *
//   scalar: by value, or by const pointer if it is complex or larger than 64
//     bits. The C type of iN is the smallest integer that holds it, of index
//     int64_t, of f32 float, of f64 double, of f16 and bf16 the compiler's
//     types, and of 8-bit floats uint8_t.
// Results
//   tensor of static shape: const SplitMlirMemRefR *, the caller's buffer
//   other ranked tensor: SplitMlirMemRefR *, which the call fills in
//   unranked tensor: SplitMlirUnrankedMemRef *, which the call fills in
//   scalar: a pointer to the memory where the call stores it
//
// For each function NAME, `const char *NAME_signature(void)` returns its
// description in JSON. In a shared library, split_mlir_signature returns the
// description of all functions (native/docs/HostAbi.md).
//
// Elements. iN, index and floats are stored as in C arrays of their C type (i1
// and i4 take one byte, i24 takes four). A complex number is stored as two
// numbers. In tensors, the bits of an iN above the lowest N are unspecified in
// results and ignored in arguments. Scalar results of type i1 and of unsigned
// types are zero-extended; other scalar integer results are sign-extended.
//
// Checks. A call first checks what the host passes (R7): no pointer is null,
// except for the data of a tensor without elements; sizes are those of the
// type, and not negative; buffers for results are in row-major order and
// overlap neither each other nor arguments, except arguments that the call
// copies first (see Layout) or does not read. Code that is compiled without
// run-time checks assumes all of this, and also that arguments are in row-major
// order.
//
// Layout. An argument may have any strides, including 0 and negative ones. If
// its elements are not in row-major order from `aligned + offset`, the call
// first copies them to memory of its own, and fails with
// SPLIT_MLIR_OUT_OF_MEMORY if there is none. Then a result may overlap the
// argument and overwrite it. With views (see below), an argument that is only
// split or sliced is not copied, and an argument of which a reshape is returned
// as a view must be in row-major order. Strides along dimensions of size 1, and
// all strides of a tensor without elements, are ignored. Arguments are not
// written to, unless they are marked bufferization.writable.
//
// Ownership. The caller keeps ownership of what it passes, and becomes the
// owner of the results that a call fills in: free `allocated` of a ranked
// result with split_mlir_free, and an unranked result with
// split_mlir_free_unranked. Any thread may free it, and it remains valid after
// the library is unloaded.
// After a failed call, the descriptors of results that a call fills in must be
// neither read nor freed, and the contents of the caller's buffers for results
// are unspecified. The call has freed all memory that it allocated, except
// memory that external functions returned to it.
//
// Memory. Calls allocate memory by malloc, unless the host has set an allocator
// of its own (split_mlir_set_allocator). Memory from malloc may be freed by
// split_mlir_free of any library and by free(). Memory that comes from the
// system costs several times as much as a copy. Therefore, split_mlir_free and
// the calls themselves keep freed blocks, from any library, for later
// allocations of nearly the same size.
// For blocks of 128 KiB or more, the memory that a library keeps and the memory
// that it has allocated together never exceed the largest amount that it had
// allocated at any one time, if it frees its own allocations. A library frees
// such blocks if it has not used them for long. In each of 39 classes of
// smaller sizes, a library keeps at most 1024 blocks, and at most 2 MiB. It
// frees all blocks that it keeps when it is unloaded. Blocks of at least 2 MiB
// begin at a multiple of 2 MiB and are on huge pages if the system grants them
// (madvise). New blocks of 128 KiB or more get all their pages when they are
// allocated, if the system can do that (Linux 5.14 or later). A runtime library
// that is compiled with AddressSanitizer keeps nothing.
//
// Views. Code compiled with `results=views` fills in every ranked result, even
// one of static shape. A result that is a part of an argument may be a view:
// its `allocated` is null, and its offset and strides describe where its
// elements are in the argument. A view is valid as long as the argument's
// memory, shows what is written there later, and may overlap other results. If
// `allocated` is not null, the result is a separate copy in row-major order.
// split_mlir_free accepts both.
//
// Threads. Any number of threads may call functions at the same time, even the
// same function; there are no locks. A call ends on the thread on which it
// began, and external functions that it calls must return: neither exceptions
// nor longjmp may leave them. Code that is compiled for several threads calls
// LLVM's OpenMP runtime, libomp.so.5.
//
// Errors. Each thread has its own message. All libraries and objects that are
// linked to one program share it: after a call has failed, any
// split_mlir_last_error describes that call. For a library that was loaded
// (dlopen, ctypes), look up split_mlir_last_error in that library.
//
// Weights. Code may keep large constants in a file beside it, which it maps
// when it is loaded, read-only and shared among processes. A call fails with
// SPLIT_MLIR_NO_WEIGHTS if the file is missing or was written for other code.
// Nothing may write to the file while it is mapped.
//
// Signals and processes. Calls allocate memory, so a signal handler must not
// call anything here. A signal that interrupts a call does no harm if its
// handler returns. After fork, the child may call compiled functions unless
// they were compiled for several threads.
//
// Unloading. A library may be unloaded when no thread is in a call to it.
// Threads that have called it hold no references to it, and results stay valid.
//
// Versions. SPLIT_MLIR_ABI_VERSION is the version of this interface. Objects
// link only with a runtime library of their own version (split_mlir_abi_1). The
// loader does not bind a program to a library of another version (symbol
// version SPLIT_MLIR_ABI_1). Headers that split-compile writes do not compile
// with a Runtime.h of another version. Hosts that load libraries call
// split_mlir_check_abi. Releases with the same version work together.
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_HOSTABI_RUNTIME_H
#define SPLIT_MLIR_HOSTABI_RUNTIME_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The version of this interface: the descriptors, the functions that compiled
/// code calls, and the calling convention of compiled functions. Code does not
/// link with a runtime library of another version.
#define SPLIT_MLIR_ABI_VERSION 1

//===----------------------------------------------------------------------===//
// For hosts
//===----------------------------------------------------------------------===//

/// The status that a compiled function returns. The values will not change.
enum {
  /// The call succeeded.
  SPLIT_MLIR_SUCCESS = 0,
  /// What the host passed does not fit the function's type (R7).
  SPLIT_MLIR_INVALID_ARGUMENT = 1,
  /// A run-time check of the program failed (R1 to R6, and R7 of split.copy).
  SPLIT_MLIR_CHECK_FAILED = 2,
  /// Memory for a result or an intermediate value could not be allocated.
  SPLIT_MLIR_OUT_OF_MEMORY = 3,
  /// The host was compiled for another SPLIT_MLIR_ABI_VERSION.
  SPLIT_MLIR_ABI_MISMATCH = 4,
  /// The code's file of weights is missing, or was written for other code.
  SPLIT_MLIR_NO_WEIGHTS = 5
};

// Shared libraries that contain the runtime library export these functions.
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

/// A memref descriptor. `allocated` is the pointer to free. Element
/// (i, j, ...) is `aligned[offset + i * strides[0] + j * strides[1] + ...]`.
/// For rank R, the last members are `int64_t sizes[R], strides[R]`.
typedef struct {
  void *allocated;
  void *aligned;
  int64_t offset;
} SplitMlirMemRef0;
typedef struct {
  void *allocated;
  void *aligned;
  int64_t offset;
  int64_t sizes[1], strides[1];
} SplitMlirMemRef1;
typedef struct {
  void *allocated;
  void *aligned;
  int64_t offset;
  int64_t sizes[2], strides[2];
} SplitMlirMemRef2;
typedef struct {
  void *allocated;
  void *aligned;
  int64_t offset;
  int64_t sizes[3], strides[3];
} SplitMlirMemRef3;
typedef struct {
  void *allocated;
  void *aligned;
  int64_t offset;
  int64_t sizes[4], strides[4];
} SplitMlirMemRef4;

/// A memref of any rank: a pointer to its descriptor.
typedef struct {
  int64_t rank;
  void *descriptor;
} SplitMlirUnrankedMemRef;

/// `LOCATION: error: MESSAGE` of the last call that failed on this thread, or
/// "" if no call, and no loading of weights, has failed. Calls that succeed do
/// not change it. The text stays valid until the next call fails on this
/// thread, the thread ends, or the library is unloaded. A text of more than
/// 4095 bytes is truncated and ends in "...".
const char *split_mlir_last_error(void);

/// Frees the memory of a result: `allocated` of its descriptor. Unless the host
/// has set an allocator, this function frees any memory from malloc, and free()
/// and this function of any other library can free the same memory. Only memory
/// that this function frees is used again. A null pointer, which is the
/// `allocated` of a view, is ignored.
void split_mlir_free(void *allocated);

/// Allocates `size` bytes, at least one, at a multiple of `alignment`, a power
/// of two. Calls allocate memory in the same way; a host can use this function
/// for buffers that it passes to calls. Free the memory with split_mlir_free.
/// Returns null if there is no memory, or if `alignment` is not a power of two.
void *split_mlir_allocate(size_t size, size_t alignment);

/// Returns the memory that the library keeps to the C library. Any thread may
/// call this at any time.
void split_mlir_release_memory(void);

/// Limits the number of bytes that the library keeps. If `bytes` is 0, it keeps
/// nothing. If `bytes` is SIZE_MAX, the default, only the limits in the section
/// "Memory" above apply. Any thread may call this at any time; a block that
/// another thread frees at the same time may be kept.
void split_mlir_limit_kept_memory(size_t bytes);

/// An allocator of the host. Any thread may call its functions at any time;
/// they must return, and must not call compiled code.
typedef struct {
  /// Passed to the functions.
  void *context;
  /// Returns `size` bytes, at least one, at a multiple of `alignment`, a power
  /// of two; null if there is no memory. Calls then fail with
  /// SPLIT_MLIR_OUT_OF_MEMORY.
  void *(*allocate)(void *context, size_t size, size_t alignment);
  /// Frees memory that `allocate` returned; never null.
  void (*free)(void *context, void *memory);
} SplitMlirAllocator;

/// Makes this library allocate and free all memory by the functions of
/// `allocator`, which is copied. The library then keeps nothing. If `allocator`
/// is null, the library uses malloc. The allocator that is set when memory is
/// freed frees it. So call this function when nothing is allocated: before the
/// first call of a compiled function, or after all results have been freed and
/// while no thread is in a call. Results must be freed by split_mlir_free of
/// the same library or by the host itself. Returns SPLIT_MLIR_INVALID_ARGUMENT
/// if a function is null.
int32_t split_mlir_set_allocator(const SplitMlirAllocator *allocator);

/// Frees the memory and the descriptor of an unranked result.
void split_mlir_free_unranked(SplitMlirUnrankedMemRef *result);

/// Returns SPLIT_MLIR_SUCCESS if `version`, a host's SPLIT_MLIR_ABI_VERSION, is
/// the library's own. Otherwise returns SPLIT_MLIR_ABI_MISMATCH, and
/// split_mlir_last_error names both versions. Hosts that load libraries at run
/// time call this function; the linker and the loader check the versions of
/// libraries that a program is linked with.
int32_t split_mlir_check_abi(int64_t version);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

//===----------------------------------------------------------------------===//
// For compiled code
//===----------------------------------------------------------------------===//

/// The machine that the process runs on, as far as compiled code depends on it.
typedef struct {
  /// The highest level of x86-64 (1 to 4, as its psABI defines them) that the
  /// processor and the operating system support; 1 on other processors.
  int64_t isaLevel;
  /// The least number of bytes, read and written, for which stores bypass the
  /// caches; 0 if they never do. Copies disregard it if `storePrefetchDistance`
  /// is not 0.
  int64_t nontemporalThreshold;
  /// The number of places in memory that such a copy accesses in turn: 1 or 4.
  int64_t streams;
  /// The distance in bytes at which such a copy prefetches what it reads.
  int64_t prefetchDistance;
  /// The least number of bytes, read and written, for which threads share a
  /// copy.
  int64_t parallelThreshold;
  /// The distance in bytes at which large copies with ordinary stores prefetch
  /// what they write, or 0 for never.
  int64_t storePrefetchDistance;
  /// The number of bytes of the left operand of a contraction that stay in the
  /// level 2 cache while they are multiplied by the right operand: half of this
  /// cache. Only the runtime library uses it.
  int64_t contractionBlock;
} SplitMlirMachine;

/// Returns the description of this machine. The first call determines it, and
/// it stays the same while the library is loaded. Any thread may call this.
///
/// The environment variable SPLIT_MLIR_MACHINE, which the first call reads,
/// overrides fields, for tests and for tuning:
///
///   SPLIT_MLIR_MACHINE=isa-level=1,nontemporal-threshold=65536,streams=1
///
/// Its fields are `isa-level` (1 to 4; a level above the machine's is ignored),
/// `nontemporal-threshold`, `prefetch-distance`, `store-prefetch-distance`,
/// `parallel-threshold` and `contraction-block` (in bytes), and `streams` (1 or
/// 4). Compiled code treats a threshold below 256 KiB as 256 KiB, except 0 for
/// `nontemporal-threshold`. A text that states `nontemporal-threshold` and not
/// `store-prefetch-distance` sets the latter to 0. A malformed value is ignored
/// as a whole, and a warning is written to standard error. Values that were
/// known when the code was compiled stay as they are.
const SplitMlirMachine *split_mlir_machine(void);

/// Constants that code reads from a file, which is in the folder of the library
/// or program that contains the code, or of the running program.
typedef struct SplitMlirWeights {
  /// The contents of the file; null until it is mapped.
  void *base;
  /// The name of the file, without a folder.
  const char *file;
  /// The size of the file, SplitMlirWeightsEnd included; 0 for no file.
  int64_t bytes;
  /// Identifies the contents.
  uint8_t id[32];
  /// The next weights that the runtime library has mapped.
  struct SplitMlirWeights *next;
} SplitMlirWeights;

/// The end of a file of weights.
#define SPLIT_MLIR_WEIGHTS_MAGIC "split-mlir weights 1\n"
typedef struct {
  /// SPLIT_MLIR_WEIGHTS_MAGIC, filled up with zeros.
  char magic[32];
  /// The BLAKE3 hash of all bytes before this structure.
  uint8_t id[32];
} SplitMlirWeightsEnd;

/// Maps the file of `weights` if that has not been done. Returns
/// SPLIT_MLIR_NO_WEIGHTS if it cannot be read or its size or `id` differ. Any
/// thread may call this. The memory is valid until the library is unloaded.
int32_t split_mlir_map_weights(SplitMlirWeights *weights);

/// Records a run-time check that failed, for split_mlir_last_error. The message
/// is `format` filled in as by split_mlir_format_message. All strings are
/// null-terminated, and are copied.
void split_mlir_record_failure(const char *location, const char *format,
                               const int64_t *values, int64_t numValues);

/// Records `message`, which is null-terminated and copied, for
/// split_mlir_last_error.
void split_mlir_record_message(const char *message);

/// A symbol that only a runtime library of ABI version 1 defines. Compiled code
/// refers to it, so it does not link with a library of another version.
#define SPLIT_MLIR_ABI_SYMBOL split_mlir_abi_1
extern const int32_t SPLIT_MLIR_ABI_SYMBOL;

/// The runtime library's record of one call, on the caller's stack.
typedef struct {
  void *words[16];
} SplitMlirCall;

/// Begins a call of compiled code. Calls nest if compiled code calls a function
/// that calls compiled code. `call` must stay where it is until the call ends.
void split_mlir_begin_call(SplitMlirCall *call);

/// Ends `call`, the call that was begun last on this thread. Unless `status` is
/// SPLIT_MLIR_SUCCESS, frees the memory that the call has allocated and not
/// freed.
void split_mlir_end_call(SplitMlirCall *call, int64_t status);

/// Allocate and free the memory of compiled code; MLIR's lowering calls them by
/// these names. The first two return null if there is no memory. The last
/// accepts what split_mlir_free accepts.
void *_mlir_memref_to_llvm_alloc(size_t size);
void *_mlir_memref_to_llvm_aligned_alloc(size_t alignment, size_t size);
void _mlir_memref_to_llvm_free(void *memory);

/// Allocates `size` bytes, aligned for any scalar type, and adds them to the
/// list `packed`. A null `*packed` is the empty list. Returns null if there is
/// no memory.
void *split_mlir_allocate_packed(size_t size, void **packed);

/// Frees all memory in the list `packed`.
void split_mlir_free_packed(void *packed);

/// Copies the elements of a memref, which has any strides, to memory of the
/// list `packed`, in row-major order. Sizes must not be negative, and data must
/// not be null unless a size is 0. Returns the copy, or null if there is no
/// memory.
void *split_mlir_pack(int64_t rank, const void *descriptor,
                      int64_t elementBytes, void **packed);

/// The results of split_mlir_inspect_unranked.
enum {
  /// Elements are in row-major order from offset 0.
  SPLIT_MLIR_IS_CONTIGUOUS = 0,
  /// Elements are in another order or at another offset.
  SPLIT_MLIR_IS_STRIDED = 1,
  SPLIT_MLIR_RANK_IS_NEGATIVE = 2,
  SPLIT_MLIR_DESCRIPTOR_IS_NULL = 3,
  SPLIT_MLIR_SIZE_IS_NEGATIVE = 4,
  /// Data is null although no size is 0.
  SPLIT_MLIR_DATA_IS_NULL = 5
};

/// Checks the descriptor of an argument of unknown rank, and returns one of the
/// values above.
int64_t split_mlir_inspect_unranked(const SplitMlirUnrankedMemRef *given);

/// Copies the elements of `given` to row-major order, and returns a descriptor
/// of the copy. Both are in memory of the list `packed`. Returns null if there
/// is no memory.
void *split_mlir_pack_unranked(const SplitMlirUnrankedMemRef *given,
                               int64_t elementBytes, void **packed);

/// Returns the number of bytes of all elements, at most INT64_MAX.
int64_t split_mlir_count_bytes(int64_t rank, const void *descriptor,
                               int64_t elementBytes);

/// Looks for a result's buffer that overlaps another buffer. `pointersAndBytes`
/// holds `count` pairs of an address and a number of bytes: those of
/// `numInputs` arguments, then those of results. Arguments may overlap each
/// other. Returns the number of a result that overlaps something, -1 if none
/// does, -2 if there is no memory for the search.
int64_t split_mlir_find_overlap(const int64_t *pointersAndBytes, int64_t count,
                                int64_t numInputs);

/// The first word of the description of an operand, an argument or a result.
enum {
  /// A value, which needs no check. No other words.
  SPLIT_MLIR_OPERAND_VALUE = 0,
  /// A pointer that must not be null. No other words.
  SPLIT_MLIR_OPERAND_POINTER = 1,
  /// A memref of unknown rank. Its second word is the number of bytes of an
  /// element.
  SPLIT_MLIR_OPERAND_UNRANKED = 2,
  /// A ranked memref. The next words are the number of bytes of an element,
  /// the layout, the rank, and the sizes; -1 stands for a dynamic size.
  SPLIT_MLIR_OPERAND_RANKED = 3
};

/// The layout in which a function reads a ranked memref.
enum {
  /// Row-major order; memrefs with other strides are packed first.
  SPLIT_MLIR_LAYOUT_PACKED = 0,
  /// Row-major order; memrefs with other strides are rejected.
  SPLIT_MLIR_LAYOUT_ROW_MAJOR = 1,
  /// The function does not access elements.
  SPLIT_MLIR_LAYOUT_UNUSED = 2
};

/// Checks (R7) and prepares what a host passes to a function. `passed` holds a
/// pointer for each argument, then for each result.
/// `types` holds whether to check (1 or 0), the numbers of arguments, of
/// results and of words to prepare, then for each operand the index in `types`
/// of its description.
///
/// On success, stores the address of the prepared words to `prepared`. Their
/// memory is in the list `packed`. For each operand in order, the words are:
/// - for a ranked memref of static shape, the address of its first element;
/// - for any other ranked memref, a descriptor with offset 0 and row-major
///   strides;
/// - for a memref of unknown rank, its rank and its descriptor;
/// - for other operands, nothing.
///
/// On failure, records the failure at `location`, and returns its status.
int32_t split_mlir_prepare_operands(const int64_t *types, void *const *passed,
                                    const char *location, void **packed,
                                    int64_t **prepared);

/// Fills in an unranked result with a copy of its descriptor. Returns 1, or 0
/// if there is no memory.
int32_t split_mlir_store_unranked(int64_t rank, const void *descriptor,
                                  SplitMlirUnrankedMemRef *result);

/// The types of the elements of both inputs of a contraction. Results are f64
/// if the inputs are, otherwise f32.
enum {
  SPLIT_MLIR_ELEMENT_F32 = 0,
  SPLIT_MLIR_ELEMENT_F64 = 1,
  SPLIT_MLIR_ELEMENT_F16 = 2,
  SPLIT_MLIR_ELEMENT_BF16 = 3
};

/// Flags of contractions.
enum {
  /// Results are overwritten. Otherwise, sums are added to them.
  SPLIT_MLIR_CONTRACTION_OVERWRITES = 1,
  /// An operand is packed: a panel of 12 rows of the left one, or of 128 bytes
  /// of columns of the right one, after the other. For each depth in order, a
  /// panel has the elements of all its rows or columns. The last panel is
  /// filled up. Elements have the type of results, and are the same for all
  /// batches.
  SPLIT_MLIR_CONTRACTION_LHS_IS_PACKED = 2,
  SPLIT_MLIR_CONTRACTION_RHS_IS_PACKED = 4
};

/// Computes sums of products of the elements of two tensors, such as a product
/// of matrices or a convolution: for all batches, rows and columns,
///
///   out[batch, row, column] += sum of lhs[batch, row, depth] *
///                              rhs[batch, depth, column] over all depths
///
/// Batches, rows, columns and depths are products of any number of loops, at
/// most 16. The words of `description` are the element type; flags; the
/// addresses of lhs, rhs, out and of scratch memory; the numbers of loops over
/// batches, rows, columns and depths; then for each of these loops its size and
/// its strides in elements in lhs, rhs and out. Each element of `out` has one
/// batch, row and column. `out` overlaps neither `lhs` nor `rhs`.
///
/// The scratch memory is aligned to 64. It has 128 bytes, plus 2048 for each
/// row, rounded up to 12 and at most 240, unless lhs is packed, plus 65536
/// unless rhs is packed: at most 557184 bytes.
///
/// Sums are computed in an order that depends on sizes and on the processor,
/// and products need not be rounded before they are added.
void split_mlir_contract(const int64_t *description);

/// Fills in the placeholders of `format` with `values`, in order: `{}` prints
/// a value in signed decimal, `{u}` in unsigned decimal. Other text is copied.
/// A placeholder without a value prints `?`. Values without a placeholder are
/// ignored.
///
/// Writes at most `size` bytes to `buffer`, the terminating null included (no
/// byte at all when `size` is 0), and returns the length of the whole message
/// without the null, as snprintf does.
size_t split_mlir_format_message(char *buffer, size_t size, const char *format,
                                 const int64_t *values, int64_t numValues);

/// Copies all elements, of `elementSize` bytes, between memrefs of equal sizes
/// that do not overlap. MLIR's lowering calls it by this name.
void memrefCopy(int64_t elementSize, const SplitMlirUnrankedMemRef *source,
                const SplitMlirUnrankedMemRef *target);

#ifdef __cplusplus
}
#endif

#endif // SPLIT_MLIR_HOSTABI_RUNTIME_H
