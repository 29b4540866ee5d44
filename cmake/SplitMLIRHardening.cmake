# Tools and libraries read files of other people. These options turn many memory
# errors into a crash, so that a malicious file gains no control:
# - bounds of the C library's functions and of C++ containers are checked;
# - the stack is protected against overwritten return addresses and against sizes
#   that jump over its guard page; on x86-64, code has targets of indirect jumps;
# - programs are at random addresses, and their relocation tables are read-only.
#
# Sets SPLIT_MLIR_HARDENING, the compiler's options. It is empty for builds with
# sanitizers, which detect more.
set(SPLIT_MLIR_HARDENING "")
if(NOT SPLIT_MLIR_ENABLE_HARDENING OR SPLIT_MLIR_SANITIZERS)
  return()
endif()
include(CheckCXXCompilerFlag)
# -U: some distributions' compilers define a value of their own. Without
# optimization, the C library warns.
if(NOT CMAKE_BUILD_TYPE STREQUAL Debug)
  list(APPEND SPLIT_MLIR_HARDENING -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3)
endif()
# The messages name functions, and lambdas by their files.
list(APPEND SPLIT_MLIR_HARDENING -D_GLIBCXX_ASSERTIONS
  "-fmacro-prefix-map=${PROJECT_SOURCE_DIR}/="
  "-fmacro-prefix-map=${PROJECT_BINARY_DIR}/=")
foreach(flag -fstack-protector-strong -fstack-clash-protection -fcf-protection)
  string(MAKE_C_IDENTIFIER "SPLIT_MLIR_HAS_${flag}" has_flag)
  check_cxx_compiler_flag("-Werror ${flag}" ${has_flag})
  if(${has_flag})
    list(APPEND SPLIT_MLIR_HARDENING ${flag})
  endif()
endforeach()
add_compile_options(${SPLIT_MLIR_HARDENING})
add_link_options("LINKER:-z,relro" "LINKER:-z,now" "LINKER:-z,noexecstack"
  $<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:-pie>)
