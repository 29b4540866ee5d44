"""Compiles models with tensor splits to native code, and calls them.

    model = split_mlir.compile("model.onnx")
    y, z = model(x)

python/docs/Python.md describes the package. Only compile and opt load the compiler.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable, Sequence
from typing import Any

from ._errors import (
    ArgumentError,
    ArgumentTypeError,
    CheckError,
    CompileError,
    Error,
    LoadError,
    MissingError,
    OutOfMemoryError,
)

if sys.version_info < (3, 11):
    raise MissingError(
        "split_mlir needs Python 3.11 or later, this is {}.{}.{}".format(*sys.version_info)
    )
try:
    from . import _runtime
except ImportError as error:
    raise MissingError(f"split_mlir cannot load its extension: {error}") from error
from ._model import Function, Model, Parameter, Profile, load

__version__ = _runtime.version
__commit__ = _runtime.commit

__all__ = [
    "ArgumentError",
    "ArgumentTypeError",
    "CheckError",
    "CompileError",
    "Error",
    "Function",
    "LoadError",
    "MissingError",
    "Model",
    "OutOfMemoryError",
    "Parameter",
    "Profile",
    "compile",
    "load",
    "opt",
]


def __dir__():
    """Lists what completion offers."""
    return [*__all__, "__commit__", "__version__"]


def _import_compiler():
    try:
        return importlib.import_module("split_mlir._compile")
    except ModuleNotFoundError as error:
        if error.name != "split_mlir._compile":
            raise
        raise MissingError(
            "this is the package split-mlir-runtime, which only loads models; compile and "
            "opt need the package split-mlir"
        ) from None


def compile(
    model: str | os.PathLike | bytes | bytearray | memoryview | Any,
    args: Sequence[Any] | None = None,
    *,
    format: str | None = None,
    weights: str | os.PathLike | bytes | None = None,
    cpu: str = "native",
    threads: int = 1,
    results: str = "copies",
    no_runtime_checks: bool = False,
    ordered_reductions: bool = False,
    machine_profile: str | os.PathLike | None = None,
    name: str | Sequence[str] = (),
    file_prefix_map: str | Sequence[str] = (),
    onnx_strict: bool = False,
    debug: bool = False,
    cache: str | os.PathLike | None = None,
    progress: Callable[[str], Any] | None = None,
) -> Model:
    """Compiles a model for this process.

    The options have the names of those of split-compile. Warnings of the compiler become
    Python's warnings.

    Args:
        model: the path of a file, a str or os.PathLike: ``.onnx``, ``.xml`` (OpenVINO) or
            MLIR; or the model itself: bytes, an onnx.ModelProto, a torch.nn.Module, or a str
            of MLIR or XML, which has a newline or a brace.
        args: for a torch.nn.Module, a tuple of example arguments: torch.onnx exports the
            model with their shapes and types. None for other models.
        format: ``"mlir"``, ``"onnx"`` or ``"openvino"``; by default, the ending of the path
            or the first bytes of the model determine it.
        weights: the weights of an OpenVINO model, a path or bytes; by default those in the
            ``.bin`` file beside it.
        cpu: the processor to compile for: ``"native"``, ``"portable"``, or a name.
        threads: the number of threads that a call may use; above 1, libomp.so.5 is needed.
        results: ``"copies"``, or ``"views"`` to return parts of arguments as views of them.
        no_runtime_checks: whether to omit run-time checks; calls that violate a rule then
            have undefined behaviour.
        ordered_reductions: whether to add and multiply floats in the order of the program,
            which is slower.
        machine_profile: the path of a profile from split-tune, or ``"none"``.
        name: a new name for the only public function, or ``"FUNCTION=NAME"``, or a list.
        file_prefix_map: ``"OLD=NEW"``, or a list: replaces the beginnings of paths in
            saved files.
        onnx_strict: whether warnings about ONNX models are errors.
        debug: whether code has line tables, by which debuggers and profilers show the lines
            of the model, or its nodes.
        cache: a folder, which is created if necessary: a model that it has is loaded instead
            of compiled. See python/docs/Python.md, Cache.
        progress: called with a str before each part of the work: ``"exporting"``,
            ``"reading"``, ``"compiling"``, ``"loading"``. What it raises ends the work.

    Returns:
        A Model.

    Raises:
        CompileError: the model cannot be read, or the model or an option is invalid.
        MissingError: a library that the compiler needs is not installed.
        ValueError: ``format`` or ``results`` is none of its values.
        TypeError: the model is of another type.
    """
    # There are no local variables but the parameters.
    return _import_compiler().compile(**locals())


def opt(
    text: str | bytes, pipeline: str, *, allow_unregistered_dialect: bool = False
) -> str:
    """Runs passes on a module, as split-opt and mlir-opt do.

    Args:
        text: a module as text or bytecode, a str or bytes.
        pipeline: the passes as text, for example ``"canonicalize,cse"``,
            ``"convert-split-to-linalg"`` or ``"split-to-llvm{host-abi}"``. The passes of
            split-mlir and of MLIR are known.
        allow_unregistered_dialect: whether the module may have ops and types of dialects
            that are not known, in generic form, such as those of other compilers.

    Returns:
        The module after the passes, as text.

    Raises:
        CompileError: the text or the pipeline is invalid, or a pass fails.
        MissingError: a library that the compiler needs is not installed.
    """
    return _import_compiler().opt(text, pipeline, allow_unregistered_dialect)


# Tracebacks and help() show the names that users write.
for _name in __all__:
    globals()[_name].__module__ = __name__
del _name
