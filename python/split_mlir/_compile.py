"""Compilation, by the library that needs MLIR."""

import importlib
import inspect
import os
import sys
import tempfile
from collections.abc import Sequence
from numbers import Integral

from . import _cache, _compiler, _runtime
from ._errors import CompileError, MissingError
from ._model import Model

_TEXT_STAGES = ("split", "linalg", "llvm", "llvm-ir", "asm", "header")
_KINDS_BY_ENDING = {
    ".mlir": "split",
    ".ll": "llvm-ir",
    ".s": "asm",
    ".o": "obj",
    ".so": "shared",
    ".h": "header",
}
_RESULTS = ("copies", "views")


def _choose(what, value, choices):
    if value not in choices:
        raise ValueError(f"{what} is {value!r}, expected one of {', '.join(choices)}")
    return value


def _check_type(what, value, kind, expected):
    if not isinstance(value, kind):
        raise TypeError(f"{what} is of type {type(value).__name__}, expected {expected}")
    return value


def _check_str(what, value):
    return _check_type(what, value, str, "str").encode()


def _check_bool(what, value):
    return bool(_check_type(what, value, int, "bool"))


def _list(what, value):
    values = [value] if isinstance(value, str) else value
    return _check_type(what, values, Sequence, "str or a list of str")


def _encode_path(what, path):
    return os.fsencode(_check_type(what, path, (str, bytes, os.PathLike), "a path"))


def _encode_optional_path(what, path):
    return b"" if path is None else _encode_path(what, path)


def _check_threads(what, value):
    if not 1 <= _check_type(what, value, Integral, "int") <= 1024:
        raise CompileError(f"number of threads is {value}, expected 1 to 1024")
    return int(value)


# For each option, the function of the C API that sets it, and what checks and converts it.
_SETTERS = {
    "cpu": ("SetCpu", _check_str),
    "target": ("SetTarget", _check_str),
    "threads": ("SetThreads", _check_threads),
    "results": ("SetViews", lambda what, value: _choose(what, value, _RESULTS) == "views"),
    "no_runtime_checks": ("SetRuntimeChecks", lambda *option: not _check_bool(*option)),
    "ordered_reductions": ("SetOrderedReductions", _check_bool),
    "machine_profile": ("SetMachineProfile", _encode_optional_path),
    "name": ("AddName", _check_str),
    "file_prefix_map": ("AddFilePrefixMap", _check_str),
    "onnx_strict": ("SetOnnxStrict", _check_bool),
    "debug": ("SetDebugInfo", _check_bool),
    "external_weights": ("SetExternalWeights", _check_bool),
}


def _create_options(**settings):
    options = _compiler.Options()
    for what, value in settings.items():
        if what not in _SETTERS:
            raise TypeError(f"got an unexpected keyword argument {what!r}")
        setter, convert = _SETTERS[what]
        for item in _list(what, value) if setter.startswith("Add") else [value]:
            options.set(setter, convert(what, item))
    return options


def _find_format(data):
    """Returns the format of a model in memory."""
    start = data[:512].lstrip(b"\xef\xbb\xbf \t\r\n")
    if start.startswith(b"<"):
        return "openvino"
    # ModelProto begins with its first field, ir_version, or another one; text has none of
    # these bytes.
    is_mlir = data.startswith(b"ML\xefR") or not any(byte < 9 for byte in data[:512])
    return "mlir" if is_mlir else "onnx"


def _is_path(model):
    """A str is text if it has a newline or a brace, which each model in text has."""
    return isinstance(model, os.PathLike) or (
        isinstance(model, str) and not any(mark in model for mark in "\n{")
    )


def _import_file(path, format, weights, options):
    if format is not None:
        with open(path, "rb") as file:
            return _import_memory(file.read(), format, weights, options)
    weights = _encode_optional_path("weights", weights)
    return _compiler.import_file(_encode_path("model", path), weights, options)


def _import_memory(data, format, weights, options):
    data = data.encode() if isinstance(data, str) else bytes(data)
    if weights is None:
        weights = b""
    elif isinstance(weights, (str, os.PathLike)):
        with open(weights, "rb") as file:
            weights = file.read()
    _check_type("weights", weights, (bytes, bytearray, memoryview), "a path or bytes")
    kind = _compiler.Format[format or _find_format(data)]
    return _compiler.import_memory(kind, data, bytes(weights), options)


def _import(model, format, weights, options):
    if format is not None:
        _choose("format", format, list(_compiler.Format.__members__))
    if _is_path(model):
        return _import_file(model, format, weights, options)
    if hasattr(model, "SerializeToString"):
        model, format = model.SerializeToString(), "onnx"
    kinds = (str, bytes, bytearray, memoryview)
    _check_type("model", model, kinds, "a path, text or bytes")
    return _import_memory(model, format, weights, options)


def _export(model, args, options):
    """Imports what torch.onnx makes of a torch.nn.Module."""
    torch = sys.modules["torch"]
    _check_type("args", args, (tuple, list), "a tuple of example arguments")
    names = list(inspect.signature(model.forward).parameters)[: len(args)]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "model.onnx")
        torch.onnx.export(model, tuple(args), path, input_names=names)
        # Large weights are in other files.
        if len(os.listdir(folder)) > 1:
            return _import_file(path, None, None, options)
        with open(path, "rb") as file:
            return _import_memory(file.read(), "onnx", None, options)


def _is_torch_module(model, args):
    # Without PyTorch, nothing is an instance of ().
    layers = getattr(sys.modules.get("torch"), "nn", None)
    if isinstance(model, getattr(layers, "Module", ())):
        return True
    if args is not None:
        try:
            importlib.import_module("torch")
        except ImportError as error:
            raise MissingError(f"args needs PyTorch: {error}") from error
        kind = type(model).__name__
        raise TypeError(f"args is for a torch.nn.Module, and the model is of type {kind}")
    return False


def compile(model, args, *, format, weights, cache, progress, **settings):
    """Implements split_mlir.compile."""
    report = progress or (lambda part: None)
    options = _create_options(**settings)
    if _is_torch_module(model, args):
        report("exporting")
        module = _export(model, args, options)
    else:
        report("reading")
        module = _import(model, format, weights, options)
    if cache is None:
        report("compiling")
        program = module.load(options)
        code = _runtime.Code.wrap(program.look_up)
        return Model(code, program.signature, module, settings)
    folder = os.fsdecode(_encode_path("cache", cache))
    code = _cache.load(module, options, settings, folder, report)
    return Model(code, code.signature, module, settings)


def create_profiled(module, settings):
    """Returns a program that measures its ops, and the model that calls it."""
    options = _create_options(**settings)
    options.set("SetProfile", True)
    program = module.load(options)
    code = _runtime.Code.wrap(program.look_up)
    return program, Model(code, program.signature)


def get_text(module, stage, settings, weights):
    """Implements Model.mlir."""
    _choose("stage", stage, _TEXT_STAGES)
    options = _create_options(**{**settings, "cpu": "native"})
    options.set("SetElideConstants", not _check_bool("weights", weights))
    return module.text(_compiler.Output[stage.replace("-", "_")], options)


def write(module, path, emit, settings):
    """Implements Model.save."""
    path = os.fsdecode(_encode_path("path", path))
    if emit is None:
        ending = os.path.splitext(path)[1]
        if ending not in _KINDS_BY_ENDING:
            raise ValueError(
                f"the ending of {path!r} does not tell what to write, expected emit or one "
                f"of {', '.join(_KINDS_BY_ENDING)}"
            )
        emit = _KINDS_BY_ENDING[ending]
    _choose("emit", emit, _KINDS_BY_ENDING.values())
    output = _compiler.Output[emit.replace("-", "_")]
    module.write(output, _create_options(**settings), os.fsencode(path))


def opt(text, pipeline, allow_unregistered_dialect):
    """Implements split_mlir.opt."""
    if not isinstance(text, (bytes, bytearray)):
        text = _check_type("text", text, str, "str or bytes").encode()
    pipeline = _check_str("pipeline", pipeline)
    return _compiler.opt(bytes(text), pipeline, bool(allow_unregistered_dialect))
