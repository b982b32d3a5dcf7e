# needs: cmake g++ make
cp -r ../cmake_kernels/*.c ../cmake_kernels/main.cpp ../cmake_kernels/include .
cmake -S . -B build -DCMAKE_C_COMPILER=rompcc -DCMAKE_PREFIX_PATH="$(rompcc --print-prefix)" > configure.log
cmake --build build > build.log
./build/app
