#!/usr/bin/env bash
# On the machine with the GPU, nvcc and compute-sanitizer: runs the program of fork-join tests, plain and
# under the sanitizer, and the bench, with the header's variants.   benches/gpu/forkjoin/run.sh [sm_90]
set -eu
here=$(cd "$(dirname "$0")" && pwd)
runtime=${ROMP_RUNTIME:-$here/../../../runtime-cuda}
arch=${1:-native}
out=${TMPDIR:-/tmp}/romp-forkjoin
mkdir -p "$out"
build() { # output, source, words
    local to=$1 from=$2
    shift 2
    nvcc -O3 -std=c++17 "-arch=$arch" "$@" -I "$here/shim" -I "$runtime/include" -I "$runtime/tests/programs" -o "$out/$to" "$from"
}
build bench "$here/forkjoin.cu" &
build bench_one_way "$here/forkjoin.cu" -DROMP_ONE_WAY &
build bench_counted "$here/forkjoin.cu" -DROMP_COUNTED_BARRIER &
build check "$here/check.cu" -lineinfo &
build check_one_way "$here/check.cu" -lineinfo -DROMP_ONE_WAY &
build check_counted "$here/check.cu" -lineinfo -DROMP_COUNTED_BARRIER &
wait
exec "$here/measure.sh" "$out"
