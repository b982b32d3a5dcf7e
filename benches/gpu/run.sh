#!/usr/bin/env bash
# On the machine with the GPU, in the folder that build.sh made: builds the hand-written side with nvcc,
# runs both alternately, prints the ratios. Needs nvcc, gcc, python3.
set -eu
cd "$(dirname "$0")"
rounds=${1:-5}
nvcc -O3 -arch=native -o stream_cuda stream_cuda.cu
nvcc -arch=native -cubin -o empty_kernel.cubin empty_kernel.cu
cuda=$(dirname "$(dirname "$(readlink -f "$(command -v nvcc)")")")
gcc -O2 -I"$cuda/include" -o launch_driver launch_driver.c -L"$cuda/lib64/stubs" -L"$cuda/lib64" -lcuda

export OMP_TARGET_OFFLOAD=MANDATORY ROMP_DEVICE=cuda
rm -f results-*.txt trace-*.json
for round in $(seq "$rounds"); do
    ./stream_cuda >>results-cuda.txt
    ROMP_TRACE=trace-$round.json ./stream_omp
    ./launch_driver empty_kernel.cubin >>results-driver.txt
    ./launch_omp >>results-launch.txt
done
python3 compare.py
