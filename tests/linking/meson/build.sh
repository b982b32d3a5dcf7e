# needs: meson ninja g++ pkg-config
cp ../fortran/add.c .
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
CC=rompcc meson setup build > configure.log
meson compile -C build > build.log
./build/app
