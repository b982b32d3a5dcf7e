#!/usr/bin/env bash
# What checks cost: CPU time of the examples on the emulated device with and without them.
# ROMP2CUDA names the translator (default: target/release/romp2cuda, else the one on PATH).
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
if [ -z "${ROMP2CUDA:-}" ]; then
    ROMP2CUDA=$root/target/release/romp2cuda
    [ -x "$ROMP2CUDA" ] || ROMP2CUDA=romp2cuda
fi
checks=${*:-memory}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
export ROMP_DEVICE=emulated OMP_TARGET_OFFLOAD=MANDATORY ROMP_EMULATED_THREADS=1
unset ROMP_EMULATED_CHECK
TIMEFORMAT=%U

# Arguments with which an example runs long enough without checks for the clock to tell.
size() {
    case $1 in
        bfs) echo 400000 ;;
        heat) echo 64 4000 ;;
        lu) echo 384 ;;
        matmul) echo 448 ;;
        nbody) echo 512 10 ;;
        saxpy) echo 4194304 ;;
    esac
}

# CPU seconds of the best of three runs.
best() {
    for _ in 1 2 3; do
        { time "$@" >/dev/null 2>"$dir/errors"; } 2>&1
    done | sort -n | head -1
}

printf '| program | none, s |'
for check in $checks; do printf ' %s, s | times |' "$check"; done
printf '\n|---|---|'
for check in $checks; do printf -- '---|---|'; done
echo
for program in "$root"/examples/*/; do
    name=$(basename "$program")
    options=$(cat "$program/opts" 2>/dev/null || true)
    sources=$program
    [ -d "$program" ] && sources=$(echo "$program"/*.c)
    build() { "$ROMP2CUDA" cc -O2 -w -fopenmp --offload-arch=emulated --check="$1" $options $sources -o "$dir/$1" -lm; }
    build none
    none=$(best "$dir/none" $(size "$name"))
    printf '| %s | %s |' "$name" "$none"
    for check in $checks; do
        build "$check"
        with=$(best "$dir/$check" $(size "$name"))
        printf ' %s | %s |' "$with" "$(echo "$with $none" | awk '{ printf "%.1f", $1 / ($2 > 0.001 ? $2 : 0.001) }')"
    done
    echo
done
