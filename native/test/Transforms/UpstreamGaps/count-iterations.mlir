// A loop ends before its step overflows the type of the counter.
// RUN: split-opt %s -split-count-iterations -allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func @dynamic(
// CHECK-SAME: %[[L:.+]]: index, %[[U:.+]]: index, %[[S:.+]]: index
// CHECK-DAG: %[[ANY:.+]] = arith.cmpi slt, %[[L]], %[[U]]
// CHECK-DAG: %[[D:.+]] = arith.subi %[[U]], %[[L]]
// CHECK-DAG: %[[N:.+]] = arith.ceildivui %[[D]], %[[S]]
// CHECK-DAG: %[[C:.+]] = arith.select %[[ANY]], %[[N]], %c0
// CHECK: scf.for unsigned %[[K:.+]] = %c0{{.*}} to %[[C]] step %c1
// CHECK: %[[P:.+]] = arith.muli %[[K]], %[[S]]
// CHECK: %[[I:.+]] = arith.addi %[[L]], %[[P]]
// CHECK: "test.op"(%[[I]])
func.func @dynamic(%lower: index, %upper: index, %step: index) {
  scf.for %i = %lower to %upper step %step {
    "test.op"(%i) : (index) -> ()
  }
  return
}

// CHECK-LABEL: func @unsigned(
// CHECK: arith.cmpi ult, %arg0, %arg1 : i8
// CHECK: scf.for unsigned
func.func @unsigned(%lower: i8, %upper: i8, %step: i8) {
  scf.for unsigned %i = %lower to %upper step %step : i8 {
    "test.op"(%i) : (i8) -> ()
  }
  return
}

// The counter is 126 at last.
// CHECK-LABEL: func @constant(
// CHECK: scf.for unsigned
func.func @constant() {
  %lower = arith.constant -128 : i8
  %upper = arith.constant 127 : i8
  %step = arith.constant 2 : i8
  scf.for %i = %lower to %upper step %step : i8 {
    "test.op"(%i) : (i8) -> ()
  }
  return
}

// CHECK-LABEL: func @cannot_overflow(
// CHECK-SAME: %[[L:.+]]: i8, %[[U:.+]]: i8
// CHECK-NOT: unsigned
// CHECK: return
func.func @cannot_overflow(%lower: i8, %upper: i8) {
  %c0 = arith.constant 0 : i8
  %c1 = arith.constant 1 : i8
  %c4 = arith.constant 4 : i8
  %c124 = arith.constant 124 : i8
  %c126 = arith.constant 126 : i8
  %c3 = arith.constant 3 : i8
  // The step is 1.
  scf.for %i = %lower to %upper step %c1 : i8 {
    "test.op"(%i) : (i8) -> ()
  }
  // The counter ends at 127 at most.
  scf.for %i = %lower to %c124 step %c4 : i8 {
    "test.op"(%i) : (i8) -> ()
  }
  // The counter ends at 127.
  scf.for %i = %c3 to %c126 step %c4 : i8 {
    "test.op"(%i) : (i8) -> ()
  }
  // The loop has no iterations.
  scf.for %i = %c126 to %c126 step %c4 : i8 {
    "test.op"(%i) : (i8) -> ()
  }
  return
}

// CHECK-LABEL: func @last_step_overflows(
// CHECK: scf.for unsigned
func.func @last_step_overflows() {
  %c0 = arith.constant 0 : i8
  %c4 = arith.constant 4 : i8
  %c126 = arith.constant 126 : i8
  scf.for %i = %c0 to %c126 step %c4 : i8 {
    "test.op"(%i) : (i8) -> ()
  }
  return
}
