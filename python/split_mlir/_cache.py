"""The cache of compiled models: shared libraries whose names say what they are made of."""

import hashlib
import json
import os
import platform
import re
import tempfile

from . import _compiler, _runtime
from ._errors import LoadError

# What /proc/cpuinfo calls the properties of a processor that code depends on.
_CPU_FIELDS = re.compile(
    "(vendor_id|cpu family|model|stepping|flags|CPU implementer|CPU part|Features|isa)\\s*:"
)


def _describe_cpu():
    """Returns what `native` stands for here."""
    with open("/proc/cpuinfo") as file:
        first = file.read().split("\n\n")[0].splitlines()
    return [platform.machine(), *filter(_CPU_FIELDS.match, first)]


def _read_profile(path):
    """Returns the machine profile that compilations use, None if there is none."""
    if path is None:
        home = os.environ.get("XDG_CACHE_HOME", "")
        if not os.path.isabs(home):
            home = os.path.join(os.path.expanduser("~"), ".cache")
        path = os.path.join(home, "split-mlir", "machine.json")
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return None


def _create_key(module, settings):
    """Returns a name for the code of `module`: a digest of all that determines it."""
    parts = [
        _runtime.version,
        _runtime.commit,
        # A commit with changes is not only one program.
        _compiler.identify(),
        sorted((name, str(value)) for name, value in settings.items()),
        _describe_cpu() if settings["cpu"] == "native" else platform.machine(),
        _read_profile(settings["machine_profile"]),
    ]
    digest = hashlib.sha256(repr(parts).encode())
    digest.update(module.get_bytecode())
    return digest.hexdigest()


def _write(module, options, path):
    """Writes the file `path` at once: other processes see all of it, or nothing."""
    folder, name = os.path.split(path)
    with tempfile.TemporaryDirectory(prefix=".", dir=folder) as place:
        part = os.path.join(place, name)
        module.write(_compiler.Output.shared, options, os.fsencode(part))
        # The weights first: whoever sees the library needs them.
        for name in sorted(os.listdir(place), reverse=True):
            os.replace(os.path.join(place, name), os.path.join(folder, name))


def _has_weights(code, folder):
    """Returns whether the file of weights of a library is there, if it needs one."""
    weights = json.loads(code.signature).get("weights")
    if weights is None:
        return True
    try:
        with open(os.path.join(folder, weights["file"]), "rb") as file:
            size = file.seek(-32, os.SEEK_END) + 32
            return (size, file.read().hex()) == (weights["bytes"], weights["id"])
    except OSError:
        return False


def load(module, options, settings, folder, report):
    """Returns the code of `module` from the cache `folder`, where it is written if necessary."""
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, _create_key(module, settings) + ".so")
    encoded = os.fsencode(os.path.abspath(path))
    if os.path.exists(path):
        report("loading")
        try:
            code = _runtime.Code.load(encoded)
            if _has_weights(code, folder):
                return code
        except (LoadError, ValueError):
            pass  # damaged: it is replaced
    report("compiling")
    _write(module, options, path)
    report("loading")
    return _runtime.Code.load(encoded)
