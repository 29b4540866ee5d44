"""Checks a trace of split-run for profiled-ops.mlir and --time=5."""

import json
import sys

with open(sys.argv[1]) as file:
    trace = json.load(file)
assert trace["calls"] == 5
ops = trace["ops"]
matmul = next(op for op in ops if "linalg.matmul" in op["op"])
assert matmul["count"] == 5
assert matmul["bytes"] == 5 * 3 * 4 * 1000 * 1000, matmul
# The ops are the whole call.
total = sum(op["ns"] for op in ops)
assert 0.95 * trace["call_ns"] <= total <= trace["call_ns"], (total, trace["call_ns"])
# The events are the ops, one after the other.
events = trace["traceEvents"]
assert len(events) == sum(op["count"] for op in ops)
assert {event["ph"] for event in events} == {"X"}
for event, following in zip(events, events[1:]):
    assert event["ts"] + event["dur"] <= following["ts"] + 0.001
for op in ops:
    durations = [
        event["dur"] for event in events if event["args"]["location"] == op["location"]
    ]
    assert abs(sum(durations) * 1000 - op["ns"]) < op["count"]
