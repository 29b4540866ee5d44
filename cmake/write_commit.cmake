# cmake -DSOURCE_DIR=... -DTEMPLATE=... -DOUTPUT=... -P write_commit.cmake
#
# Writes OUTPUT from TEMPLATE if its contents change. `@commit@` is the commit of
# SOURCE_DIR: 40 digits, with `-dirty` if its files have changed since. Without git,
# it is the commit in commit.txt, which `git archive` fills in, or `unknown`.

# run_git(VARIABLE ARGUMENT...) ignores the repository of a surrounding project.
function(run_git variable)
  execute_process(
    COMMAND git --no-optional-locks "--git-dir=${SOURCE_DIR}/.git"
      "--work-tree=${SOURCE_DIR}" ${ARGN}
    WORKING_DIRECTORY "${SOURCE_DIR}"
    OUTPUT_VARIABLE output ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
  set(${variable} "${output}" PARENT_SCOPE)
endfunction()

set(commit "")
if(EXISTS "${SOURCE_DIR}/.git")
  run_git(commit rev-parse --verify HEAD)
endif()
if(commit)
  run_git(changes status --porcelain --untracked-files=no)
  if(changes)
    string(APPEND commit "-dirty")
  endif()
else()
  file(STRINGS "${SOURCE_DIR}/cmake/commit.txt" commit LIMIT_COUNT 1)
endif()
if(NOT commit MATCHES "^[0-9a-f]+(-dirty)?$")
  set(commit unknown)
endif()
configure_file("${TEMPLATE}" "${OUTPUT}" @ONLY)
