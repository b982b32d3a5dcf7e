#!/bin/sh
# Opens pages of `report` and `diff` in a headless Chromium: tests/page/check.mjs says what must hold. Needs chromium (or
# CHROMIUM), node and npm, which fetches axe-core, html-validate and puppeteer-core. Where one is missing it says so and
# checks nothing (exit code 77, as build systems know skipped tests). usage: tests/page/check.sh [PICTURES]
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
romp2cuda=${ROMP2CUDA:-$root/target/debug/romp2cuda}
browser=${CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)}
for tool in "${browser:-chromium}" node npm; do
    command -v "$tool" >/dev/null || { echo "skipped: $tool is missing, so that pages cannot be opened"; exit 77; }
done
modules=${PAGE_MODULES:-$root/target/page}
mkdir -p "$modules"
[ -d "$modules/node_modules/puppeteer-core" ] ||
    (cd "$modules" && npm install --silent --no-fund --no-audit axe-core@4 html-validate@10 puppeteer-core@24)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$root"
page() { "$romp2cuda" --format html report "$@"; }
page -w tests/report/costs.c >"$work/costs.html"
for at in 1 2 3 4 5; do
    printf '#pragma omp declare target\nstatic int h%s(int x) { return x + %s; }\n#pragma omp end declare target\n' $at $at >"$work/h$at.h"
    echo "#include \"h$at.h\"" >>"$work/headers.c"
done
echo 'void f(int *x) {
    #pragma omp target map(x[0:1])
    x[0] = h1(x[0]) + h2(1) + h3(1) + h4(1) + h5(1);
}' >>"$work/headers.c"
page "$work/headers.c" >"$work/headers.html"
page tests/report/modes.c tests/report/fork_join.c >"$work/two_files.html"
page examples/nbody/nbody.c examples/lu/lu.c >"$work/examples.html"
: >"$work/empty.c"
page "$work/empty.c" >"$work/empty.html"
echo 'int g(int x) { return x; }' >"$work/none.c"
page "$work/empty.c" "$work/none.c" >"$work/none.html"
# Of several files one is refused; the page shows the others.
printf 'void f(int *x) {\n    #pragma omp target map(x[0:1])\n    x[0] = elsewhere(1);\n}\n' >"$work/refused.c"
if page examples/nbody/nbody.c "$work/refused.c" >"$work/refused.html" 2>/dev/null; then
    echo "FAILED: a refused file does not show in the exit code"
    exit 1
fi
# Machine code needs nvcc and nvdisasm.
page --sass examples/nbody/nbody.c >"$work/sass.html" 2>/dev/null || rm "$work/sass.html"
{
    echo '#define EACH(n) _Pragma("omp target teams distribute parallel for") for (int i = 0; i < 9; i++) x[i] = n;'
    echo 'void many(int *x) {'
    for at in $(seq 60); do echo "    EACH($at)"; done
    echo '}'
} >"$work/many.c"
page "$work/many.c" >"$work/many.html"
printf 'void f(int *x)\r\n{\r\n    // \351 <b>&amp;\r\n    #pragma omp target map(x[0:1])\r\n    x[0] = 1;\r\n}\r\n' >"$work/latin.c"
page "$work/latin.c" >"$work/latin.html"
printf 'int f(int *x)\n{\n    /* <b> */\n    #pragma omp target map(x[0:1])\n    x[0] = 1;\n    return 2;\n}\n' >"$work/f.c"
"$romp2cuda" --format html diff examples/nbody/nbody.c "$work/f.c" >"$work/diff.html"
"$romp2cuda" translate "$work/f.c" -o "$work/then"
sed -i 's/x\[0\] = 1;/x[0] = 12; x[0] += "s"[0]; \/* more *\//' "$work/f.c"
"$romp2cuda" --format html diff --noise --against "$work/then" "$work/f.c" >"$work/diff_against.html"
PAGE_MODULES=$modules PAGE_BROWSER=$browser node tests/page/check.mjs "${1:-$work}" "$work"/*.html
