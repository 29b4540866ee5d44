# Completion of the tools of split-mlir for bash, from what their --help says.

# Prints the options of a tool, with `=` after those that take a value.
_split_mlir_options() {
  "$1" --help 2>/dev/null | sed -nE 's/^( {2}| {6})(--?[A-Za-z][^ =]*=?).*/\2/p'
}

# Prints the values of an option that --help lists, or the processors for --cpu.
_split_mlir_values() {
  if [ "$2" = --cpu ]; then
    "$1" --cpu=help 2>/dev/null
  else
    "$1" --help 2>/dev/null |
      sed -nE "/^ +$2=/,/^ +-/{s/^ +=([^ ]+) .*/\1/p}"
  fi
}

_split_mlir() {
  local tool=$1 word=${COMP_WORDS[COMP_CWORD]} option=
  # bash makes `=` a word of its own.
  if [ "$word" = = ]; then
    option=${COMP_WORDS[COMP_CWORD - 1]} word=
  elif [ "$COMP_CWORD" -gt 1 ] && [ "${COMP_WORDS[COMP_CWORD - 1]}" = = ]; then
    option=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  COMPREPLY=()
  if [ -n "$option" ]; then
    mapfile -t COMPREPLY < <(
      compgen -W "$(_split_mlir_values "$tool" "$option")" -- "$word")
    # Inputs and outputs of split-run.
    if [ "${word:0:1}" = @ ]; then
      compopt -o filenames
      mapfile -t COMPREPLY < <(compgen -P @ -f -- "${word:1}")
    fi
  elif [ "${word:0:1}" = - ]; then
    mapfile -t COMPREPLY < <(
      compgen -W "$(_split_mlir_options "$tool")" -- "$word")
    case ${COMPREPLY[0]-} in *=) compopt -o nospace ;; esac
  fi
  # Without any, -o default completes names of files.
}

complete -o default -F _split_mlir split-compile split-lsp-server split-opt \
  split-reduce split-run split-translate split-tune split-verify
