#!/usr/bin/env python3
"""Compiles the kernels of C programs and writes what `report` says of each, for check.c on a machine with a GPU.

    benches/gpu/occupancy/build.py OUTDIR [--arch sm_90] [--romp2cuda FILE] [--nvcc FILE] [PROGRAM.c ...]

Without programs: all of tests/run. Compares the static shared bytes of `report --ptxas` with those of the image as it goes;
exit code 1 where they differ. OUTDIR then has the images, table.txt and the program `check`, which needs nothing else:

    cd OUTDIR && ./check table.txt
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile

# An image for sm_90 counts what the driver keeps of each team's shared memory.
RESERVED = 1024
HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("programs", nargs="*", type=pathlib.Path)
    parser.add_argument("--arch", default="sm_90")
    parser.add_argument("--romp2cuda", default=os.environ.get("ROMP2CUDA", "romp2cuda"))
    parser.add_argument("--nvcc", default=shutil.which("nvcc"))
    parser.add_argument("--jobs", type=int, default=2)
    return parser.parse_intermixed_args()


def options(program):
    """The words of PROGRAM.c.opts: those of the translator, those of the compiler."""
    file = program.with_name(program.name + ".opts")
    words = file.read_text().split() if file.exists() else []
    return [w for w in words if w.startswith("--")], [w for w in words if not w.startswith("--")]


def run(words, **more):
    return subprocess.run(words, capture_output=True, text=True, timeout=300, **more)


def sections(image):
    """Of a cubin: name -> (bytes, sh_info)."""
    data = pathlib.Path(image).read_bytes()
    at, = struct.unpack_from("<Q", data, 40)
    size, count, names = struct.unpack_from("<HHH", data, 58)
    heads = [struct.unpack_from("<IIQQQQII", data, at + i * size) for i in range(count)]
    base = heads[names][4]
    text = lambda n: data[base + n:data.index(b"\0", base + n)].decode()
    return {text(h[0]): (h[5], h[7]) for h in heads}


def program(args, number, source):
    """The lines of the table, and what went wrong."""
    own, flags = options(source)
    name = f"{number:03}-{source.stem}"
    with tempfile.TemporaryDirectory() as folder:
        base = [args.romp2cuda]
        arch = [f"--offload-arch={args.arch}"]
        flags = ["-I", str(ROOT / "tests/run"), *flags]
        told = run([*base, "report", "--format", "json", "--ptxas", *arch, *own, str(source), "--", *flags])
        if told.returncode:
            return [], [f"{source}: no report: {told.stderr[:300]}"], 0
        kernels = [k for f in json.loads(told.stdout)["files"] for k in f["kernels"]]
        if not kernels:
            return [], [], 0
        done = run([*base, "translate", *arch, *own, str(source.resolve()), "-o", f"{folder}/out", "--", *flags])
        if done.returncode:
            return [], [f"{source}: not translated: {done.stderr[:300]}"], 0
        cuda = [str(f) for f in pathlib.Path(folder, "out").rglob("*.cu")]
        make = next(pathlib.Path(folder, "out").rglob("Makefile")).read_text()
        linked = "-rdc=true" in make
        image = args.out / f"{name}.cubin"
        first = f"{folder}/first.fatbin" if linked else str(image)
        words = [args.nvcc, "-std=c++17", "-I", str(ROOT / "runtime-cuda/include")]
        if linked:
            # As `cc` does it: optimised when it is linked.
            code = f"-gencode=arch={args.arch.replace('sm', 'compute')},code={args.arch.replace('sm', 'lto')}"
            made = run([*words, "-fatbin", "-rdc=true", code, *cuda, "-o", first])
            if made.returncode == 0:
                made = run([args.nvcc, "-dlink", "-cubin", "-dlto", f"-arch={args.arch}", "-o", str(image), first])
        else:
            made = run([*words, "-cubin", f"-arch={args.arch}", *cuda, "-o", first])
        if made.returncode:
            return [], [f"{source}: nvcc: {made.stderr[:300]}"], 0
        found = sections(image)
    lines, wrong, planned = [], [], 0
    for kernel in kernels:
        shared = kernel["shared"]
        declared = found.get(f".nv.shared.{kernel['name']}", (RESERVED, 0))[0] - RESERVED
        planned += declared == shared["static"]
        for one in kernel["occupancy"]:
            if one["architecture"] == args.arch:
                told = one["ptxas_shared"]
                if declared != told:
                    wrong.append(f"{source}: {kernel['name']}: {told} shared bytes by its report, {declared} in the image")
                words = (image.name, kernel["name"], kernel["max_threads"], told, shared["dynamic"],
                         one["registers"], one["teams"])
                lines.append(" ".join(map(str, words)))
    return lines, wrong, planned


def main():
    args = arguments()
    args.out.mkdir(parents=True, exist_ok=True)
    args.nvcc = args.nvcc or sys.exit("no nvcc: name it with --nvcc")
    programs = args.programs or sorted(p for p in (ROOT / "tests/run").rglob("*.c") if "files" not in p.parts)
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        results = list(pool.map(lambda one: program(args, *one), enumerate(programs)))
    lines = [line for found, _, _ in results for line in found]
    wrong = [line for _, found, _ in results for line in found]
    (args.out / "table.txt").write_text("\n".join(lines) + "\n")
    subprocess.run(["gcc", "-O1", "-Wall", str(HERE / "check.c"), "-o", str(args.out / "check"), "-ldl"], check=True)
    print("\n".join(wrong))
    print(f"{len(programs)} programs, {len(lines)} kernels, {len(wrong)} wrong; "
          f"{sum(planned for _, _, planned in results)} as planned before they were compiled")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
