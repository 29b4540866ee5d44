"""Modules that the Python drivers of the tests share.

  reference     the specifications of splits, which compute all expected pieces
  functions     calls with their arguments and NumPy's results, and functions of calls
  tools         running the project's tools, and calls by split-run
  library       compiling calls to a shared library, and calling them by ctypes
  properties    drawing random programs by hypothesis, and shrinking wrong ones
  splits        random single splits of the dialect
  programs      random programs of splits and other ops, with the help of writer
  scale         programs of any size
  copy_cases    splits that are copied in different ways
  damage        damaged copies of files
  models        models that tests have as lines of text
  activations   functions that NumPy lacks
"""
