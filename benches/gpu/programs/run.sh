#!/usr/bin/env bash
# On the machine with the GPU and nvcc, in the folder that build.sh made: milliseconds of each program and of its twin
# by hand, which run in turn (the best of three), and what part the twin's time is of the program's. Exit code 1
# where their results differ.
set -u
cd "$(dirname "$0")"
export OMP_TARGET_OFFLOAD=MANDATORY
ls *.cu | sed 's/.cu$//' | xargs -P 8 -I{} nvcc -O3 -arch="${1:-native}" {}.cu -o {}.cuda
bad=0
printf '%-14s %12s %12s %16s\n' program translated 'by hand' translated/hand
for twin in *.cuda; do
    name=${twin%.cuda}
    ours= theirs=
    for round in 1 2 3; do
        theirs="$theirs$(timeout 60 "./$twin" | tail -1)
"
        ours="$ours$(timeout 60 "./$name.omp" | tail -1)
"
    done
    printf '%s---\n%s' "$ours" "$theirs" | awk -v name="$name" '
        BEGIN { twin = 0 }
        /^---/ { twin = 1; next }
        NF == 3 { if (!(twin in best) || $2 < best[twin]) best[twin] = $2; sum[twin] = $3; runs[twin]++ }
        END {
            difference = sum[0] - sum[1]; size = sum[1] < 0 ? -sum[1] : sum[1]
            same = runs[0] == 3 && runs[1] == 3 && difference <= 1e-5 * size && -difference <= 1e-5 * size
            printf "%-14s %12.4f %12.4f %16.3f%s\n", name, best[0], best[1], best[0] / best[1], same ? "" : "  DIFFERENT RESULTS"
            exit !same
        }' || bad=1
done
exit $bad
