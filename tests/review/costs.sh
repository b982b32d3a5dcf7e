# What costs time, where that is new, gone or another figure; and where macros and functions that changed are declared.
cat > a.c <<'X'
#include <omp.h>
#define N 64
#define SCALE(x) ((x) * 2)
static omp_lock_t lock;
#pragma omp declare target(lock)

/* Not the first line of it. */
static double half(double v)
{
    double w = v;
    return w / 2;
}

void scale(double *x)
{
#pragma omp target teams distribute parallel for map(tofrom: x[0:N])
    for (int i = 0; i < N; i++)
        x[i] = SCALE(half(x[i]));
}

void sum(int n, const double *x, double *s)
{
#pragma omp target teams distribute parallel for num_teams(4) map(to: x[0:n]) map(tofrom: s[0:n])
    for (int i = 0; i < n; i++) {
        omp_set_lock(&lock);
        s[0] += x[i];
        omp_unset_lock(&lock);
    }
}
X
romp review a.c --accept-all > /dev/null
grep -A3 costs romp2cuda.lock
echo "-- gone, new and another figure"
sed -i 's/num_teams(4)/num_teams(8)/; s/omp_.*set_lock(&lock);//; s/s\[0\] += x\[i\]/s[i] = x[100 * i]/' a.c
romp review --check
romp review --show | grep '^[a-z]\|^   why\|^   costs'
romp review --accept-all | tail -1
echo "-- only lines move"
sed -i '1i /* one more line */' a.c
romp review --check
romp review --accept-all | tail -1
echo "-- a macro and a function"
sed -i 's/N 64/N 96/; s/w \/ 2/w \/ 4/; s/(x) \* 2/(x) * 3/' a.c
romp review --check
romp --format github review --check
romp review --show | grep '^[a-z]\|^   why\|^   costs'
romp review --accept-all | tail -1
echo "-- what an earlier version did not keep is not new"
sed -i '/^costs = \[$/,/^\]$/d; /^costs = /d' romp2cuda.lock
romp review --check
sed -i 's/num_teams(8)/num_teams(16)/' a.c
romp review --check
