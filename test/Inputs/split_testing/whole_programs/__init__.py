"""Random whole programs, what they compute, and what compiled code returns.

- elements: element types, and numbers as MLIR rounds, writes and stores them
- program: types, values, ops, blocks, functions; how they are written and interpreted
- scalar_ops, tensor_ops, linalg_ops, control_ops: the ops, one class for each form
- draw: draws programs by a seed
- run: compiles and calls programs in processes of their own, and compares
- shrink: makes a program that fails smaller
"""
