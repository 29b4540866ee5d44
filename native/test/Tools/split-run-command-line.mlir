// Wrong command lines: status 2.

// DEFINE: %{run} = sh %source_dir/test/Inputs/status.sh split-run
// RUN: %{run} | FileCheck %s --check-prefix=EMPTY
// EMPTY: Not enough positional command line arguments
// EMPTY: {{^}}status 2{{$}}
// RUN: %{run} %s --no-such-flag | FileCheck %s --check-prefix=FLAG
// FLAG: Unknown command line argument '--no-such-flag'
// FLAG: {{^}}status 2{{$}}
// RUN: %{run} %s --time=0 | FileCheck %s --check-prefix=TIME
// TIME:      {{^}}split-run: error: --time needs at least one run{{$}}
// TIME-NEXT: {{^}}status 2{{$}}
// RUN: %{run} %s --time=-1 | FileCheck %s --check-prefix=NEGATIVE
// NEGATIVE: '-1' value invalid for uint argument
// NEGATIVE: {{^}}status 2{{$}}
// RUN: %{run} %s --rtol=-1 | FileCheck %s --check-prefix=TOLERANCE
// TOLERANCE:      {{^}}split-run: error: --rtol and --atol must not be negative{{$}}
// TOLERANCE-NEXT: {{^}}status 2{{$}}
// RUN: %{run} %s --output=x.npy | FileCheck %s --check-prefix=OUTPUT
// RUN: %{run} %s --output=@x.pb | FileCheck %s --check-prefix=OUTPUT
// OUTPUT:      {{^}}split-run: error: --output needs the form @FILE.npy{{$}}
// OUTPUT-NEXT: {{^}}status 2{{$}}
// RUN: %{run} %s --test-data=%S --input=i32=1 \
// RUN:   | FileCheck %s --check-prefix=BOTH
// BOTH:      {{^}}split-run: error: --test-data stands in place of --input and --expected_output{{$}}
// BOTH-NEXT: {{^}}status 2{{$}}

// RUN: %{run} %s --weights=x.bin | FileCheck %s --check-prefix=WEIGHTS
// WEIGHTS:      {{^}}split-run: error: --weights goes with an OpenVINO model, FILE.xml{{$}}
// WEIGHTS-NEXT: {{^}}status 2{{$}}

// RUN: split-run --help | FileCheck %s --check-prefix=HELP
// HELP-DAG: --atol
// HELP-DAG: --cpu
// HELP-DAG: --expected_output
// HELP-DAG: --function
// HELP-DAG: --input
// HELP-DAG: --no-runtime-checks
// HELP-DAG: --onnx-strict
// HELP-DAG: --ordered-reductions
// HELP-DAG: --output
// HELP-DAG: --results
// HELP-DAG: --rtol
// HELP-DAG: --test-data
// HELP-DAG: --threads
// HELP-DAG: --time
// HELP-DAG: --weights

// RUN: %{run} %s --cpu=no-such-processor | FileCheck %s --check-prefix=CPU
// CPU:      {{^}}split-run: error: --cpu: unknown processor 'no-such-processor'{{$}}
// CPU-NEXT: {{^}}status 2{{$}}
// RUN: test "$(uname -m)" != x86_64 || %{run} %s --cpu=i386 \
// RUN:   | FileCheck %s --check-prefix=CPU32
// CPU32:      {{^}}split-run: error: --cpu: processor 'i386' does not run 64-bit code{{$}}
// CPU32-NEXT: {{^}}status 2{{$}}

// LLVM's own options are not this tool's.
// RUN: %{run} %s --print-after-all | FileCheck %s --check-prefix=FOREIGN
// FOREIGN: Unknown command line argument '--print-after-all'
// FOREIGN: {{^}}status 2{{$}}

// RUN: %{run} %s --threads=0 | FileCheck %s --check-prefix=THREADS
// RUN: %{run} %s --threads=1025 | FileCheck %s --check-prefix=THREADS
// THREADS:      {{^}}split-run: error: --threads needs a number from 1 to 1024{{$}}
// THREADS-NEXT: {{^}}status 2{{$}}
// RUN: %{run} %s --threads=two | FileCheck %s --check-prefix=TWO
// TWO: 'two' value invalid for uint argument
// TWO: {{^}}status 2{{$}}
// RUN: %{run} %s --threads=2 | FileCheck %s --check-prefix=RUNS
// RUNS: {{^}}status 0{{$}}
// RUN: %{run} %s --results=some | FileCheck %s --check-prefix=RESULTS
// RESULTS: for the --results option: Cannot find option named 'some'
// RESULTS: {{^}}status 2{{$}}

// RUN: split-run %s --time=1 | FileCheck %s --check-prefix=ONE
// ONE: {{^}}time: min [[T:[0-9.]+ [mun]?s]], median [[T]], max [[T]] (1 run){{$}}
// RUN: split-run %s --time=4 | FileCheck %s --check-prefix=FOUR
// FOUR: {{^}}time: min {{.*}}s, median {{.*}}s, max {{.*}}s (4 runs){{$}}

func.func @main() {
  return
}
