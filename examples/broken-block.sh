#!/bin/sh
# Tells split-reduce whether the module in the file $1 is interesting: status 1 if one
# of its splits certainly fails at run time, status 0 otherwise.
! split-opt --convert-split-to-linalg "$1" 2>&1 | grep -q 'fails at run time'
