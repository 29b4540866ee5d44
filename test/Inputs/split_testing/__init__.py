"""What the Python drivers of the tests share.

  functions     calls with arguments, results from NumPy, and MLIR functions of them
  tools         runs the project's tools; split-run on calls
  library       compiles calls to a shared library and runs them by ctypes
  properties    draws random programs by hypothesis, and shrinks those that fail
  splits        random single splits
  programs      random programs of splits and other ops
  scale         programs of any size
  damage        damaged copies of files
  models        models that tests hold as lines of text
"""
