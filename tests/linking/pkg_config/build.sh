# needs: g++ pkg-config
cp ../fortran/add.c .
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
# A library that is loaded later with dlopen uses the program's runtime, and sees what the program mapped.
cat > data.c << 'END'
int data = 1;
void begin(void)
{
    #pragma omp target enter data map(to: data)
}
void end(void)
{
    #pragma omp target exit data map(from: data)
}
END
cat > plugin.c << 'END'
void plugin(int *data)
{
    #pragma omp target map(present, tofrom: data[0:1])
    data[0] += 10;
}
END
cat > loads.cpp << 'END'
#include <cstdio>
#include <dlfcn.h>
extern "C" { extern int data; void begin(), end(); }
int main()
{
    begin();
    void *library = dlopen("./plugin.so", RTLD_NOW);
    if (!library) {
        std::puts(dlerror());
        return 1;
    }
    reinterpret_cast<void (*)(int *)>(dlsym(library, "plugin"))(&data);
    std::printf("%d ", data);
    end();
    std::printf("%d\n", data);
}
END
rompcc -fopenmp --offload-arch=emulated -c data.c
rompcc -fopenmp --offload-arch=emulated -shared -fPIC plugin.c -o plugin.so
eval g++ loads.cpp data.o $(pkg-config --libs romp) -ldl -o loads
./loads
export PKG_CONFIG_PATH="$(rompcc --print-prefix)/lib/pkgconfig"
g++ loads.cpp data.o $(pkg-config --libs romp) -ldl -o loads
./loads
LC_ALL=C ls "own prefix"/*
