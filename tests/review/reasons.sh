# Why something is pending: after a part of other options was accepted, of copies of device functions, of files that are added.
cat > h.h <<'X'
#pragma omp declare target
static inline int twice(int x) { return 2 * x; }
#pragma omp end declare target
X
cat > a.c <<'X'
#include "h.h"
void one(int *v, int n)
{
#pragma omp target teams distribute parallel for map(tofrom: v[0:n])
    for (int i = 0; i < n; i++) v[i] = twice(v[i]);
}
void two(double *a, double *s, int n)
{
#pragma omp target teams distribute map(tofrom: a[0:n*n], s[0:n])
    for (int i = 0; i < n; i++) {
        double t = 0;
#pragma omp parallel for reduction(+: t)
        for (int j = 0; j < n; j++) t += a[i * n + j];
        s[i] = t;
    }
}
void three(double *a, double *s, int n)
{
#pragma omp target teams distribute map(tofrom: a[0:n*n], s[0:n])
    for (int i = 0; i < n; i++) {
        double t = 0;
#pragma omp parallel for reduction(max: t)
        for (int j = 0; j < n; j++) t = t > a[i * n + j] ? t : a[i * n + j];
        s[i] = t;
    }
}
void more(int *v, int n);
int main(void) { more(0, 0); return 0; }
X
romp review a.c --accept-all > /dev/null
echo "-- other options, of which one kernel is accepted"
romp review --sequential=fork-join a.c --accept two_1
romp review --check
grep -n "^options" romp2cuda.lock
romp review --accept-all
grep -n "^options" romp2cuda.lock
echo "-- a file that the program needs and that nobody named; one with a main of its own is another program's"
cat > b.c <<'X'
#include "h.h"
void more(int *v, int n)
{
#pragma omp target teams distribute parallel for map(tofrom: v[0:n])
    for (int i = 0; i < n; i++) v[i] += twice(1);
}
X
echo 'void more(int *v, int n) { } int main(void) { return 0; }' > test.c
echo 'static void more(int *v, int n) { } void unused(void) { }' > unused.c
romp review --check
echo "-- it is added: options stay, and no kernel is said to use what is new elsewhere"
romp review --check a.c b.c
romp review --check a.c b.c --forget
romp review --check --forget
romp review --accept-all a.c b.c
echo "-- a device function of a header changed: its copies are one"
sed -i 's/2 \* x/x + x/' h.h
romp review --check
romp review --show
romp --format github review --check
romp review --accept-all | tail -1
romp review --accept-all a.c | tail -1
