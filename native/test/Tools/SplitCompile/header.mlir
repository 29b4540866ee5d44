// What a header says, and that C and C++ compilers take it, also with others.
// RUN: split-compile %s -o %t.h && FileCheck %s < %t.h
// RUN: split-compile %s --name=other --results=views --emit=header -o - > %t.views.h
// RUN: FileCheck %s --check-prefix=VIEWS < %t.views.h
// RUN: printf '#include "%t.h"\n#include "%t.h"\n#include "%t.views.h"\n' > %t.c
// RUN: clang -std=c11 -Wall -Wextra -Werror -pedantic -fsyntax-only %runtime_include %t.c
// RUN: clang++ -std=c++17 -Wall -Wextra -Werror -fsyntax-only %runtime_include -x c++ %t.c

// CHECK: #include "split-mlir/HostAbi/Runtime.h"
// CHECK: #if SPLIT_MLIR_ABI_VERSION != 1
// CHECK-NEXT: #error "this header needs version 1 of split-mlir's ABI, but Runtime.h has another version"
// CHECK: #ifdef __cplusplus
// CHECK-NEXT: extern "C" {
// CHECK: #ifndef SPLIT_MLIR_MEMREF5
// CHECK-NEXT: #define SPLIT_MLIR_MEMREF5
// CHECK-NEXT: typedef struct {
// CHECK-NEXT:   void *allocated;
// CHECK-NEXT:   void *aligned;
// CHECK-NEXT:   int64_t offset;
// CHECK-NEXT:   int64_t sizes[5], strides[5];
// CHECK-NEXT: } SplitMlirMemRef5;
// CHECK-NEXT: #endif

// CHECK: // Arguments
// CHECK-NEXT: //   images_: 4x?x1x1x2 of float (f32), "images\0A"
// CHECK-NEXT: //   argument1: any rank of uint8_t (ui8)
// CHECK-NEXT: //   x_int: rank 0 of pairs of float (complex<f32>), "int"; may be written to
// CHECK-NEXT: //   argument3: int8_t (i1)
// CHECK-NEXT: //   argument4: 16 bytes (i128)
// CHECK-NEXT: //   argument5: pairs of double (complex<f64>)
// CHECK-NEXT: //   argument6: int64_t (index)
// CHECK-NEXT: // Results
// CHECK-NEXT: //   images__: 2x3 of uint8_t (f8E5M2), "images_"; the caller's buffer, written to
// CHECK-NEXT: //   result1: ? of int32_t (i32); filled in by the call; free allocated with split_mlir_free
// CHECK-NEXT: //   result2: any rank of uint8_t (ui8); filled in by the call; free it with split_mlir_free_unranked
// CHECK-NEXT: //   result3: double (f64); stored there
// CHECK-NEXT: // Returns SPLIT_MLIR_SUCCESS, or another status:
// CHECK-NEXT: // split_mlir_last_error then describes the error.
// CHECK-NEXT: int32_t model(
// CHECK-NEXT:     const SplitMlirMemRef5 *images_,
// CHECK-NEXT:     const SplitMlirUnrankedMemRef *argument1,
// CHECK-NEXT:     const SplitMlirMemRef0 *x_int,
// CHECK-NEXT:     int8_t argument3,
// CHECK-NEXT:     const void *argument4,
// CHECK-NEXT:     const double *argument5,
// CHECK-NEXT:     int64_t argument6,
// CHECK-NEXT:     const SplitMlirMemRef2 *images__,
// CHECK-NEXT:     SplitMlirMemRef1 *result1,
// CHECK-NEXT:     SplitMlirUnrankedMemRef *result2,
// CHECK-NEXT:     double *result3);
// CHECK-NEXT: // Describes the function in JSON; the string is constant.
// CHECK-NEXT: const char *model_signature(void);

// VIEWS: images__: 2x3 of uint8_t (f8E5M2), "images_"; filled in by the call; a view of an argument if allocated is NULL, else free allocated with split_mlir_free
// VIEWS: int32_t other(
// VIEWS:     SplitMlirMemRef2 *images__,

func.func @model(%a: tensor<4x?x1x1x2xf32> {onnx.name = "images\0A"}, %b: tensor<*xui8>,
    %c: tensor<complex<f32>> {onnx.name = "int", bufferization.writable = true}, %d: i1,
    %e: i128, %f: complex<f64>, %g: index)
    -> (tensor<2x3xf8E5M2> {onnx.name = "images_"}, tensor<?xi32>, tensor<*xui8>, f64) {
  %0 = tensor.empty() : tensor<2x3xf8E5M2>
  %1 = tensor.empty(%g) : tensor<?xi32>
  %2 = arith.constant 1.0 : f64
  return %0, %1, %b, %2 : tensor<2x3xf8E5M2>, tensor<?xi32>, tensor<*xui8>, f64
}
