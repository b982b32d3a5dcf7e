// expect: R4001 at 13
/* Calls and accesses of weak declarations need a definition; addresses would be null without one. */
struct pair {
    int a, b[2];
};
#pragma omp begin declare target
extern int value __attribute__((weak));
extern struct pair pair __attribute__((weak));
extern int table[4] __attribute__((weak));
#pragma weak plugin
int plugin(int);
int defined __attribute__((weak)) = 3;
int *initialised = &value;
#pragma omp end declare target

int f(int x)
{
    #pragma omp target map(tofrom: x)
    x = &value ? value : 1;
    #pragma omp target map(tofrom: x)
    {
        int *p = pair.b, (*q)(int) = plugin, *here = &defined;
        x += p == 0;
        x += q == 0;
        x += here == 0;
        x += *&value + table[2] + pair.b[1] + (*&pair).a + plugin(3) + (*plugin)(4) + (&pair)->a;
    }
    return x;
}
