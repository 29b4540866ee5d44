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
// UNCHECKED: %[[STATUS:.+]] = call @static.fast(
// UNCHECKED-NEXT: return %[[STATUS]] : i32

// CHECK: func.func private @static.fast(%[[X:.+]]: !llvm.ptr, %[[R:.+]]: !llvm.ptr) -> (i32 {llvm.signext})
// CHECK-SAME: llvm.linkage = #llvm.linkage<internal>, split.returns_status
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
// CHECKED: %[[E:.+]] = arith.constant dense<[0, 4, 1, 1]>
// CHECKED-NEXT: %[[P:.+]] = llvm.getelementptr %[[X]][2]
// CHECKED-NEXT: %[[V:.+]] = llvm.load %[[P]] {alignment = 8 : i64} : !llvm.ptr -> vector<4xi64>
// CHECKED-NEXT: arith.xori %[[V]], %[[E]]
// CHECKED: arith.constant dense<[4, 1, 1, 1]>
// CHECKED-NEXT: llvm.getelementptr %[[X]][3]
// CHECKED: arith.constant dense<[0, 2]>
// CHECKED-NEXT: llvm.getelementptr %[[R]][2]
// CHECKED: arith.constant dense<[2, 1]>
// CHECKED-NEXT: llvm.getelementptr %[[R]][3]
// CHECKED: %[[RDIFF:.+]] = arith.ori
// CHECKED: %[[ANY:.+]] = "llvm.intr.vector.reduce.or"(%[[RDIFF]])
// CHECKED: arith.cmpi eq, %[[ANY]], %{{.+}}
// CHECKED: cf.cond_br %{{.+}} weights([2000, 1]), ^{{.+}}, ^[[DIFFERENT:[a-z0-9]+]]
// CHECKED: %[[XDIFF:.+]] = arith.ori
// CHECKED: "llvm.intr.vector.reduce.or"(%[[XDIFF]])
// CHECKED: cf.br ^[[SAME:[a-z0-9]+]](%[[XDATA]], %[[RDATA]] : !llvm.ptr, !llvm.ptr)
// Offsets may differ, and so may strides along dimensions of size 1.
// CHECKED: ^[[DIFFERENT]]:
// CHECKED: dense<[0, -1]>
// CHECKED: ^[[SAME]](%[[XFIRST:.+]]: !llvm.ptr, %[[RFIRST:.+]]: !llvm.ptr):
// The result's last byte is not in x, nor is x in the result.
// CHECKED: %[[SIXTEEN:.+]] = arith.constant 16 : i64
// CHECKED: %[[XADDRESS:.+]] = llvm.ptrtoint %[[XFIRST]]
// CHECKED: %[[EIGHT:.+]] = arith.constant 8 : i64
// CHECKED: %[[RADDRESS:.+]] = llvm.ptrtoint %[[RFIRST]]
// CHECKED: %[[SEVEN:.+]] = arith.subi %[[EIGHT]], %{{.+}}
// CHECKED-NEXT: %[[LAST:.+]] = arith.addi %[[RADDRESS]], %[[SEVEN]]
// CHECKED-NEXT: %[[POSITION:.+]] = arith.subi %[[LAST]], %[[XADDRESS]]
// CHECKED-NEXT: %[[LIMIT:.+]] = arith.addi %[[SEVEN]], %[[SIXTEEN]]
// CHECKED-NEXT: %[[APART:.+]] = arith.cmpi uge, %[[POSITION]], %[[LIMIT]]
// CHECKED-NEXT: cf.cond_br %[[APART]] weights([2000, 1]), ^{{.+}}, ^[[SLOW]]
// CHECKED: dense<[0, -1, -1, -1]>
// CHECKED: dense<[-1, -1, -1, 0]>
// CHECKED: %[[XOFFSET:.+]] = llvm.load %{{.+}} : !llvm.ptr -> i64
// CHECKED: llvm.getelementptr %[[XDATA]][%[[XOFFSET]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// UNCHECKED-NOT: cf.cond_br
// CHECK: call @static.impl(
// CHECKED: ^[[SLOW]]:
// CHECKED-NEXT: %[[STATUS:.+]] = call @static.slow(%[[X]], %[[R]])
// CHECKED-NEXT: return %[[STATUS]] : i32

// The slow path passes its operands in a table. A call that allocates nothing
// has only packed arguments to free.
// CHECKED: func.func private @static.slow(%[[A0:.+]]: !llvm.ptr, %[[A1:.+]]: !llvm.ptr) -> i32
// CHECKED-SAME: passthrough = ["cold"]
// CHECKED: %[[TABLE:.+]] = llvm.alloca %{{.+}} x !llvm.ptr
// CHECKED: %[[ENTRY:.+]] = llvm.getelementptr %[[TABLE]][1]
// CHECKED-NEXT: llvm.store %[[A1]], %[[ENTRY]]
// CHECKED: %[[PACKED:.+]] = llvm.alloca %{{.+}} x !llvm.ptr
// CHECKED: llvm.store %{{.+}}, %[[PACKED]]
// CHECKED-NEXT: %[[STATUS:.+]] = call @static.call(%[[TABLE]], %[[PACKED]])
// CHECKED-NEXT: %[[LIST:.+]] = llvm.load %[[PACKED]]
// CHECKED-NEXT: llvm.call @split_mlir_free_packed(%[[LIST]])
// CHECKED-NEXT: return %[[STATUS]] : i32

// The runtime library checks R7 and packs arguments in another order.
// CHECKED: llvm.mlir.global internal constant @[[TYPES:split_mlir_operands.*]](dense<[1, 1, 1, 2, 6, 12, 3, 4, 0, 2, 4, 1, 3, 4, 1, 1, 2]>
// CHECKED: func.func private @static.call(%[[TABLE:.+]]: !llvm.ptr, %[[PACKED:.+]]: !llvm.ptr) -> i32
// CHECKED-SAME: llvm.linkage = #llvm.linkage<internal>, passthrough = ["cold"], split.returns_status
// CHECKED: %[[PLACE:.+]] = llvm.alloca
// CHECKED: %[[ADDRESS:.+]] = llvm.mlir.addressof @[[TYPES]]
// CHECKED: %[[STATUS:.+]] = llvm.call @split_mlir_prepare_operands(%[[ADDRESS]], %[[TABLE]], %{{.+}}, %[[PACKED]], %[[PLACE]])
// CHECKED: return %[[STATUS]] : i32
// CHECKED: %[[PREPARED:.+]] = llvm.load %[[PLACE]]
// CHECKED: %[[ENTRY:.+]] = llvm.getelementptr %[[PREPARED]][1]
// CHECKED: %[[POINTER:.+]] = llvm.load %[[ENTRY]] invariant : !llvm.ptr -> !llvm.ptr
// CHECKED: llvm.insertvalue %[[POINTER]], %{{.+}}[1]
// CHECKED: %[[OUT:.+]] = builtin.unrealized_conversion_cast %{{.+}} to memref<2xf32>
// CHECKED: call @static.impl(%{{.+}}, %[[OUT]])

// CHECK: func.func private @static.impl(%{{.+}}: memref<4x1xf32>, %{{.+}}: memref<2xf32>)
// CHECK-SAME: attributes {llvm.linkage = #llvm.linkage<internal>}
func.func @static(%x: memref<4x1xf32>, %r: memref<2xf32> {split.result = 0 : index})
    attributes {llvm.emit_c_interface} {
  %0 = memref.subview %x[0, 0] [2, 1] [1, 1] : memref<4x1xf32> to memref<2xf32, strided<[1]>>
  memref.copy %0, %r : memref<2xf32, strided<[1]>> to memref<2xf32>
  return
}

// The offset is added to the pointer; strides are computed from sizes, which must
// be positive. A stride along a dimension of size 1 does not matter.
// CHECK: func.func @dynamic(%[[A0:.+]]: !llvm.ptr, %[[A1:.+]]: !llvm.ptr) -> (i32 {llvm.signext}) {
// CHECK: %[[CALL:.+]] = llvm.alloca %{{.+}} x !llvm.array<16 x ptr>
// CHECK-NEXT: llvm.call @split_mlir_begin_call(%[[CALL]])
// CHECK-NEXT: %[[STATUS:.+]] = call @dynamic.fast(%[[A0]], %[[A1]])
// CHECK-NEXT: %[[WIDE:.+]] = arith.extsi %[[STATUS]] : i32 to i64
// CHECK-NEXT: llvm.call @split_mlir_end_call(%[[CALL]], %[[WIDE]])
// CHECK: return %[[STATUS]] : i32
// CHECK: func.func private @dynamic.fast(%[[X:.+]]: !llvm.ptr, %[[R:.+]]: !llvm.ptr)
// CHECK: %[[ALIGNED:.+]] = llvm.load %{{.+}} : !llvm.ptr -> !llvm.ptr
// CHECK: llvm.getelementptr %[[X]][4]
// CHECKED: arith.xori
// CHECKED: llvm.getelementptr %[[X]][6]
// CHECK: %[[THREE:.+]] = arith.muli
// CHECK: llvm.getelementptr %[[X]][3]
// CHECK: %[[SIZE:.+]] = llvm.load %{{.+}} : !llvm.ptr -> i64
// CHECKED: llvm.getelementptr %[[X]][5]
// CHECKED: %[[STRIDE:.+]] = llvm.load %{{.+}} : !llvm.ptr -> i64
// CHECKED: %[[ONE:.+]] = arith.cmpi eq, %[[SIZE]], %{{.+}}
// CHECKED: arith.select %[[ONE]], %[[THREE]], %[[STRIDE]]
// CHECKED: arith.cmpi sgt, %[[SIZE]]
// CHECK: %[[OFFSET:.+]] = llvm.load %{{.+}} : !llvm.ptr -> i64
// CHECK: llvm.getelementptr %[[ALIGNED]][%[[OFFSET]]] : (!llvm.ptr, i64) -> !llvm.ptr, f16
// CHECK: %[[RESULT:.+]] = call @dynamic.impl(
// CHECK: %[[DESCRIPTOR:.+]] = builtin.unrealized_conversion_cast %[[RESULT]] : memref<?xf16> to
// CHECK: llvm.store %[[DESCRIPTOR]], %[[R]]
// CHECKED: func.func private @dynamic.call(%[[TABLE:.+]]: !llvm.ptr, %{{.+}}: !llvm.ptr)
// CHECKED: %[[RESULT:.+]] = call @dynamic.impl(
// CHECKED: %[[ENTRY:.+]] = llvm.getelementptr %[[TABLE]][1]
// CHECKED: %[[PLACE:.+]] = llvm.load %[[ENTRY]]
// CHECKED: %[[DESCRIPTOR:.+]] = builtin.unrealized_conversion_cast %[[RESULT]] : memref<?xf16> to
// CHECKED: llvm.store %[[DESCRIPTOR]], %[[PLACE]]
func.func @dynamic(%x: memref<?x3xf16>) -> memref<?xf16> {
  %0 = memref.alloc() : memref<3xf16>
  %row = memref.subview %x[0, 0] [1, 3] [1, 1] : memref<?x3xf16> to memref<3xf16, strided<[1]>>
  memref.copy %row, %0 : memref<3xf16, strided<[1]>> to memref<3xf16>
  %1 = memref.cast %0 : memref<3xf16> to memref<?xf16>
  return %1 : memref<?xf16>
}

// No element depends on the strides of an empty tensor, and it needs no data.
// CHECK: func.func private @empty.fast(%[[X:.+]]: !llvm.ptr, %{{.+}}: !llvm.ptr)
// CHECKED: llvm.icmp "ne" %[[X]]
// CHECK: %[[DATA:.+]] = llvm.load
// CHECK-NOT: llvm.icmp "ne" %[[DATA]]
// CHECK: llvm.getelementptr %[[X]][4]
// CHECK-NOT: %[[X]][6]
// CHECK: llvm.getelementptr %[[X]][3]
// CHECK-NOT: %[[X]][5]
// CHECK: call @empty.impl
func.func @empty(%x: memref<0x?xf32>) -> index {
  %c1 = arith.constant 1 : index
  %0 = memref.dim %x, %c1 : memref<0x?xf32>
  return %0 : index
}

// CHECK: func.func private @unranked.fast(%[[X:.+]]: !llvm.ptr, %[[R:.+]]: !llvm.ptr)
// CHECKED: %[[FINDING:.+]] = llvm.call @split_mlir_inspect_unranked(%[[X]])
// CHECKED: arith.cmpi eq, %[[FINDING]]
// CHECK: llvm.load %[[X]] : !llvm.ptr -> !llvm.struct<(i64, ptr)>
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

// Many buffers are compared by the runtime library: no argument and seven results.
// CHECK: func.func private @overlaps.fast(
// CHECKED: %[[SEVEN:.+]] = arith.constant 7 : i64
// CHECKED: %[[ZERO:.+]] = arith.constant 0 : i64
// CHECKED: %[[FOUND:.+]] = llvm.call @split_mlir_find_overlap(%{{.+}}, %[[SEVEN]], %[[ZERO]])
// CHECKED: %[[NONE:.+]] = arith.constant -1 : i64
// CHECKED: arith.cmpi eq, %[[FOUND]], %[[NONE]]
func.func @overlaps(%n: index, %r0: memref<1xf32> {split.result = 0 : index}, %r1: memref<1xf32> {split.result = 1 : index},
    %r2: memref<1xf32> {split.result = 2 : index}, %r3: memref<1xf32> {split.result = 3 : index},
    %r4: memref<1xf32> {split.result = 4 : index}, %r5: memref<1xf32> {split.result = 5 : index},
    %r6: memref<1xf32> {split.result = 7 : index}) -> memref<?xf32> {
  %0 = memref.alloc(%n) : memref<?xf32>
  return %0 : memref<?xf32>
}

// Scalars go by value if a register takes them.
// CHECK: func.func private @scalars.fast(
// CHECK-SAME: %{{.+}}: i1, %{{.+}}: index, %{{.+}}: ui8, %{{.+}}: f64, %{{.+}}: f8E5M2,
// CHECK-SAME: %[[C:.+]]: !llvm.ptr, %{{.+}}: !llvm.ptr, %[[R:.+]]: !llvm.ptr) -> (i32
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
// CHECKED: call @[[NAME:called.call_[0-9]+]](%{{.+}}, %{{.+}})
// CHECKED: func.func private @[[NAME]](
func.func @called() {
  return
}
func.func private @called.call()

// Results in the order that they had.
// CHECK: func.func private @order.fast(%{{.+}}: !llvm.ptr, %[[R0:.+]]: !llvm.ptr, %[[R1:.+]]: !llvm.ptr, %[[R2:.+]]: !llvm.ptr)
// CHECK: llvm.getelementptr %[[R1]][1]
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
// CHECK: call @many_called.table(
// CHECK-LABEL: func.func private @many_called.call(
// CHECK-SAME: passthrough = ["noinline", "optnone"]
// CHECK: %[[VALUE:.+]] = llvm.load %{{.+}} invariant : !llvm.ptr -> i32
// CHECK: call @many_called.impl(%[[VALUE]], {{.*}} : (i32, i32,
func.func @many_called(%a0: i32, %a1: i32, %a2: i32, %a3: i32, %a4: i32, %a5: i32, %a6: i32, %a7: i32, %a8: i32, %a9: i32, %a10: i32, %a11: i32, %a12: i32, %a13: i32, %a14: i32, %a15: i32, %a16: i32, %a17: i32, %a18: i32, %a19: i32, %a20: i32, %a21: i32, %a22: i32, %a23: i32, %a24: i32, %a25: i32, %a26: i32, %a27: i32, %a28: i32, %a29: i32, %a30: i32, %a31: i32, %a32: i32, %a33: i32, %a34: i32, %a35: i32, %a36: i32, %a37: i32, %a38: i32, %a39: i32, %a40: i32, %a41: i32, %a42: i32, %a43: i32, %a44: i32, %a45: i32, %a46: i32, %a47: i32, %a48: i32, %a49: i32, %a50: i32, %a51: i32, %a52: i32, %a53: i32, %a54: i32, %a55: i32, %a56: i32, %a57: i32, %a58: i32, %a59: i32, %a60: i32, %a61: i32, %a62: i32, %b: i32, %c: i32) {
  return
}
func.func @calls_many(%a: i32) {
  call @many_called(%a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a) : (i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32) -> ()
  return
}

// CHECK-LABEL: func.func @not_many(
// CHECK-NOT: passthrough
// CHECK: call @not_many.fast(
func.func @not_many(%a0: i32, %a1: i32, %a2: i32, %a3: i32, %a4: i32, %a5: i32, %a6: i32, %a7: i32, %a8: i32, %a9: i32, %a10: i32, %a11: i32, %a12: i32, %a13: i32, %a14: i32, %a15: i32, %a16: i32, %a17: i32, %a18: i32, %a19: i32, %a20: i32, %a21: i32, %a22: i32, %a23: i32, %a24: i32, %a25: i32, %a26: i32, %a27: i32, %a28: i32, %a29: i32, %a30: i32, %a31: i32, %a32: i32, %a33: i32, %a34: i32, %a35: i32, %a36: i32, %a37: i32, %a38: i32, %a39: i32, %a40: i32, %a41: i32, %a42: i32, %a43: i32, %a44: i32, %a45: i32, %a46: i32, %a47: i32, %a48: i32, %a49: i32, %a50: i32, %a51: i32, %a52: i32, %a53: i32, %a54: i32, %a55: i32, %a56: i32, %a57: i32, %a58: i32, %a59: i32, %a60: i32, %a61: i32, %a62: i32, %a63: i32) {
  return
}

// Products of sizes that no memory has wrap around.
// CHECK-LABEL: func.func @beyond_memory(
// CHECK: call @beyond_memory.fast(
func.func @beyond_memory(%x: memref<1500000000000000000xf32>, %y: memref<4611686018427387904x4xf32>, %r: memref<2xf32> {split.result = 0 : index}) {
  return
}

// A location without debug information.
// CHECK-LABEL: func.func @located(
func.func @located(%x: f32) {
  return
} loc(fused["a.py":1:2, "b.py":3:4])
