# Finds the MPIs that libSplitMpi is built for. Several can be installed side by
# side, which CMake's FindMPI does not know; Debian names their compilers
# mpicc.NAME.
#
# SPLIT_MLIR_MPIS becomes the list of NAMEs, and there is a target
# SplitMLIRMPI-NAME for each.

set(SPLIT_MLIR_MPIS "")
if(NOT SPLIT_MLIR_ENABLE_MPI)
  return()
endif()
foreach(name openmpi mpich)
  find_program(SPLIT_MLIR_MPICC_${name} mpicc.${name})
  if(NOT SPLIT_MLIR_MPICC_${name})
    if(NOT SPLIT_MLIR_ENABLE_MPI STREQUAL AUTO)
      message(FATAL_ERROR
        "There is no mpicc.${name}. On Debian, install libopenmpi-dev and "
        "libmpich-dev; or pass -DSPLIT_MLIR_ENABLE_MPI=AUTO.")
    endif()
    message(STATUS "No mpicc.${name}: no libSplitMpi-${name}.so")
    continue()
  endif()
  execute_process(COMMAND "${SPLIT_MLIR_MPICC_${name}}" -show
    OUTPUT_VARIABLE command OUTPUT_STRIP_TRAILING_WHITESPACE
    COMMAND_ERROR_IS_FATAL ANY)
  separate_arguments(arguments UNIX_COMMAND "${command}")
  list(FILTER arguments INCLUDE REGEX "^-")
  set(folders "${arguments}")
  list(FILTER folders INCLUDE REGEX "^-I")
  list(TRANSFORM folders REPLACE "^-I" "")
  list(FILTER arguments INCLUDE REGEX "^-(L|l|Wl,)")
  add_library(SplitMLIRMPI-${name} INTERFACE)
  target_include_directories(SplitMLIRMPI-${name} SYSTEM INTERFACE ${folders})
  target_link_libraries(SplitMLIRMPI-${name} INTERFACE ${arguments})
  list(APPEND SPLIT_MLIR_MPIS ${name})
endforeach()
