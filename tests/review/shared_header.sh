cat > kern.h <<'X'
static int work(int n, int *x)
{
    int s = 0;
    #pragma omp target teams distribute parallel for map(KIND: x[0:n]) reduction(+: s)
    for (int i = 0; i < n; i++) {
        x[i] += 5;
        s += x[i];
    }
    return s;
}
X
mkdir p q
echo '#include "../kern.h"' > p/way.h
printf '#define KIND tofrom\n#include "way.h"\nint fp(int n, int *x) { return work(n, x); }\n' > p/util.c
printf '#define KIND to\n#include "../kern.h"\nint fq(int n, int *x) { return work(n, x); }\n' > q/util.c
cat > main.c <<'X'
#include <stdio.h>
int fp(int, int *), fq(int, int *);
int main(void)
{
    int x[3] = { 1, 2, 3 }, y[3] = { 1, 2, 3 };
    int a = fp(3, x), b = fq(3, y);
    printf("%d %d %d %d\n", a, b, x[2], y[2]);
    return 0;
}
X
built() {
    make -s -C out emulated && out/main-emulated
}
echo "-- two versions of a header, two files of one name"
romp review --accept-all main.c p/util.c q/util.c
tree out | grep -v emulated.cpp
grep -n include out/p/* out/q/util.c
built
romp review --check
echo "-- one region changes"
sed -i 's/5;/6;/' kern.h
romp review --check
romp review --accept-all | tail -1
built
echo "-- the files agree: one header again"
sed -i 's/KIND to$/KIND tofrom/' q/util.c
romp review --accept-all
tree out | grep 'h$'
built
romp review --check
