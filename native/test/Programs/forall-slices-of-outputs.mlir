// A thread of an scf.forall reads its outputs as they were before the loop.

// RUN: %run-each %s --function=exchange --input=4xi64=iota --input=4xi64=10,11,12,13 \
// RUN:   --expected_output=4xi64=10,11,12,13 --expected_output=4xi64=0,1,2,3 \
// RUN:   --expected_output=4xi64=0,1,2,3
func.func @exchange(%x: tensor<4xi64>, %y: tensor<4xi64>)
    -> (tensor<4xi64>, tensor<4xi64>, tensor<4xi64>) {
  %r:2 = scf.forall (%i) in (4) shared_outs(%a = %x, %b = %y)
      -> (tensor<4xi64>, tensor<4xi64>) {
    %p = tensor.extract_slice %a[%i] [1] [1] : tensor<4xi64> to tensor<1xi64>
    %q = tensor.extract_slice %b[%i] [1] [1] : tensor<4xi64> to tensor<1xi64>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %q into %a[%i] [1] [1] : tensor<1xi64> into tensor<4xi64>
      tensor.parallel_insert_slice %p into %b[%i] [1] [1] : tensor<1xi64> into tensor<4xi64>
    }
  }
  return %r#0, %r#1, %x : tensor<4xi64>, tensor<4xi64>, tensor<4xi64>
}

// The slice is changed for one output, and kept for the other.
// RUN: %run-each %s --function=old_and_new --input=2x3xi64=iota --input=2x3xi64 \
// RUN:   --expected_output=2x3xi64=7,1,2,7,4,5 --expected_output=2x3xi64=0,1,2,3,4,5
func.func @old_and_new(%x: tensor<2x3xi64>, %y: tensor<2x3xi64>)
    -> (tensor<2x3xi64>, tensor<2x3xi64>) {
  %c0 = arith.constant 0 : index
  %c7 = arith.constant 7 : i64
  %r:2 = scf.forall (%i) in (2) shared_outs(%a = %x, %b = %y)
      -> (tensor<2x3xi64>, tensor<2x3xi64>) {
    %p = tensor.extract_slice %a[%i, 0] [1, 3] [1, 1] : tensor<2x3xi64> to tensor<3xi64>
    %q = tensor.insert %c7 into %p[%c0] : tensor<3xi64>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %q into %a[%i, 0] [1, 3] [1, 1]
          : tensor<3xi64> into tensor<2x3xi64>
      tensor.parallel_insert_slice %p into %b[%i, 0] [1, 3] [1, 1]
          : tensor<3xi64> into tensor<2x3xi64>
    }
  }
  return %r#0, %r#1 : tensor<2x3xi64>, tensor<2x3xi64>
}

// Pieces of one output move by one element, over those of the same or another thread.
// RUN: %run-each %s --function=moved --input=8xi64=iota --input=index=4 \
// RUN:   --expected_output=8xi64=0,0,1,2,4,4,5,6
// RUN: %run-each %s --function=moved --input=8xi64=iota --input=index=1 \
// RUN:   --expected_output=8xi64=0,0,1,2,3,5,6,7
func.func @moved(%x: tensor<8xi64>, %n: index) -> tensor<8xi64> {
  %c1 = arith.constant 1 : index
  %r = scf.forall (%i) in (2) shared_outs(%a = %x) -> (tensor<8xi64>) {
    %j = arith.muli %i, %n : index
    %k = arith.addi %j, %c1 : index
    %p = tensor.extract_slice %a[%j] [3] [1] : tensor<8xi64> to tensor<3xi64>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %p into %a[%k] [3] [1] : tensor<3xi64> into tensor<8xi64>
    }
  }
  return %r : tensor<8xi64>
}

// A conditional selects which slice is inserted.
// RUN: %run-each %s --function=selected --input=4xi64=iota --input=4xi64=10,11,12,13 \
// RUN:   --input=index=2 --expected_output=4xi64=10,11,2,3 --expected_output=4xi64=0,1,2,3
func.func @selected(%x: tensor<4xi64>, %y: tensor<4xi64>, %n: index)
    -> (tensor<4xi64>, tensor<4xi64>) {
  %r:2 = scf.forall (%i) in (4) shared_outs(%a = %x, %b = %y)
      -> (tensor<4xi64>, tensor<4xi64>) {
    %p = tensor.extract_slice %a[%i] [1] [1] : tensor<4xi64> to tensor<1xi64>
    %q = tensor.extract_slice %b[%i] [1] [1] : tensor<4xi64> to tensor<1xi64>
    %c = arith.cmpi ult, %i, %n : index
    %s = scf.if %c -> (tensor<1xi64>) {
      scf.yield %q : tensor<1xi64>
    } else {
      scf.yield %p : tensor<1xi64>
    }
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %a[%i] [1] [1] : tensor<1xi64> into tensor<4xi64>
      tensor.parallel_insert_slice %p into %b[%i] [1] [1] : tensor<1xi64> into tensor<4xi64>
    }
  }
  return %r#0, %r#1 : tensor<4xi64>, tensor<4xi64>
}
