#!/usr/bin/env bash
# On a machine with a GPU and nvcc, from anywhere in a checkout: scans beside CUB's and hand-written ones.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
nvcc -std=c++17 -O3 -arch=native -I"$here/../../../runtime-cuda/include" -o "$out/scans" "$here/scans.cu"
for round in $(seq "${1:-3}"); do
    timeout 120 "$out/scans"
done
