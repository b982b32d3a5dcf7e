// All threads store what a function returns, a structure.
struct pair { double x, y, z; };
#pragma omp declare target
__attribute__((noinline)) struct pair make(int i)
{
    struct pair p = { i, i + 1, i * 2 };
    return p;
}
#pragma omp end declare target
int main(void)
{
    struct pair all[64], one;
#pragma omp target parallel for num_threads(64) map(from: all) map(tofrom: one)
    for (int i = 0; i < 64; i++) {
#ifdef ORDERED
        all[i] = make(i);
#else
        one = make(i); // RACE
        // ADVICE: threads write the same elements or members
#endif
    }
#ifdef ORDERED
    return all[63].x != 63;
#else
    return 0;
#endif
}
