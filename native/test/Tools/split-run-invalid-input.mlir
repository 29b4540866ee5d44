// Inputs that do not fit: one message, status 1.

// DEFINE: %{run} = sh %source_dir/test/Inputs/status.sh split-run
// RUN: %{run} %s --function=f | FileCheck %s --check-prefix=NONE
// NONE:      {{^}}split-run: error: wrong number of inputs: expected 2 (tensor<?x3xf32>, index), got 0{{$}}
// NONE-NEXT: {{^}}status 1{{$}}

// RUN: %{run} %s --function=f --input=2x3xf32=iota --input=index=1 \
// RUN:   --input=i32=1 | FileCheck %s --check-prefix=MANY
// MANY:      {{^}}split-run: error: wrong number of inputs: expected 2 (tensor<?x3xf32>, index), got 3{{$}}
// MANY-NEXT: {{^}}status 1{{$}}

// RUN: %{run} %s --function=f --input=2x4xf32=iota --input=index=1 \
// RUN:   | FileCheck %s --check-prefix=SIZE
// SIZE:      {{^}}split-run: error: input 0: expected tensor<?x3xf32>, got tensor<2x4xf32>{{$}}
// SIZE-NEXT: {{^}}status 1{{$}}

// RUN: %{run} %s --function=f --input=6xf32=iota --input=index=1 \
// RUN:   | FileCheck %s --check-prefix=RANK
// RANK:      {{^}}split-run: error: input 0: expected tensor<?x3xf32>, got tensor<6xf32>{{$}}
// RANK-NEXT: {{^}}status 1{{$}}

// RUN: %{run} %s --function=f --input=2x3xf64=iota --input=index=1 \
// RUN:   | FileCheck %s --check-prefix=TYPE
// TYPE:      {{^}}split-run: error: input 0: expected tensor<?x3xf32>, got tensor<2x3xf64>{{$}}
// TYPE-NEXT: {{^}}status 1{{$}}

// RUN: %{run} %s --function=f --input=2x3xf32=iota --input=1xindex=1 \
// RUN:   | FileCheck %s --check-prefix=SCALAR
// SCALAR:      {{^}}split-run: error: input 1: expected index, got tensor<1xindex>{{$}}
// SCALAR-NEXT: {{^}}status 1{{$}}

// RUN: %{run} %s --function=f --input=2x3xf32=iota --input=i32=1 \
// RUN:   | FileCheck %s --check-prefix=NUMBER
// NUMBER:      {{^}}split-run: error: input 1: expected index, got i32{{$}}
// NUMBER-NEXT: {{^}}status 1{{$}}

// RUN: %{run} %s --function=u --input=2xi8=iota \
// RUN:   | FileCheck %s --check-prefix=SIGN
// SIGN:      {{^}}split-run: error: input 0: expected tensor<*xui8>, got tensor<2xi8>{{$}}
// SIGN-NEXT: {{^}}status 1{{$}}

// RUN: %{run} %s --function=f --input=2x3xf32=1,2,3 --input=index=1 \
// RUN:   | FileCheck %s --check-prefix=COUNT
// COUNT:      {{^}}split-run: error: input 0: wrong number of values for 2x3xf32: expected 6, got 3{{$}}
// COUNT-NEXT: {{^}}status 1{{$}}

// RUN: %{run} %s --function=u --input=2xui8=1,300 \
// RUN:   | FileCheck %s --check-prefix=RANGE
// RANGE:      {{^}}split-run: error: input 0: '300' is out of range for ui8{{$}}
// RANGE-NEXT: {{^}}status 1{{$}}

// RUN: %{run} %s --function=u --input=2x?xui8=1 \
// RUN:   | FileCheck %s --check-prefix=SHAPE
// SHAPE:      {{^}}split-run: error: input 0: '2x?xui8' is not a static shape and element type, as in 2x3xf32, or @FILE{{$}}
// SHAPE-NEXT: {{^}}status 1{{$}}

// RUN: %{run} %s --function=u --input=garbage \
// RUN:   | FileCheck %s --check-prefix=GARBAGE
// GARBAGE:      {{^}}split-run: error: input 0: 'garbage' is not a static shape and element type, as in 2x3xf32, or @FILE{{$}}
// GARBAGE-NEXT: {{^}}status 1{{$}}

// RUN: %{run} %s --function=u --input=@%t.none.npy \
// RUN:   | FileCheck %s --check-prefix=MISSING
// MISSING:      {{^}}split-run: error: input 0: '{{.*}}none.npy': No such file or directory{{$}}
// MISSING-NEXT: {{^}}status 1{{$}}

// RUN: rm -rf %t.dir.npy && mkdir %t.dir.npy
// RUN: %{run} %s --function=u --input=@%t.dir.npy \
// RUN:   | FileCheck %s --check-prefix=DIR
// DIR:      {{^}}split-run: error: input 0: '{{.*}}dir.npy': Is a directory{{$}}
// DIR-NEXT: {{^}}status 1{{$}}

// RUN: %{run} %s --function=u --input=@%s | FileCheck %s --check-prefix=KIND
// KIND:      {{^}}split-run: error: input 0: '{{.*}}': unknown kind of file, expected .npy or .pb{{$}}
// KIND-NEXT: {{^}}status 1{{$}}

// RUN: %{run} %s --function=u --input=2xui8=iota --output=@%t.0.npy \
// RUN:   --output=@%t.1.npy \
// RUN:   | FileCheck %s --check-prefix=OUTPUTS
// OUTPUTS:      {{^}}split-run: error: wrong number of output files: expected 1, got 2{{$}}
// OUTPUTS-NEXT: {{^}}status 1{{$}}

// RUN: %{run} %s --function=m | FileCheck %s --check-prefix=MEMREF
// MEMREF: error: result 0 is of type 'memref<2xf32>', only tensors and scalars
// MEMREF: {{^}}status 1{{$}}

func.func @f(%x: tensor<?x3xf32>, %i: index) {
  return
}
func.func @u(%x: tensor<*xui8>) -> tensor<*xui8> {
  return %x : tensor<*xui8>
}
func.func @m() -> memref<2xf32> {
  %0 = memref.alloc() : memref<2xf32>
  return %0 : memref<2xf32>
}
