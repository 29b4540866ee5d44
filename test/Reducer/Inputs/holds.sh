#!/bin/sh
# holds.sh TEST FILE: status 1, which reducers take for interesting, if each of the
# patterns that TEST has in lines `// HOLDS: PATTERN` is found in a line of FILE.
! sed -n 's|^// HOLDS: ||p' "$1" | while IFS= read -r pattern; do
  grep -q -e "$pattern" "$2" || exit 1
done
