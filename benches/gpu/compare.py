"""Reads what run.sh gathered and prints the ratios."""

import glob
import json
import statistics

BYTES = {"saxpy": 3 * 4 * 2**28, "triad": 3 * 8 * 2**28}


def hand_written():
    """{kernel: {(shape, block): [seconds]}}"""
    times = {}
    for line in open("results-cuda.txt"):
        kernel, shape, block, seconds = line.split()
        times.setdefault(kernel, {}).setdefault((shape, int(block)), []).append(float(seconds))
    return times


def generated():
    """{kernel: [mean seconds of a launch, one a run]}"""
    times = {}
    for path in sorted(glob.glob("trace-*.json")):
        for region in json.load(open(path))["regions"]:
            if region["kernel"]:
                name = region["kernel"].rsplit("_", 1)[0]
                times.setdefault(name, []).append(region["kernel_seconds"] / region["count"])
    return times


def numbers(path, column):
    return statistics.median(float(line.split()[column]) for line in open(path))


def main():
    ours = generated()
    print(f"{'kernel':8} {'shape':8} {'block':>6} {'ms':>9} {'GB/s':>8} {'hand/generated':>15}")
    for kernel, shapes in hand_written().items():
        mine = statistics.median(ours[kernel])
        rows = [(statistics.median(t), shape, block) for (shape, block), t in shapes.items()]
        for seconds, shape, block in sorted(rows):
            rate = BYTES[kernel] / seconds / 1e9
            print(f"{kernel:8} {shape:8} {block:6} {seconds * 1e3:9.4f} {rate:8.1f} {seconds / mine:15.4f}")
        print(f"{kernel:8} generated {'':6}{mine * 1e3:8.4f} {BYTES[kernel] / mine / 1e9:8.1f} {min(rows)[0] / mine:15.4f}")
    def launches(column):
        return numbers("results-driver.txt", column), numbers("results-launch.txt", column)

    driver, region = launches(0)
    print(f"cuLaunchKernel + synchronise {driver:.3f} us, region with present data {region:.3f} us: {region - driver:+.3f} us")
    driver, region = launches(1)
    print(f"chain of 100,000: cuLaunchKernel {driver:.3f} us, region {region:.3f} us: {region / driver:.3f} times")


main()
