// Critical sections of different names.
#ifdef ORDERED
#define OTHER one
#else
#define OTHER two
#endif
#define PRAGMA(x) _Pragma(#x)
#define CRITICAL(name) PRAGMA(omp critical(name))
// ADVICE: both need the same one
int main(void)
{
    int sum = 0;
#pragma omp target parallel num_threads(20) map(tofrom: sum)
    {
        CRITICAL(one)
        sum += 1; // RACE
        CRITICAL(OTHER)
        sum += 2; // RACE
    }
    return sum < 0;
}
