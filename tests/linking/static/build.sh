# needs: g++ pkg-config
# The compiler's static OpenMP library and the runtime define the same routines: who calls them gets the runtime's.
cp ../fortran/add.c .
cat > main.cpp << 'END'
#include <cstdio>
#include <omp.h>
extern "C" int add(int, double *);
int main()
{
    double x[2] = {1, 1};
    int device = add(2, x), threads = 0;
    #pragma omp parallel num_threads(3) reduction(+: threads)
    threads++;
    void *memory = omp_target_alloc(sizeof x, 0);
    std::printf("%d %g, %d threads, %d devices%s\n", device, x[1], threads, omp_get_num_devices(),
                memory ? "" : ", no memory");
    omp_target_free(memory, 0);
}
END
rompcc -fopenmp --offload-arch=emulated -c add.c
ar rcs libadd.a add.o
g++ -fopenmp -static main.cpp -L. -ladd $(rompcc --link-flags -static) -o app 2> warnings
./app
export PKG_CONFIG_PATH="$(rompcc --print-prefix)/lib/pkgconfig"
g++ -fopenmp -static main.cpp -L. -ladd $(pkg-config --static --libs romp) -o app 2> warnings
./app
rompcxx -fopenmp --offload-arch=emulated -static main.cpp libadd.a -o app 2> warnings
./app
# A program without a kernel of its own is for the emulated device where its link says so.
cat > counts.cpp << 'END'
#include <cstdio>
#include <omp.h>
int main() { std::printf("%d devices\n", omp_get_num_devices()); }
END
rompcxx -fopenmp --offload-arch=emulated counts.cpp -o app
./app
rompcxx -fopenmp --offload-arch=emulated -static counts.cpp -o app 2> warnings
./app
g++ -fopenmp counts.cpp $(rompcc --offload-arch=emulated --link-flags) -o app
./app
g++ -fopenmp counts.cpp $(rompcc --link-flags) -o app
OMP_TARGET_OFFLOAD=DISABLED ./app
