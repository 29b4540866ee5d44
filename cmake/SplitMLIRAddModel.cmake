# split_mlir_add_model(TARGET MODEL [DEPENDS FILE...] [OPTIONS OPTION...])
#
# Adds the static library TARGET with the functions of MODEL, an .onnx, .xml or .mlir
# file, that split-compile compiles with OPTIONS at build time. Targets that link it can
# include TARGET.h, which declares the functions, and link the runtime library, too. It
# is compiled again if MODEL, its external data, one of DEPENDS or split-compile changes.
#
# By default, the library contains all weights. With --external-weights=always in OPTIONS,
# copy TARGET-model/TARGET.o.weights from the build folder to the folder of the program.
#
# SPLIT_MLIR_COMPILER is split-compile; by default it is that of the same installation
# or the one in PATH. In a cross build, it compiles for the machine that CMake builds
# for.

function(split_mlir_add_model target model)
  cmake_parse_arguments(PARSE_ARGV 2 ARG "" "" "DEPENDS;OPTIONS")
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "split_mlir_add_model(${target}): unknown arguments: "
      "${ARG_UNPARSED_ARGUMENTS}")
  endif()
  cmake_path(ABSOLUTE_PATH model NORMALIZE)
  if(NOT SPLIT_MLIR_COMPILER AND TARGET SplitMLIR::split-compile)
    set(SPLIT_MLIR_COMPILER SplitMLIR::split-compile)
  else()
    find_program(SPLIT_MLIR_COMPILER split-compile HINTS "${SplitMLIR_TOOLS_DIR}"
      NO_CMAKE_FIND_ROOT_PATH)
  endif()
  if(NOT SPLIT_MLIR_COMPILER)
    message(FATAL_ERROR "split_mlir_add_model(${target}): there is no split-compile. "
      "Install the package split-mlir on this machine, or pass "
      "-DSPLIT_MLIR_COMPILER=PATH.")
  endif()
  set(options ${ARG_OPTIONS})
  if(CMAKE_CROSSCOMPILING AND NOT "${options}" MATCHES "--?target")
    list(APPEND options "--target=${CMAKE_SYSTEM_PROCESSOR}-linux-gnu")
  endif()
  set(weights)
  if("${options}" MATCHES "--?external-weights=always")
    set(weights BYPRODUCTS
      "${CMAKE_CURRENT_BINARY_DIR}/${target}-model/${target}.o.weights")
  elseif(NOT "${options}" MATCHES "--?external-weights")
    list(APPEND options --external-weights=never)
  endif()

  # Messages name the model relative to the folder where split-compile runs.
  set(stem "${CMAKE_CURRENT_BINARY_DIR}/${target}-model/${target}")
  cmake_path(GET stem PARENT_PATH folder)
  file(MAKE_DIRECTORY "${folder}")
  add_custom_command(OUTPUT "${stem}.o"
    COMMAND ${SPLIT_MLIR_COMPILER} "${model}" ${options} -o "${stem}.o"
      --dependency-file "${stem}.d"
    DEPENDS "${model}" ${ARG_DEPENDS} ${SPLIT_MLIR_COMPILER}
    DEPFILE "${stem}.d" ${weights}
    WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}"
    COMMENT "Compiling the model ${target}" VERBATIM)
  add_custom_command(OUTPUT "${stem}.h"
    COMMAND ${SPLIT_MLIR_COMPILER} "${model}" ${options} -o "${stem}.h"
    DEPENDS "${model}" ${ARG_DEPENDS} ${SPLIT_MLIR_COMPILER}
    WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}"
    COMMENT "Writing the header of the model ${target}" VERBATIM)

  add_library(${target} STATIC "${stem}.o" "${stem}.h")
  set_source_files_properties("${stem}.o" PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
  set_target_properties(${target} PROPERTIES LINKER_LANGUAGE C)
  target_include_directories(${target} INTERFACE "$<BUILD_INTERFACE:${folder}>")
  target_link_libraries(${target} PUBLIC SplitMLIR::Runtime m)
  if("${options}" MATCHES "--?threads=0*([2-9]|1[0-9])")
    target_link_libraries(${target} PUBLIC -l:libomp.so.5)
  endif()
endfunction()
