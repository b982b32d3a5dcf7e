# needs: gcc
# Two shared libraries with the same objects: their kernels and variables are their own, and one variable of the host
# with two device copies is refused.
cat > counts.c << 'END'
#pragma omp declare target
static int own = 1;
const int three = 3;
int get(void) { return own + three; }
#pragma omp end declare target
void set(int value)
{
    own = value;
    #pragma omp target update to(own)
}
END
cat > reads.c << 'END'
#pragma omp declare target
int get(void);
#pragma omp end declare target
void set(int);
int NAME(int value)
{
    int read = 0;
    if (value)
        set(value);
    #pragma omp target map(from: read)
    read = get();
    return read;
}
END
cat > main.c << 'END'
#include <stdio.h>
int one(int), two(int);
int main(void)
{
    int a = one(5), b = two(0);
    printf("%d %d\n", a, b);
    b = two(7);
    a = one(0);
    printf("%d %d\n", a, b);
    return 0;
}
END
export OMP_TARGET_OFFLOAD=MANDATORY
unset ROMP_DEVICE
libraries()
{
    for name in one two; do
        rompcc -fopenmp --offload-arch=emulated -fPIC -shared "$@" \
            -D"NAME=__attribute__((visibility(\"default\"))) $name" counts.c reads.c -o lib$name.so
    done
}
# A variable for each library: one that is static, and one that nothing outside of the library sees.
libraries -fvisibility=hidden
gcc main.c -L. -lone -ltwo -Wl,-rpath,. -o main
./main
sed -i 's/static int own/int own/' counts.c
libraries -fvisibility=hidden
./main
# One variable of the host.
libraries
./main 2>&1 || echo "exit code $?"
env -u OMP_TARGET_OFFLOAD ./main 2> /dev/null
# Libraries that use nothing of others have a runtime each.
libraries -Wl,-Bsymbolic
./main 2>&1
