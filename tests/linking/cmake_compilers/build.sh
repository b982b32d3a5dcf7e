# needs: cmake g++ make
cp -r ../cmake_kernels/*.c ../cmake_kernels/main.cpp ../cmake_kernels/include .
cmake -S . -B build -DCMAKE_C_COMPILER=rompcc -DCMAKE_CXX_COMPILER=rompcxx > configure.log
grep -o 'Found OpenMP: TRUE (found suitable version "[0-9.]*", minimum required is "5.0")' configure.log
cmake --build build > build.log
./build/app
