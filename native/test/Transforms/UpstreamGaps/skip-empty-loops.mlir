// Loops around a loop without iterations have none, either.
// RUN: split-opt %s -split-skip-empty-loops -allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func @nest(
// CHECK-DAG: %[[E:.+]] = arith.cmpi sge, %c0, %arg2
// CHECK-DAG: %[[M:.+]] = arith.select %[[E]], %c0, %arg1
// CHECK-DAG: %[[F:.+]] = arith.cmpi sge, %c0, %[[M]]
// CHECK-DAG: %[[N:.+]] = arith.select %[[F]], %c0, %arg0
// CHECK: scf.for %{{.+}} = %c0 to %[[N]]
// CHECK: scf.for %{{.+}} = %c0 to %[[M]]
// CHECK: scf.for %{{.+}} = %c0 to %arg2
func.func @nest(%n: index, %m: index, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %m step %c1 {
      scf.for %l = %c0 to %k step %c1 {
        "test.op"() : () -> ()
      }
    }
  }
  return
}

// CHECK-LABEL: func @other_ops(
// CHECK-NOT: arith.select
// CHECK: return
func.func @other_ops(%n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %m step %c1 {
      "test.op"() : () -> ()
    }
    "test.op"() : () -> ()
  }
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %i step %c1 {
      "test.op"() : () -> ()
    }
  }
  return
}

// CHECK-LABEL: func @unsigned_counter(
// CHECK: arith.cmpi uge, %{{.+}}, %arg1 : i8
func.func @unsigned_counter(%n: index, %m: i8) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i8
  %one = arith.constant 1 : i8
  scf.for %i = %c0 to %n step %c1 {
    scf.for unsigned %j = %zero to %m step %one : i8 {
      "test.op"() : () -> ()
    }
  }
  return
}
