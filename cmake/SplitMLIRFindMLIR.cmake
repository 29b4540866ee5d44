# Finds MLIR, also where Debian's packages have it, or says what is missing.

# Projects that add this one to their tree link MLIR, too.
if(NOT PROJECT_IS_TOP_LEVEL)
  set(CMAKE_FIND_PACKAGE_TARGETS_GLOBAL ON)
endif()

# A folder that was given is not replaced by another one.
set(places PATHS /usr/lib/llvm-22)
if(MLIR_DIR)
  set(places PATHS "${MLIR_DIR}" NO_DEFAULT_PATH)
endif()
# `22` alone is refused by the package's version file.
find_package(MLIR 22.1 QUIET CONFIG ${places})
if(NOT MLIR_FOUND)
  set(found "finds none")
  if(MLIR_CONSIDERED_VERSIONS)
    list(REMOVE_DUPLICATES MLIR_CONSIDERED_VERSIONS)
  list(REMOVE_DUPLICATES MLIR_CONSIDERED_CONFIGS)
  list(JOIN MLIR_CONSIDERED_VERSIONS ", " versions)
    list(JOIN MLIR_CONSIDERED_CONFIGS ", " configs)
    set(found "finds version ${versions} in ${configs}")
  endif()
  message(FATAL_ERROR
    "split-mlir needs MLIR 22.1, but CMake ${found}. On Debian, install "
    "libmlir-22-dev, llvm-22-dev and mlir-22-tools. For an MLIR in another "
    "place, pass -DMLIR_DIR=PREFIX/lib/cmake/mlir.")
endif()
message(STATUS "MLIR: ${MLIR_DIR}")

# This release does not export MLIR_LINK_MLIR_DYLIB. libMLIR.so and the static
# libMLIR*.a must never meet in one process, so everything links the one or the other.
if(NOT DEFINED MLIR_LINK_MLIR_DYLIB)
  set(MLIR_LINK_MLIR_DYLIB OFF)
  if(TARGET MLIR)
    set(MLIR_LINK_MLIR_DYLIB ON)
  endif()
endif()
if(MLIR_LINK_MLIR_DYLIB AND NOT TARGET MLIR)
  message(FATAL_ERROR
    "MLIR_LINK_MLIR_DYLIB is ON, but the MLIR in ${MLIR_DIR} has no libMLIR.so. "
    "Build it with -DMLIR_LINK_MLIR_DYLIB=ON -DLLVM_BUILD_LLVM_DYLIB=ON, or pass "
    "-DMLIR_LINK_MLIR_DYLIB=OFF to link its static libraries.")
endif()
message(STATUS "MLIR_LINK_MLIR_DYLIB: ${MLIR_LINK_MLIR_DYLIB}")

# Libraries that hide their symbols, as the plugin and those of the C API do, find
# traits of MLIR's ops by names, which GCC and Clang spell differently. Programs find
# them by symbols, some of which the two compilers mangle differently.
block()
  set(name "")
  set(builder "")
  set(library MLIRIR)
  if(MLIR_LINK_MLIR_DYLIB)
    set(library MLIR)
  endif()
  get_target_property(is_installed ${library} IMPORTED)
  if(is_installed)
    get_target_property(library ${library} LOCATION)
    file(STRINGS "${library}" name LIMIT_COUNT 1
         REGEX "getTypeName.*DesiredTypeName = mlir::OpTrait::")
  endif()
  if(name MATCHES "\\[with " AND NOT CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    set(builder GCC)
    set(compilers "CC=gcc CXX=g++")
  elseif(name MATCHES "\\[Desired" AND CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    set(builder Clang)
    set(compilers "CC=clang-22 CXX=clang++-22")
  endif()
  if(builder)
    message(FATAL_ERROR
      "${builder} built the MLIR in ${MLIR_DIR}, so it must build split-mlir, too: set "
      "${compilers} and use an empty build folder. Code compiled by "
      "${CMAKE_CXX_COMPILER} would not recognize traits of MLIR's ops, and would "
      "miscompile programs.")
  endif()
endblock()
