"""Prints what is known of this machine and tree as JSON, for the report of a run. No names
of hosts and no paths."""

import argparse
import datetime
import json
import os
import pathlib
import re
import subprocess

TOP = pathlib.Path(__file__).parents[2]
VENDORS = {"GenuineIntel": "Intel", "AuthenticAMD": "AMD"}


def run(*command):
    """The first line that a command prints; None if it fails."""
    environment = {**os.environ, "LC_ALL": "C"}
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, cwd=TOP, env=environment, check=True
        )
    except (OSError, subprocess.CalledProcessError):
        return None
    return done.stdout.strip()


def read_cpu():
    """The fields of lscpu by name."""
    flat = {}

    def flatten(entries):
        for entry in entries:
            flat[entry["field"].rstrip(":")] = entry.get("data") or ""
            flatten(entry.get("children", []))

    text = run("lscpu", "-J")
    flatten(json.loads(text)["lscpu"] if text else [])
    return flat


def size_per_core(text):
    """`1 MiB` of `2 MiB (2 instances)`."""
    match = re.match(r"([\d.]+) (\w+)(?: \((\d+) instance)?", text)
    if not match:
        return text
    size, unit, count = float(match[1]), match[2], int(match[3] or 1)
    return f"{size / count:g} {unit}"


def describe_commit():
    commit = run("git", "rev-parse", "--short", "HEAD")
    if not commit:
        return "unknown"
    return commit + (", with changes" if run("git", "status", "--porcelain", "-uno") else "")


def describe(rounds, model):
    """The properties of this machine and of a run with `rounds` rounds. `model` describes
    the machine as compiled code sees it. The page of a machine shows the properties that
    `ROWS` names."""
    cpu = read_cpu()
    kernel = os.uname()
    processor = cpu.get("Model name") or kernel.machine
    vendor = cpu.get("Vendor ID", "unknown vendor")
    family, number = cpu.get("CPU family", "?"), cpu.get("Model", "?")
    short = VENDORS.get(vendor, vendor)
    caches = [f"{k[:-6]} {size_per_core(v)}" for k, v in cpu.items() if "cache" in k]
    flags = cpu.get("Flags", "").split()
    sets = [name for name in ("avx2", "avx512f", "avx512vbmi") if name in flags]
    memory = re.search(r"MemTotal:\s+(\d+)", pathlib.Path("/proc/meminfo").read_text())
    pages = pathlib.Path("/sys/kernel/mm/transparent_hugepage/enabled")
    huge = pages.read_text().strip() if pages.exists() else "none"
    return {
        "name": re.sub(r"[^a-z0-9]+", "-", f"{short} {family} {number}".lower()),
        "title": f"{short} family {family} model {number}, "
        + ", ".join(c for c in caches if c.startswith(("L2", "L3"))),
        "processor": f"{processor}, {vendor} family {family} model {number}",
        "instructions": ", ".join(sets),
        "cores": str(len(os.sched_getaffinity(0))),
        "caches of a core": ", ".join(caches),
        "memory": f"{int(memory[1]) / 2**20:.0f} GiB",
        "huge pages": huge,
        "system": f"{kernel.sysname} {kernel.release.split('-')[0]}",
        "virtual machine": cpu.get("Hypervisor vendor", ""),
        "date": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d %H:%M UTC"),
        "commit": describe_commit(),
        "rounds": rounds,
        "machine model": model,
        "features": ["huge pages"] if re.search(r"\[(always|madvise)\]", huge) else [],
    }


ROWS = ["processor", "instructions", "cores", "caches of a core", "memory", "huge pages"]
ROWS += ["system", "virtual machine", "machine model", "date", "commit", "rounds", "note"]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--rounds", required=True, help="how often figures are measured")
    parser.add_argument("--model", default="", help="what compiled code knows of it")
    described = describe(**vars(parser.parse_args()))
    print(json.dumps(described, indent=1, ensure_ascii=False))
