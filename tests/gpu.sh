#!/usr/bin/env bash
# Runs what tests/build_for_gpu.sh built, on the machine with the GPU:
#   tests/gpu.sh DIRECTORY-OR-TAR.XZ
# Needs bash and (for the archive) python3; no compiler. Exit code 1 where a program failed.
set -u
[ $# -eq 1 ] || { sed -n '2,4s/^# \{0,1\}//p' "$0"; exit 2; }
dir=$1
if [ -f "$dir" ]; then
    unpacked=$(mktemp -d)
    trap 'rm -rf "$unpacked"' EXIT
    python3 - "$dir" "$unpacked" <<'PYTHON'
import sys, tarfile
tarfile.open(sys.argv[1], "r:xz").extractall(sys.argv[2])
PYTHON
    dir=$(echo "$unpacked"/*)
fi

export OMP_TARGET_OFFLOAD=MANDATORY ROMP_EXPECT_DEVICE=1 ROMP_DEVICE=cuda
passed=0
failed=0
refused=0
got=$(mktemp)
errors=$(mktemp)
for program in "$dir"/*.exe; do
    name=$(basename "$program" .exe)
    start=$(date +%s%N)
    timeout 20 "$program" >"$got" 2>"$errors"
    code=$?
    milliseconds=$((($(date +%s%N) - start) / 1000000))
    verdict=passed
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
    fi
    printf '%-48s %6d ms  %s\n' "$name" "$milliseconds" "$verdict"
    if [ "$verdict" = passed ]; then
        passed=$((passed + 1))
    elif [[ $verdict == refused* ]]; then
        refused=$((refused + 1))
    else
        failed=$((failed + 1))
        head -n 4 "$errors" | sed 's/^/    /'
        if [ -f "$dir/$name.expected" ]; then
            diff "$dir/$name.expected" "$got" | head -n 6 | sed 's/^/    /'
        fi
    fi
done
rm -f "$got" "$errors"
echo "$passed passed, $failed failed, $refused refused by the device"
[ $failed -eq 0 ] && [ $passed -gt 0 ]
