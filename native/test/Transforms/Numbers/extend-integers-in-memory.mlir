// RUN: split-opt %s --split-extend-integers-in-memory | FileCheck %s

// CHECK-LABEL: llvm.func @load(
// CHECK-SAME: %[[P:.+]]: !llvm.ptr)
// CHECK: %[[WIDE:.+]] = llvm.load %[[P]] {alignment = 8 : i64} : !llvm.ptr -> i64
// CHECK: llvm.trunc %[[WIDE]] : i64 to i33
llvm.func @load(%p: !llvm.ptr) -> i33 {
  %0 = llvm.load %p {alignment = 8 : i64} : !llvm.ptr -> i33
  llvm.return %0 : i33
}

// CHECK-LABEL: llvm.func @store(
// CHECK-SAME: %[[P:.+]]: !llvm.ptr, %[[X:.+]]: i1, %[[Y:.+]]: i24)
// CHECK: %[[BYTE:.+]] = llvm.zext %[[X]] : i1 to i8
// CHECK: llvm.store %[[BYTE]], %[[P]] : i8
// CHECK: %[[WORD:.+]] = llvm.zext %[[Y]] : i24 to i32
// CHECK: llvm.store %[[WORD]], %[[P]] : i32
llvm.func @store(%p: !llvm.ptr, %x: i1, %y: i24) {
  llvm.store %x, %p : i1, !llvm.ptr
  llvm.store %y, %p : i24, !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @wide(
// CHECK: %[[WIDE:.+]] = llvm.load %{{.+}} : !llvm.ptr -> i256
// CHECK: llvm.trunc %[[WIDE]] : i256 to i160
// CHECK: %[[WIDER:.+]] = llvm.zext %{{.+}} : i257 to i384
// CHECK: llvm.store %[[WIDER]], %{{.+}} : i384
llvm.func @wide(%p: !llvm.ptr, %x: i257) -> i160 {
  %0 = llvm.load %p : !llvm.ptr -> i160
  llvm.store %x, %p : i257, !llvm.ptr
  llvm.return %0 : i160
}

// CHECK-LABEL: llvm.func @complex(
// CHECK: %[[ALL:.+]] = llvm.load %{{.+}} : !llvm.ptr -> !llvm.struct<(i8, i8)>
// CHECK: %[[RE:.+]] = llvm.extractvalue %[[ALL]][0]
// CHECK: llvm.trunc %[[RE]] : i8 to i4
llvm.func @complex(%p: !llvm.ptr) -> !llvm.struct<(i4, i4)> {
  %0 = llvm.load %p : !llvm.ptr -> !llvm.struct<(i4, i4)>
  llvm.return %0 : !llvm.struct<(i4, i4)>
}

// CHECK-LABEL: llvm.func @vector(
// CHECK: %[[BYTE:.+]] = llvm.load %{{.+}} : !llvm.ptr -> i16
// CHECK: %[[BITS:.+]] = llvm.trunc %[[BYTE]] : i16 to i12
// CHECK: %[[X:.+]] = llvm.bitcast %[[BITS]] : i12 to vector<3xi4>
// CHECK: %[[BACK:.+]] = llvm.bitcast %[[X]] : vector<3xi4> to i12
// CHECK: llvm.zext %[[BACK]] : i12 to i16
llvm.func @vector(%p: !llvm.ptr) {
  %0 = llvm.load %p : !llvm.ptr -> vector<3xi4>
  llvm.store %0, %p : vector<3xi4>, !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @no_change(
// CHECK-NEXT: llvm.load %{{.+}} -> i32
// CHECK-NEXT: llvm.load %{{.+}} -> f32
// CHECK-NEXT: llvm.load %{{.+}} -> vector<4xi4>
// CHECK-NEXT: llvm.return
llvm.func @no_change(%p: !llvm.ptr) {
  %0 = llvm.load %p : !llvm.ptr -> i32
  %1 = llvm.load %p : !llvm.ptr -> f32
  %2 = llvm.load %p : !llvm.ptr -> vector<4xi4>
  llvm.return
}
