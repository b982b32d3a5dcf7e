# needs: cmake g++ make
cmake -S . -B build -DCMAKE_PREFIX_PATH="$(rompcc --print-prefix)" > configure.log
cmake --build build > build.log
./build/app
./build/inner/inner
# A header's change compiles again what includes it, and nothing else.
touch include/solver.h
cmake --build build | grep -o "Building C object .*"
