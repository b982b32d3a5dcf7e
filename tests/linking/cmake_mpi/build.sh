# needs: cmake g++ make mpicxx mpirun
# The flags are clang's; the CPU is the device that they name.
flags='-fopenmp-targets=x86_64-pc-linux-gnu;-fopenmp-version=51'
cmake -S . -B build -DCMAKE_C_COMPILER=rompcc -DCMAKE_CXX_COMPILER=rompcxx -DOFFLOAD_FLAGS="$flags" > configure.log
cmake --build build > build.log
mpirun --allow-run-as-root --oversubscribe -n 2 ./build/app
