// A place of a queue is taken by an atomic capture, or by two steps.
int main(void)
{
    int queue[64], tail = 0;
#pragma omp target parallel for num_threads(32) map(tofrom: tail) map(from: queue)
    for (int i = 0; i < 64; i++) {
        int at;
#ifdef ORDERED
#pragma omp atomic capture
        at = tail++;
#else
        at = tail; // RACE
#pragma omp atomic // RACE
        tail++; // RACE
#endif
        if (at < 64)
#pragma omp atomic write
        queue[at] = i;
    }
    return 0;
}
