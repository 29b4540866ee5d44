// Every op in every form keeps operands, properties, types and the order of uses,
// as upstream's own passes and options compare them.
// RUN: %mlir-opt %s --pass-pipeline='builtin.module(test-bytecode-roundtrip{test-kind=0})' 2>&1 | FileCheck %s
