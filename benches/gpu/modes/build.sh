#!/usr/bin/env bash
# Builds modes.c in every mode for a machine with a GPU, where DIR/run.sh compares them:
#   benches/gpu/modes/build.sh DIR [sm_90]
set -eu
[ $# -ge 1 ] || { sed -n '2,3s/^# \{0,1\}//p' "$0"; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
if [ -z "${ROMP2CUDA:-}" ]; then
    ROMP2CUDA=$root/target/release/romp2cuda
    [ -x "$ROMP2CUDA" ] || ROMP2CUDA=romp2cuda
fi
mkdir -p "$1"
for mode in guarded fork-join auto; do
    "$ROMP2CUDA" cc -O2 -fopenmp "--offload-arch=${2:-sm_90}" "--sequential=$mode" "$here/modes.c" -o "$1/modes-$mode"
done
cp "$here/run.sh" "$1/"
