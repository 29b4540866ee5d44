"""Random whole programs, what they compute, and what compiled code returns.

- elements: element types, and numbers as MLIR rounds, writes and stores them
- program: types, values, ops, blocks, functions; how they are written and interpreted
- scalar_ops, tensor_ops, linalg_ops, control_ops: the ops, one class for each form
- draw, draw_tensor, draw_linalg, draw_control: draw programs by a seed
- run, guard: compile and call programs, and compare results and memory
- workers: the processes that do this
- shrink: makes a program that fails smaller
- faults: faults that the test has to find
"""
