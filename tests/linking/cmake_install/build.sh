# needs: cmake g++ make nm
# A library that is installed, without the folder in which it was built.
installed() {
    cmake -S . -B "build-$1" -DCMAKE_PREFIX_PATH="$(rompcc --print-prefix)" -DROMP2CUDA_OFFLOAD_ARCH="$1" > configure.log
    cmake --build "build-$1" > build.log
    cmake --install "build-$1" --prefix "$PWD/$1" > install.log
    rm -r "build-$1"
    cmake -S consumer -B "consumer-$1" -DCMAKE_PREFIX_PATH="$(rompcc --print-prefix);$PWD/$1" > configure.log
    cmake --build "consumer-$1" > build.log
}
installed emulated
./consumer-emulated/app
./consumer-emulated/outer
nm consumer-emulated/app | grep -o 'romp_device_code.*'
