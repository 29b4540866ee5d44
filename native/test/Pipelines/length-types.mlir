// C3, V6: lengths of every type that arrive at run time. -1 is the rest in all that
// have a sign; an unsigned maximum is a size.

// RUN: split-run %s --function=signed --input=9xi8=iota --input=2xi8=-1,2 --input=2xsi8=3,-1 \
// RUN:   --input=2xi16=-1,4 --input=2xsi16=5,-1 --input=2xi32=-1,6 --input=2xsi32=7,-1 \
// RUN:   --input=2xi64=-1,8 --input=2xsi64=8,-1 --input=2xindex=-1,0 | FileCheck %s --check-prefix=REST
// REST:      result[0]: 7xi8=[0,1,2,3,4,5,6]
// REST-NEXT: result[1]: 3xi8=[0,1,2]
// REST-NEXT: result[2]: 5xi8=[0,1,2,3,4]
// REST-NEXT: result[3]: 5xi8=[0,1,2,3,4]
// REST-NEXT: result[4]: 3xi8=[0,1,2]
// REST-NEXT: result[5]: 7xi8=[0,1,2,3,4,5,6]
// REST-NEXT: result[6]: 1xi8=[0]
// REST-NEXT: result[7]: 8xi8=[0,1,2,3,4,5,6,7]
// REST-NEXT: result[8]: 9xi8=[0,1,2,3,4,5,6,7,8]

// RUN: split-run %s --function=signed --input=9xi8=iota --input=2xi8=0,9 --input=2xsi8=1,8 \
// RUN:   --input=2xi16=2,7 --input=2xsi16=3,6 --input=2xi32=4,5 --input=2xsi32=5,4 \
// RUN:   --input=2xi64=6,3 --input=2xsi64=7,2 --input=2xindex=8,1 | FileCheck %s --check-prefix=SIZES
// SIZES:      result[0]: 0xi8=[]
// SIZES-NEXT: result[1]: 1xi8=[0]
// SIZES-NEXT: result[2]: 2xi8=[0,1]
// SIZES-NEXT: result[3]: 3xi8=[0,1,2]
// SIZES-NEXT: result[4]: 4xi8=[0,1,2,3]
// SIZES-NEXT: result[5]: 5xi8=[0,1,2,3,4]
// SIZES-NEXT: result[6]: 6xi8=[0,1,2,3,4,5]
// SIZES-NEXT: result[7]: 7xi8=[0,1,2,3,4,5,6]
// SIZES-NEXT: result[8]: 8xi8=[0,1,2,3,4,5,6,7]
func.func @signed(%x: tensor<?xi8>, %a: tensor<2xi8>, %b: tensor<2xsi8>, %c: tensor<2xi16>,
    %d: tensor<2xsi16>, %e: tensor<2xi32>, %f: tensor<2xsi32>, %g: tensor<2xi64>, %h: tensor<2xsi64>,
    %i: tensor<2xindex>) -> (tensor<?xi8>, tensor<?xi8>, tensor<?xi8>, tensor<?xi8>, tensor<?xi8>,
                             tensor<?xi8>, tensor<?xi8>, tensor<?xi8>, tensor<?xi8>) {
  %0:2 = split.variadic_split %x axis(0) lengths(%a : tensor<2xi8>) : tensor<?xi8> -> tensor<?xi8>, tensor<?xi8>
  %1:2 = split.variadic_split %x axis(0) lengths(%b : tensor<2xsi8>) : tensor<?xi8> -> tensor<?xi8>, tensor<?xi8>
  %2:2 = split.variadic_split %x axis(0) lengths(%c : tensor<2xi16>) : tensor<?xi8> -> tensor<?xi8>, tensor<?xi8>
  %3:2 = split.variadic_split %x axis(0) lengths(%d : tensor<2xsi16>) : tensor<?xi8> -> tensor<?xi8>, tensor<?xi8>
  %4:2 = split.variadic_split %x axis(0) lengths(%e : tensor<2xi32>) : tensor<?xi8> -> tensor<?xi8>, tensor<?xi8>
  %5:2 = split.variadic_split %x axis(0) lengths(%f : tensor<2xsi32>) : tensor<?xi8> -> tensor<?xi8>, tensor<?xi8>
  %6:2 = split.variadic_split %x axis(0) lengths(%g : tensor<2xi64>) : tensor<?xi8> -> tensor<?xi8>, tensor<?xi8>
  %7:2 = split.variadic_split %x axis(0) lengths(%h : tensor<2xsi64>) : tensor<?xi8> -> tensor<?xi8>, tensor<?xi8>
  %8:2 = split.variadic_split %x axis(0) lengths(%i : tensor<2xindex>) : tensor<?xi8> -> tensor<?xi8>, tensor<?xi8>
  return %0#0, %1#0, %2#0, %3#0, %4#0, %5#0, %6#0, %7#0, %8#0 : tensor<?xi8>, tensor<?xi8>, tensor<?xi8>,
      tensor<?xi8>, tensor<?xi8>, tensor<?xi8>, tensor<?xi8>, tensor<?xi8>, tensor<?xi8>
}

// The maximum of ui8 and of ui16 is the size of a piece.
// RUN: split-run %s --function=unsigned --input=257xi16=iota --input=2xui8=255,2 --input=2xui16=1,256 \
// RUN:   --input=2xui32=0,257 --input=2xui64=255,2 | FileCheck %s --check-prefix=UNSIGNED
// UNSIGNED:      result[0]: 2xi16=[255,256]
// UNSIGNED-NEXT: result[1]: 256xi16=[1,2,
// UNSIGNED-NEXT: result[2]: 257xi16=[0,1,
// UNSIGNED-NEXT: result[3]: 2xi16=[255,256]

// RUN: split-run %s --function=ui16 --input=65536xi16=iota --input=2xui16=65535,1 | FileCheck %s --check-prefix=UI16
// UI16: result[0]: 1xi16=[-1]
// RUN: not split-run %s --function=ui16 --input=9xi16=iota --input=2xui16=65535,2 2>&1 | FileCheck %s --check-prefix=UI16_MAX
// UI16_MAX: error: lengths [65535, 2] sum to more than 9, the size of dimension 0

// Those of ui32 and ui64 are too large.
// RUN: not split-run %s --function=ui32 --input=9xi16=iota --input=2xui32=4294967295,2 2>&1 | FileCheck %s --check-prefix=UI32_MAX
// UI32_MAX: error: lengths [4294967295, 2] sum to more than 9, the size of dimension 0
// RUN: not split-run %s --function=ui64 --input=9xi16=iota --input=2xui64=2,18446744073709551615 2>&1 | FileCheck %s --check-prefix=UI64_MAX
// UI64_MAX: error: lengths [2, 18446744073709551615] hold one above 9223372036854775807, the largest size
func.func @unsigned(%x: tensor<?xi16>, %a: tensor<2xui8>, %b: tensor<2xui16>, %c: tensor<2xui32>, %d: tensor<2xui64>)
    -> (tensor<?xi16>, tensor<?xi16>, tensor<?xi16>, tensor<?xi16>) {
  %0:2 = split.variadic_split %x axis(0) lengths(%a : tensor<2xui8>) : tensor<?xi16> -> tensor<?xi16>, tensor<?xi16>
  %1:2 = split.variadic_split %x axis(0) lengths(%b : tensor<2xui16>) : tensor<?xi16> -> tensor<?xi16>, tensor<?xi16>
  %2:2 = split.variadic_split %x axis(0) lengths(%c : tensor<2xui32>) : tensor<?xi16> -> tensor<?xi16>, tensor<?xi16>
  %3:2 = split.variadic_split %x axis(0) lengths(%d : tensor<2xui64>) : tensor<?xi16> -> tensor<?xi16>, tensor<?xi16>
  return %0#1, %1#1, %2#1, %3#1 : tensor<?xi16>, tensor<?xi16>, tensor<?xi16>, tensor<?xi16>
}
func.func @ui16(%x: tensor<?xi16>, %l: tensor<2xui16>) -> tensor<?xi16> {
  %0:2 = split.variadic_split %x axis(0) lengths(%l : tensor<2xui16>) : tensor<?xi16> -> tensor<?xi16>, tensor<?xi16>
  return %0#1 : tensor<?xi16>
}
func.func @ui32(%x: tensor<?xi16>, %l: tensor<2xui32>) -> tensor<?xi16> {
  %0:2 = split.variadic_split %x axis(0) lengths(%l : tensor<2xui32>) : tensor<?xi16> -> tensor<?xi16>, tensor<?xi16>
  return %0#1 : tensor<?xi16>
}
func.func @ui64(%x: tensor<?xi16>, %l: tensor<2xui64>) -> tensor<?xi16> {
  %0:2 = split.variadic_split %x axis(0) lengths(%l : tensor<2xui64>) : tensor<?xi16> -> tensor<?xi16>, tensor<?xi16>
  return %0#1 : tensor<?xi16>
}
// A minimum is no -1 either.
// RUN: not split-run %s --function=i8 --input=9xi16=iota --input=2xi8=-128,2 2>&1 | FileCheck %s --check-prefix=I8_MIN
// I8_MIN: error: lengths [-128, 2] hold a negative length other than -1
func.func @i8(%x: tensor<?xi16>, %l: tensor<2xi8>) -> tensor<?xi16> {
  %0:2 = split.variadic_split %x axis(0) lengths(%l : tensor<2xi8>) : tensor<?xi16> -> tensor<?xi16>, tensor<?xi16>
  return %0#1 : tensor<?xi16>
}
