#!/usr/bin/env bash
# 10^8 iterations of saxpy on the emulated device, checks off, against the plain loop; one core each.
# ROMP2CUDA names the translator (default: target/release/romp2cuda, else the one on PATH).
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
if [ -z "${ROMP2CUDA:-}" ]; then
    ROMP2CUDA=$root/target/release/romp2cuda
    [ -x "$ROMP2CUDA" ] || ROMP2CUDA=romp2cuda
fi
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
"$ROMP2CUDA" cc -O2 -fopenmp --offload-arch=emulated "$root/benches/emulated.c" -o "$dir/saxpy"
export ROMP_DEVICE=emulated OMP_TARGET_OFFLOAD=MANDATORY ROMP_EMULATED_CHECK=0 ROMP_EMULATED_THREADS=1
taskset -c 0 "$dir/saxpy"
