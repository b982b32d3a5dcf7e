// Iterations that lie as far apart as there are threads use one element.
int main(void)
{
    int a[100] = { 0 };
#pragma omp target parallel for num_threads(4) schedule(dynamic) map(tofrom: a)
    for (int i = 0; i < 96; i++) {
#ifdef ORDERED
        a[i] = i;
#else
        a[i] = i; // RACE
        a[i + 4] += 1; // RACE
#endif
    }
    return a[0] != 0;
}
