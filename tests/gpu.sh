#!/usr/bin/env bash
# Runs what tests/build_for_gpu.sh built, on the machine with the GPU:
#   tests/gpu.sh DIRECTORY-OR-TAR.XZ
# ROMP_JOBS programs run at a time (default: 1). Needs bash and (for the archive) python3; no compiler. Exit code 1 where
# a program failed.
set -u
[ $# -eq 1 ] || { sed -n '2,5s/^# \{0,1\}//p' "$0"; exit 2; }
dir=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if [ -f "$dir" ]; then
    mkdir "$work/unpacked"
    python3 - "$dir" "$work/unpacked" <<'PYTHON'
import sys, tarfile
tarfile.open(sys.argv[1], "r:xz").extractall(sys.argv[2])
PYTHON
    dir=$(echo "$work"/unpacked/*)
fi

export OMP_TARGET_OFFLOAD=MANDATORY ROMP_EXPECT_DEVICE=1 ROMP_DEVICE=cuda
export dir work

# run_one PROGRAM: prints its line, with what went wrong below it, and leaves the first word of its verdict in a file.
run_one() {
    local program=$1 name got errors start code milliseconds verdict=passed
    name=$(basename "$program" .exe)
    got=$work/$name.got errors=$work/$name.errors
    start=$(date +%s%N)
    timeout 20 "$program" >"$got" 2>"$errors"
    code=$?
    milliseconds=$((($(date +%s%N) - start) / 1000000))
    if [ $code -eq 124 ]; then
        verdict="FAILED: no end after 20 s"
    elif grep -q 'no device: the program requires unified_shared_memory' "$errors"; then
        verdict="refused: this device does not reach the host's memory"
    elif [ $code -ne 0 ]; then
        verdict="FAILED: exit code $code"
    elif [ -f "$dir/$name.expected" ] && ! cmp -s "$got" "$dir/$name.expected"; then
        verdict="FAILED: prints something else than on the host"
    elif [ -f "$dir/$name.lastline" ] && [ "$(tail -n1 "$got")" != "$(cat "$dir/$name.lastline")" ]; then
        verdict="FAILED: does not end with ok"
    elif ! [ -f "$dir/$name.expected" ] && ! [ -f "$dir/$name.lastline" ]; then
        verdict="FAILED: what it should print is not known"
    fi
    echo "${verdict%%:*}" >"$work/$name.verdict"
    {
        printf '%-48s %6d ms  %s\n' "$name" "$milliseconds" "$verdict"
        if [[ $verdict == FAILED* ]]; then
            head -n 4 "$errors" | sed 's/^/    /'
            if [ -f "$dir/$name.expected" ]; then
                diff "$dir/$name.expected" "$got" | head -n 6 | sed 's/^/    /'
            fi
        fi
    } >"$work/$name.lines"
    # One write, so that lines of programs that run at the same time stay apart.
    cat "$work/$name.lines"
    rm -f "$got" "$errors" "$work/$name.lines"
}
export -f run_one

find "$dir" -maxdepth 1 -name '*.exe' | sort | xargs -P "${ROMP_JOBS:-1}" -I {} bash -c 'run_one "$1"' run_one {}
count() { cat "$work"/*.verdict 2>/dev/null | grep -c "^$1$"; }
passed=$(count passed) failed=$(count FAILED) refused=$(count refused)
echo "$passed passed, $failed failed, $refused refused by the device"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
