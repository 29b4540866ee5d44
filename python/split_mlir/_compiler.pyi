"""Imports and compiles models. All functions raise CompileError."""

import enum

class Format(enum.Enum):
    """The formats of models."""

    mlir = 0
    onnx = 1
    openvino = 2

class Output(enum.Enum):
    """The values of split-compile's option --emit."""

    split = 0
    linalg = 1
    llvm = 2
    llvm_ir = 3
    asm = 4
    obj = 5
    shared = 6
    header = 7

class Options:
    """The options of split-compile, with its defaults."""

    def set_cpu(self, cpu: bytes) -> None: ...
    def set_target(self, triple: bytes) -> None: ...
    def set_machine_profile(self, path: bytes) -> None: ...
    def add_name(self, name: bytes) -> None: ...
    def add_file_prefix_map(self, map: bytes) -> None: ...
    def set_threads(self, threads: int) -> None: ...
    def set_no_runtime_checks(self, enable: bool) -> None: ...
    def set_views(self, enable: bool) -> None: ...
    def set_onnx_strict(self, enable: bool) -> None: ...

class Program:
    """Compiled code in this process."""

    @property
    def signature(self) -> str: ...
    def look_up(self, name: str) -> int:
        """Returns the address of a function, 0 if there is none."""

class Module:
    """An imported module, which compilations do not change."""

    def text(self, output: Output, options: Options) -> str: ...
    def write(self, output: Output, options: Options, path: bytes) -> None: ...
    def load(self, options: Options) -> Program: ...

def import_file(path: bytes, weights: bytes, options: Options) -> Module: ...
def import_memory(format: Format, data: bytes, weights: bytes, options: Options) -> Module: ...
def opt(text: bytes, pipeline: bytes, allow_unregistered_dialect: bool) -> str: ...
