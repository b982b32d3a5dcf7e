#!/usr/bin/env bash
# On a machine with a GPU and nvcc, from anywhere in a checkout: reductions beside CUB's.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
nvcc -std=c++17 -O3 -arch=native -rdc=true -I"$here/../../../runtime-cuda/include" -o "$out/reductions" "$here/reductions.cu"
for round in $(seq "${1:-3}"); do
    "$out/reductions"
done
