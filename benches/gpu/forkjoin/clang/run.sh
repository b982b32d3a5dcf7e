#!/usr/bin/env bash
# Runs what build.sh packed, in the folder given: each row a process with a limit, since optimised fork-join
# code of this compiler is known to hang.
here=$(cd "${1:-$(dirname "$0")}" && pwd)
export LD_LIBRARY_PATH=$here/lib OMP_TARGET_OFFLOAD=MANDATORY
for program in "$here"/empty_region_*; do
    echo "== clang-19 ${program##*/empty_region_}"
    for workers in 32 96 256 512 992; do
        timeout -k 1 8 "$program" $workers 2>&1 | tail -n 1
        code=${PIPESTATUS[0]}
        [ "$code" = 0 ] || echo "$workers: exit $code"
    done
done
