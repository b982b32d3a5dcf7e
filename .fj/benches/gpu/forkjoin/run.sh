#!/usr/bin/env bash
# On the machine with the GPU, nvcc and compute-sanitizer: runs the program of fork-join tests, plain and
# under the sanitizer, then the bench.   benches/gpu/forkjoin/run.sh [sm_90]
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
build check "$here/check.cu" -lineinfo &
build check_counted "$here/check.cu" -lineinfo -DROMP_COUNTED_BARRIER &
build bench "$here/forkjoin.cu" &
build bench_counted "$here/forkjoin.cu" -DROMP_COUNTED_BARRIER &
wait
"$out/bench"
echo
echo "with the counted barrier of sm_75:"
"$out/bench_counted" | sed -n '/barrier of/,$p'
for program in check check_counted; do
    timeout 20 "$out/$program" || echo "$program: exit $?"
    for tool in synccheck racecheck memcheck; do
        echo "== $program, $tool"
        timeout 60 compute-sanitizer --tool "$tool" "$out/$program" 2>&1 | tail -${LINES_OF_TOOL:-12} || true
    done
done
