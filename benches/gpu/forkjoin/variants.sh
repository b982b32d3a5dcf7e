#!/usr/bin/env bash
# On the machine with the GPU and nvcc: the candidates of variants.cu, a process a group.
set -u
here=$(cd "$(dirname "$0")" && pwd)
program=${1:-}
if [ -z "$program" ]; then
    program=${TMPDIR:-/tmp}/romp-variants
    nvcc -O3 -std=c++17 -arch=native -I "$here/../../../runtime-cuda/include" -o "$program" "$here/variants.cu" || exit 1
fi
for group in named partial lanes fork block shadow-vote shadow-word; do
    echo "== $group"
    timeout 20 "$program" "$group" || echo "exit $?: $group"
done
