"""What part of the GPU's peaks programs by hand reach, by Nsight Compute.

    shares.py measure BUILT RESULT.json    where the GPU and ncu are, BUILT as `romp2cuda bench --build-only` makes it
    shares.py note RESULT.json FOLDER      writes the shares into FOLDER/*/bench.toml, as `roofline` of `[twin]`

A kernel's share is the larger one of its memory's and its arithmetic's throughput, each of what the GPU sustains at
most; a program's is the mean over its launches, weighted by their time. Of a program with many launches the first ones
count.
"""

import csv
import json
import os
import re
import subprocess
import sys
import tempfile

TIME = "gpu__time_duration.sum"
MEMORY = "gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed"
COMPUTE = "sm__throughput.avg.pct_of_peak_sustained_elapsed"
LAUNCHES = 100
LIMIT = 60


def measure(built, result):
    with open(os.path.join(built, "built.json")) as file:
        programs = json.load(file)["programs"]
    shares = {}
    for program in programs:
        ready = any(one["contender"]["id"] == "cuda" and one["state"] == "ready" for one in program["entries"])
        words = program["manifest"]["sizes"].get("large")
        if not ready or words is None or not program["manifest"].get("means", True):
            continue
        name = program["name"]
        shares[name] = share_of(os.path.abspath(os.path.join(built, name, "cuda")), words)
        print(f"{name:16} {shares[name]}", flush=True)
        with open(result, "w") as file:
            json.dump(shares, file, indent=1)
    return all("why" not in share for share in shares.values())


def share_of(program, words):
    """{"roofline", "memory", "compute", "launches"}, or {"why"}"""
    ncu = ["ncu", "--clock-control", "none", "--csv", "--page", "raw", "--print-units", "base", "--launch-count", str(LAUNCHES)]
    ncu += ["--metrics", ",".join([TIME, MEMORY, COMPUTE]), program]
    with tempfile.TemporaryDirectory() as folder:
        try:
            run = subprocess.run(ncu + words, cwd=folder, capture_output=True, text=True, timeout=LIMIT)
        except FileNotFoundError:
            return {"why": "ncu is not found"}
        except subprocess.TimeoutExpired:
            return {"why": f"no end after {LIMIT} s"}
    launches = read(run.stdout)
    if not launches:
        return {"why": (run.stderr or run.stdout)[-200:] or f"exit status {run.returncode}"}
    total = sum(time for time, _, _ in launches)
    mean = lambda pick: round(sum(time * pick(memory, compute) for time, memory, compute in launches) / total / 100, 3)
    return {
        "roofline": mean(max),
        "memory": mean(lambda memory, _: memory),
        "compute": mean(lambda _, compute: compute),
        "launches": len(launches),
    }


def read(text):
    """(time, memory, compute) of each launch in ncu's CSV, which begins behind the program's own output and ncu's."""
    lines = text.splitlines()
    begin = next((at for at, line in enumerate(lines) if line.startswith('"ID"')), None)
    if begin is None:
        return []
    launches = []
    for row in csv.DictReader(lines[begin:]):
        try:
            launches.append(tuple(float(row[name].replace(",", "")) for name in (TIME, MEMORY, COMPUTE)))
        except (KeyError, ValueError, AttributeError):
            # The line of units, and what the program prints at its end.
            continue
    return [one for one in launches if one[0] > 0]


def note(result, folder):
    with open(result) as file:
        shares = json.load(file)
    for name, share in shares.items():
        path = os.path.join(folder, name, "bench.toml")
        if "roofline" not in share or not os.path.exists(path):
            continue
        with open(path) as file:
            text = file.read()
        text, count = re.subn(r"(?m)^roofline = [0-9.]+", f"roofline = {share['roofline']:.2f}", text)
        if count != 1:
            sys.exit(f"{path} has {count} lines `roofline = ...`")
        with open(path, "w") as file:
            file.write(text)
    return True


def main():
    commands = {"measure": measure, "note": note}
    if len(sys.argv) != 4 or sys.argv[1] not in commands:
        sys.exit(__doc__)
    sys.exit(0 if commands[sys.argv[1]](sys.argv[2], sys.argv[3]) else 1)


if __name__ == "__main__":
    main()
