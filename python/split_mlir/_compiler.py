"""The compiler: the C API of libSplitMLIRCompiler-C.so. All functions raise CompileError."""

import atexit
import ctypes
import enum
import os
import pathlib
import re
import threading
from ctypes import CFUNCTYPE, c_bool, c_char_p, c_int, c_int8, c_size_t, c_ssize_t, c_void_p

from . import _runtime
from ._errors import CompileError, MissingError, _warn

# Stands for the file in locations of models that are no files.
_MEMORY = b"<memory>"
_SEVERITIES = ("error", "warning", "note", "remark")

# Debian's packages of the libraries that the compiler needs.
_PACKAGES = {
    "libMLIR": "libmlir-22",
    "libLLVM": "libllvm22",
    "libonnx": "libonnx1",
    "libprotobuf": "libprotobuf32",
    "libpugixml": "libpugixml1v5",
    "libffi": "libffi8",
}


# The formats of models, and the values of split-compile's option --emit.
Format = enum.IntEnum("Format", "mlir onnx openvino", start=0)
Output = enum.IntEnum("Output", "split linalg llvm llvm_ir asm obj shared header", start=0)


# ---- The library. ----


def _list_folders():
    """Yields where the library may be: in a wheel, a build, or an installation."""
    folder = pathlib.Path(__file__).resolve().parent
    yield folder
    yield folder.parents[1] / "lib"
    yield folder.parents[2]
    yield from folder.parents[2].glob("*-linux-gnu")


def _load_library():
    version = ".".join(_runtime.version.split(".")[:2])
    names = [f"lib{name}.so.{version}" for name in ("SplitMLIR-C", "SplitMLIRCompiler-C")]
    folders = [folder for folder in _list_folders() if (folder / names[1]).exists()]
    try:
        # The second library needs the first.
        for name in names:
            library = ctypes.CDLL(str(folders[0] / name) if folders else name)
    except OSError as error:
        text = str(error)
        missing = re.match(r"((lib[A-Za-z]+)\S*\.so\S*): cannot open shared object", text)
        package = missing and _PACKAGES.get(missing[2])
        if package:
            raise MissingError(
                f"the compiler needs {missing[1]}, which is not installed: "
                f"apt-get install {package}"
            ) from None
        raise MissingError(f"cannot load the compiler: {text}") from None
    return library


class _String(ctypes.Structure):
    """A MlirStringRef."""

    _fields_ = [("data", c_void_p), ("length", c_size_t)]


class _Handle(ctypes.Structure):
    """An object of MLIR, such as a MlirContext."""

    _fields_ = [("ptr", c_void_p)]


# A MlirStringCallback and a MlirDiagnosticHandler. The latter returns a structure with one
# byte, which the ABIs of 64-bit machines return as a number.
_Append = CFUNCTYPE(None, _String, c_void_p)
_Keep = CFUNCTYPE(c_int8, _Handle, c_void_p)

# What functions return, if not None.
_RESULTS = {
    _Handle: "ContextCreateWithRegistry DiagnosticGetLocation DiagnosticGetNote "
    "DialectRegistryCreate LocationGetContext LocationUnknownGet ModuleGetOperation "
    "PassManagerCreate PassManagerGetAsOpPassManager SplitImportFile SplitImportMemory "
    "SplitOptionsCreate SplitProgramCreate",
    _String: "SplitProgramGetSignature",
    c_bool: "LocationEqual",
    c_int: "DiagnosticGetSeverity",
    c_int8: "OpPassManagerAddPipeline ParsePassPipeline PassManagerRunOnOp SplitCompile "
    "SplitCompileToFile",
    c_ssize_t: "DiagnosticGetNumNotes",
    c_void_p: "SplitProgramLookUp",
}
_RESULTS = {name: kind for kind, names in _RESULTS.items() for name in names.split()}


class _Library:
    """The functions, without the prefix `mlir`. Arguments are passed as they are."""

    def __init__(self):
        self._library = _load_library()

    def __getattr__(self, name):
        function = getattr(self._library, "mlir" + name)
        function.restype = _RESULTS.get(name)
        setattr(self, name, function)
        return function


_mlir = _Library()
_mlir.RegisterAllPasses()
_mlir.SplitRegisterAllPasses()


def identify():
    """Returns what tells builds of the library apart: its size and its time."""
    path = _mlir._library._name
    status = os.stat(path) if os.path.isabs(path) else None
    return status and (status.st_size, status.st_mtime_ns)


def _wrap(data):
    """A reference to bytes, which it keeps alive."""
    string = _String(ctypes.cast(c_char_p(data), c_void_p), len(data))
    string.keeper = data
    return string


def _collect_with(function, *args):
    """What `function` returns, and the bytes that it passes to its callback."""
    parts = []

    def append(text, _):
        parts.append(ctypes.string_at(text.data, text.length))

    result = function(*args, _Append(append), None)
    return result, b"".join(parts)


def _collect(function, *args):
    """The bytes that `function` passes to its callback."""
    return _collect_with(function, *args)[1]


def _find(handle):
    """The object that a function has created, None after an error."""
    return handle if handle.ptr else None


def _decode(data):
    return data.decode("utf-8", "replace")


class _Owned:
    """An object of MLIR that is destroyed with this one."""

    def __init__(self, handle, destroy):
        self.handle, self._destroy = handle, destroy

    def __del__(self):
        if self.handle.ptr:
            self._destroy(self.handle)


# ---- Diagnostics. ----


def _describe_location(location):
    """Returns `FILE:LINE:COLUMN`, a name, or an empty string."""
    unknown = _mlir.LocationUnknownGet(_mlir.LocationGetContext(location))
    if _mlir.LocationEqual(location, unknown):
        return ""
    return _decode(_collect(_mlir.SplitLocationDescribe, location))


def _list_messages(diagnostic):
    """Yields tuples of a severity, a location and a message: a diagnostic, and its notes."""
    yield (
        _SEVERITIES[_mlir.DiagnosticGetSeverity(diagnostic)],
        _describe_location(_mlir.DiagnosticGetLocation(diagnostic)),
        _decode(_collect(_mlir.DiagnosticPrint, diagnostic)),
    )
    for index in range(_mlir.DiagnosticGetNumNotes(diagnostic)):
        yield from _list_messages(_mlir.DiagnosticGetNote(diagnostic, c_ssize_t(index)))


# ---- The end of the process. ----


class _Compiling:
    """Counts the threads that compile.

    The process ends after them, since it destroys static objects of LLVM that they use. When
    it ends, only the thread that ends it may still begin. The others wait for the end.
    """

    lock = threading.Lock()
    count = 0
    ending_thread = None

    def __enter__(self):
        with self.lock:
            if _Compiling.ending_thread in (None, threading.get_ident()):
                _Compiling.count += 1
                return
        threading.Event().wait()

    def __exit__(self, *_):
        with self.lock:
            _Compiling.count -= 1


@atexit.register
def _wait_for_compiling_threads():
    with _Compiling.lock:
        _Compiling.ending_thread = threading.get_ident()
    pause = threading.Event()
    while _Compiling.count:
        pause.wait(0.001)


def _forget_other_threads():
    _Compiling.lock, _Compiling.count = threading.Lock(), 0


os.register_at_fork(after_in_child=_forget_other_threads)


# ---- What callers use. ----


class Options(_Owned):
    """The options of split-compile, with its defaults. Strings are bytes."""

    def __init__(self):
        super().__init__(_mlir.SplitOptionsCreate(), _mlir.SplitOptionsDestroy)

    def set(self, name, value):
        """Calls mlirSplitOptionsNAME, for example ``set("SetCpu", b"native")``."""
        value = _wrap(value) if isinstance(value, bytes) else c_ssize_t(value)
        getattr(_mlir, "SplitOptions" + name)(self.handle, value)


class Program(_Owned):
    """Compiled code in this process."""

    def __init__(self, handle):
        super().__init__(handle, _mlir.SplitProgramDestroy)

    @property
    def signature(self):
        text = _mlir.SplitProgramGetSignature(self.handle)
        return ctypes.string_at(text.data, text.length).decode()

    def look_up(self, name):
        """Returns the address of a function, 0 if there is none."""
        return _mlir.SplitProgramLookUp(self.handle, _wrap(name.encode())) or 0

    def start_profile(self):
        """Begins to measure the calls of this thread."""
        _mlir.SplitProgramStartProfile(self.handle)

    def stop_profile(self):
        _mlir.SplitProgramStopProfile(self.handle)

    def profile(self, as_trace):
        """Returns what was measured as a table, or as a trace in JSON."""
        print_profile = _mlir.SplitProgramPrintProfile
        return _decode(_collect(print_profile, self.handle, c_bool(as_trace)))


class Module:
    """An imported module, which compilations do not change, in a context of its own.

    One thread at a time uses the context. It and the module are destroyed together, since
    Python calls ``__del__`` of objects in a cycle in any order.
    """

    def __init__(self):
        registry = _mlir.DialectRegistryCreate()
        _mlir.RegisterAllDialects(registry)
        _mlir.SplitRegisterAll(registry)
        self.context = _mlir.ContextCreateWithRegistry(registry, False)
        _mlir.DialectRegistryDestroy(registry)
        self.handle = _Handle()
        self._lock = threading.Lock()
        self.diagnostics = diagnostics = []

        def keep(diagnostic, _):
            diagnostics.extend(_list_messages(diagnostic))
            return 1

        self._keep = _Keep(keep)
        _mlir.ContextAttachDiagnosticHandler(self.context, self._keep, None, None)

    def __del__(self):
        if self.handle.ptr:
            _mlir.ModuleDestroy(self.handle)
        _mlir.ContextDestroy(self.context)

    def run(self, action):
        """Runs `action`, which returns None after an error.

        Raises its diagnostics after an error, and else passes them to Python's warnings.
        """
        with _Compiling(), self._lock:
            result = action()
            diagnostics = self.diagnostics[:]
            self.diagnostics.clear()
        if result is None:
            raise CompileError._create(diagnostics)
        if diagnostics:
            _warn(diagnostics)
        return result

    def read(self, function, *args):
        """Lets `function` of the C API create the module. Returns this object."""
        self.handle = self.run(lambda: _find(function(self.context, *args)))
        return self

    def text(self, output, options):
        """Returns the output as str."""
        arguments = _mlir.SplitCompile, self.handle, output, options.handle

        def emit():
            succeeded, text = _collect_with(*arguments)
            return text if succeeded else None

        return _decode(self.run(emit))

    def write(self, output, options, path):
        """Writes the output to the file `path`, bytes."""
        arguments = self.handle, output, options.handle, _wrap(path)
        self.run(lambda: _mlir.SplitCompileToFile(*arguments) or None)

    def draw(self, function, as_svg):
        """Returns a drawing of the splits of `function`, bytes."""
        name, flag = _wrap(function), c_bool(as_svg)
        return _decode(self.run(lambda: _collect(_mlir.SplitDraw, self.handle, name, flag)))

    def load(self, options):
        """Returns a Program."""
        create = _mlir.SplitProgramCreate
        return Program(self.run(lambda: _find(create(self.handle, options.handle))))

    def get_bytecode(self):
        """Returns the module in MLIR's bytecode, with locations and weights."""
        operation = _mlir.ModuleGetOperation(self.handle)
        return self.run(lambda: _collect(_mlir.OperationWriteBytecode, operation))


def import_file(path, weights, options):
    """Imports a file. Paths are bytes; that of the weights may be empty."""
    return Module().read(_mlir.SplitImportFile, _wrap(path), _wrap(weights), options.handle)


def import_memory(format, data, weights, options, allow_unregistered_dialect=False):
    """Imports a model of bytes. `format` is a Format; `weights` may be empty."""
    module = Module()
    _mlir.ContextSetAllowUnregisteredDialects(module.context, allow_unregistered_dialect)
    texts = _wrap(data), _wrap(_MEMORY), _wrap(weights)
    return module.read(_mlir.SplitImportMemory, format, *texts, options.handle)


def _optimize(module, pipeline):
    """Runs passes on a module. Returns whether they succeeded."""
    manager = _mlir.PassManagerCreate(module.context)
    try:
        passes = _mlir.PassManagerGetAsOpPassManager(manager)
        # `builtin.module(...)`, as mlir-opt takes it, or a list of passes.
        is_whole = pipeline.startswith(b"builtin.module(")
        add = _mlir.ParsePassPipeline if is_whole else _mlir.OpPassManagerAddPipeline
        succeeded, error = _collect_with(add, passes, _wrap(pipeline))
        if not succeeded:
            module.diagnostics.append(("error", "pipeline", _decode(error)))
            return False
        operation = _mlir.ModuleGetOperation(module.handle)
        return bool(_mlir.PassManagerRunOnOp(manager, operation))
    finally:
        _mlir.PassManagerDestroy(manager)


def opt(text, pipeline, allow_unregistered_dialect):
    """Parses a module, runs passes, and returns the module as text."""
    module = import_memory(Format.mlir, text, b"", Options(), allow_unregistered_dialect)

    def run():
        if not _optimize(module, pipeline):
            return None
        return _collect(_mlir.OperationPrint, _mlir.ModuleGetOperation(module.handle))

    return _decode(module.run(run))
