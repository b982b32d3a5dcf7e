#!/usr/bin/env bash
# Builds the OpenMP side of the GPU benches and puts it with the CUDA sources into a folder that can be
# carried to the machine with the GPU, where DIR/run.sh builds the hand-written side and runs both:
#   benches/gpu/build.sh DIR [sm_90]
set -eu
[ $# -ge 1 ] || { sed -n '2,4s/^# \{0,1\}//p' "$0"; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
if [ -z "${ROMP2CUDA:-}" ]; then
    ROMP2CUDA=$root/target/release/romp2cuda
    [ -x "$ROMP2CUDA" ] || ROMP2CUDA=romp2cuda
fi
mkdir -p "$1"
for name in stream launch; do
    "$ROMP2CUDA" cc -O2 -fopenmp "--offload-arch=${2:-sm_90}" "$here/${name}_omp.c" -o "$1/${name}_omp"
done
cp "$here"/*.cu "$here"/launch_driver.c "$here"/compare.py "$here"/run.sh "$1/"
