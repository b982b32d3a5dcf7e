#!/usr/bin/env bash
# On the machine with the GPU and nvcc, in the folder that build.sh made: both sides in turn, the least of
# each figure, as a table and as overheads.svg.   run.sh [ROUNDS]
set -eu
cd "$(dirname "$0")"
nvcc -O3 -std=c++17 -arch=native -o epcc_cuda epcc_cuda.cu
export OMP_TARGET_OFFLOAD=MANDATORY ROMP_DEVICE=cuda
omp=() cuda=()
for round in $(seq "${1:-2}"); do
    timeout 60 ./epcc_omp >omp-$round.txt
    timeout 60 ./epcc_cuda >cuda-$round.txt
    omp+=("omp-$round.txt") cuda+=("cuda-$round.txt")
done
IFS=,
python3 table.py "${omp[*]}" "${cuda[*]}"
