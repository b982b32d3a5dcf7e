# needs: cmake g++ ninja
cp -r ../cmake_kernels/*.c ../cmake_kernels/main.cpp ../cmake_kernels/CMakeLists.txt ../cmake_kernels/include ../cmake_kernels/inner .
cmake -G Ninja -S . -B build -DCMAKE_PREFIX_PATH="$(rompcc --print-prefix)" > configure.log
cmake --build build > build.log
./build/app
./build/inner/inner
