"""The worker process of split-bench: NumPy as the reference, and peers used from Python.

Reads one request per line and answers each by a line `ok ...` or by an error. Measures its
own time, so that communication through the pipe does not count."""

import sys
import time

import numpy

torch = None
# Importing it takes seconds.
if "--no-peers" not in sys.argv:
    try:
        import torch

        torch.set_num_threads(1)
    except ImportError:
        pass

TYPES = {"f32": "<f4", "f64": "<f8", "ui8": "u1", "i8": "i1", "i16": "<i2"}
TYPES |= {"i32": "<i4", "i64": "<i8", "f16": "<f2", "ui16": "<u2"}


def aligned(shape, dtype):
    """Memory of 64-byte alignment, every page of it touched."""
    size = int(numpy.prod(shape)) * dtype.itemsize
    raw = numpy.empty(size + 64, numpy.uint8)
    raw.fill(0xA5)
    start = -raw.ctypes.data % 64
    return raw[start : start + size].view(dtype).reshape(shape)


def parameter(shape, number, limit):
    """The numbers that WorkloadRun.cpp fills a parameter with."""
    count = int(numpy.prod(shape))
    values = ((numpy.arange(count) * 7 + number * 13) % 61 / 32 - 1) * limit
    return values.astype(numpy.float32).reshape(shape)


# What workloads compute from pieces and parameters, for arrays of f64.


def swiglu(a, b):
    return a / (1 + numpy.exp(-a)) * b


def layernorm(a, b, scale, shift):
    x = a + b
    x = x - x.mean(-1, keepdims=True)
    return x / numpy.sqrt((x * x).mean(-1, keepdims=True) + 1e-5) * scale + shift


def softmax(a, b):
    x = a + b
    x = numpy.exp(x - x.max(-1, keepdims=True))
    return x / x.sum(-1, keepdims=True)


def rotary(a, b, cos, sin):
    cos, sin = cos[:, None], sin[:, None]
    return numpy.concatenate([a * cos - b * sin, b * cos + a * sin], -1)


# math.erf of one number at a time would take minutes.
def erf(x):
    """Abramowitz and Stegun 7.1.5 and 7.1.14, to 1e-13."""
    x = numpy.clip(x, -6, 6)
    small = numpy.abs(x) < 2.5
    near, far = numpy.where(small, x, 0), numpy.where(small, 3, numpy.abs(x))
    term = total = near
    for n in range(1, 60):
        term = -term * near * near / n
        total = total + term / (2 * n + 1)
    fraction = far
    for n in range(60, 0, -1):
        fraction = far + n / 2 / fraction
    tail = 1 - numpy.exp(-far * far) / fraction / numpy.sqrt(numpy.pi)
    return numpy.where(small, total * 2 / numpy.sqrt(numpy.pi), numpy.sign(x) * tail)


def geglu(a, b, bias):
    x = a + bias
    return x * (1 + erf(x / numpy.sqrt(2))) / 2 * b


# What workloads compute from a tensor and constants. `lib` is NumPy or torch.


def as_list(results):
    return list(results) if isinstance(results, (list, tuple)) else [results]


def product(lib, x, w):
    return x @ w


def qkv(lib, x, w, b):
    y = x @ w + b
    return [y[:, :768], y[:, 768:1536], y[:, 1536:]]


def normalize(lib, x, scale, shift):
    x = x - x.mean(-1)[:, None]
    return x / lib.sqrt((x * x).mean(-1) + 1e-5)[:, None] * scale + shift


def gpt2(lib, x, s0, t0, w0, b0, w1, b1, s1, t1, w2, b2, w3, b3):
    rows, size, heads = *x.shape, 12
    q, k, v = (part.reshape(rows, heads, size // heads)
               for part in qkv(lib, normalize(lib, x, s0, t0), w0, b0))
    scores = lib.einsum("ihd,jhd->hij", q, k) / (size // heads) ** 0.5
    rest = lib.exp(scores - lib.amax(scores, -1)[..., None])
    rest = lib.tril(rest)
    rest = rest / rest.sum(-1)[..., None]
    x = x + lib.einsum("hij,jhd->ihd", rest, v).reshape(rows, size) @ w1 + b1
    y = normalize(lib, x, s1, t1) @ w2 + b2
    y = y * (1 + lib.tanh((y + y * y * y * 0.044715) * (2 / numpy.pi) ** 0.5)) / 2
    return x + y @ w3 + b3


def convolve(lib, x, w, b):
    if lib is torch:
        return torch.nn.functional.conv2d(x, w, b, padding=w.shape[-1] // 2)
    size, margin = w.shape[-1], w.shape[-1] // 2
    padded = numpy.pad(x, [(0, 0), (0, 0), (margin, margin), (margin, margin)])
    rows, columns = x.shape[2:]
    total = b[:, None, None]
    for i in range(size):
        for j in range(size):
            part = padded[:, :, i : i + rows, j : j + columns]
            total = total + numpy.tensordot(w[:, :, i, j], part[0], 1)
    return total[None]


def bottleneck(lib, x, w0, b0, w1, b1, w2, b2):
    y = convolve(lib, x, w0, b0).clip(0)
    y = convolve(lib, y, w1, b1).clip(0)
    return (convolve(lib, y, w2, b2) + x).clip(0)


NETWORKS = {"product": product, "qkv": qkv, "gpt2": gpt2, "bottleneck": bottleneck}

# The same as ONNX. The constants are called c0, c1, ...
NETWORK_MODELS = {
    "product": "r0 = MatMul(x, c0)",
    "qkv": """
      y = MatMul(x, c0)
      z = Add(y, c1)
      r0, r1, r2 = Split<axis = 1>(z)""",
    "bottleneck": """
      y0 = Conv<kernel_shape = [1, 1]>(x, c0, c1)
      z0 = Relu(y0)
      y1 = Conv<kernel_shape = [3, 3], pads = [1, 1, 1, 1]>(z0, c2, c3)
      z1 = Relu(y1)
      y2 = Conv<kernel_shape = [1, 1]>(z1, c4, c5)
      z2 = Add(y2, x)
      r0 = Relu(z2)""",
}


def write_normalize(x, y, scale, shift):
    """LayerNormalization, which opset 13 does not have."""
    return f"""
      {y}m = ReduceMean<axes = [1]>({x})
      {y}d = Sub({x}, {y}m)
      {y}q = Mul({y}d, {y}d)
      {y}v = ReduceMean<axes = [1]>({y}q)
      {y}e = Add({y}v, epsilon)
      {y}s = Sqrt({y}e)
      {y}n = Div({y}d, {y}s)
      {y}w = Mul({y}n, {scale})
      {y} = Add({y}w, {shift})"""


NETWORK_MODELS["gpt2"] = f"""
      epsilon = Constant<value_float = 1e-5>()
      {write_normalize("x", "n0", "c0", "c1")}
      y0 = MatMul(n0, c2)
      y1 = Add(y0, c3)
      q0, k0, v0 = Split<axis = 1>(y1)
      heads = Constant<value_ints = [128, 12, 64]>()
      q1 = Reshape(q0, heads)
      k1 = Reshape(k0, heads)
      v1 = Reshape(v0, heads)
      q = Transpose<perm = [1, 0, 2]>(q1)
      k = Transpose<perm = [1, 2, 0]>(k1)
      v = Transpose<perm = [1, 0, 2]>(v1)
      s0 = MatMul(q, k)
      eighth = Constant<value_float = 0.125>()
      s1 = Mul(s0, eighth)
      position = Constant<value_ints = [{", ".join(map(str, range(128)))}]>()
      one_axis = Constant<value_ints = [1]>()
      row = Unsqueeze(position, one_axis)
      hidden = Greater(position, row)
      never = Constant<value_float = -3e38>()
      s2 = Where(hidden, never, s1)
      p = Softmax<axis = -1>(s2)
      o0 = MatMul(p, v)
      o1 = Transpose<perm = [1, 0, 2]>(o0)
      whole = Constant<value_ints = [128, 768]>()
      o2 = Reshape(o1, whole)
      o3 = MatMul(o2, c4)
      o4 = Add(o3, c5)
      x1 = Add(x, o4)
      {write_normalize("x1", "n1", "c6", "c7")}
      m0 = MatMul(n1, c8)
      m1 = Add(m0, c9)
      m2 = Mul(m1, m1)
      m3 = Mul(m2, m1)
      cubic = Constant<value_float = 0.044715>()
      m4 = Mul(m3, cubic)
      m5 = Add(m1, m4)
      root = Constant<value_float = 0.7978845608>()
      m6 = Mul(m5, root)
      m7 = Tanh(m6)
      one = Constant<value_float = 1.0>()
      m8 = Add(m7, one)
      half = Constant<value_float = 0.5>()
      m9 = Mul(m1, half)
      g = Mul(m9, m8)
      m = MatMul(g, c10)
      d = Add(m, c11)
      r0 = Add(x1, d)"""


class Workload:
    def __init__(self, element, shape, axis, lengths, computes, path, *parameters):
        dtype = numpy.dtype(TYPES[element])
        self.shape = [int(dim) for dim in shape.split(",")]
        self.axis = int(axis)
        self.lengths = [int(length) for length in lengths.split(",")]
        self.element = element
        self.computes = computes
        self.input = aligned(self.shape, dtype)
        self.input[...] = numpy.fromfile(path, dtype).reshape(self.shape)
        self.parameters = []
        for number, sizes in enumerate(parameters):
            is_weight = computes in NETWORKS and "," in sizes
            shape = [int(dim) for dim in sizes.split(",")]
            self.parameters.append(parameter(shape, number, 1 / 32 if is_weight else 1))
        self.cuts = numpy.cumsum(self.lengths)[:-1]
        self.results = [aligned(part.shape, dtype) for part in self.reference()]
        if torch:
            self.tensor = torch.from_numpy(self.input)
            self.others = [torch.from_numpy(array) for array in self.parameters]
            self.tensors = [torch.from_numpy(result) for result in self.results]

    def reference(self):
        """What the results must be, by NumPy."""
        pieces = numpy.split(self.input, self.cuts, self.axis)
        if self.computes == "pieces":
            return pieces
        arrays = [array.astype(numpy.float64) for array in pieces + self.parameters]
        if self.computes in NETWORKS:
            results = as_list(NETWORKS[self.computes](numpy, *arrays))
            return [numpy.ascontiguousarray(r.astype(self.input.dtype)) for r in results]
        return [globals()[self.computes](*arrays).astype(self.input.dtype)]

    def verify(self, bytes):
        start = 0
        for number, expected in enumerate(self.reference()):
            got = bytes[start : start + expected.nbytes]
            start += expected.nbytes
            if got.nbytes != expected.nbytes:
                return f"result {number} is missing"
            if self.computes == "pieces":
                # Bits, so that a NaN is equal to itself.
                want = numpy.ascontiguousarray(expected).reshape(-1).view(numpy.uint8)
                same = numpy.array_equal(got, want)
            else:
                got = got.view(expected.dtype).reshape(expected.shape)
                # ONNX Runtime approximates the logistic function to 1e-7, and
                # results are up to 64.
                limit = 2e-5
                if self.computes in NETWORKS:
                    limit = 1e-5 * max(1, numpy.abs(expected).max())
                same = numpy.allclose(got, expected, rtol=1e-5, atol=limit)
            if not same:
                return f"result {number} is not what NumPy has"
        return "" if start == bytes.nbytes else "there is more than the results"

    # The peers, `_alloc` with memory of their own for the results.

    def numpy(self):
        pieces = numpy.split(self.input, self.cuts, self.axis)
        for result, piece in zip(self.results, pieces):
            numpy.copyto(result, piece)

    def numpy_alloc(self):
        pieces = numpy.split(self.input, self.cuts, self.axis)
        return [piece.copy() for piece in pieces]

    def torch(self):
        pieces = torch.split(self.tensor, self.lengths, self.axis)
        for result, piece in zip(self.tensors, pieces):
            result.copy_(piece)

    def torch_alloc(self):
        pieces = torch.split(self.tensor, self.lengths, self.axis)
        return [piece.clone(memory_format=torch.contiguous_format) for piece in pieces]

    def numpy_swiglu(self):
        a, b = numpy.split(self.input, self.cuts, self.axis)
        (result,) = self.results
        numpy.negative(a, out=result)
        numpy.exp(result, out=result)
        numpy.add(result, 1, out=result)
        numpy.divide(a, result, out=result)
        numpy.multiply(result, b, out=result)

    def numpy_swiglu_alloc(self):
        a, b = numpy.split(self.input, self.cuts, self.axis)
        return [a / (1 + numpy.exp(-a)) * b]

    def torch_swiglu(self):
        a, b = torch.split(self.tensor, self.lengths, self.axis)
        torch.mul(torch.nn.functional.silu(a), b, out=self.tensors[0])

    def torch_swiglu_alloc(self):
        a, b = torch.split(self.tensor, self.lengths, self.axis)
        return [torch.nn.functional.silu(a) * b]

    def torch_layernorm_alloc(self):
        a, b = torch.split(self.tensor, self.lengths, self.axis)
        return [torch.nn.functional.layer_norm(a + b, a.shape[-1:], *self.others)]

    def torch_layernorm(self):
        self.tensors[0].copy_(self.torch_layernorm_alloc()[0])

    def torch_softmax_alloc(self):
        a, b = torch.split(self.tensor, self.lengths, self.axis)
        return [torch.softmax(a + b, -1)]

    def torch_softmax(self):
        a, b = torch.split(self.tensor, self.lengths, self.axis)
        torch.softmax(torch.add(a, b), -1, out=self.tensors[0])

    def torch_rotary(self):
        a, b = torch.split(self.tensor, self.lengths, self.axis)
        cos, sin = (table[:, None] for table in self.others)
        first, second = torch.split(self.tensors[0], self.lengths, self.axis)
        torch.mul(a, cos, out=first).addcmul_(b, sin, value=-1)
        torch.mul(b, cos, out=second).addcmul_(a, sin)

    def torch_rotary_alloc(self):
        a, b = torch.split(self.tensor, self.lengths, self.axis)
        cos, sin = (table[:, None] for table in self.others)
        return [torch.cat([a * cos - b * sin, b * cos + a * sin], -1)]

    def torch_geglu(self):
        a, b = torch.split(self.tensor, self.lengths, self.axis)
        gelu = torch.nn.functional.gelu(a + self.others[0])
        torch.mul(gelu, b, out=self.tensors[0])

    def torch_geglu_alloc(self):
        a, b = torch.split(self.tensor, self.lengths, self.axis)
        return [torch.nn.functional.gelu(a + self.others[0]) * b]

    def torch_network_alloc(self):
        return as_list(NETWORKS[self.computes](torch, self.tensor, *self.others))

    def torch_network(self):
        for result, computed in zip(self.tensors, self.torch_network_alloc()):
            result.copy_(computed)

    def get(self, peer):
        middle = "" if self.computes == "pieces" else "_" + self.computes
        if self.computes in NETWORKS:
            middle = "_network"
        name, _, suffix = peer.partition("_")
        return getattr(self, name + middle + ("_" + suffix if suffix else ""), None)

    def get_peers(self):
        """Those that do it right."""
        good = []
        if "--no-peers" in sys.argv:
            return good
        for name in ["numpy"] + (["torch"] if torch else []):
            if not self.get(name):
                continue
            for result in self.results:
                result.fill(0)
            try:
                self.get(name)()
            except (RuntimeError, TypeError) as error:
                print(f"{name}: {error}", file=sys.stderr)
                continue
            flat = [result.reshape(-1).view(numpy.uint8) for result in self.results]
            wrong = self.verify(numpy.concatenate(flat))
            if wrong:
                print(f"{name}: {wrong}", file=sys.stderr)
                continue
            good += [name, name + "_alloc"]
        return good

    def time(self, peer, calls):
        run = self.get(peer)
        start = time.perf_counter_ns()
        for _ in range(calls):
            run()
        return (time.perf_counter_ns() - start) / calls * 1e-9

    def write_model(self, path):
        import onnx
        import onnx.parser

        if self.computes in NETWORKS:
            return self.write_network(path)
        if self.computes not in ("pieces", "swiglu"):
            raise NotImplementedError(f"none for '{self.computes}'")

        element = {"f32": "float", "ui8": "uint8", "f64": "double"}[self.element]

        def value(name, shape):
            return f"{element}[{', '.join(map(str, shape))}] {name}"

        names = [f"r{i}" for i in range(len(self.lengths))]
        pieces = numpy.split(self.input, self.cuts, self.axis)
        outputs = [value(name, piece.shape) for name, piece in zip(names, pieces)]
        nodes = f"{', '.join(names)} = Split<axis = {self.axis}>(x, lengths)"
        if self.computes == "swiglu":
            nodes += "\nsigmoid = Sigmoid(r0)\nsilu = Mul(r0, sigmoid)\ngated = Mul(silu, r1)"
            outputs = [value("gated", self.results[0].shape)]
        lengths = f"int64[{len(names)}] lengths = {{{', '.join(map(str, self.lengths))}}}"
        model = onnx.parser.parse_model(
            '<ir_version: 8, opset_import: ["" : 13]>\n'
            f"split ({value('x', self.shape)}) => ({', '.join(outputs)}) <{lengths}> {{\n"
            f"{nodes}\n}}"
        )
        onnx.save(model, path)


    def write_network(self, path):
        import onnx
        import onnx.numpy_helper
        import onnx.parser

        def write_type(shape):
            return f"float[{', '.join(map(str, shape))}]"

        outputs = [f"{write_type(r.shape)} r{i}" for i, r in enumerate(self.results)]
        model = onnx.parser.parse_model(
            '<ir_version: 8, opset_import: ["" : 13]>\n'
            f"network ({write_type(self.input.shape)} x) => ({', '.join(outputs)}) {{\n"
            f"{NETWORK_MODELS[self.computes]}\n}}"
        )
        for number, array in enumerate(self.parameters):
            model.graph.initializer.append(onnx.numpy_helper.from_array(array, f"c{number}"))
        onnx.save(model, path)


def main():
    workload = None
    for line in sys.stdin:
        request, *words = line.split()
        answer = "ok"
        if request == "hello":
            answer += f" numpy {numpy.__version__}"
            answer += f" torch {torch.__version__}" if torch else ""
        elif request == "begin":
            workload = None  # frees its memory before there is more
            workload = Workload(*words)
            answer = " ".join(["ok", *workload.get_peers()])
        elif request == "verify":
            wrong = workload.verify(numpy.fromfile(words[0], numpy.uint8))
            answer = wrong or "ok"
        elif request == "time":
            answer = f"ok {workload.time(words[0], int(words[1]))!r}"
        elif request == "model":
            try:
                workload.write_model(words[0])
            except (ImportError, NotImplementedError) as error:
                answer = f"no ONNX model: {error}"
        elif request == "threads":
            if torch:
                torch.set_num_threads(int(words[0]))
        print(answer, flush=True)


main()
