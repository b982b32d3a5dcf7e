// What iterations hand to each other stands beside the ordered region instead of in it.
int main(void)
{
    int last = 0, b[40];
#pragma omp target parallel for num_threads(8) ordered schedule(dynamic) map(tofrom: last, b)
    for (int i = 0; i < 40; i++) {
#pragma omp ordered
        {
            b[i] = i;
#ifdef ORDERED
            last += b[i];
#endif
        }
#ifndef ORDERED
        last += b[i]; // RACE
#endif
    }
    return last < 0;
}
