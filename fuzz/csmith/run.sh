#!/usr/bin/env bash
# Csmith programs as device functions: each program's functions run in a target region, and the checksum of its
# variables is compared with that of gcc -O0 on the host.
#
#     fuzz/csmith/run.sh [--seed N] [--count N] [--nvcc] [--keep DIR]
#
# --seed: the first program's seed, later ones count up; --count: how many programs (100). --nvcc compiles each for
# sm_90, too. --keep: where programs that failed are left (csmith-failures). Packed structures are left out: a GPU has
# none (docs/support.md). Needs csmith and its headers (Debian: csmith, libcsmith-dev) and a built
# target/debug/romp2cuda, or its path in ROMP2CUDA. Exit code 1 where a program failed.
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
seed=1 count=100 nvcc=no keep=csmith-failures
while [ $# -gt 0 ]; do
    case $1 in
    --seed) seed=$2; shift 2 ;;
    --count) count=$2; shift 2 ;;
    --nvcc) nvcc=yes; shift ;;
    --keep) keep=$2; shift 2 ;;
    *) sed -n '2,10s/^# \{0,1\}//p' "$0"; exit 2 ;;
    esac
done
translator=${ROMP2CUDA:-$root/target/debug/romp2cuda}
headers=$(dirname "$(find /usr/include /usr/local/include -name csmith.h 2>/dev/null | head -1)")
command -v csmith >/dev/null && [ -f "$headers/csmith.h" ] || { echo "csmith is not installed"; exit 3; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Csmith's main with the call of func_1 in a target region, and its variables copied back behind it. Constants stay.
wrap() {
    local names
    names=$(grep -o 'transparent_crc[a-z_]*(&\{0,1\}g_[0-9]*' "$1" | grep -o 'g_[0-9]*' | sort -u |
        while read -r name; do
            grep -E "^static .*[ *]$name(\[|;| =)" "$1" | grep -qE "^static (volatile )?const " || echo "$name"
        done | paste -sd,)
    awk -v names="$names" '
        /^#include "csmith.h"/ { print; print "#pragma omp declare target"; next }
        /^int main/ { print "#pragma omp end declare target" }
        /^ *func_1\(\);/ {
            print "    #pragma omp target"
            print
            if (names != "") print "    #pragma omp target update from(" names ")"
            next
        }
        { print }' "$1"
}

run() { nice timeout "$@" >"$work/log" 2>&1; }

# The checksum that a program prints.
checksum() { nice timeout 10 "$@" 2>/dev/null | grep -a checksum; }

passed=0 failed=0 skipped=0
fail() {
    failed=$((failed + 1))
    mkdir -p "$keep"
    cp "$work/p.c" "$keep/$1.c"
    cp "$work/log" "$keep/$1.log"
    echo "seed $1: $2"
}
for ((n = seed; n < seed + count; n++)); do
    nice csmith --seed "$n" --no-argc --no-packed-struct --max-funcs 8 >"$work/raw.c" || continue
    wrap "$work/raw.c" >"$work/p.c"
    flags=(-std=gnu11 -w -I "$headers")
    run 60 gcc "${flags[@]}" -O0 "$work/raw.c" -o "$work/host" || { skipped=$((skipped + 1)); continue; }
    # Some programs do not end.
    want=$(checksum "$work/host") || { skipped=$((skipped + 1)); continue; }
    if ! run 120 "$translator" cc --offload-arch=emulated "${flags[@]}" -O1 -fopenmp "$work/p.c" -o "$work/device"; then
        fail "$n" "does not build"
        continue
    fi
    got=$(ROMP_DEVICE=emulated OMP_TARGET_OFFLOAD=MANDATORY checksum "$work/device")
    if [ "$got" != "$want" ]; then
        fail "$n" "'$got' instead of '$want'"
        continue
    fi
    if [ $nvcc = yes ] &&
        ! run 300 "$translator" cc --offload-arch=sm_90 "${flags[@]}" -O1 -fopenmp -c "$work/p.c" -o "$work/p.o"; then
        fail "$n" "nvcc does not build it"
        continue
    fi
    passed=$((passed + 1))
done
echo "$passed as on the host, $failed failed, $skipped did not build or end on the host (seeds $seed to $((seed + count - 1)))"
[ "$failed" -eq 0 ]
