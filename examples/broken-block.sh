#!/bin/sh
# Tells split-reduce, by status 1, that the module in the file $1 is interesting:
# one of its splits is certain to fail. All else, status 0, is not.
! split-opt --convert-split-to-linalg "$1" 2>&1 | grep -q 'fails at run time'
