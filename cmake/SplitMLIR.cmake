# Helpers of this project's build.

# split_mlir_install(TARGET [COMPONENT NAME] [PACKAGE NAME])
#
# Installs TARGET and exports it as SplitMLIR::TARGET, its name also for projects
# that have the sources in their tree. It belongs to COMPONENT, by default that of
# the folder, for which users of find_package ask. Archives are in PACKAGE, by
# default `development`, and what runs is in `tools`.
function(split_mlir_install target)
  cmake_parse_arguments(ARG "" "COMPONENT;PACKAGE" "" ${ARGN})
  if(NOT ARG_COMPONENT)
    set(ARG_COMPONENT ${SPLIT_MLIR_COMPONENT})
  endif()
  if(NOT ARG_PACKAGE)
    set(ARG_PACKAGE development)
  endif()
  # Where the shared libraries are that this was built with.
  set_target_properties(${target} PROPERTIES
    BUILD_WITH_INSTALL_RPATH ON
    INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR};${LLVM_LIBRARY_DIR}")
  # SplitMLIRDialect is SplitMLIR::Dialect for users.
  string(REGEX REPLACE "^SplitMLIR([A-Za-z])" "\\1" export_name ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME "${export_name}")
  install(TARGETS ${target}
    EXPORT SplitMLIR${ARG_COMPONENT}Targets
    RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT tools
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT tools
            NAMELINK_COMPONENT development
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}/split-mlir
            COMPONENT ${ARG_PACKAGE}
    INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

  get_target_property(type ${target} TYPE)
  if(type STREQUAL EXECUTABLE)
    add_executable(SplitMLIR::${export_name} ALIAS ${target})
  elseif(NOT type STREQUAL MODULE_LIBRARY)
    add_library(SplitMLIR::${export_name} ALIAS ${target})
    if(NOT PROJECT_IS_TOP_LEVEL)
      target_include_directories(${target} SYSTEM INTERFACE
        "$<BUILD_INTERFACE:${SPLIT_MLIR_INCLUDE_DIRS}>"
        "$<BUILD_INTERFACE:${MLIR_INCLUDE_DIRS}>"
        "$<BUILD_INTERFACE:${LLVM_INCLUDE_DIRS}>")
    endif()
  endif()
endfunction()

# split_mlir_precompile_headers(TARGET)
#
# Parsing upstream's headers is most of what a translation unit takes. With
# SPLIT_MLIR_PRECOMPILED_HEADERS, the first target compiles them for all.
function(split_mlir_precompile_headers target)
  if(NOT SPLIT_MLIR_PRECOMPILED_HEADERS)
    return()
  endif()
  get_property(owner GLOBAL PROPERTY SPLIT_MLIR_PRECOMPILED_HEADERS_OWNER)
  if(owner)
    target_precompile_headers(${target} REUSE_FROM ${owner})
    return()
  endif()
  set_property(GLOBAL PROPERTY SPLIT_MLIR_PRECOMPILED_HEADERS_OWNER ${target})
  target_precompile_headers(${target} PRIVATE
    <mlir/Conversion/LLVMCommon/Pattern.h>
    <mlir/Dialect/Affine/IR/AffineOps.h>
    <mlir/Dialect/Arith/Utils/Utils.h>
    <mlir/Dialect/Bufferization/IR/Bufferization.h>
    <mlir/Dialect/ControlFlow/IR/ControlFlowOps.h>
    <mlir/Dialect/Func/IR/FuncOps.h>
    <mlir/Dialect/LLVMIR/LLVMDialect.h>
    <mlir/Dialect/Linalg/IR/Linalg.h>
    <mlir/Dialect/Math/IR/Math.h>
    <mlir/Dialect/MemRef/IR/MemRef.h>
    <mlir/Dialect/SCF/IR/SCF.h>
    <mlir/Dialect/Tensor/IR/Tensor.h>
    <mlir/Dialect/Vector/IR/VectorOps.h>
    <mlir/IR/ImplicitLocOpBuilder.h>
    <mlir/Pass/PassManager.h>
    <mlir/Transforms/DialectConversion.h>)
endfunction()

# split_mlir_add_generated(NAME TARGET LIB...)
#
# Makes TARGET wait for the targets that generate headers for it: those that the
# folder of NAME lists in SPLIT_MLIR_GENERATED, and those of each LIB. NAME is the
# library for whose users the list is kept.
function(split_mlir_add_generated name target)
  set(generated ${SPLIT_MLIR_GENERATED})
  foreach(library ${ARGN})
    get_property(others GLOBAL PROPERTY SPLIT_MLIR_GENERATED_${library})
    list(APPEND generated ${others})
  endforeach()
  list(REMOVE_DUPLICATES generated)
  set_property(GLOBAL PROPERTY SPLIT_MLIR_GENERATED_${name} ${generated})
  if(generated AND target)
    add_dependencies(${target} ${generated})
  endif()
endfunction()

# add_split_mlir_bundle(NAME LIB...)
#
# Adds a target that brings all LIBs: what a component's Init header needs.
function(add_split_mlir_bundle name)
  add_library(${name} INTERFACE)
  target_link_libraries(${name} INTERFACE ${ARGN})
  split_mlir_add_generated(${name} "" ${ARGN})
  split_mlir_install(${name})
endfunction()

# add_split_mlir_library(NAME SRC... [COMPONENT NAME] [NO_INSTALL] [MLIR_LIBS LIB...]
#                        [LINK_LIBS LIB...])
#
# Adds a static library that links LINK_LIBS, libraries of this project or of others, and
# MLIR: libMLIR.so with MLIR_LINK_MLIR_DYLIB, otherwise the static MLIR_LIBS. Users of
# the installed library have the same choice.
function(add_split_mlir_library name)
  cmake_parse_arguments(ARG "NO_INSTALL" "COMPONENT" "LINK_LIBS;MLIR_LIBS" ${ARGN})
  add_mlir_library(${name} STATIC DISABLE_INSTALL ${ARG_UNPARSED_ARGUMENTS})
  split_mlir_add_generated(${name} obj.${name} ${ARG_LINK_LIBS})
  target_compile_features(${name} INTERFACE cxx_std_17)
  mlir_target_link_libraries(${name} PUBLIC ${ARG_MLIR_LIBS})
  target_link_libraries(${name} PUBLIC ${ARG_LINK_LIBS})
  set_target_properties(${name} PROPERTIES
    SPLIT_MLIR_MLIR_LIBS "${ARG_MLIR_LIBS}" EXPORT_PROPERTIES SPLIT_MLIR_MLIR_LIBS)
  split_mlir_precompile_headers(obj.${name})
  if(NOT ARG_NO_INSTALL)
    split_mlir_install(${name} COMPONENT ${ARG_COMPONENT})
  endif()
endfunction()

# What tools link, which register all of MLIR.
set(SPLIT_MLIR_ALL_OF_MLIR MLIR)
if(NOT MLIR_LINK_MLIR_DYLIB)
  # Libraries of tests and of the JIT link libMLIR.so always.
  set(SPLIT_MLIR_ALL_OF_MLIR "")
  get_property(libraries GLOBAL PROPERTY MLIR_ALL_LIBS)
  list(FILTER libraries EXCLUDE REGEX "CAPI|Test|Tblgen")
  foreach(library ${libraries})
    get_target_property(type ${library} TYPE)
    get_target_property(links ${library} INTERFACE_LINK_LIBRARIES)
    if(type STREQUAL STATIC_LIBRARY AND NOT "MLIR" IN_LIST links)
      list(APPEND SPLIT_MLIR_ALL_OF_MLIR ${library})
    endif()
  endforeach()
endif()

# add_split_mlir_tool(NAME SRC... [NO_INSTALL] [LINK_LIBS LIB...])
function(add_split_mlir_tool name)
  cmake_parse_arguments(ARG "NO_INSTALL" "" "LINK_LIBS" ${ARGN})
  add_llvm_executable(${name} DISABLE_LLVM_LINK_LLVM_DYLIB
                      ${ARG_UNPARSED_ARGUMENTS})
  llvm_update_compile_flags(${name})
  split_mlir_add_generated(${name} ${name} ${ARG_LINK_LIBS})
  split_mlir_precompile_headers(${name})
  target_link_libraries(${name} PRIVATE
    ${ARG_LINK_LIBS} ${SPLIT_MLIR_ALL_OF_MLIR} LLVM)
  if(NOT ARG_NO_INSTALL)
    split_mlir_install(${name})
  endif()
endfunction()

# add_split_mlir_passes(TD_NAME PREFIX TARGET PAGE)
#
# Adds TARGET, which generates the declarations of the passes in TD_NAME.td for C++
# and C, and the page PAGE of the reference. PREFIX is part of generated names.
function(add_split_mlir_passes name prefix target page)
  set(LLVM_TARGET_DEFINITIONS ${name}.td)
  mlir_tablegen(${name}.h.inc -gen-pass-decls -name ${prefix})
  mlir_tablegen(${name}.capi.h.inc -gen-pass-capi-header --prefix ${prefix})
  mlir_tablegen(${name}.capi.cpp.inc -gen-pass-capi-impl --prefix ${prefix})
  add_public_tablegen_target(${target})
  add_split_mlir_doc(${name} ${page} -gen-pass-doc)
endfunction()

# add_split_mlir_doc(TD_NAME PAGE OPTION...)
#
# Generates PAGE of the component's reference from TD_NAME.td, by `ninja split-doc`
# and by the default build. utils/update-reference.sh copies it to the sources.
function(add_split_mlir_doc name page)
  set(LLVM_TARGET_DEFINITIONS ${name}.td)
  tablegen(MLIR ${name}.md ${ARGN})
  file(RELATIVE_PATH folder "${PROJECT_SOURCE_DIR}" "${CMAKE_CURRENT_SOURCE_DIR}")
  string(REGEX REPLACE "include/.*" "" component "${folder}")
  split_mlir_copy_doc(${CMAKE_CURRENT_BINARY_DIR}/${name}.md
    ${component}docs/reference/${page}.md)
endfunction()

# split_mlir_copy_doc(FILE PATH)
#
# Makes FILE the page PATH of the build tree.
function(split_mlir_copy_doc file path)
  get_filename_component(file ${file} ABSOLUTE)
  set(output "${PROJECT_BINARY_DIR}/${path}")
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -E copy ${file} ${output}
    DEPENDS ${file})
  string(MAKE_C_IDENTIFIER ${path} target)
  add_custom_target(split-doc-${target} DEPENDS ${output})
  add_dependencies(split-doc split-doc-${target})
endfunction()

# split_mlir_cross_archive(NAME MACHINE SRC...)
#
# Builds libNAME.a of C++ sources that need only the C library, for another
# machine, if Debian's compiler for it is installed: into lib/MACHINE of the build
# and lib/split-mlir/MACHINE of the package.
function(split_mlir_cross_archive name machine)
  find_program(SPLIT_MLIR_${machine}_CXX ${machine}-g++)
  find_program(SPLIT_MLIR_${machine}_AR ${machine}-ar)
  set(compiler "${SPLIT_MLIR_${machine}_CXX}")
  set(archiver "${SPLIT_MLIR_${machine}_AR}")
  if(NOT compiler OR NOT archiver)
    message(STATUS "No ${machine}-g++: no lib${name}.a for ${machine}")
    return()
  endif()
  set(objects "")
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/${machine}")
  foreach(source ${ARGN})
    set(object "${folder}/${source}.o")
    add_custom_command(OUTPUT "${object}"
      COMMAND ${CMAKE_COMMAND} -E make_directory "${folder}"
      COMMAND "${compiler}" -std=c++17 -O2 -DNDEBUG -fPIC -fno-exceptions
        -fno-rtti -ffunction-sections -fvisibility=hidden
        "-I${PROJECT_SOURCE_DIR}/native/include"
        "-ffile-prefix-map=${PROJECT_SOURCE_DIR}=."
        -MD -MF "${object}.d" -c "${CMAKE_CURRENT_SOURCE_DIR}/${source}"
        -o "${object}"
      DEPENDS "${source}" DEPFILE "${object}.d"
      COMMENT "Building ${source} for ${machine}" VERBATIM)
    list(APPEND objects "${object}")
  endforeach()
  set(archive "${LLVM_LIBRARY_OUTPUT_INTDIR}/${machine}/lib${name}.a")
  get_filename_component(folder "${archive}" DIRECTORY)
  add_custom_command(OUTPUT "${archive}"
    COMMAND ${CMAKE_COMMAND} -E make_directory "${folder}"
    COMMAND ${CMAKE_COMMAND} -E rm -f "${archive}"
    COMMAND "${archiver}" crD "${archive}" ${objects}
    DEPENDS ${objects}
    COMMENT "Linking lib${name}.a for ${machine}" VERBATIM)
  add_custom_target(${name}-${machine} ALL DEPENDS "${archive}")
  add_dependencies(${name} ${name}-${machine})
  install(FILES "${archive}"
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/split-mlir/${machine}
    COMPONENT runtime)
endfunction()
