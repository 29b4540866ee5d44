"""Calls mpi_abort.mlir on two ranks: mpi_abort.py LIBRARY MPI_LIBRARY NUMBER0 NUMBER1"""

import ctypes
import sys

mpi = ctypes.CDLL(sys.argv[2], ctypes.RTLD_GLOBAL)
mpi.split_mpi_initialize()
communicator = mpi.split_mpi_world()
numbers = sys.argv[3:]
function = ctypes.CDLL(sys.argv[1])._mlir_ciface_f
function.restype = ctypes.c_int64
number = ctypes.c_int64(int(numbers[mpi.split_mpi_rank(communicator)]))
# One write, which the output of the other rank cannot interrupt.
print(f"sum {function(number, ctypes.c_int32(communicator))}\n", end="", flush=True)
mpi.split_mpi_finalize()
