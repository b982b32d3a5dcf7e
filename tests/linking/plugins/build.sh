# needs: g++ pkg-config
# Libraries that a program loads with dlopen use its runtime, whatever links the program, and whether or not it has
# constructs itself.
export PKG_CONFIG_PATH="$(rompcc --print-prefix)/lib/pkgconfig"
cat > enters.c << 'END'
void enter(int *x)
{
    #pragma omp target enter data map(to: x[0:1])
}
void leave(int *x)
{
    #pragma omp target exit data map(from: x[0:1])
}
END
cat > adds.c << 'END'
void add(int *x)
{
    #pragma omp target map(tofrom: x[0:1])
    x[0] += 1;
}
END
cat > loads.c << 'END'
#include <dlfcn.h>
#include <stdio.h>
int main(void)
{
    int x = 1;
    void *one = dlopen("./enters.so", RTLD_NOW | RTLD_LOCAL), *two = dlopen("./adds.so", RTLD_NOW | RTLD_LOCAL);
    void (*enter)(int *) = (void (*)(int *))dlsym(one, "enter"), (*leave)(int *) = (void (*)(int *))dlsym(one, "leave");
    void (*add)(int *) = (void (*)(int *))dlsym(two, "add");
    enter(&x);
    add(&x);
    leave(&x);
    printf("%d\n", x);
}
END
for name in enters adds; do
    rompcc -fopenmp --offload-arch=emulated -shared -fPIC $name.c -o $name.so
done
rompcc -fopenmp loads.c -o loads
./loads
rompcc -fopenmp --offload-arch=emulated loads.c -o loads
./loads
gcc loads.c $(rompcc --link-flags) -o loads
./loads
gcc loads.c $(pkg-config --libs romp) -o loads
./loads
# A program without it has a runtime for each library, which is told.
gcc loads.c -ldl -o loads
./loads 2>&1
# A library for all of them, where the program cannot be linked again.
gcc -shared -o libromp.so $(rompcc --link-flags)
LD_PRELOAD=./libromp.so ./loads
