# Helpers of this project's build.

# add_split_mlir_library(NAME SRC... [DEPENDS TARGET...]
#                        [LINK_LIBS LIB...] [MLIR_LIBS LIB...])
#
# A static library of this project. LINK_LIBS are this project's own or foreign
# libraries; MLIR_LIBS are upstream's, which become libMLIR.so.
function(add_split_mlir_library name)
  cmake_parse_arguments(ARG "" "" "DEPENDS;LINK_LIBS;MLIR_LIBS" ${ARGN})
  add_mlir_library(${name} STATIC DISABLE_INSTALL ${ARG_UNPARSED_ARGUMENTS}
                   DEPENDS ${ARG_DEPENDS})
  mlir_target_link_libraries(${name} PUBLIC ${ARG_MLIR_LIBS})
  target_link_libraries(${name} PUBLIC ${ARG_LINK_LIBS})
endfunction()

# add_split_mlir_tool(NAME SRC... [LINK_LIBS LIB...] [MLIR_LIBS LIB...])
function(add_split_mlir_tool name)
  cmake_parse_arguments(ARG "" "" "LINK_LIBS;MLIR_LIBS" ${ARGN})
  add_llvm_executable(${name} DISABLE_LLVM_LINK_LLVM_DYLIB
                      ${ARG_UNPARSED_ARGUMENTS})
  llvm_update_compile_flags(${name})
  mlir_target_link_libraries(${name} PRIVATE ${ARG_MLIR_LIBS})
  target_link_libraries(${name} PRIVATE ${ARG_LINK_LIBS} LLVM)
endfunction()

# add_split_mlir_doc(TD_NAME FOLDER OPTION...)
#
# Reference documentation generated from TD_NAME.td into the build tree's
# docs/FOLDER, by `ninja split-doc` and by the default build.
function(add_split_mlir_doc name folder)
  set(LLVM_TARGET_DEFINITIONS ${name}.td)
  tablegen(MLIR ${name}.md ${ARGN})
  set(output "${PROJECT_BINARY_DIR}/docs/${folder}/${name}.md")
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -E copy
            ${CMAKE_CURRENT_BINARY_DIR}/${name}.md ${output}
    DEPENDS ${CMAKE_CURRENT_BINARY_DIR}/${name}.md)
  add_custom_target(Split${folder}${name}DocGen DEPENDS ${output})
  add_dependencies(split-doc Split${folder}${name}DocGen)
endfunction()
