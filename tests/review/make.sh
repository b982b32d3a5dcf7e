# What `make` builds again after a change was accepted or rejected, and how folders are linked together.
cp $SOURCES/heat.c .
cat > more.c <<'X'
void scale(int n, double *x)
{
    #pragma omp target teams distribute parallel for map(tofrom: x[0:n])
    for (int i = 0; i < n; i++)
        x[i] = SCALE * x[i];
}
X
romp review --accept-all heat.c more.c -- -DSCALE=2 | tail -1
built() {
    (cd out && make emulated | grep -o "[^ ']*\.o'\? '[^ ]*$\|-o 'heat-emulated'" | sed "s/^[^ ]* //" && ./heat-emulated)
}
echo "-- all"
built
echo "-- nothing"
built
echo "-- a comment of the source: its line, and what has the numbers of lines"
cp -r out before
sed -i 's/return x \* x;/return x * x; \/* a square *\//' heat.c
romp review
diff -rq before out -x '*.o' -x '*.d' -x 'heat-emulated' -x .romp2cuda.sha256 -x .romp2cuda
diff before/heat.c out/heat.c
built
echo "-- a change that is rejected"
sed -i 's/0.5 \* (grid/0.25 * (grid/' heat.c
keys r romp review | tail -1
built
echo "-- of two changes one is rejected: the other is built"
sed -i 's/SCALE \* x\[i\]/SCALE + x[i]/' more.c
romp review --accept scale --reject step | tail -1
built
echo "-- and accepted"
romp review --accept step | tail -1
built
echo "-- a macro of the command line: all"
romp review --accept-all heat.c more.c -- -DSCALE=3 | tail -1
built
echo "-- a kernel more in one file: nothing of the other"
cat >> more.c <<'X'
void shift(int n, double *x)
{
    #pragma omp target teams distribute parallel for map(tofrom: x[0:n])
    for (int i = 0; i < n; i++)
        x[i] += SCALE;
}
X
romp review --accept-all | tail -1
built
echo "-- a file more: it and the program"
cat > third.c <<'X'
void unused(int *x)
{
    #pragma omp target map(tofrom: x[0:1])
    x[0] = 1;
}
X
romp review --accept-all heat.c more.c third.c -- -DSCALE=3 | tail -1
built
echo "-- other flags of the host compiler, from the command line of make"
(cd out && make emulated CFLAGS=-O1 | grep -c -- '-c -o'; make emulated CFLAGS=-O1)
echo "-- what clean leaves"
(cd out && make -s clean && ls)
echo "-- a file of this name in another folder"
mkdir -p other one
cat > other/heat.c <<'X'
int other(void)
{
    int x = 1;
    #pragma omp target map(tofrom: x)
    x += 41;
    return x;
}
X
cat > one/heat.c <<'X'
#include <stdio.h>
int other(void);
int main(void)
{
    int x = 1;
    #pragma omp target map(tofrom: x)
    x += 1;
    printf("%d %d\n", x, other());
    return 0;
}
X
link() {
    make -s -C one-out heat.o heat.emulated.o && make -s -C other-out heat.o heat.emulated.o
    gcc -fopenmp -foffload=disable -o both one-out/heat.o one-out/heat.emulated.o other-out/heat.o \
        other-out/heat.emulated.o one-out/romp/libromp.a -lpthread -ldl -lm -Wl,--wrap=clock,--wrap=clock_gettime \
        -Wl,--wrap=gettimeofday,--wrap=timespec_get
    ./both 2>&1
    echo "(exit code $?)"
}
romp translate one/heat.c -o one-out
romp translate other/heat.c -o other-out
link
echo "-- with a macro of its own"
romp translate other/heat.c -o other-out --force -- -DPART=2
link
