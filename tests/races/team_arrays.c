// Arrays that the threads of a team share: of a function that a region calls, of the region, and one that is too large
// for shared memory. Messages name each of them.
#ifdef ORDERED
#define WAIT _Pragma("omp barrier")
#else
#define WAIT
#endif

#pragma omp declare target
static int turned(void)
{
    int of_function[64]; // ADVICE: of_function (256 bytes) was declared at team_arrays.c:12, and the threads of the team
    int sum = 0;
#pragma omp parallel num_threads(64) reduction(+ : sum)
    {
        int last = 0;
#pragma omp for nowait schedule(static, 1)
        for (int i = 0; i < 64; i++) {
            of_function[i] = i; // RACE
            last = i;
        }
        WAIT
        sum += of_function[63 - last]; // RACE
    }
    return sum;
}
#pragma omp end declare target

int main(void)
{
    int r = 0;
#pragma omp target map(tofrom : r)
    {
        int of_region[64]; // ADVICE: of_region (256 bytes) was declared at team_arrays.c:34, and the threads of the team
        int large[40000];  // ADVICE: large (160000 bytes) was declared at team_arrays.c:35, and the threads of the team
        int sum = turned();
#pragma omp parallel num_threads(64) reduction(+ : sum)
        {
            int last = 0;
#pragma omp for nowait schedule(static, 1)
            for (int i = 0; i < 64; i++) {
                of_region[i] = i;    // RACE
                large[i * 600] = 1; // RACE
                last = i;
            }
            WAIT
            sum += of_region[63 - last] + large[(63 - last) * 600]; // RACE
        }
        r = sum;
    }
    return r != 64 * 63 + 64;
}
