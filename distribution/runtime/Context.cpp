//===- Context.cpp - State kept for a communicator ------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Context.h"

#include "split-mlir/MpiRuntime/MpiRuntime.h"
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <pthread.h>

using namespace mlir::split;
using namespace mlir::split::mpi::runtime;

/// The communicator of a part of a communicator.
struct mlir::split::mpi::runtime::Group {
  Group *next;
  MPI_Comm communicator;
  /// Sizes of the grid, and for each of its axes 1 if members differ on it.
  int64_t gridRank;
  int64_t gridSizes[kMaxRank];
  AxisSet axes;

  bool isFor(const Grid &grid, const AxisSet &other) const {
    size_t bytes = static_cast<size_t>(gridRank) * sizeof(int64_t);
    return gridRank == grid.rank && memcmp(gridSizes, grid.sizes, bytes) == 0 &&
           memcmp(axes.contains, other.contains, sizeof(axes.contains)) == 0;
  }
};

/// Protects `contexts` and `contextKey`.
static pthread_mutex_t contextMutex = PTHREAD_MUTEX_INITIALIZER;
static Context *contexts = nullptr;
static int contextKey = MPI_KEYVAL_INVALID;

static void unlinkContext(Context *context) {
  pthread_mutex_lock(&contextMutex);
  Context **link = &contexts;
  while (*link && *link != context)
    link = &(*link)->next;
  if (*link)
    *link = context->next;
  pthread_mutex_unlock(&contextMutex);
}

/// MPI calls this when the communicator is freed.
static int deleteContext(MPI_Comm, int, void *attribute, void *) {
  auto *context = static_cast<Context *>(attribute);
  unlinkContext(context);
  while (Group *group = context->groups) {
    context->groups = group->next;
    MPI_Comm_free(&group->communicator);
    free(group);
  }
  if (context->communicator != MPI_COMM_NULL)
    MPI_Comm_free(&context->communicator);
  free(context);
  return MPI_SUCCESS;
}

/// MPI calls this at the beginning of MPI_Finalize, which does not free
/// MPI_COMM_WORLD.
static int deleteContexts(MPI_Comm, int key, void *, void *) {
  while (contexts)
    MPI_Comm_delete_attr(contexts->user, contextKey);
  MPI_Comm_free_keyval(&contextKey);
  return MPI_Comm_free_keyval(&key);
}

/// Creates the key of contexts, and registers deleteContexts.
static int createKeys() {
  int error = MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, deleteContext,
                                     &contextKey, nullptr);
  int key = MPI_KEYVAL_INVALID;
  if (error == MPI_SUCCESS)
    error = MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, deleteContexts, &key,
                                   nullptr);
  if (error == MPI_SUCCESS)
    error = MPI_Comm_set_attr(MPI_COMM_SELF, key, nullptr);
  return error;
}

/// Calls MPI_Comm_test_inter so that an invalid communicator is an error, which
/// is not that of any communicator.
static int testInter(MPI_Comm communicator, int &isInter) {
  MPI_Comm predefined[] = {MPI_COMM_WORLD, MPI_COMM_SELF};
  MPI_Errhandler handlers[2];
  for (int i = 0; i < 2; ++i) {
    MPI_Comm_get_errhandler(predefined[i], &handlers[i]);
    MPI_Comm_set_errhandler(predefined[i], MPI_ERRORS_RETURN);
  }
  int error = MPI_Comm_test_inter(communicator, &isInter);
  for (int i = 0; i < 2; ++i) {
    MPI_Comm_set_errhandler(predefined[i], handlers[i]);
    MPI_Errhandler_free(&handlers[i]);
  }
  return error;
}

int32_t mlir::split::mpi::runtime::findCommunicator(int32_t handle,
                                                    MPI_Comm &communicator) {
  int isInitialized = 0;
  int isFinalized = 0;
  MPI_Initialized(&isInitialized);
  MPI_Finalized(&isFinalized);
  if (!isInitialized || isFinalized)
    return fail(SPLIT_MPI_INVALID_ARGUMENT,
                isFinalized ? "MPI has ended: MPI_Finalize has been called"
                            : "MPI is not initialised: call MPI_Init first");
  communicator = MPI_Comm_f2c(handle);
  int isInter = 0;
  if (communicator == MPI_COMM_NULL ||
      testInter(communicator, isInter) != MPI_SUCCESS)
    return fail(SPLIT_MPI_INVALID_ARGUMENT,
                "%d is not a communicator: pass what MPI_Comm_c2f returns",
                handle);
  if (isInter)
    return fail(SPLIT_MPI_INVALID_ARGUMENT,
                "the communicator is an intercommunicator, expected an "
                "intracommunicator");
  return SPLIT_MPI_SUCCESS;
}

static int32_t createContext(MPI_Comm communicator, Context *&context) {
  context = static_cast<Context *>(calloc(1, sizeof(Context)));
  if (!context)
    return failAllocation(sizeof(Context));
  context->user = communicator;
  context->communicator = MPI_COMM_NULL;
  context->next = contexts;
  int error = MPI_Comm_rank(communicator, &context->rank);
  if (error == MPI_SUCCESS)
    error = MPI_Comm_size(communicator, &context->size);
  if (error == MPI_SUCCESS)
    error = MPI_Comm_set_attr(communicator, contextKey, context);
  if (error == MPI_SUCCESS)
    contexts = context;
  else
    free(context);
  return checkMpi(error, "MPI_Comm_set_attr");
}

static int32_t findOrCreateContext(MPI_Comm communicator, Context *&context) {
  if (contextKey == MPI_KEYVAL_INVALID)
    if (int32_t status = checkMpi(createKeys(), "MPI_Comm_create_keyval"))
      return status;
  void *attribute = nullptr;
  int isFound = 0;
  int error = MPI_Comm_get_attr(communicator, contextKey, &attribute, &isFound);
  if (int32_t status = checkMpi(error, "MPI_Comm_get_attr"))
    return status;
  context = static_cast<Context *>(attribute);
  return isFound ? SPLIT_MPI_SUCCESS : createContext(communicator, context);
}

int32_t mlir::split::mpi::runtime::findContext(int32_t handle,
                                               Context *&context) {
  MPI_Comm communicator = MPI_COMM_NULL;
  if (int32_t status = findCommunicator(handle, communicator))
    return status;
  pthread_mutex_lock(&contextMutex);
  int32_t status = findOrCreateContext(communicator, context);
  pthread_mutex_unlock(&contextMutex);
  return status;
}

int32_t mlir::split::mpi::runtime::openContext(int32_t handle,
                                               Context *&context) {
  int32_t status = findContext(handle, context);
  return status ? status : context->agreedStatus;
}

int32_t mlir::split::mpi::runtime::duplicateCommunicator(Context &context) {
  if (context.communicator != MPI_COMM_NULL)
    return SPLIT_MPI_SUCCESS;
  int error = MPI_Comm_dup(context.user, &context.communicator);
  if (int32_t status = checkMpi(error, "MPI_Comm_dup"))
    return status;
  error = MPI_Comm_set_errhandler(context.communicator, MPI_ERRORS_RETURN);
  return checkMpi(error, "MPI_Comm_set_errhandler");
}

static int32_t createGroup(Context &context, const Grid &grid,
                           const AxisSet &axes, Group *&group) {
  group = static_cast<Group *>(calloc(1, sizeof(Group)));
  if (!group)
    return failAllocation(sizeof(Group));
  group->gridRank = grid.rank;
  group->axes = axes;
  int color = 0;
  for (int64_t axis = 0; axis < grid.rank; ++axis) {
    group->gridSizes[axis] = grid.sizes[axis];
    if (!axes.contains[axis])
      color = color * static_cast<int>(grid.sizes[axis]) +
              static_cast<int>(grid.coordinates[axis]);
  }
  int error = MPI_Comm_split(context.communicator, color, context.rank,
                             &group->communicator);
  if (error == MPI_SUCCESS)
    error = MPI_Comm_set_errhandler(group->communicator, MPI_ERRORS_RETURN);
  if (error != MPI_SUCCESS)
    free(group);
  return checkMpi(error, "MPI_Comm_split");
}

int32_t mlir::split::mpi::runtime::findGroup(Context &context, const Grid &grid,
                                             const AxisSet &axes,
                                             MPI_Comm &communicator) {
  communicator = context.communicator;
  if (GroupMembers(grid, axes).getSize() == context.size)
    return SPLIT_MPI_SUCCESS;
  Group *group = context.groups;
  while (group && !group->isFor(grid, axes))
    group = group->next;
  if (!group) {
    if (int32_t status = createGroup(context, grid, axes, group))
      return status;
    group->next = context.groups;
    context.groups = group;
  }
  communicator = group->communicator;
  return SPLIT_MPI_SUCCESS;
}

static std::atomic<int64_t> sentMessages{0}, sentBytes{0};

void mlir::split::mpi::runtime::countSent(int64_t messages, int64_t bytes) {
  sentMessages += messages;
  sentBytes += bytes;
}

extern "C" void split_mpi_statistics(int64_t *messages, int64_t *bytes) {
  *messages = sentMessages;
  *bytes = sentBytes;
}
