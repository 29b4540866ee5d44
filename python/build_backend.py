"""Builds the wheels of split-mlir-runtime and split-mlir: `build_backend.py FOLDER`

pip builds them from this folder and from the one above (PEP 517). Needs CMake, Ninja and what
utils/install-deps.sh installs, and no other package of Python; split-mlir-runtime needs no
MLIR. Builds in build/wheel. If the environment variable SPLIT_MLIR_BUILD_DIR names a folder in
which the project is configured, takes the compiler from there.
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

SOURCE = pathlib.Path(__file__).resolve().parent
ROOT = SOURCE.parent
BUILD = ROOT / "build" / "wheel"
CONFIGURED = os.environ.get("SPLIT_MLIR_BUILD_DIR")
# The files of the package that only split-mlir has, beside libraries.
COMPILER_FILES = {"_cache.py", "_compile.py", "_compiler.py"}


class Wheel:
    """A wheel of the project in `folder`, which has a pyproject.toml."""

    def __init__(self, folder):
        text = (folder / "pyproject.toml").read_text()
        self.project = tomllib.loads(text)["project"]
        self.is_runtime = folder == SOURCE
        name = self.project["name"].replace("-", "_")
        self.name = f"{name}-{self.project['version']}"
        platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        tag = "cp311-abi3" if self.is_runtime else "py3-none"
        self.tag = f"{tag}-{platform}"

    def list_metadata(self):
        """Pairs of a file in the folder of metadata, and its contents."""
        project = self.project
        lines = [
            "Metadata-Version: 2.1",
            f"Name: {project['name']}",
            f"Version: {project['version']}",
            f"Summary: {project['description']}",
            f"License: {project['license']['text']}",
            f"Requires-Python: {project['requires-python']}",
            *(f"Requires-Dist: {needed}" for needed in project.get("dependencies", ())),
        ]
        wheel = [
            "Wheel-Version: 1.0",
            "Generator: split_mlir",
            "Root-Is-Purelib: false",
            f"Tag: {self.tag}",
        ]
        yield "METADATA", "\n".join(lines) + "\n"
        yield "WHEEL", "\n".join(wheel) + "\n"
        yield "LICENSE", (ROOT / "LICENSE").read_text()

    def list_files(self, folder):
        """Pairs of a path and the bytes of a file; builds them, by way of `folder`."""
        install = _install_runtime if self.is_runtime else _install_compiler
        for path in sorted(install(folder)):
            # A wheel has no links: of a library's names, only the loader's is needed.
            if not path.name.endswith(f".so.{self.project['version']}"):
                yield f"split_mlir/{path.name}", path.read_bytes()
        for name, text in self.list_metadata():
            yield f"{self.name}.dist-info/{name}", text.encode()


def _run(*command):
    subprocess.run([str(word) for word in command], cwd=ROOT, check=True)


def _build(folder, prefix, *configuration):
    """Builds and installs the package. Returns the files of its folder."""
    if configuration:
        _run("cmake", *configuration)
    _run("cmake", "--build", folder, "--target", "SplitMLIRPython")
    _run("cmake", "--install", folder, "--component", "python", "--strip", "--prefix", prefix)
    return list(next(prefix.rglob("split_mlir")).iterdir())


def _install_runtime(prefix):
    folder = BUILD / "runtime"
    options = "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release"
    files = _build(folder, prefix, "-S", SOURCE, "-B", folder, *options)
    return [path for path in files if path.name not in COMPILER_FILES]


def _install_compiler(prefix):
    folder = pathlib.Path(CONFIGURED or BUILD / "compiler")
    files = _build(folder, prefix / "python", *(() if CONFIGURED else ("--preset", "wheel")))
    _run("cmake", "--install", folder, "--component", "python-wheel", "--strip",
         "--prefix", prefix / "wheel")
    files = [path for path in files if path.name in COMPILER_FILES]
    return files + list((prefix / "wheel" / "split_mlir").iterdir())


def _hash(data):
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=")
    return f"sha256={digest.decode()},{len(data)}"


def _describe(name):
    """A file of the wheel, without the time of the build."""
    entry = zipfile.ZipInfo(name)
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = 0o644 << 16
    return entry


def _pack(files, record, path):
    """Writes a wheel of pairs of a path and bytes."""
    with zipfile.ZipFile(path, "w") as wheel:
        lines = []
        for name, data in files:
            wheel.writestr(_describe(name), data)
            lines.append(f"{name},{_hash(data)}\n")
        wheel.writestr(_describe(record), "".join(lines) + f"{record},,\n")


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None, source=None):
    """Builds a wheel in `wheel_directory` of the current folder, and returns its name."""
    wheel = Wheel(source or pathlib.Path.cwd().resolve())
    name = f"{wheel.name}-{wheel.tag}.whl"
    with tempfile.TemporaryDirectory() as folder:
        files = wheel.list_files(pathlib.Path(folder))
        record = f"{wheel.name}.dist-info/RECORD"
        _pack(files, record, pathlib.Path(wheel_directory, name))
    return name


def get_requires_for_build_wheel(config_settings=None):
    """Everything that the build needs is installed by utils/install-deps.sh."""
    return []


def main():
    output = pathlib.Path(sys.argv[1]).resolve()
    output.mkdir(parents=True, exist_ok=True)
    for source in (SOURCE, ROOT):
        print(output / build_wheel(output, source=source))


if __name__ == "__main__":
    main()
