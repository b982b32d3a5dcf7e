git init -q . 2> /dev/null
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
printf '#define KIND tofrom\n#include "../kern.h"\nint fq(int n, int *x) { return work(n, x); }\n' > q/util.c
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
romp review --accept-all main.c p/util.c q/util.c
echo "-- a header becomes two, and that is rejected: what is in the folder is a program"
sed -i 's/KIND tofrom/KIND to/' q/util.c
sed -i 's/5;/6;/' kern.h
romp review --show
romp review --reject work_1
tree out | grep 'h$'
grep -n include out/p/* out/q/util.c out/kern* | grep kern
built
romp review --check
echo "-- accepted"
romp review --accept-all
tree out | grep 'h$'
built
echo "-- two become one, and that is rejected"
sed -i 's/KIND to$/KIND tofrom/' q/util.c
romp review --reject work_1
tree out | grep 'h$'
built
romp review --accept-all
tree out | grep 'h$'
built
romp review --check
