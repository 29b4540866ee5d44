# The components of a build: the core, and wings that can be left out. Each has an
# option, which this file declares.

# split_mlir_find_all(VARIABLE PACKAGE...)
#
# Sets VARIABLE to ON if all PACKAGEs are there.
function(split_mlir_find_all variable)
  set(found ON)
  foreach(package ${ARGN})
    find_package(${package} QUIET)
    if(NOT ${package}_FOUND)
      set(found OFF)
    endif()
  endforeach()
  set(${variable} ${found} PARENT_SCOPE)
endfunction()

# split_mlir_resolve_auto(NAME PACKAGE...)
#
# Replaces the value AUTO of SPLIT_MLIR_ENABLE_NAME by ON if all PACKAGEs are there,
# else by OFF.
function(split_mlir_resolve_auto name)
  if(NOT SPLIT_MLIR_ENABLE_${name} STREQUAL AUTO)
    return()
  endif()
  split_mlir_find_all(found ${ARGN})
  if(NOT found)
    message(STATUS "SPLIT_MLIR_ENABLE_${name} is OFF, as it needs: ${ARGN}")
  endif()
  set(SPLIT_MLIR_ENABLE_${name} ${found} PARENT_SCOPE)
endfunction()

option(SPLIT_MLIR_ENABLE_NATIVE
       "Build the compiler to native code, and its tools" ON)
option(SPLIT_MLIR_ENABLE_FRONTENDS
       "Build conversions from and to splits of other compilers" ON)
set(SPLIT_MLIR_ENABLE_ONNX AUTO CACHE STRING
    "Build the ONNX importer (needs FRONTENDS, libonnx-dev): ON, OFF or AUTO")
set(SPLIT_MLIR_ENABLE_OPENVINO AUTO CACHE STRING
    "Build the OpenVINO importer (needs FRONTENDS, libpugixml-dev): ON, OFF or AUTO")
option(SPLIT_MLIR_ENABLE_DISTRIBUTION
       "Build the partitioning over ranks of MPI (needs NATIVE)" ON)
set(SPLIT_MLIR_ENABLE_MPI AUTO CACHE STRING
    "Build libSplitMpi: ON for Open MPI and MPICH, AUTO for those installed")
option(SPLIT_MLIR_ENABLE_VERIFICATION
       "Build split-verify, which proves lowerings (runs z3)" OFF)
option(SPLIT_MLIR_ENABLE_PYTHON
       "Build the Python package (needs NATIVE, pybind11-dev, python3-dev)" OFF)

foreach(name DISTRIBUTION PYTHON)
  if(SPLIT_MLIR_ENABLE_${name} AND NOT SPLIT_MLIR_ENABLE_NATIVE)
    message(STATUS "SPLIT_MLIR_ENABLE_${name} is OFF, as it needs NATIVE")
    set(SPLIT_MLIR_ENABLE_${name} OFF)
  endif()
endforeach()
# The tools of native run programs of ranks, too.
if(SPLIT_MLIR_ENABLE_NATIVE AND NOT SPLIT_MLIR_ENABLE_DISTRIBUTION)
  message(FATAL_ERROR
    "SPLIT_MLIR_ENABLE_NATIVE needs SPLIT_MLIR_ENABLE_DISTRIBUTION, for its tools")
endif()
if(SPLIT_MLIR_ENABLE_FRONTENDS)
  split_mlir_resolve_auto(ONNX Protobuf ONNX)
  split_mlir_resolve_auto(OPENVINO pugixml)
else()
  set(SPLIT_MLIR_ENABLE_ONNX OFF)
  set(SPLIT_MLIR_ENABLE_OPENVINO OFF)
endif()
if(SPLIT_MLIR_ENABLE_ONNX)
  find_package(Protobuf REQUIRED)
  find_package(ONNX REQUIRED CONFIG)
endif()
if(SPLIT_MLIR_ENABLE_OPENVINO)
  find_package(pugixml REQUIRED CONFIG)
endif()
set(SPLIT_MLIR_MPIS "")
if(SPLIT_MLIR_ENABLE_DISTRIBUTION)
  include(SplitMLIRFindMPI)
endif()

# From the lowest to the highest; a component includes only headers of its own and
# of lower ones, which test/Style/layers.test checks.
set(SPLIT_MLIR_COMPONENTS Core)
foreach(component Native Frontends Distribution Verification)
  string(TOUPPER ${component} upper)
  if(SPLIT_MLIR_ENABLE_${upper})
    list(APPEND SPLIT_MLIR_COMPONENTS ${component})
  endif()
endforeach()

# split_mlir_get_folder(VARIABLE COMPONENT)
#
# Sets VARIABLE to the folder of COMPONENT, `.` for the core.
function(split_mlir_get_folder variable component)
  string(TOLOWER ${component} folder)
  if(component STREQUAL Core)
    set(folder .)
  endif()
  set(${variable} ${folder} PARENT_SCOPE)
endfunction()

set(SPLIT_MLIR_COMPONENT_FOLDERS "")
set(SPLIT_MLIR_INCLUDE_DIRS "")
foreach(component ${SPLIT_MLIR_COMPONENTS})
  split_mlir_get_folder(folder ${component})
  if(NOT component STREQUAL Core)
    list(APPEND SPLIT_MLIR_COMPONENT_FOLDERS ${folder})
  endif()
  foreach(root "${PROJECT_SOURCE_DIR}" "${PROJECT_BINARY_DIR}")
    cmake_path(SET include_dir NORMALIZE "${root}/${folder}/include")
    list(APPEND SPLIT_MLIR_INCLUDE_DIRS "${include_dir}")
  endforeach()
endforeach()
include_directories(${SPLIT_MLIR_INCLUDE_DIRS})

# split_mlir_add_component(COMPONENT)
#
# Adds the libraries of COMPONENT. Its targets are installed as a component of the
# same name.
macro(split_mlir_add_component component)
  split_mlir_get_folder(folder ${component})
  set(SPLIT_MLIR_COMPONENT ${component})
  if(EXISTS "${PROJECT_SOURCE_DIR}/${folder}/include/split-mlir/CMakeLists.txt")
    add_subdirectory(${folder}/include/split-mlir)
  endif()
  add_subdirectory(${folder}/lib)
  if(EXISTS "${PROJECT_SOURCE_DIR}/${folder}/runtime/CMakeLists.txt")
    add_subdirectory(${folder}/runtime)
  endif()
endmacro()
