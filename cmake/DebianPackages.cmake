# `cpack`: a relocatable .tar.gz of all, and a .deb for each of the components
# tools, development and runtime, and for python if it is there.

set(CPACK_GENERATOR TGZ DEB)
set(CPACK_PACKAGE_NAME split-mlir)
set(CPACK_PACKAGE_VENDOR "split-mlir")
set(CPACK_PACKAGE_CONTACT "${SPLIT_MLIR_MAINTAINER}")
set(CPACK_PACKAGE_HOMEPAGE_URL "${SPLIT_MLIR_HOMEPAGE}")
set(CPACK_RESOURCE_FILE_LICENSE "${PROJECT_SOURCE_DIR}/LICENSE")
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
# Tools need the shared libraries that they link.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_PROJECT_CONFIG_FILE
  "${PROJECT_SOURCE_DIR}/cmake/debian/environment.cmake")
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS
  "${LLVM_LIBRARY_OUTPUT_INTDIR}")
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY "=")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
# For the shared library of the C API; below, for those of MPI.
set(CPACK_DEBIAN_TOOLS_PACKAGE_CONTROL_EXTRA
  "${PROJECT_SOURCE_DIR}/cmake/debian/triggers")
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE
  GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

set(debian_version ${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})
# SOURCE_DATE_EPOCH is respected.
string(TIMESTAMP debian_date "%a, %d %b %Y %H:%M:%S +0000" UTC)
set(debian_dir "${PROJECT_BINARY_DIR}/debian")
foreach(file changelog copyright)
  configure_file(cmake/debian/${file}.in "${debian_dir}/${file}" @ONLY)
endforeach()
find_program(SPLIT_MLIR_GZIP gzip REQUIRED)
execute_process(
  COMMAND "${SPLIT_MLIR_GZIP}" -9nfk "${debian_dir}/changelog"
  COMMAND_ERROR_IS_FATAL ANY)

# debian_package(COMPONENT PACKAGE SECTION section [DEPENDS ...] [RECOMMENDS ...]
#                DESCRIPTION summary line...)
#
# Makes PACKAGE of an install component, with the files that Debian expects in
# each package.
macro(debian_package component package)
  cmake_parse_arguments(ARG "" "SECTION"
    "DEPENDS;RECOMMENDS;DESCRIPTION" ${ARGN})
  string(TOUPPER ${component} upper)
  set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${package})
  set(CPACK_DEBIAN_${upper}_PACKAGE_SECTION ${ARG_SECTION})
  list(JOIN ARG_DEPENDS ", " CPACK_DEBIAN_${upper}_PACKAGE_DEPENDS)
  list(JOIN ARG_RECOMMENDS ", " CPACK_DEBIAN_${upper}_PACKAGE_RECOMMENDS)
  list(JOIN ARG_DESCRIPTION "\n" CPACK_DEBIAN_${upper}_DESCRIPTION)
  install(FILES "${debian_dir}/copyright"
    DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package}
    COMPONENT ${component})
  install(FILES "${debian_dir}/changelog.gz" RENAME changelog.Debian.gz
    DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package}
    COMPONENT ${component})
  if(EXISTS "${PROJECT_SOURCE_DIR}/cmake/debian/${package}.lintian-overrides")
    install(FILES cmake/debian/${package}.lintian-overrides RENAME ${package}
      DESTINATION ${CMAKE_INSTALL_DATADIR}/lintian/overrides
      COMPONENT ${component})
  endif()
endmacro()

get_cmake_property(CPACK_COMPONENTS_ALL COMPONENTS)
# Only pip installs python-wheel.
list(REMOVE_ITEM CPACK_COMPONENTS_ALL Unspecified python-wheel)

set(runtime_package "")
if(SPLIT_MLIR_ENABLE_NATIVE)
  set(runtime_package "split-mlir-runtime (= ${debian_version})")
endif()
# Only --emit=shared needs a compiler, and only --threads needs libomp.so.5.
debian_package(tools split-mlir
  SECTION devel
  DEPENDS ${runtime_package}
  RECOMMENDS "clang-22 | c-compiler" "libomp5-14 | libomp5" mlir-22-tools z3
  DESCRIPTION "compile tensor splits and models around them with MLIR"
    "Tools that check, run and compile ONNX and OpenVINO models and MLIR with"
    "the dialect split: split-run, split-compile, split-opt, split-translate,"
    "split-tune, split-verify, split-reduce and split-lsp-server. The package also"
    "contains a plugin for mlir-opt, the shared library of the C API, documentation"
    "and examples.")
if(SPLIT_MLIR_ENABLE_NATIVE)
  debian_package(runtime split-mlir-runtime
    SECTION libdevel
    RECOMMENDS "clang-22 | c-compiler"
    DESCRIPTION "library that code compiled by split-mlir calls"
      "This package contains the static library and the C header for programs that"
      "call functions compiled by split-compile. They need neither MLIR nor LLVM.")
endif()
debian_package(development split-mlir-dev
  SECTION libdevel
  DEPENDS "split-mlir (= ${debian_version})"
    ${runtime_package} libmlir-22-dev llvm-22-dev
  RECOMMENDS libonnx-dev libprotobuf-dev libpugixml-dev mlir-22-tools
  DESCRIPTION "dialect for tensor splits: development files"
    "This package contains headers, TableGen files, static libraries and CMake"
    "files of the dialect split, its passes and the importers of ONNX and"
    "OpenVINO models, for other compilers, and the headers of the C API.")
# Programs that run these need mpirun.
set(launcher_openmpi openmpi-bin)
set(launcher_mpich mpich)
foreach(mpi ${SPLIT_MLIR_MPIS})
  string(TOUPPER ${mpi} upper)
  set(CPACK_DEBIAN_${upper}_PACKAGE_CONTROL_EXTRA
    "${PROJECT_SOURCE_DIR}/cmake/debian/triggers")
  debian_package(${mpi} split-mlir-${mpi}
    SECTION libs
    RECOMMENDS ${launcher_${mpi}} "split-mlir-runtime (= ${debian_version})"
    DESCRIPTION "library that code partitioned by split-mlir calls: ${mpi}"
      "This package contains the shared library by which functions that"
      "split-mlir has partitioned for several machines communicate. It uses the"
      "MPI ${mpi}.")
endforeach()
if(python IN_LIST CPACK_COMPONENTS_ALL)
  debian_package(python python3-split-mlir
    SECTION python
    DEPENDS "python3 (>= 3.11)"
    RECOMMENDS "split-mlir (= ${debian_version})" python3-numpy
    DESCRIPTION "compile and run models with split-mlir from Python"
      "The Python package split_mlir compiles ONNX and OpenVINO models and MLIR,"
      "and calls the compiled functions on NumPy arrays.")
endif()
include(CPack)
