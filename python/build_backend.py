"""Builds the wheel of split_mlir: `pip install --no-build-isolation --no-index .`

Configures and builds the preset `release` in build/release, or builds in the folder that the
environment variable SPLIT_MLIR_BUILD_DIR names, installs the package from there
to a temporary folder, and packs that (PEP 517). Needs CMake, Ninja and what
utils/install-deps.sh installs, and no other package of Python.
"""

import base64
import hashlib
import os
import pathlib
import subprocess
import sys
import sysconfig
import tempfile
import tomllib
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
# Where to build; a folder that the user names is configured already.
CONFIGURED = os.environ.get("SPLIT_MLIR_BUILD_DIR")
BUILD = pathlib.Path(CONFIGURED or ROOT / "build" / "release")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
NAME = f"{PROJECT['name']}-{PROJECT['version']}"


def _get_tag():
    version = "cp{}{}".format(*sys.version_info)
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    return f"{version}-{version}-{platform}"


def _list_metadata():
    """Pairs of a file in the folder of metadata, and its contents."""
    lines = [
        "Metadata-Version: 2.1",
        f"Name: {PROJECT['name']}",
        f"Version: {PROJECT['version']}",
        f"Summary: {PROJECT['description']}",
        f"License: {PROJECT['license']['text']}",
        f"Requires-Python: {PROJECT['requires-python']}",
        *(f"Requires-Dist: {requirement}" for requirement in PROJECT["dependencies"]),
    ]
    wheel = [
        "Wheel-Version: 1.0",
        "Generator: split_mlir",
        "Root-Is-Purelib: false",
        f"Tag: {_get_tag()}",
    ]
    yield "METADATA", "\n".join(lines) + "\n"
    yield "WHEEL", "\n".join(wheel) + "\n"
    yield "LICENSE", (ROOT / "LICENSE").read_text()


def _run(*command):
    subprocess.run([str(word) for word in command], cwd=ROOT, check=True)


def _configure():
    options = []
    if not os.path.samefile(sys.executable, "/usr/bin/python3"):
        options.append(f"-DPython3_EXECUTABLE={os.path.realpath(sys.executable)}")
    _run("cmake", "--preset", "release", *options)


def _install(folder):
    """Builds the package and installs it to `folder`."""
    if not CONFIGURED:
        _configure()
    _run("cmake", "--build", BUILD, "--target", "SplitMLIRPython")
    _run("cmake", "--install", BUILD, "--component", "python", "--prefix", folder / "prefix")
    _run("cmake", "--install", BUILD, "--component", "python-wheel", "--strip",
         "--prefix", folder / "wheel")
    installed = next((folder / "prefix").rglob("split_mlir"))
    for file in installed.iterdir():
        file.rename(folder / "wheel" / "split_mlir" / file.name)
    return folder / "wheel"


def _hash(data):
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=")
    return f"sha256={digest.decode()},{len(data)}"


def _describe(name):
    """A file of the wheel, without the time of the build."""
    entry = zipfile.ZipInfo(name)
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = 0o644 << 16
    return entry


def _pack(files, path):
    """Writes a wheel of pairs of a path and bytes."""
    record = f"{NAME}.dist-info/RECORD"
    with zipfile.ZipFile(path, "w") as wheel:
        lines = []
        for name, data in files:
            wheel.writestr(_describe(name), data)
            lines.append(f"{name},{_hash(data)}\n")
        wheel.writestr(_describe(record), "".join(lines) + f"{record},,\n")


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """Builds a wheel in `wheel_directory`, and returns its name."""
    with tempfile.TemporaryDirectory() as folder:
        tree = _install(pathlib.Path(folder))
        # A wheel has no links: of the library's names, only the loader's is needed.
        files = [
            (path.relative_to(tree).as_posix(), path.read_bytes())
            for path in sorted(tree.rglob("*"))
            if path.is_file() and not path.name.endswith(f".so.{PROJECT['version']}")
        ]
    files += [
        (f"{NAME}.dist-info/{name}", text.encode()) for name, text in _list_metadata()
    ]
    name = f"{NAME}-{_get_tag()}.whl"
    _pack(files, pathlib.Path(wheel_directory, name))
    return name


def get_requires_for_build_wheel(config_settings=None):
    """Everything that the build needs is installed by utils/install-deps.sh."""
    return []
