"""The exceptions of the package."""

from __future__ import annotations

import sys
import warnings


class Error(Exception):
    """The base of all exceptions of this package.

    Attributes:
        message: what is wrong, and what is expected.
        location: where, in the model: ``FILE:LINE:COLUMN``, or the file and the node of
            an ONNX model, or the file and the layer of an OpenVINO model; None if unknown.
    """

    message: str
    location: str | None

    def __init__(self, message, location=None):
        super().__init__(f"{location}: {message}" if location else message)
        self.message = message
        self.location = location

    @classmethod
    def _parse(cls, text):
        """Creates an error from `LOCATION: error: MESSAGE` or `MESSAGE`."""
        location, separator, message = text.partition(": error: ")
        return cls(message, location) if separator else cls(text)


class CompileError(Error):
    """A model cannot be read or compiled, or a pipeline is invalid or fails.

    Attributes:
        diagnostics: all messages of the compiler, in order, as tuples of a severity
            (``"error"``, ``"warning"``, ``"remark"`` or ``"note"``, which belongs to the
            message before it), a location (a str, or None) and the message.
    """

    diagnostics: list[tuple[str, str | None, str]]

    def __init__(self, message, location=None, diagnostics=()):
        super().__init__(message, location)
        self.diagnostics = list(diagnostics)

    @classmethod
    def _create(cls, diagnostics):
        diagnostics = [
            (kind, place or None, text.rstrip()) for kind, place, text in diagnostics
        ]
        for kind, place, text in diagnostics:
            if kind == "error":
                return cls(text, place, diagnostics)
        return cls("the compiler failed without a message", None, diagnostics)


class MissingError(Error, ImportError):
    """Something that is needed is not installed: a library, a package, or a Python."""


class LoadError(Error, OSError):
    """A file cannot be loaded, or is no shared library from split-compile."""


class ArgumentError(Error, ValueError):
    """A call has a wrong number of arguments, or an argument of a wrong rank or size."""


class ArgumentTypeError(ArgumentError, TypeError):
    """An argument is no array, or has another element type than the function takes."""


class CheckError(Error):
    """A run-time check failed, for example because lengths do not sum to a size."""


class OutOfMemoryError(Error, MemoryError):
    """There is no memory for results or intermediate values."""


def _count_own_frames():
    """Returns the number of functions of this package that the caller is in."""
    count, frame = 0, sys._getframe(1)
    while frame and frame.f_globals.get("__name__", "").split(".")[0] == "split_mlir":
        count, frame = count + 1, frame.f_back
    return count


def _warn(diagnostics):
    """Passes warnings of the compiler to the caller of compile, save or opt."""
    level = _count_own_frames() + 1
    for kind, place, text in diagnostics:
        if kind == "warning":
            warnings.warn(f"{place}: {text}" if place else text, stacklevel=level)
