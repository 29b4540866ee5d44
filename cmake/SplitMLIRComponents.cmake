# The components of a build: the core, and wings that can be left out. Each has an
# option, which this file declares.

# split_mlir_resolve(NAME NEED PACKAGE...)
#
# Replaces the value AUTO of SPLIT_MLIR_ENABLE_NAME by ON if SPLIT_MLIR_ENABLE_NEED is
# ON and all PACKAGEs are there, else by OFF. Stops at ON without NEED.
function(split_mlir_resolve name need)
  set(value "${SPLIT_MLIR_ENABLE_${name}}")
  if(NOT value)
    return()
  endif()
  set(missing "")
  if(NOT SPLIT_MLIR_ENABLE_${need})
    set(missing SPLIT_MLIR_ENABLE_${need})
    if(NOT value STREQUAL AUTO)
      message(FATAL_ERROR
        "SPLIT_MLIR_ENABLE_${name} is ${value}, but it needs ${missing}, which is OFF")
    endif()
  endif()
  foreach(package ${ARGN})
    find_package(${package} QUIET)
    if(NOT ${package}_FOUND)
      list(APPEND missing ${package})
    endif()
  endforeach()
  if(value STREQUAL AUTO AND missing)
    message(STATUS "SPLIT_MLIR_ENABLE_${name} is OFF, as it needs: ${missing}")
    set(SPLIT_MLIR_ENABLE_${name} OFF PARENT_SCOPE)
  else()
    set(SPLIT_MLIR_ENABLE_${name} ON PARENT_SCOPE)
  endif()
endfunction()

option(SPLIT_MLIR_ENABLE_NATIVE
       "Build the compiler to native code, and its tools" ON)
option(SPLIT_MLIR_ENABLE_FRONTENDS
       "Build conversions from and to splits of other compilers" ON)
set(SPLIT_MLIR_ENABLE_ONNX AUTO CACHE STRING
    "Build the ONNX importer (needs FRONTENDS, libonnx-dev): ON, OFF or AUTO")
set(SPLIT_MLIR_ENABLE_OPENVINO AUTO CACHE STRING
    "Build the OpenVINO importer (needs FRONTENDS, libpugixml-dev): ON, OFF or AUTO")
set(SPLIT_MLIR_ENABLE_DISTRIBUTION AUTO CACHE STRING
    "Build the partitioning over ranks of MPI (needs NATIVE): ON, OFF or AUTO")
set(SPLIT_MLIR_ENABLE_MPI AUTO CACHE STRING
    "Build libSplitMpi: ON for Open MPI and MPICH, AUTO for those installed")
set(SPLIT_MLIR_ENABLE_GPU AUTO CACHE STRING
    "Build the lowering to kernels of GPUs (needs NATIVE): ON, OFF or AUTO")
option(SPLIT_MLIR_ENABLE_VERIFICATION
       "Build split-verify, which proves lowerings (runs z3)" OFF)
option(SPLIT_MLIR_ENABLE_PYTHON
       "Build the Python package (needs NATIVE, libffi-dev, python3-dev)" OFF)

split_mlir_resolve(DISTRIBUTION NATIVE)
split_mlir_resolve(GPU NATIVE)
split_mlir_resolve(PYTHON NATIVE)
split_mlir_resolve(ONNX FRONTENDS Protobuf ONNX)
split_mlir_resolve(OPENVINO FRONTENDS pugixml)
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
else()
  split_mlir_resolve(MPI DISTRIBUTION)
endif()

# From the lowest to the highest; a component includes only headers of its own and
# of lower ones, which test/Style/layers.test checks.
set(SPLIT_MLIR_COMPONENTS Core)
foreach(component Native Frontends Distribution GPU Verification)
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
