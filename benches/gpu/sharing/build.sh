#!/usr/bin/env bash
# Builds sharing.c twice, its 100 kB in global memory and in dynamic shared memory, and the hand-written kernels,
# for a machine with a GPU, where DIR/run.sh compares them:
#   benches/gpu/sharing/build.sh DIR [sm_90]
set -eu
[ $# -ge 1 ] || { sed -n '2,4s/^# \{0,1\}//p' "$0"; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
romp2cuda=${ROMP2CUDA:-romp2cuda}
arch=${2:-sm_90}
mkdir -p "$1"
for budget in 49152 232448; do
    "$romp2cuda" cc -O2 -fopenmp "--offload-arch=$arch" "--shared-budget=$budget" "$here/sharing.c" -o "$1/sharing-$budget"
done
"${NVCC:-nvcc}" -O3 "-arch=$arch" -cubin "$here/twin.cu" -o "$1/twin.cubin"
gcc -O2 "$here/twin.c" -o "$1/twin" -ldl
cp "$here/run.sh" "$1/"
