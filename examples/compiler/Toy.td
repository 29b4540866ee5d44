// The dialect of a small compiler, with one op.

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Toy_Dialect : Dialect {
  let name = "toy";
  let cppNamespace = "::toy";
}

def Toy_GateOp : Op<Toy_Dialect, "gate"> {
  let summary = "one half of each row times the other half (GLU, bilinear)";
  let arguments = (ins RankedTensorOf<[AnyFloat]>:$data);
  let results = (outs RankedTensorOf<[AnyFloat]>:$result);
  let assemblyFormat =
      "$data attr-dict `:` type($data) `->` type($result)";
}
