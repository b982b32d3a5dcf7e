// What iterations of a simd loop hand to each other, with and without a region that keeps their order.
int main(void)
{
    int sum[2] = { 0 }, a[50], b[50];
    for (int i = 0; i < 50; i++)
        a[i] = i;
#pragma omp target map(tofrom: sum, b) map(to: a)
#pragma omp simd
    for (int i = 0; i < 50; i++) {
#ifdef ORDERED
#pragma omp ordered simd
#endif
        sum[1] += a[i]; // RACE
        b[i] = a[i];
    }
    return sum[1] != 1225;
}
