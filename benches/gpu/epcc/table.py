"""Reads what epcc_omp and epcc_cuda printed; prints a table and draws it (overheads.svg)."""

import math
import sys

# Construct, and what the hardware's own way of doing it is called in epcc_cuda.cu.
PAIRS = [
    ("target", "target"),
    ("parallel", "parallel"),
    ("parallel_private", "parallel_private"),
    ("parallel_firstprivate", "parallel_firstprivate"),
    ("parallel_for", "parallel_for"),
    ("parallel_sections", "parallel_sections"),
    ("parallel_reduction", "parallel_reduction"),
    ("for_static", "for_strided"),
    ("for_static_1", "for_strided"),
    ("for_static_2", "for_pieces"),
    ("for_dynamic_1", "for_dynamic_1"),
    ("for_dynamic_4", "for_dynamic_4"),
    ("for_guided", "for_guided"),
    ("for_guided_4", "for_guided"),
    ("for_nowait", "for_nowait"),
    ("for_lastprivate", "for_last"),
    ("for_simd", "for_strided"),
    ("for_collapse", "for_strided"),
    ("for_cancellation_point", "for_strided"),
    ("loop", "for_stored"),
    ("sections", "sections"),
    ("barrier", "barrier"),
    ("inner_barrier", "barrier"),
    ("flush", "flush"),
    ("single", "single"),
    ("single_nowait", "one"),
    ("copyprivate", "copyprivate"),
    ("masked", "one"),
    ("scope", "barrier"),
    ("critical", "lock"),
    ("atomic", "atomic"),
    ("atomic_capture", "atomic_capture"),
    ("lock", "lock"),
    ("nest_lock", "nest_lock"),
    ("ordered", "ordered"),
    ("reduction", "reduction"),
    ("reduction_array", "reduction_array"),
    ("reduction_scope", "reduction"),
    ("scan", "scan"),
    ("tasks", "tasks"),
    ("taskloop", "tasks"),
    ("taskgroup", "own_work"),
    ("taskwait", "own_work"),
]


def read(paths):
    """{name: {threads: the least figure}}"""
    figures = {}
    for path in paths:
        for line in open(path):
            name, threads, figure = line.split()
            at = figures.setdefault(name, {})
            at[int(threads)] = min(float(figure), at.get(int(threads), math.inf))
    return figures


def table(pairs, sizes, ours, theirs):
    print(f"{'cycles':24}" + "".join(f"{size:>20}" for size in sizes))
    for name, twin in pairs:
        cells = []
        for size in sizes:
            a, b = ours[name][size], theirs[twin][size]
            cells.append(f"{a:.0f}/{b:.0f} {a / b:5.2f}")
        print(f"{name:24}" + "".join(f"{cell:>20}" for cell in cells))


def plot(pairs, sizes, ours, theirs, path):
    """A small chart a construct: cycles over threads, both axes logarithmic."""
    width, height, columns, margin = 260, 180, 4, 36
    rows = -(-len(pairs) // columns)
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width * columns}" height="{height * rows + 24}" '
        'font-family="sans-serif" font-size="10">',
        '<rect width="100%" height="100%" fill="white"/>',
    ]
    for at, (name, twin) in enumerate(pairs):
        left, top = at % columns * width + margin, at // columns * height + 20
        wide, high = width - margin - 12, height - 44
        both = [figures[key][size] for figures, key in ((ours, name), (theirs, twin)) for size in sizes]
        low, top_value = 10 ** math.floor(math.log10(max(min(both), 0.1))), 10 ** math.ceil(math.log10(max(both)))
        span = math.log10(top_value / low) or 1
        x = lambda size: left + wide * math.log(size) / math.log(1024)
        y = lambda value: top + high - high * math.log10(max(value, low) / low) / span
        out.append(f'<text x="{left}" y="{top - 6}" font-weight="bold">{name}</text>')
        out.append(f'<rect x="{left}" y="{top}" width="{wide}" height="{high}" fill="none" stroke="#999"/>')
        for power in range(round(span) + 1):
            value = low * 10**power
            out.append(f'<path d="M{left} {y(value):.1f}h{wide}" stroke="#ddd"/>')
            out.append(f'<text x="{left - 3}" y="{y(value) + 3:.1f}" text-anchor="end">{value:g}</text>')
        for size in (1, 32, 256, 1024):
            out.append(f'<text x="{x(size):.1f}" y="{top + high + 12}" text-anchor="middle">{size}</text>')
        for figures, key, colour in ((theirs, twin, "#888"), (ours, name, "#c03")):
            points = " ".join(f"{x(size):.1f},{y(figures[key][size]):.1f}" for size in sizes)
            out.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="1.5"/>')
            out += [
                f'<circle cx="{x(size):.1f}" cy="{y(figures[key][size]):.1f}" r="1.8" fill="{colour}"/>'
                for size in sizes
            ]
    below = height * rows + 14
    out.append(f'<text x="{margin}" y="{below}">cycles over threads: <tspan fill="#c03">translated</tspan>, '
               '<tspan fill="#888">by hand in CUDA</tspan></text></svg>')
    with open(path, "w") as file:
        file.write("\n".join(out) + "\n")


def main():
    omp, cuda = sys.argv[1].split(","), sys.argv[2].split(",")
    ours, theirs = read(omp), read(cuda)
    hertz = theirs.pop("clock")[0]
    for at in ours.values():
        for size in at:
            at[size] *= hertz / 1e9
    sizes = sorted(ours["barrier"])
    pairs = [pair for pair in PAIRS if pair[0] in ours and pair[1] in theirs]
    print(f"clock {hertz / 1e6:.0f} MHz; translated/by hand, ratio")
    half = -(-len(sizes) // 2)
    table(pairs, sizes[:half], ours, theirs)
    print()
    table(pairs, sizes[half:], ours, theirs)
    plot(pairs, sizes, ours, theirs, "overheads.svg")


main()
