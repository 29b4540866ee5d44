"""Programs of COUNT slices: many_slices.py KIND COUNT.

  static    slices of one tensor
  chain     the same with offsets that are sums of run-time sizes
  chains    sums that are equal but computed apart, for which there is no time
  tensors   two slices of each tensor, one computed from the other
  suffixes  two slices that meet, at every place of one tensor
  dead      slices that begin at 0 and go nowhere, and slices that lead there
"""

import sys


def slice_of(source, offset, size, known="?", of="?"):
    return (f"tensor.extract_slice {source}[{offset}] [{size}] [1] : "
            f"tensor<{of}xf32> to tensor<{known}xf32>")


def static_slice(count, offset, size):
    return slice_of("%x", offset, size, size, count)


def dynamic(count, chains):
    """Offsets are sums of the sizes %n0, %n1, ..., each slice by another chain."""
    yield "%c0 = arith.constant 0 : index"
    yield "%d = tensor.dim %x, %c0 : tensor<?xf32>"
    offsets = ["%c0"] * chains
    for i in range(count - 1):
        yield f"%s{i} = " + slice_of("%x", offsets[i % chains], f"%n{i}")
        for chain, offset in enumerate(offsets):
            offsets[chain] = f"%o{chain}_{i}"
            yield f"{offsets[chain]} = arith.addi {offset}, %n{i} : index"
    yield f"%rest = arith.subi %d, {offsets[0]} : index"
    yield f"%s{count - 1} = " + slice_of("%x", offsets[0], "%rest")


def tensors(count):
    yield "%c0 = arith.constant 0 : index"
    source = "%x"
    for i in range(count // 2):
        yield f"%d{i} = tensor.dim {source}, %c0 : tensor<?xf32>"
        yield f"%r{i} = arith.subi %d{i}, %n0 : index"
        yield f"%a{i} = " + slice_of(source, 0, "%n0")
        yield f"%b{i} = " + slice_of(source, "%n0", f"%r{i}")
        yield (f"%y{i} = linalg.exp ins({source} : tensor<?xf32>) "
               f"outs({source} : tensor<?xf32>) -> tensor<?xf32>")
        source = f"%y{i}"


def suffixes(count):
    size = count // 2 + 1
    for i in range(1, size):
        yield f"%a{i} = " + static_slice(size, 0, i)
        yield f"%b{i} = " + static_slice(size, i, size - i)


def dead(count):
    size = count // 2 + 2
    for i in range(1, size - 1):
        yield f"%a{i} = " + static_slice(size, 0, i)
        yield f"%b{i} = " + static_slice(size, i, 1)


def main():
    kind, count = sys.argv[1], int(sys.argv[2])
    size, sizes = "?", 0
    if kind == "static":
        size = 2 * count
        body = (f"%s{i} = " + static_slice(size, 2 * i, 2) for i in range(count))
    elif kind == "chain":
        sizes, body = count - 1, dynamic(count, 1)
    elif kind == "chains":
        sizes, body = count - 1, dynamic(count, 2)
    elif kind == "tensors":
        sizes, body = 1, tensors(count)
    elif kind == "suffixes":
        size, body = count // 2 + 1, suffixes(count)
    elif kind == "dead":
        size, body = count // 2 + 2, dead(count)
    arguments = [f"%x: tensor<{size}xf32>", *(f"%n{i}: index" for i in range(sizes))]
    print(f"func.func @f({', '.join(arguments)}) {{", *body, "return", "}", sep="\n")


main()
