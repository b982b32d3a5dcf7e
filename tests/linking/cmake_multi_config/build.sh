# needs: cmake ninja g++
# Each configuration has objects of its own: to build another one compiles nothing again.
cp ../cmake_settings/*.c ../cmake_settings/*.cpp ../cmake_settings/CMakeLists.txt .
cmake -S . -B build -G "Ninja Multi-Config" -DUNITY=OFF -DCMAKE_PREFIX_PATH="$(rompcc --print-prefix)" > configure.log
cmake --build build --config Debug > build.log
cmake --build build --config Release > build.log
./build/Debug/app
./build/Release/each
cmake --build build --config Debug | tail -n 1
