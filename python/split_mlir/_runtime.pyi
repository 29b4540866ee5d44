"""Loads and calls compiled code. Needs no compiler."""

from typing import Any, Callable

commit: str
version: str

class Code:
    """A shared library or a program of the compiler, which stays loaded as long as functions
    or results of it exist."""

    @staticmethod
    def load(path: bytes) -> Code:
        """Loads a shared library. Raises LoadError."""
    @staticmethod
    def wrap(look_up: Callable[[str], int]) -> Code:
        """Wraps functions whose addresses look_up returns, valid as long as it exists."""
    @property
    def signature(self) -> str:
        """The description of a loaded library, in JSON."""

class Function:
    """A compiled function. Calls raise the exceptions of split_mlir.Function."""

    def __init__(
        self, code: Code, name: str, arguments: tuple[tuple, ...], results: tuple[tuple, ...]
    ) -> None: ...
    def __call__(self, *args: Any, out: Any = None) -> Any: ...
    def time(self, args: tuple[Any, ...], seconds: float) -> float: ...
