"""Compilation, by the extension that needs MLIR."""

import os

from . import _compiler, _runtime
from ._model import Model

_FORMATS = ("mlir", "onnx", "openvino")
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


def _as_list(value):
    return [value] if isinstance(value, str) else value


def _create_options(
    *,
    cpu,
    target="",
    threads=1,
    results="copies",
    no_runtime_checks=False,
    machine_profile=None,
    name=(),
    file_prefix_map=(),
    onnx_strict=False,
):
    options = _compiler.Options()
    options.set_cpu(cpu)
    options.set_target(target)
    options.set_threads(threads)
    options.set_views(_choose("results", results, _RESULTS) == "views")
    options.set_no_runtime_checks(no_runtime_checks)
    if machine_profile is not None:
        options.set_machine_profile(os.fsencode(machine_profile))
    for item in _as_list(name):
        options.add_name(item)
    for item in _as_list(file_prefix_map):
        options.add_file_prefix_map(item)
    options.set_onnx_strict(onnx_strict)
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
    weights = b"" if weights is None else os.fsencode(weights)
    return _compiler.import_file(os.fsencode(path), weights, options)


def _import_memory(data, format, weights, options):
    data = data.encode() if isinstance(data, str) else bytes(data)
    if weights is None:
        weights = b""
    elif isinstance(weights, (str, os.PathLike)):
        with open(weights, "rb") as file:
            weights = file.read()
    kind = getattr(_compiler.Format, format or _find_format(data))
    return _compiler.import_memory(kind, data, bytes(weights), options)


def _import(model, format, weights, options):
    if format is not None:
        _choose("format", format, _FORMATS)
    if _is_path(model):
        return _import_file(model, format, weights, options)
    if hasattr(model, "SerializeToString"):
        model, format = model.SerializeToString(), "onnx"
    if not isinstance(model, (str, bytes, bytearray, memoryview)):
        raise TypeError(
            f"model is of type {type(model).__name__}, expected a path, text or bytes"
        )
    return _import_memory(model, format, weights, options)


def compile(
    model,
    *,
    format=None,
    weights=None,
    cpu="native",
    threads=1,
    results="copies",
    no_runtime_checks=False,
    machine_profile=None,
    name=(),
    file_prefix_map=(),
    onnx_strict=False,
):
    """Implements split_mlir.compile."""
    settings = {
        "threads": threads,
        "results": results,
        "no_runtime_checks": no_runtime_checks,
        "machine_profile": machine_profile,
        "name": name,
        "file_prefix_map": file_prefix_map,
        "onnx_strict": onnx_strict,
    }
    options = _create_options(cpu=cpu, **settings)
    module = _import(model, format, weights, options)
    program = module.load(options)
    code = _runtime.Code.wrap(program.look_up, program)
    return Model(code, program.signature, module, settings)


def get_text(module, stage, settings):
    """Implements Model.mlir."""
    _choose("stage", stage, _TEXT_STAGES)
    options = _create_options(cpu="native", **settings)
    return module.text(getattr(_compiler.Output, stage.replace("-", "_")), options)


def write(module, path, emit, settings):
    """Implements Model.save."""
    if emit is None:
        ending = os.path.splitext(path)[1]
        if ending not in _KINDS_BY_ENDING:
            raise ValueError(
                f"the ending of {path!r} does not tell what to write, expected emit or one "
                f"of {', '.join(_KINDS_BY_ENDING)}"
            )
        emit = _KINDS_BY_ENDING[ending]
    _choose("emit", emit, _KINDS_BY_ENDING.values())
    output = getattr(_compiler.Output, emit.replace("-", "_"))
    module.write(output, _create_options(**settings), os.fsencode(path))


def opt(text, pipeline, allow_unregistered_dialect):
    """Implements split_mlir.opt."""
    return _compiler.opt(text, pipeline, allow_unregistered_dialect)
