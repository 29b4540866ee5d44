# What is installed beside the targets. Each file belongs to one of the packages
# of DebianPackages.cmake: tools, development or runtime.

include(CMakePackageConfigHelpers)
find_package(Python3 COMPONENTS Interpreter)

# Headers and TableGen files, those of the build included. Programs that call
# compiled code need those of the runtime libraries only.
foreach(include_dir ${SPLIT_MLIR_INCLUDE_DIRS})
  install(DIRECTORY "${include_dir}/"
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development
    FILES_MATCHING
    PATTERN "*.h" PATTERN "*.td" PATTERN "*.inc" PATTERN "*.def" PATTERN CMakeFiles EXCLUDE
    REGEX "/HostAbi/(Model|Runtime)\\.h$" EXCLUDE PATTERN MpiRuntime EXCLUDE)
endforeach()
if(SPLIT_MLIR_ENABLE_NATIVE)
  install(FILES native/include/split-mlir/HostAbi/Model.h
    native/include/split-mlir/HostAbi/Runtime.h
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/split-mlir/HostAbi
    COMPONENT runtime)
endif()
if(SPLIT_MLIR_ENABLE_DISTRIBUTION)
  install(FILES distribution/include/split-mlir/MpiRuntime/MpiRuntime.h
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/split-mlir/MpiRuntime
    COMPONENT runtime)
endif()

# find_package(SplitMLIR)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/SplitMLIR)
set(components ${SPLIT_MLIR_COMPONENTS} All)
if(SPLIT_MLIR_ENABLE_NATIVE)
  list(APPEND components Runtime)
endif()
if(SPLIT_MLIR_ENABLE_ONNX)
  list(APPEND components ONNX)
endif()
if(SPLIT_MLIR_ENABLE_OPENVINO)
  list(APPEND components OpenVINO)
endif()
# Programs that call compiled code need only the component Runtime.
set(config_package development)
if(SPLIT_MLIR_ENABLE_NATIVE)
  set(config_package runtime)
endif()
foreach(component ${components})
  set(package development)
  if(component STREQUAL Runtime)
    set(package runtime)
  endif()
  install(EXPORT SplitMLIR${component}Targets
    NAMESPACE SplitMLIR:: DESTINATION ${package_dir} COMPONENT ${package})
endforeach()
configure_package_config_file(cmake/SplitMLIRConfig.cmake.in
  "${PROJECT_BINARY_DIR}/cmake/SplitMLIRConfig.cmake"
  INSTALL_DESTINATION ${package_dir}
  PATH_VARS CMAKE_INSTALL_BINDIR CMAKE_INSTALL_DATADIR CMAKE_INSTALL_INCLUDEDIR
    CMAKE_INSTALL_LIBDIR)
write_basic_package_version_file(
  "${PROJECT_BINARY_DIR}/cmake/SplitMLIRConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES cmake/SplitMLIRAddModel.cmake
  "${PROJECT_BINARY_DIR}/cmake/SplitMLIRConfig.cmake"
  "${PROJECT_BINARY_DIR}/cmake/SplitMLIRConfigVersion.cmake"
  DESTINATION ${package_dir} COMPONENT ${config_package})

# pkg-config, for programs in C. Paths are relative to the file, so that the
# installed tree can move.
set(pkgconfig_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH pkgconfig_prefix
  "/${pkgconfig_dir}" "/")
list(GET MLIR_INCLUDE_DIRS 0 mlir_include)
foreach(name runtime c compiler-c)
  configure_file(cmake/split-mlir-${name}.pc.in
    "${PROJECT_BINARY_DIR}/cmake/split-mlir-${name}.pc" @ONLY)
endforeach()
if(SPLIT_MLIR_ENABLE_NATIVE)
  install(FILES "${PROJECT_BINARY_DIR}/cmake/split-mlir-runtime.pc"
    DESTINATION ${pkgconfig_dir} COMPONENT runtime)
endif()
if(TARGET SplitMLIR-C)
  install(FILES "${PROJECT_BINARY_DIR}/cmake/split-mlir-c.pc"
    DESTINATION ${pkgconfig_dir} COMPONENT development)
endif()
if(TARGET SplitMLIRCompiler-C)
  install(FILES "${PROJECT_BINARY_DIR}/cmake/split-mlir-compiler-c.pc"
    DESTINATION ${pkgconfig_dir} COMPONENT development)
endif()

# Completion. A shell looks for a file with the name of the command.
set(tools "")
foreach(tool split-compile split-lsp-server split-opt split-reduce split-run
        split-translate split-tune split-verify)
  if(TARGET ${tool})
    list(APPEND tools ${tool})
  endif()
endforeach()
foreach(tool ${tools})
  install(FILES tools/completion/split-mlir.bash RENAME ${tool}
    DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
    COMPONENT tools)
endforeach()
install(FILES tools/completion/_split-mlir
  DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions COMPONENT tools)

# Manual pages, of what the tools say with --help. Tools with sanitizers do not
# run everywhere.
set(man_pages "")
if(Python3_FOUND AND NOT SPLIT_MLIR_SANITIZERS AND NOT CMAKE_CROSSCOMPILING)
  foreach(tool ${tools})
    set(page "${PROJECT_BINARY_DIR}/man/${tool}.1.gz")
    add_custom_command(OUTPUT "${page}"
      COMMAND ${CMAKE_COMMAND} -E make_directory "${PROJECT_BINARY_DIR}/man"
      COMMAND Python3::Interpreter
        "${PROJECT_SOURCE_DIR}/cmake/write_man_page.py" $<TARGET_FILE:${tool}>
        ${PROJECT_VERSION} "${page}"
      DEPENDS ${tool} cmake/write_man_page.py VERBATIM)
    list(APPEND man_pages "${page}")
  endforeach()
  add_custom_target(split-man ALL DEPENDS ${man_pages})
  install(FILES ${man_pages}
    DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT tools)
endif()

# Documentation and examples. With Python, links to files that are not installed are
# removed, and there is a page of all messages.
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT tools)
install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT tools
  USE_SOURCE_PERMISSIONS)
install(DIRECTORY benchmark/docs DESTINATION ${CMAKE_INSTALL_DOCDIR}/benchmark
  COMPONENT tools PATTERN "*.md" EXCLUDE)
install(FILES "${PROJECT_BINARY_DIR}/docs/reference/Messages.md"
  DESTINATION ${CMAKE_INSTALL_DOCDIR}/docs/reference COMPONENT tools OPTIONAL)
set(doc_dirs docs)
foreach(wing benchmark distribution frontends fuzz gpu native python verification)
  list(APPEND doc_dirs ${wing}/docs)
endforeach()
set(page_dir "${PROJECT_SOURCE_DIR}")
if(Python3_FOUND)
  set(page_dir "${PROJECT_BINARY_DIR}/installed-docs")
  file(GLOB pages *.md)
  foreach(dir ${doc_dirs})
    file(GLOB_RECURSE dir_pages ${dir}/*.md)
    list(APPEND pages ${dir_pages})
  endforeach()
  set(stamp "${PROJECT_BINARY_DIR}/installed-docs.stamp")
  add_custom_command(OUTPUT "${stamp}"
    COMMAND Python3::Interpreter
      "${PROJECT_SOURCE_DIR}/cmake/write_installed_docs.py"
      "${PROJECT_SOURCE_DIR}" "${page_dir}" ${doc_dirs}
    COMMAND ${CMAKE_COMMAND} -E touch "${stamp}"
    DEPENDS ${pages} cmake/write_installed_docs.py VERBATIM)
  add_custom_target(split-installed-docs ALL DEPENDS "${stamp}")
endif()
# The tests of the core install what is built.
foreach(target split-test-depends check-split)
  foreach(installed split-man split-installed-docs)
    if(TARGET ${target} AND TARGET ${installed})
      add_dependencies(${target} ${installed})
    endif()
  endforeach()
endforeach()
foreach(page CHANGELOG CONTRIBUTING README SCOPE SECURITY)
  install(FILES "${page_dir}/${page}.md"
    DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT tools)
endforeach()
foreach(dir ${doc_dirs})
  install(DIRECTORY "${page_dir}/${dir}/" DESTINATION ${CMAKE_INSTALL_DOCDIR}/${dir}
    COMPONENT tools FILES_MATCHING PATTERN "*.md")
endforeach()
