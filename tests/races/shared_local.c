// A local variable of the region that its threads share.
int main(void)
{
    int r = 0;
#pragma omp target map(tofrom: r)
    {
        int s = 0; // ADVICE: s (4 bytes) was declared at shared_local.c:7, and the threads of the team share it
#pragma omp parallel num_threads(8)
        {
#ifdef ORDERED
#pragma omp atomic
#endif
            s += 1; // RACE
        }
        r = s;
    }
    return r == 0;
}
