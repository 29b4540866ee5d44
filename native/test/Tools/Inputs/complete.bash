#!/usr/bin/env bash
# complete.bash COMPLETION: prints the words that bash completes the last word to, for
# each line of standard input. Words are split as readline splits them, at `=` too.
source "$1"
compopt() { :; }
while read -r -a COMP_WORDS; do
  [ "${COMP_WORDS[-1]}" != _ ] || COMP_WORDS[-1]=
  COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
  _split_mlir "${COMP_WORDS[0]}"
  echo "${COMP_WORDS[*]} -> ${COMPREPLY[*]}"
done
