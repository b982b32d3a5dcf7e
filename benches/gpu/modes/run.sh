#!/usr/bin/env bash
# On the machine with the GPU, in the folder that build.sh made: nanoseconds a round of each kernel.
set -eu
cd "$(dirname "$0")"
export OMP_TARGET_OFFLOAD=MANDATORY ROMP_DEVICE=cuda
for mode in guarded fork-join auto; do
    ./modes-$mode >times-$mode.txt
done
printf '%-36s %10s %10s %10s %22s\n' kernel guarded fork-join auto 'guarded / fork-join'
paste times-guarded.txt times-fork-join.txt times-auto.txt |
    awk -F '\t' '{ printf "%-36s %10.1f %10.1f %10.1f %22.2f\n", $1, $2, $4, $6, $2 / $4 }'
