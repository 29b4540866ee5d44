# What is installed beside the targets, and how it is packed: `cmake --install`,
# and `cpack` for a .deb and a relocatable .tar.gz.

include(CMakePackageConfigHelpers)

# Headers and TableGen files, those of the build included.
foreach(root "${PROJECT_SOURCE_DIR}" "${PROJECT_BINARY_DIR}")
  install(DIRECTORY "${root}/include/"
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
    FILES_MATCHING
    PATTERN "*.h" PATTERN "*.td" PATTERN "*.inc" PATTERN CMakeFiles EXCLUDE)
endforeach()

# find_package(SplitMLIR)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/SplitMLIR)
set(components "")
if(SPLIT_MLIR_ENABLE_ONNX)
  list(APPEND components ONNX)
endif()
if(SPLIT_MLIR_ENABLE_OPENVINO)
  list(APPEND components OpenVINO)
endif()
foreach(component "" ${components})
  install(EXPORT SplitMLIR${component}Targets
    NAMESPACE SplitMLIR:: DESTINATION ${package_dir})
endforeach()
configure_package_config_file(cmake/SplitMLIRConfig.cmake.in
  "${PROJECT_BINARY_DIR}/cmake/SplitMLIRConfig.cmake"
  INSTALL_DESTINATION ${package_dir}
  PATH_VARS CMAKE_INSTALL_BINDIR CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_LIBDIR)
write_basic_package_version_file(
  "${PROJECT_BINARY_DIR}/cmake/SplitMLIRConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES
  "${PROJECT_BINARY_DIR}/cmake/SplitMLIRConfig.cmake"
  "${PROJECT_BINARY_DIR}/cmake/SplitMLIRConfigVersion.cmake"
  DESTINATION ${package_dir})

# Documentation, with the reference that split-doc generates, and examples.
install(FILES CHANGELOG.md CONTRIBUTING.md README.md SECURITY.md LICENSE
  DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs examples DESTINATION ${CMAKE_INSTALL_DOCDIR}
  USE_SOURCE_PERMISSIONS)
install(DIRECTORY "${PROJECT_BINARY_DIR}/docs/"
  DESTINATION ${CMAKE_INSTALL_DOCDIR}/reference)

set(CPACK_GENERATOR TGZ DEB)
set(CPACK_PACKAGE_NAME split-mlir)
set(CPACK_PACKAGE_VENDOR "split-mlir")
set(CPACK_PACKAGE_CONTACT "split-mlir developers")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY
  "tensor split and variadic_split for MLIR: dialect, tools, libraries")
set(CPACK_RESOURCE_FILE_LICENSE "${PROJECT_SOURCE_DIR}/LICENSE")
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
# Tools need the shared libraries they link; libraries need MLIR's headers, and
# compiled code with threads needs libomp.so.5.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS
  "libmlir-22-dev, llvm-22-dev, mlir-22-tools, libomp5-14 | libomp5-22")
include(CPack)
