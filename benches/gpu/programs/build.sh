#!/usr/bin/env bash
# Translates and builds the programs here for a machine with a GPU, and puts them and their twins in DIR:
#   benches/gpu/programs/build.sh DIR [sm_90]
set -eu
[ $# -ge 1 ] || { sed -n '2,3s/^# \{0,1\}//p' "$0"; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
for file in "$here"/*.c; do
    name=$(basename "$file" .c)
    "${ROMP2CUDA:-romp2cuda}" cc -O3 -fopenmp "--offload-arch=${2:-sm_90}" "$file" -o "$1/$name.omp" -lm
done
cp "$here"/*.cu "$here/bench.h" "$here/run.sh" "$1/"
