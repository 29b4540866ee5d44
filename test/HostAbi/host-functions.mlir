// RUN: split-opt %s -split-emit-host-functions | FileCheck %s --check-prefixes=CHECK,CHECKED
// RUN: split-opt %s -split-emit-host-functions=runtime-checks=false | FileCheck %s --check-prefixes=CHECK,UNCHECKED

// UNCHECKED-NOT: expected

// Code links with no runtime library of another version.
// CHECK: llvm.mlir.global external constant @split_mlir_abi_1() {{.*}}: i32
// CHECK: llvm.mlir.global internal constant @split_mlir_required_abi()
// CHECK-NEXT: llvm.mlir.addressof @split_mlir_abi_1
// CHECK: llvm.mlir.global appending @llvm.used()
// CHECK-NEXT: llvm.mlir.addressof @split_mlir_required_abi

// Descriptors as they usually are need few checks; others take the slow path.
// CHECK: func.func @static(%[[A0:.+]]: !llvm.ptr, %[[A1:.+]]: !llvm.ptr) -> (i32 {llvm.signext}) {
// CHECKED-NEXT: %[[STATUS:.+]] = call @static.fast(%[[A0]], %[[A1]]) {res_attrs = [{llvm.signext}]}
// CHECKED-NEXT: return %[[STATUS]] : i32
// UNCHECKED-NOT: alloca
// UNCHECKED: %[[STATUS:.+]] = call @static.call(
// UNCHECKED-NEXT: return %[[STATUS]] : i32

// CHECKED: func.func private @static.fast(%[[X:.+]]: !llvm.ptr, %[[R:.+]]: !llvm.ptr) -> (i32 {llvm.signext})
// CHECKED-SAME: llvm.linkage = #llvm.linkage<internal>, split.returns_status
// CHECKED: %[[OK:.+]] = llvm.icmp "ne" %[[X]], %{{.+}}
// CHECKED-NEXT: cf.cond_br %[[OK]] weights([2000, 1]), ^[[NEXT:[a-z0-9]+]], ^[[SLOW:[a-z0-9]+]]
// CHECKED: ^[[NEXT]]:
// CHECKED: %[[WORD1:.+]] = llvm.getelementptr %[[X]][1]
// CHECKED-NEXT: %[[XDATA:.+]] = llvm.load %[[WORD1]]
// CHECKED: llvm.icmp "ne" %[[XDATA]], %{{.+}}
// CHECKED: llvm.icmp "ne" %[[R]], %{{.+}}
// CHECKED: %[[RDATA:.+]] = llvm.load %{{.+}} : !llvm.ptr -> !llvm.ptr
// CHECKED: llvm.icmp "ne" %[[RDATA]], %{{.+}}
// Offset, sizes and strides: five words of x by two vectors of four, three words
// of the result by two vectors of two.
// CHECKED: %[[P:.+]] = llvm.getelementptr %[[X]][2]
// CHECKED-NEXT: %[[V:.+]] = llvm.load %[[P]] {alignment = 8 : i64} : !llvm.ptr -> vector<4xi64>
// CHECKED-NEXT: %[[E:.+]] = arith.constant dense<[0, 4, 1, 1]>
// CHECKED-NEXT: arith.xori %[[V]], %[[E]]
// CHECKED: llvm.getelementptr %[[X]][3]
// CHECKED: arith.constant dense<[4, 1, 1, 1]>
// CHECKED: %[[XDIFF:.+]] = arith.ori
// CHECKED: llvm.getelementptr %[[R]][2]
// CHECKED: arith.constant dense<[0, 2]>
// CHECKED: llvm.getelementptr %[[R]][3]
// CHECKED: arith.constant dense<[2, 1]>
// CHECKED: %[[RDIFF:.+]] = arith.ori
// CHECKED: %[[ANY:.+]] = "llvm.intr.vector.reduce.or"(%[[RDIFF]])
// CHECKED: arith.cmpi eq, %[[ANY]], %{{.+}}
// CHECKED: "llvm.intr.vector.reduce.or"(%[[XDIFF]])
// The result's last byte is not in x, nor is x in the result.
// CHECKED: %[[XADDRESS:.+]] = llvm.ptrtoint %[[XDATA]]
// CHECKED: %[[RADDRESS:.+]] = llvm.ptrtoint %[[RDATA]]
// CHECKED: %[[SEVEN:.+]] = arith.constant 7 : i64
// CHECKED-NEXT: %[[LAST:.+]] = arith.addi %[[RADDRESS]], %[[SEVEN]]
// CHECKED-NEXT: %[[POSITION:.+]] = arith.subi %[[LAST]], %[[XADDRESS]]
// CHECKED-NEXT: %[[LIMIT:.+]] = arith.constant 23 : i64
// CHECKED-NEXT: %[[APART:.+]] = arith.cmpi uge, %[[POSITION]], %[[LIMIT]]
// CHECKED-NEXT: cf.cond_br %[[APART]] weights([2000, 1]), ^{{.+}}, ^[[SLOW]]
// CHECKED: call @static.impl(
// CHECKED: ^[[SLOW]]:
// CHECKED-NEXT: %[[STATUS:.+]] = call @static.slow(%[[X]], %[[R]])
// CHECKED-NEXT: return %[[STATUS]] : i32

// A call that allocates nothing has only packed arguments to free.
// CHECKED: func.func private @static.slow(%[[A0:.+]]: !llvm.ptr, %[[A1:.+]]: !llvm.ptr) -> i32
// CHECKED-SAME: passthrough = ["cold"]
// CHECKED: %[[PACKED:.+]] = llvm.alloca %{{.+}} x !llvm.ptr
// CHECKED-NEXT: llvm.store %{{.+}}, %[[PACKED]]
// CHECKED-NEXT: %[[STATUS:.+]] = call @static.call(%[[A0]], %[[A1]], %[[PACKED]])
// CHECKED-NEXT: %[[LIST:.+]] = llvm.load %[[PACKED]]
// CHECKED: cf.cond_br %{{.+}}, ^[[END:[a-z0-9]+]], ^[[FREE:[a-z0-9]+]]
// CHECKED: ^[[FREE]]:
// CHECKED-NEXT: llvm.call @split_mlir_free_packed(%[[LIST]])
// CHECKED: ^[[END]]:
// CHECKED-NEXT: return %[[STATUS]] : i32

// CHECK: func.func private @static.call(%[[X:.+]]: !llvm.ptr, %[[R:.+]]: !llvm.ptr, %[[PACKED:.+]]: !llvm.ptr) -> i32
// CHECK-SAME: llvm.linkage = #llvm.linkage<internal>,
// CHECKED-SAME: passthrough = ["cold"],
// CHECK-SAME: split.returns_status
// CHECKED: %[[OK:.+]] = llvm.icmp "ne" %[[X]]
// CHECKED: split.assert %[[OK]], "argument 0 is a null pointer" {split.status = 1 : i32}
// CHECK: %[[GIVEN:.+]] = llvm.load %[[X]] : !llvm.ptr -> !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// R7: sizes and data, then strides where there is more than one element along a dimension.
// CHECKED: split.assert %{{.+}}, "argument 0 has size {} along dimension 0, expected 4"(%{{.+}}) {split.status = 1 : i32}
// CHECKED: split.assert %{{.+}}, "argument 0 has size {} along dimension 1, expected 1"(%{{.+}})
// CHECKED: split.assert %{{.+}}, "argument 0 has elements, but its data is a null pointer" {split.status = 1 : i32}
// CHECKED: %[[DATA:.+]] = llvm.getelementptr
// CHECKED: %[[STRIDE:.+]] = llvm.extractvalue %[[GIVEN]][4, 0]
// CHECKED: %[[STRIDE_INDEX:.+]] = arith.index_cast %[[STRIDE]]
// CHECKED: %[[RIGHT:.+]] = arith.cmpi eq, %[[STRIDE_INDEX]]
// CHECKED: "result 0 is a null pointer"
// CHECK: llvm.load %[[R]]
// CHECKED: split.assert %{{.+}}, "result 0 has size {} along dimension 0, expected 2"
// CHECKED: "result 0 has elements, but its data is a null pointer"
// CHECKED: split.assert %{{.+}}, "result 0 has stride {} along dimension 0, expected {}: its elements are not in row-major order"
// CHECKED: "result 0 overlaps argument 0, expected separate memory" {split.status = 1 : i32}
// An argument in another order is packed, after all checks.
// CHECKED: cf.cond_br %[[RIGHT]], ^[[READ:[a-z0-9]+]](%[[DATA]] : !llvm.ptr), ^[[PACK:[a-z0-9]+]]
// CHECKED: ^[[READ]](%[[POINTER:.+]]: !llvm.ptr):
// CHECKED: llvm.insertvalue %[[POINTER]], %{{.+}}[1]
// CHECK: %[[ARG:.+]] = builtin.unrealized_conversion_cast %{{.+}} to memref<4x1xf32>
// CHECK: %[[OUT:.+]] = builtin.unrealized_conversion_cast %{{.+}} to memref<2xf32>
// CHECK: call @static.impl(%[[ARG]], %[[OUT]])
// CHECK: %[[ZERO:.+]] = arith.constant 0 : i32
// CHECK: return %[[ZERO]] : i32

// CHECK: func.func private @static.impl(%{{.+}}: memref<4x1xf32>, %{{.+}}: memref<2xf32>)
// CHECK-SAME: attributes {llvm.linkage = #llvm.linkage<internal>}
func.func @static(%x: memref<4x1xf32>, %r: memref<2xf32> {split.result = 0 : index})
    attributes {llvm.emit_c_interface} {
  %0 = memref.subview %x[0, 0] [2, 1] [1, 1] : memref<4x1xf32> to memref<2xf32, strided<[1]>>
  memref.copy %0, %r : memref<2xf32, strided<[1]>> to memref<2xf32>
  return
}

// The offset is added to the pointer; sizes and strides are computed where they
// are not known. An argument that nothing reads may have any strides.
// CHECK: func.func @dynamic(%[[A0:.+]]: !llvm.ptr, %[[A1:.+]]: !llvm.ptr) -> (i32 {llvm.signext}) {
// CHECK: %[[CALL:.+]] = llvm.alloca %{{.+}} x !llvm.array<16 x ptr>
// CHECK-NEXT: llvm.call @split_mlir_begin_call(%[[CALL]])
// CHECK-NEXT: %[[STATUS:.+]] = call @dynamic.call(%[[A0]], %[[A1]], %{{.+}})
// CHECK-NEXT: %[[WIDE:.+]] = arith.extsi %[[STATUS]] : i32 to i64
// CHECK-NEXT: llvm.call @split_mlir_end_call(%[[CALL]], %[[WIDE]])
// CHECK: return %[[STATUS]] : i32
// CHECK: func.func private @dynamic.call(%[[X:.+]]: !llvm.ptr, %[[R:.+]]: !llvm.ptr, %{{.+}}: !llvm.ptr)
// CHECK: %[[GIVEN:.+]] = llvm.load %[[X]]
// CHECK: %[[D:.+]] = llvm.extractvalue %[[GIVEN]][3, 0]
// CHECKED: split.assert %{{.+}}, "argument 0 has size {} along dimension 0, expected at least 0"
// CHECK: %[[ALIGNED:.+]] = llvm.extractvalue %[[GIVEN]][1]
// CHECK: %[[OFFSET:.+]] = llvm.extractvalue %[[GIVEN]][2]
// CHECK: llvm.getelementptr %[[ALIGNED]][%[[OFFSET]]] : (!llvm.ptr, i64) -> !llvm.ptr, f16
// CHECK-NOT: split_mlir_pack
// CHECKED: "result 0 is a null pointer"
// CHECK: %[[RESULT:.+]] = call @dynamic.impl(
// CHECK: %[[DESCRIPTOR:.+]] = builtin.unrealized_conversion_cast %[[RESULT]] : memref<?xf16> to
// CHECK: llvm.store %[[DESCRIPTOR]], %[[R]]
func.func @dynamic(%x: memref<?x3xf16>) -> memref<?xf16> {
  %0 = memref.alloc() : memref<3xf16>
  %1 = memref.cast %0 : memref<3xf16> to memref<?xf16>
  return %1 : memref<?xf16>
}

// No element depends on the strides of an empty tensor, and it needs no data.
// CHECK: func.func private @empty.call(
// CHECKED: split.assert %{{.+}}, "argument 0 has size {} along dimension 0, expected 0"
// CHECKED-NOT: stride
// CHECKED-NOT: its data
// CHECK: call @empty.impl
func.func @empty(%x: memref<0x?xf32>) -> index {
  %c1 = arith.constant 1 : index
  %0 = memref.dim %x, %c1 : memref<0x?xf32>
  return %0 : index
}

// CHECK: func.func private @unranked.call(%[[X:.+]]: !llvm.ptr, %[[R:.+]]: !llvm.ptr, %[[PACKED:.+]]: !llvm.ptr)
// CHECK: %[[GIVEN:.+]] = llvm.load %[[X]] : !llvm.ptr -> !llvm.struct<(i64, ptr)>
// CHECKED: %[[FINDING:.+]] = llvm.call @split_mlir_inspect_unranked(%[[X]])
// CHECKED: "argument 0 has rank {}, expected at least 0"
// CHECKED: "argument 0 has a null pointer as descriptor"
// CHECKED: "argument 0 of rank {} has a negative size, expected at least 0"
// CHECKED: "argument 0 has elements, but its data is a null pointer"
// CHECKED: arith.cmpi eq, %[[FINDING]]
// CHECKED: llvm.call @split_mlir_pack_unranked(%[[X]], %{{.+}}, %[[PACKED]])
// CHECK: %[[RESULT:.+]] = call @unranked.impl(
// CHECK: %[[U:.+]] = builtin.unrealized_conversion_cast %[[RESULT]]
// CHECK: %[[RRANK:.+]] = llvm.extractvalue %[[U]][0]
// CHECK: %[[RP:.+]] = llvm.extractvalue %[[U]][1]
// CHECK: %[[STORED:.+]] = llvm.call @split_mlir_store_unranked(%[[RRANK]], %[[RP]], %[[R]])
// CHECK: %[[OK:.+]] = arith.cmpi ne, %[[STORED]]
// CHECK: split.assert %[[OK]], "out of memory: cannot allocate the descriptor of result 0" {split.status = 3 : i32}
func.func @unranked(%x: memref<*xf32>) -> memref<*xf32> {
  return %x : memref<*xf32>
}

// Many buffers are compared by the runtime library: an entry for each argument and
// each result, of no bytes where there is no buffer.
// CHECK: func.func private @overlaps.call(
// CHECKED: %[[FOUND:.+]] = llvm.call @split_mlir_find_overlap(
// CHECKED: "result {} overlaps another buffer that is passed, expected separate memory"
func.func @overlaps(%n: index, %r0: memref<1xf32> {split.result = 0 : index}, %r1: memref<1xf32> {split.result = 1 : index},
    %r2: memref<1xf32> {split.result = 2 : index}, %r3: memref<1xf32> {split.result = 3 : index},
    %r4: memref<1xf32> {split.result = 4 : index}, %r5: memref<1xf32> {split.result = 5 : index},
    %r6: memref<1xf32> {split.result = 7 : index}) -> memref<?xf32> {
  %0 = memref.alloc(%n) : memref<?xf32>
  return %0 : memref<?xf32>
}

// Scalars go by value if a register takes them.
// CHECK: func.func private @scalars.call(
// CHECK-SAME: %{{.+}}: i1, %{{.+}}: index, %{{.+}}: ui8, %{{.+}}: f64, %{{.+}}: f8E5M2,
// CHECK-SAME: %[[C:.+]]: !llvm.ptr, %{{.+}}: !llvm.ptr, %[[R:.+]]: !llvm.ptr, %{{.+}}: !llvm.ptr) -> i32
// CHECK: llvm.load %[[C]] : !llvm.ptr -> !llvm.struct<(f32, f32)>
// CHECK: llvm.load %{{.+}} : !llvm.ptr -> i128
// CHECK: %[[RESULT:.+]] = call @scalars.impl(
// CHECK: %[[STORED:.+]] = builtin.unrealized_conversion_cast %[[RESULT]] : index to i64
// CHECK: llvm.store %[[STORED]], %[[R]] : i64, !llvm.ptr
func.func @scalars(%a: i1, %b: index, %c: ui8, %d: f64, %e: f8E5M2, %f: complex<f32>, %g: i128) -> index {
  return %b : index
}

// Calls are of what was written; names are free.
// CHECK: func.func private @caller() {
// CHECK-NEXT: call @called.impl_() : () -> ()
func.func private @caller() {
  call @called() : () -> ()
  return
}
// CHECK: func.func private @called.impl()
func.func private @called.impl()
// CHECK: func.func @called() -> (i32 {llvm.signext})
// CHECK: call @called.call_0(%{{.+}}) : (!llvm.ptr) -> i32
// CHECK: func.func private @called.call_0(%{{.+}}: !llvm.ptr) -> i32
func.func @called() {
  return
}
func.func private @called.call()

// Results in the order that they had.
// CHECK: func.func private @order.call(%{{.+}}: !llvm.ptr, %[[R0:.+]]: !llvm.ptr, %[[R1:.+]]: !llvm.ptr, %[[R2:.+]]: !llvm.ptr, %{{.+}}: !llvm.ptr)
// CHECK: llvm.load %[[R1]]
// CHECK: %[[R:.+]]:2 = call @order.impl(
// CHECK: %[[FIRST:.+]] = builtin.unrealized_conversion_cast %[[R]]#0
// CHECK: llvm.store %[[FIRST]], %[[R0]]
// CHECK: llvm.store %[[R]]#1, %[[R2]]
func.func @order(%x: memref<?xf32>, %r: memref<2xf32> {split.result = 1 : index}) -> (memref<?xf32>, f32) {
  %c = arith.constant 1.0 : f32
  return %x, %c : memref<?xf32>, f32
}

// The public function stores pointers to many operands in a table. It stores
// operands that are passed by value on the stack, and their addresses in the
// table.
// CHECK-LABEL: func.func @many(
// CHECK-SAME: passthrough = ["noinline", "optnone", ["split-mlir-table-function", "many.table"]]
// CHECK: %[[TABLE:.+]] = llvm.alloca %{{.+}} x !llvm.ptr
// CHECK: %[[COPY:.+]] = llvm.alloca %{{.+}} x i32
// CHECK: llvm.store %arg0, %[[COPY]]
// CHECK: %[[ENTRY:.+]] = llvm.getelementptr %[[TABLE]][0]
// CHECK: llvm.store %[[COPY]], %[[ENTRY]]
// CHECK: %[[ENTRY:.+]] = llvm.getelementptr %[[TABLE]][64]
// CHECK: llvm.store %arg64, %[[ENTRY]]
// CHECK: call @many.table(%[[TABLE]])
//
// The description begins with whether there are checks, 64 arguments, 1 result,
// and 8 words to prepare: the descriptor of %x and the address of %r. The
// operands follow: values, %x, whose elements are not read, and %r.
// CHECKED: llvm.mlir.global internal constant @[[TYPES:split_mlir_operands.*]](dense<[1, 64, 1, 8, 69,
// UNCHECKED: llvm.mlir.global internal constant @[[TYPES:split_mlir_operands.*]](dense<[0, 64, 1, 8, 69,
// CHECK-SAME: 69, 70, 76, 0, 3, 4, 2, 2, 2, -1, 3, 4, 1, 1, 4]>
// CHECK-LABEL: func.func private @many.call(
// CHECK-SAME: %[[TABLE:.+]]: !llvm.ptr, %[[PACKED:.+]]: !llvm.ptr
// CHECK: %[[PLACE:.+]] = llvm.alloca
// CHECK: %[[ADDRESS:.+]] = llvm.mlir.addressof @[[TYPES]]
// CHECK: llvm.call @split_mlir_prepare_operands(%[[ADDRESS]], %[[TABLE]], %{{.+}}, %[[PACKED]], %[[PLACE]])
// CHECK: %[[PREPARED:.+]] = llvm.load %[[PLACE]]
// CHECK: call @many.impl(%[[TABLE]], %[[PREPARED]])
//
// Each operand is read where it is used.
// CHECK-LABEL: func.func private @many.impl(
// CHECK-SAME: %[[TABLE:.+]]: !llvm.ptr, %[[PREPARED:.+]]: !llvm.ptr)
// CHECK: %[[ENTRY:.+]] = llvm.getelementptr %[[PREPARED]][4]
// CHECK: %[[SIZE:.+]] = llvm.load %[[ENTRY]] invariant
// CHECK: %[[INDEX:.+]] = arith.index_cast %[[SIZE]]
// CHECK: %[[ENTRY:.+]] = llvm.getelementptr %[[PREPARED]][7]
// CHECK: %[[POINTER:.+]] = llvm.load %[[ENTRY]] invariant : !llvm.ptr -> !llvm.ptr
// CHECK: %[[ENTRY:.+]] = llvm.getelementptr %[[TABLE]][1]
// CHECK: %[[PLACE:.+]] = llvm.load %[[ENTRY]] invariant : !llvm.ptr -> !llvm.ptr
// CHECK: %[[VALUE:.+]] = llvm.load %[[PLACE]] invariant : !llvm.ptr -> i32
// CHECK: call @use(%[[INDEX]], %[[POINTER]], %[[VALUE]])
// CHECK: return{{$}}
func.func @many(%a0: i32, %a1: i32, %a2: i32, %a3: i32, %a4: i32, %a5: i32, %a6: i32, %a7: i32, %a8: i32, %a9: i32, %a10: i32, %a11: i32, %a12: i32, %a13: i32, %a14: i32, %a15: i32, %a16: i32, %a17: i32, %a18: i32, %a19: i32, %a20: i32, %a21: i32, %a22: i32, %a23: i32, %a24: i32, %a25: i32, %a26: i32, %a27: i32, %a28: i32, %a29: i32, %a30: i32, %a31: i32, %a32: i32, %a33: i32, %a34: i32, %a35: i32, %a36: i32, %a37: i32, %a38: i32, %a39: i32, %a40: i32, %a41: i32, %a42: i32, %a43: i32, %a44: i32, %a45: i32, %a46: i32, %a47: i32, %a48: i32, %a49: i32, %a50: i32, %a51: i32, %a52: i32, %a53: i32, %a54: i32, %a55: i32, %a56: i32, %a57: i32, %a58: i32, %a59: i32, %a60: i32, %a61: i32, %a62: i32, %x: memref<2x?xf32>, %r: memref<4xf32> {split.result = 0 : index}) {
  %c1 = arith.constant 1 : index
  %size = memref.dim %x, %c1 : memref<2x?xf32>
  %descriptor = builtin.unrealized_conversion_cast %r : memref<4xf32> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
  %pointer = llvm.extractvalue %descriptor[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
  call @use(%size, %pointer, %a1) : (index, !llvm.ptr, i32) -> ()
  return
}
func.func private @use(index, !llvm.ptr, i32)

// A function that the program calls keeps its operands.
// CHECK-LABEL: func.func @many_called(
// CHECK-NOT: @many_called.table
// CHECK-LABEL: func private @many_called.call(
// CHECK-SAME: passthrough = ["noinline", "optnone"]
func.func @many_called(%a0: i32, %a1: i32, %a2: i32, %a3: i32, %a4: i32, %a5: i32, %a6: i32, %a7: i32, %a8: i32, %a9: i32, %a10: i32, %a11: i32, %a12: i32, %a13: i32, %a14: i32, %a15: i32, %a16: i32, %a17: i32, %a18: i32, %a19: i32, %a20: i32, %a21: i32, %a22: i32, %a23: i32, %a24: i32, %a25: i32, %a26: i32, %a27: i32, %a28: i32, %a29: i32, %a30: i32, %a31: i32, %a32: i32, %a33: i32, %a34: i32, %a35: i32, %a36: i32, %a37: i32, %a38: i32, %a39: i32, %a40: i32, %a41: i32, %a42: i32, %a43: i32, %a44: i32, %a45: i32, %a46: i32, %a47: i32, %a48: i32, %a49: i32, %a50: i32, %a51: i32, %a52: i32, %a53: i32, %a54: i32, %a55: i32, %a56: i32, %a57: i32, %a58: i32, %a59: i32, %a60: i32, %a61: i32, %a62: i32, %b: i32, %c: i32) {
  return
}
func.func @calls_many(%a: i32) {
  call @many_called(%a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a) : (i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32) -> ()
  return
}

// CHECK-LABEL: func private @not_many.call(
// CHECK-NOT: passthrough
// CHECK: return
func.func @not_many(%a0: i32, %a1: i32, %a2: i32, %a3: i32, %a4: i32, %a5: i32, %a6: i32, %a7: i32, %a8: i32, %a9: i32, %a10: i32, %a11: i32, %a12: i32, %a13: i32, %a14: i32, %a15: i32, %a16: i32, %a17: i32, %a18: i32, %a19: i32, %a20: i32, %a21: i32, %a22: i32, %a23: i32, %a24: i32, %a25: i32, %a26: i32, %a27: i32, %a28: i32, %a29: i32, %a30: i32, %a31: i32, %a32: i32, %a33: i32, %a34: i32, %a35: i32, %a36: i32, %a37: i32, %a38: i32, %a39: i32, %a40: i32, %a41: i32, %a42: i32, %a43: i32, %a44: i32, %a45: i32, %a46: i32, %a47: i32, %a48: i32, %a49: i32, %a50: i32, %a51: i32, %a52: i32, %a53: i32, %a54: i32, %a55: i32, %a56: i32, %a57: i32, %a58: i32, %a59: i32, %a60: i32, %a61: i32, %a62: i32, %a63: i32) {
  return
}

// Sizes that no memory has are checked one by one.
// CHECK-LABEL: func.func @beyond_memory(
// CHECK-NOT: expect
// CHECK: return
func.func @beyond_memory(%x: memref<1500000000000000000xf32>, %y: memref<4611686018427387904x4xf32>, %r: memref<2xf32> {split.result = 0 : index}) {
  return
}

// Elements whose bytes no rule tells; a location without debug information.
// CHECK-LABEL: func.func @vectors(
func.func @vectors(%x: memref<4xvector<2xf32>>, %y: memref<vector<2xf32>>, %r: memref<2xf32> {split.result = 0 : index}) {
  return
} loc(fused["a.py":1:2, "b.py":3:4])
