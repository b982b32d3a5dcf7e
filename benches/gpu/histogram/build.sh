#!/usr/bin/env bash
# Builds the OpenMP side for a machine with a GPU, where DIR/run.sh builds the other and compares:
#   benches/gpu/histogram/build.sh DIR [sm_90]
set -eu
[ $# -ge 1 ] || { sed -n '2,3s/^# \{0,1\}//p' "$0"; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
if [ -z "${ROMP2CUDA:-}" ]; then
    ROMP2CUDA=$root/target/release/romp2cuda
    [ -x "$ROMP2CUDA" ] || ROMP2CUDA=romp2cuda
fi
mkdir -p "$1"
"$ROMP2CUDA" cc -O2 -fopenmp "--offload-arch=${2:-sm_90}" "$here/histogram_omp.c" -o "$1/histogram_omp"
cp "$here/histogram_cuda.cu" "$here/values.h" "$here/compare.py" "$here/run.sh" "$1/"
