"""Reads what run.sh gathered; prints milliseconds of a launch and the hand-written side's share of it."""

import glob
import json
import statistics

KINDS = ["uniform", "skewed", "constant"]


def main():
    ours, theirs, sums = {}, {}, {}
    for path in glob.glob("trace-*.json"):
        for region in json.load(open(path))["regions"]:
            name = (region["kernel"] or "").rsplit("_", 1)[0]
            if name in KINDS:
                ours.setdefault(name, []).append(1e3 * region["kernel_seconds"] / region["count"])
    for path in glob.glob("cuda-*.txt"):
        for line in open(path):
            kind, what, figure = line.split()
            if what == "checksum":
                sums[kind] = figure
            else:
                theirs.setdefault(kind, {}).setdefault(what, []).append(float(figure))
    for line in open("sums.txt"):
        kind, figure = line.split()
        if sums[KINDS[int(kind)]] != figure:
            raise SystemExit(f"{KINDS[int(kind)]}: the two sides have different bins")
    print(f"{'values':10} {'by hand':>10} {'ms':>9} {'ours, ms':>9} {'hand/ours':>10}")
    for kind in KINDS:
        mine = statistics.median(ours[kind])
        rows = sorted((statistics.median(t), what) for what, t in theirs[kind].items())
        for figure, what in rows:
            print(f"{kind:10} {what:>10} {figure:9.4f} {mine:9.4f} {figure / mine:10.3f}")


main()
