# needs: g++ pkg-config
cp ../cmake_mpi/../fortran/add.c .
cat > main.cpp << 'END'
#include <cstdio>
extern "C" int add(int, double *);
int main()
{
    double x[2] = {1, 1};
    int device = add(2, x);
    std::printf("%d %g\n", device, x[1]);
}
END
export PKG_CONFIG_PATH="$(rompcc --print-prefix)/lib/pkgconfig"
rompcc -fopenmp --offload-arch=emulated -c add.c
g++ main.cpp add.o $(pkg-config --libs romp) -o app
./app
# The same from a prefix of its own.
romp2cuda install --prefix="$PWD/own prefix" > /dev/null
export PKG_CONFIG_PATH="$PWD/own prefix/lib/pkgconfig"
eval g++ main.cpp add.o $(pkg-config --libs romp) -o app
./app
"own prefix/bin/rompcc" -fopenmp --offload-arch=emulated main.cpp add.c -lstdc++ -o app
./app
LC_ALL=C ls "own prefix"/*
