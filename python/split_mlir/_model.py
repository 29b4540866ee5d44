"""Models: compiled functions that Python calls."""

from __future__ import annotations

import functools
import inspect
import json
import keyword
import os
import tempfile
import types
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from numbers import Real
from typing import Any

from . import _runtime, _types
from ._errors import ArgumentError, Error, LoadError


# Who owns the memory of results, in the order of the extension.
_OWNERSHIPS = ("value", "caller", "callee", "view_or_callee")


@dataclass(frozen=True)
class Parameter:
    """An argument or a result of a function.

    Attributes:
        name: an identifier, which calls accept as a keyword.
        model_name: the name in the model; None if it has none.
        element_type: the type of the elements, as MLIR writes it: ``"f32"``.
        dtype: NumPy's type of the elements, or its name if there is no NumPy; unsigned
            integers for floats that NumPy lacks.
        shape: a tuple of sizes, None for one that is known only at run time; ``()`` for a
            scalar; None instead of a tuple if the rank is known only at run time.
        is_scalar: whether it is a scalar and not a tensor.
        is_written: for arguments, whether calls may change the elements.
    """

    name: str
    model_name: str | None
    element_type: str
    dtype: Any
    shape: tuple | None
    is_scalar: bool
    is_written: bool

    def __str__(self):
        if self.is_scalar:
            return str(self.dtype)
        if self.shape is None:
            return f"{self.dtype}[...]"
        return f"{self.dtype}[{', '.join('?' if n is None else str(n) for n in self.shape)}]"


class _Annotation(str):
    """Text that inspect shows without quotes."""

    __repr__ = str.__str__


def _rename(name):
    """Returns a name that Python can use as a keyword of calls."""
    return name + "_" * (keyword.iskeyword(name) or name == "out")


def _describe(entry, is_row_major):
    """Returns what the extension needs to know of an argument or result.

    Tensors must be in row-major order if `is_row_major`.
    """
    kind = _types.describe(entry["element_type"], entry["element_bytes"])
    ownership = entry.get("ownership", "value")
    if ownership not in _OWNERSHIPS:
        raise ValueError(f"unknown ownership {ownership!r}")
    return (
        _rename(entry["name"]),
        entry["kind"] == "tensor",
        entry["element_type"],
        entry["element_bytes"],
        kind["alignment"],
        entry["shape"],
        *(kind[key] for key in ("dtype", "type_name", "type_kind", "type_bytes", "format")),
        *(kind[key] for key in ("dlpack", "other_dtype", "integer_bits", "is_signed")),
        entry.get("writable", False),
        is_row_major,
        _OWNERSHIPS.index(ownership),
    )


def _create_parameter(entry):
    return Parameter(
        _rename(entry["name"]),
        entry["model_name"],
        entry["element_type"],
        _types.describe(entry["element_type"], entry["element_bytes"])["dtype"],
        None if entry["shape"] is None else tuple(entry["shape"]),
        entry["kind"] == "scalar",
        entry.get("writable", False),
    )


class Function:
    """A compiled function. Calls of several threads run at the same time.

    Attributes:
        name: the name in the model.
        arguments, results: tuples of Parameter.
    """

    name: str
    arguments: tuple[Parameter, ...]
    results: tuple[Parameter, ...]

    def __init__(self, code, entry, has_checks):
        self.name = entry["model_name"]
        self.arguments = tuple(map(_create_parameter, entry["arguments"]))
        self.results = tuple(map(_create_parameter, entry["results"]))
        self._function = _runtime.Function(
            code,
            entry["name"],
            repr(self.name),
            tuple(_describe(argument, not has_checks) for argument in entry["arguments"]),
            tuple(_describe(result, False) for result in entry["results"]),
        )
        self.__signature__ = inspect.Signature(
            [
                inspect.Parameter(
                    argument.name,
                    inspect.Parameter.POSITIONAL_OR_KEYWORD,
                    annotation=_Annotation(argument),
                )
                for argument in self.arguments
            ],
            return_annotation=self._describe_results(),
        )

    def _describe_results(self):
        if len(self.results) == 1:
            return _Annotation(self.results[0])
        return _Annotation(f"({', '.join(map(str, self.results))})") if self.results else None

    def __repr__(self):
        return f"<split_mlir.Function {self.name}{self.__signature__}>"

    def _bind(self, args, kwargs):
        try:
            return self.__signature__.bind(*args, **kwargs).args
        except TypeError as error:
            raise ArgumentError(f"{self.name!r}: {error}") from None

    def __call__(self, /, *args: Any, out: Any = None, **kwargs: Any) -> Any:
        """Calls the function.

        Args:
            out: where to write results: an array for the only result, or a tuple with an
                array or None for each result. Arrays have the element type, the rank and
                the sizes of the result, are writable and in row-major order, and overlap
                neither arguments nor each other. They are returned in place of new arrays.
            An array for each tensor: a NumPy array, an object with ``__dlpack__`` in
            memory of the CPU, such as a PyTorch tensor, or an object with the buffer
            protocol. Element type, rank and sizes must be those of ``arguments``. Strides
            may have any value; arrays are not copied unless their elements are not
            aligned, or they are not in row-major order and the code was compiled without
            run-time checks. A number of Python or NumPy for each scalar.

        Returns:
            None, the result, or a tuple of the results. Tensors are NumPy arrays in new
            memory, or, if compiled with ``results="views"``, views of arguments. Scalars
            are NumPy scalars. If there is no NumPy, they are memoryviews and numbers.

        Raises:
            ArgumentTypeError: the type of an argument is wrong.
            ArgumentError: the number of arguments, a rank or a size is wrong.
            CheckError: a check of the program failed.
            OutOfMemoryError: there is no memory.
        """
        if kwargs:
            args = self._bind(args, kwargs)
        if out is None:
            return self._function(*args)
        return self._function(*args, out=out)

    def time(self, /, *args: Any, seconds: float = 0.2, **kwargs: Any) -> float:
        """Returns the median of the durations of calls, in seconds.

        The duration is that of the compiled function, without Python. Calls the function
        for about ``seconds`` seconds, at least twice. The arguments and the errors are
        those of a call.
        """
        if kwargs:
            args = self._bind(args, kwargs)
        if not isinstance(seconds, Real):
            raise TypeError(f"seconds is of type {type(seconds).__name__}, expected float")
        return self._function.time(args, float(seconds))


class Profile:
    """The time and the bytes of each op of a model: the result of Model.profile.

    ``str`` returns a table.

    Attributes:
        ops: a dict for each op, in the order of execution: ``op``, its name or, if several
            were fused, their names; ``location``; and the sums over the calls ``count``,
            ``ns`` (the time in nanoseconds) and ``bytes`` (those of the tensors that it
            reads and writes).
        calls, call_ns: the number of calls, and their time.
    """

    ops: list[dict[str, Any]]
    calls: int
    call_ns: int

    def __init__(self, table, trace):
        self._table = table
        self._trace = trace
        values = json.loads(trace)
        self.ops = values["ops"]
        self.calls = values["calls"]
        self.call_ns = values["call_ns"]

    def __str__(self):
        return self._table

    def __repr__(self):
        return f"<split_mlir.Profile of {len(self.ops)} ops in {self.calls} calls>"

    def save(self, path: str | os.PathLike) -> None:
        """Writes a trace in JSON for Chrome, Perfetto and similar viewers."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self._trace)


class Model:
    """Compiled functions: the result of split_mlir.compile and split_mlir.load.

    If there is one function, or one with the name ``main``, calls of the model call it.
    Iterating over a model yields its functions. Models can be pickled, as shared libraries.

    Attributes:
        functions: a mapping of the names in the model to Function, in the model's order.
        signature: the description of the functions, as a dict (native/docs/HostAbi.md,
            Signatures).
    """

    functions: Mapping[str, Function]
    signature: dict[str, Any]

    def __init__(self, code, signature, module=None, options=None):
        self.signature = json.loads(signature)
        entries = self.signature["functions"]
        has_checks = self.signature["runtime_checks"]
        functions = {
            entry["model_name"]: Function(code, entry, has_checks) for entry in entries
        }
        self.functions = types.MappingProxyType(functions)
        self._by_host_name = {
            entry["name"]: functions[entry["model_name"]] for entry in entries
        }
        self._module = module
        self._options = options
        # Without a module: reads the shared library and its weights.
        self._files = None
        only = len(functions) == 1
        self._main = next(iter(functions.values())) if only else functions.get("main")
        if self._main:
            self.__signature__ = self._main.__signature__

    def __repr__(self):
        functions = ", ".join(
            f"{name}{function.__signature__}" for name, function in self.functions.items()
        )
        return f"<split_mlir.Model {functions}>"

    def __getitem__(self, name: str) -> Function:
        """Returns the function with a name of the model, or the name of its C function."""
        function = self.functions.get(name) or self._by_host_name.get(name)
        if function is None:
            raise KeyError(f"no function {name!r}, there is: {', '.join(self.functions)}")
        return function

    def __iter__(self) -> Iterator[Function]:
        """Yields the functions, in the model's order."""
        return iter(self.functions.values())

    def __len__(self) -> int:
        """Returns the number of functions."""
        return len(self.functions)

    def __reduce__(self):
        return _load_files, (self._read_files(),)

    def _read_files(self):
        """Returns the name and contents of a shared library, and then of its weights."""
        if self._module is None:
            return self._files()
        with tempfile.TemporaryDirectory() as folder:
            self.save(os.path.join(folder, "model.so"))
            names = sorted(os.listdir(folder))
            return {name: _read(os.path.join(folder, name)) for name in names}

    def _get_main(self):
        if self._main is None:
            raise ArgumentError(
                "the model has several functions, call one of them: "
                + ", ".join(f"model[{name!r}]" for name in self.functions)
            )
        return self._main

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        """Calls the only function, or ``main``; see Function.__call__."""
        if kwargs or self._main is None:
            return self._get_main()(*args, **kwargs)
        return self._main._function(*args)

    def time(self, /, *args: Any, seconds: float = 0.2, **kwargs: Any) -> float:
        """Times the only function, or ``main``; see Function.time."""
        return self._get_main().time(*args, seconds=seconds, **kwargs)

    def profile(self, /, *args: Any, calls: int = 10, **kwargs: Any) -> Profile:
        """Measures the ops of the only function, or of ``main``.

        Compiles the model again, with calls that take the time after each op, and calls the
        function once before the ``calls`` calls that count. The arguments and the errors are
        those of a call.

        Raises:
            Error: the model is from split_mlir.load.
        """
        from . import _compile

        function = self._get_main()
        module = self._get_module("profile")
        program, model = _compile.create_profiled(module, self._options)
        function = model[function.name]
        args = function._bind(args, kwargs)
        function(*args)
        for _ in range(calls):
            program.start_profile()
            try:
                function(*args)
            finally:
                program.stop_profile()
        return Profile(program.profile(False), program.profile(True))

    def draw(self, path: str | os.PathLike | None = None) -> str:
        """Returns a drawing of how the only function, or ``main``, cuts tensors.

        Args:
            path: a file to write the drawing to, as SVG.

        Raises:
            Error: the model is from split_mlir.load.
        """
        module, name = self._get_module("draw"), self._get_main().name.encode()
        if path is not None:
            with open(path, "w", encoding="utf-8") as file:
                file.write(module.draw(name, True))
        return module.draw(name, False)

    def _get_module(self, purpose):
        if self._module is None:
            raise Error(
                f"{purpose} needs a model from split_mlir.compile; this one is from a library"
            )
        return self._module

    def mlir(self, stage: str = "split", *, weights: bool = False) -> str:
        """Returns the model as text, at a stage of the compilation.

        Args:
            stage: ``"split"``, ``"linalg"``, ``"llvm"`` (MLIR's dialect), ``"llvm-ir"``,
                ``"asm"`` or ``"header"``, as ``--emit`` of split-compile.
            weights: whether MLIR has the values of constants of more than 16 elements,
                instead of ``__elided__``, which no tool can compile.

        Raises:
            ValueError: there is no such stage.
            CompileError: the model cannot be compiled.
            Error: the model is from split_mlir.load.
        """
        from . import _compile

        module = self._get_module("mlir")
        return _compile.get_text(module, stage, self._options, weights)

    def save(
        self,
        path: str | os.PathLike,
        *,
        emit: str | None = None,
        cpu: str = "portable",
        target: str = "",
        external_weights: bool | None = None,
        **options: Any,
    ) -> None:
        """Writes the model to a file, as split-compile does.

        Args:
            path: the file, which is replaced at once, or stays as it is after an error.
            emit: the kind of file: ``"shared"``, ``"obj"``, ``"asm"``, ``"llvm-ir"``,
                ``"header"`` or ``"split"``; by default, the ending of ``path`` determines it:
                ``.so``, ``.o``, ``.s``, ``.ll``, ``.h`` or ``.mlir``.
            cpu: the processor to compile for; by default all of the architecture.
            target: the triple of the machine to compile for, ``""`` for this machine.
            external_weights: whether code reads constants of 16 KiB or more from the file
                ``path`` + ``".weights"``, which must stay beside it; by default, if
                constants have 64 MiB or more in all.
            options: other options of split_mlir.compile; by default those of this model.

        Raises:
            ValueError: the kind of file is unknown.
            CompileError: the model cannot be compiled, or the file cannot be written.
            Error: the model is from split_mlir.load.
        """
        from . import _compile

        module = self._get_module("save")
        options = {**self._options, **options, "cpu": cpu, "target": target}
        if external_weights is not None:
            options["external_weights"] = external_weights
        _compile.write(module, os.fspath(path), emit, options)


def _identify(path):
    status = os.stat(path)
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns


def _read(path):
    with open(path, "rb") as file:
        return file.read()


def _read_unchanged(identities, signature):
    """Returns the contents of files that were loaded."""
    if "weights" in signature and len(identities) == 1:
        raise Error(f"cannot pickle the model: there is no {signature['weights']['file']!r}")
    files = {os.path.basename(path): _read(path) for path in identities}
    for path, identity in identities.items():
        if _identify(path) != identity:
            raise Error(f"cannot pickle the model: '{os.fsdecode(path)}' has changed since")
    return files


def _find_weights(path, signature):
    """Returns the file that belongs to a shared library, if it has one, in a list."""
    if "weights" not in signature:
        return []
    file = os.path.join(os.path.dirname(path), os.fsencode(signature["weights"]["file"]))
    return [file] if os.path.exists(file) else []


def _load_files(files):
    """Loads a shared library, from a folder of its own."""
    with tempfile.TemporaryDirectory(prefix="split_mlir-") as folder:
        for name, data in files.items():
            with open(os.path.join(folder, os.fsdecode(name)), "wb") as file:
                file.write(data)
        model = load(os.path.join(folder, os.fsdecode(next(iter(files)))))
    model._files = lambda: files
    return model


def load(path: str | bytes | os.PathLike) -> Model:
    """Loads a shared library that split-compile or Model.save has written.

    Needs no compiler, only the library. Loading runs code of the file: load only
    files that you trust.

    Args:
        path: the path of the file, a str or os.PathLike.

    Returns:
        A Model.

    Raises:
        LoadError: the file cannot be loaded, or is no shared library from split-compile.
        ValueError: the path has a null byte.
    """
    path = os.fsencode(path)
    if b"\0" in path:
        raise ValueError("embedded null byte")
    code = _runtime.Code.load(path)
    path = os.path.abspath(path)
    try:
        model = Model(code, code.signature)
        files = [path, *_find_weights(path, model.signature)]
        identities = {file: _identify(file) for file in files}
        model._files = functools.partial(_read_unchanged, identities, model.signature)
        return model
    except LoadError:
        raise
    except Exception as error:
        raise LoadError(
            f"cannot load '{os.fsdecode(path)}': its signature is damaged: {error}"
        ) from error
