"""How lit runs the suites: `ninja check-split`, or lit on a build's test/."""

import os
import platform
import shutil
import subprocess

import lit.formats

config.name = "split-mlir"
# The external shell: pipelines, `not`, here-documents as any user writes them.
config.test_format = lit.formats.ShTest(execute_external=True)
config.suffixes = [".c", ".mlir", ".test", ".py"]
config.excludes = ["lit.cfg.py", "lit.site.cfg.py", "Inputs", "CMakeLists.txt"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.split_binary_dir, "test")
config.split_exec_suffix = ""

tools = os.path.join(config.split_binary_dir, "bin")
libs = os.path.join(config.split_binary_dir, "lib")
plugin = os.path.join(libs, "SplitPlugin.so")
path = [tools, config.llvm_tools_dir, os.environ["PATH"]]
# `--param split-opt=stock` runs tests on the stock mlir-opt with the plugin.
if lit_config.params.get("split-opt") == "stock":
    config.split_exec_suffix = "-stock"
    config.test_exec_root += config.split_exec_suffix
    config.environment["MLIR_OPT"] = os.path.join(config.llvm_tools_dir, "mlir-opt")
    config.environment["SPLIT_PLUGIN"] = plugin
    path.insert(0, os.path.join(config.test_source_root, "Plugin", "Inputs"))
    driver = "STOCK"
else:
    driver = "SPLIT"
# `--param run-on=NAME` runs tests with code for another machine under QEMU.
machine = lit_config.params.get("run-on")
if machine:
    config.split_exec_suffix = "-" + machine
    config.test_exec_root += config.split_exec_suffix
    config.environment["SPLIT_RUN_CACHE"] = config.test_exec_root + "/cache"
    for param in ("options", "qemu", "driver"):
        config.environment["SPLIT_RUN_" + param.upper()] = lit_config.params[param]
    path.insert(0, os.path.join(config.split_source_dir, "native/test/Targets/Inputs"))
    config.available_features.add("foreign")
config.environment["PATH"] = os.pathsep.join(path)
# Where split-run would find the machine profile of the user.
config.environment["XDG_CACHE_HOME"] = config.test_exec_root + "/cache"
# The packages split_testing and split_mlir.
config.environment["PYTHONPATH"] = os.pathsep.join(
    [
        os.path.join(config.test_source_root, "Inputs"),
        os.path.join(config.split_binary_dir, "python"),
    ]
)

llvm_root = os.path.dirname(config.llvm_tools_dir)
llvm_lib = os.path.join(llvm_root, "lib")

# Debian's python3-numpy and python3-onnx belong to the system's interpreter,
# whatever `python3` an environment puts first.
# The interpreter with the sanitizers' runtime, which the extensions need. Python
# itself leaks.
sanitized_python = "/usr/bin/python3 -B"
if config.split_sanitizers:
    runtime = subprocess.run(
        [config.split_c_compiler, "-print-file-name=libclang_rt.asan-x86_64.so"],
        capture_output=True,
        text=True,
    ).stdout.strip()
    sanitized_python = "env LD_PRELOAD=%s PYTHONMALLOC=malloc %s %s" % (
        runtime,
        "ASAN_OPTIONS=allow_user_poisoning=0:detect_container_overflow=0:"
        "detect_leaks=0:detect_odr_violation=0:allocator_may_return_null=1",
        sanitized_python,
    )
sanitize = config.split_sanitizers and " -fsanitize=" + config.split_sanitizers
config.substitutions += [
    ("%pytest", sanitized_python + " -m pytest -q -p no:cacheprovider"),
    ("%sanitized_python", sanitized_python),
    ("%python", "/usr/bin/python3 -B"),
    ("%tools", tools),
    # Runs split-run with each set of options under which values must be the same.
    ("%run-each", os.path.join(config.test_source_root, "Inputs", "run-each.sh")),
    # The stock mlir-opt with the dialect, the passes and the pipelines.
    (
        "%mlir-opt",
        "%s --load-dialect-plugin=%s --load-pass-plugin=%s"
        % (os.path.join(config.llvm_tools_dir, "mlir-opt"), plugin, plugin),
    ),
    ("%plugin", plugin),
    ("%driver", driver),
    ("%source_dir", config.split_source_dir),
    ("%libs", libs),
    # Compiles C as the libraries were compiled.
    (
        "%cc",
        config.split_c_compiler + config.split_c_flags + sanitize,
    ),
    ("%cxx", config.split_cxx_compiler + config.split_cxx_flags + sanitize),
    # What a C program that calls compiled code adds to it.
    (
        "%runtime_include",
        "-I%s/native/include -I%s/distribution/include"
        % (config.split_source_dir, config.split_source_dir),
    ),
    # What a C program that uses the C API adds to it.
    (
        "%capi_include",
        " ".join("-I" + folder for folder in config.split_include_dirs)
        + " -I%s/test/CAPI" % config.split_source_dir
        + " -isystem %s/include" % llvm_root,
    ),
    (
        "%capi_links",
        "-L%s -lSplitMLIRCompiler-C -lSplitMLIR-C -Wl,-rpath,%s:%s" % (libs, libs, llvm_lib),
    ),
    ("%capi_link", "-L%s -lSplitMLIR-C -Wl,-rpath,%s:%s" % (libs, libs, llvm_lib)),
    ("%build_dir", config.split_binary_dir),
    # For CMake projects that use the libraries.
    (
        "%toolchain",
        "CC=%s CXX=%s" % (config.split_c_compiler, config.split_cxx_compiler),
    ),
    # The size of a stripped split-opt, in bytes; sanitizers make it larger.
    ("%max_size", "20000000" if config.split_sanitizers else "3400000"),
    ("%llvm_bin", config.llvm_tools_dir),
    ("%llvm_lib", llvm_lib),
    ("%llvm_root", llvm_root),
    ("%onnx_data", "/usr/share/libonnx-testdata/data"),
]

# The components of the build: native, frontends, onnx, ...
config.available_features |= set(config.split_components.lower().split(";"))
for feature, option in (
    ("onnx", config.split_enable_onnx),
    ("openvino", config.split_enable_openvino),
    ("python", config.split_enable_python),
):
    if option in ("ON", "1", "TRUE"):
        config.available_features.add(feature)
# How programs run on several ranks of this machine, within a time. Ranks wait
# by spinning, so that one test at a time runs them.
mpi_options = {
    "openmpi": "--allow-run-as-root --oversubscribe --bind-to none "
    "--mca mpi_yield_when_idle 1",
    "mpich": "",
}
for mpi, options in mpi_options.items():
    if mpi in config.split_mpis and shutil.which("mpirun." + mpi):
        config.available_features.add(mpi)
    mpirun = "timeout -k 5 240 mpirun.%s %s" % (mpi, options)
    config.substitutions.append(("%mpirun-" + mpi, mpirun))
lit_config.parallelism_groups["mpi"] = 1
config.available_features.add(config.split_build_type.lower())
config.available_features.add(platform.machine())
for program in ("cvc5", "g++", "lintian", "meson", "pkg-config", "valgrind", "z3", "zsh"):
    if shutil.which(program):
        config.available_features.add(program)
if os.path.exists(os.path.join(config.llvm_tools_dir, "clang++")):
    config.available_features.add("clang")
if os.path.exists(os.path.join(config.split_source_dir, ".git")):
    config.available_features.add("git")
# Debian's packages, for the pictures of the benchmark and for exporting models.
for package in ("matplotlib", "torch"):
    if os.path.isdir("/usr/lib/python3/dist-packages/" + package):
        config.available_features.add(package)
# Other machines that code is linked for and run on, under Debian's qemu-user.
for name in ("aarch64", "riscv64", "x86_64"):
    if shutil.which("qemu-" + name):
        config.available_features.add("qemu-" + name)
    if shutil.which(name + "-linux-gnu-gcc"):
        config.available_features.add(name + "-cross")
# What takes long, with `--param thorough=1` or SPLIT_MLIR_THOROUGH=1.
thorough = lit_config.params.get("thorough", os.environ.get("SPLIT_MLIR_THOROUGH"))
if thorough in ("1", "ON", "TRUE", "true"):
    config.available_features.add("thorough")
    config.environment["SPLIT_MLIR_THOROUGH"] = "1"
# Built where Google Benchmark is installed.
if os.path.exists(os.path.join(tools, "split-bench")):
    config.available_features.add("benchmark")
if config.split_sanitizers:
    config.available_features.add("sanitizer")
    config.environment["SPLIT_MLIR_SANITIZER"] = "1"
    # libMLIR.so is not instrumented: what its inline allocators poison or
    # annotate on our side, it uses on its own without telling.
    config.environment["ASAN_OPTIONS"] = (
        "allow_user_poisoning=0:detect_container_overflow=0:detect_leaks=1"
    )
    # MPICH's transport UCX replaces functions of memory, as the sanitizers do.
    config.environment["UCX_MEM_EVENTS"] = "n"
    config.environment["UBSAN_OPTIONS"] = "print_stacktrace=1"
    suppressions = os.path.join(config.test_source_root, "lsan.supp")
    config.environment["LSAN_OPTIONS"] = "suppressions=%s:print_suppressions=0" % (
        suppressions
    )
