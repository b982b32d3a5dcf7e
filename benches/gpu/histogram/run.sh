#!/usr/bin/env bash
# On the machine with the GPU and nvcc, in the folder that build.sh made: both sides in turn.   run.sh [ROUNDS]
set -eu
cd "$(dirname "$0")"
nvcc -O3 -std=c++17 -arch=native -o histogram_cuda histogram_cuda.cu
export OMP_TARGET_OFFLOAD=MANDATORY ROMP_DEVICE=cuda
rm -f trace-*.json cuda-*.txt
for round in $(seq "${1:-3}"); do
    ROMP_TRACE=trace-$round.json ./histogram_omp >sums.txt
    ./histogram_cuda >cuda-$round.txt
done
python3 compare.py
