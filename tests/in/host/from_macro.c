#define OFFLOAD(i, n, statement) \
    _Pragma("omp target teams distribute parallel for map(tofrom: a[0:n])") \
    for (int i = 0; i < n; i++) statement

void both(int n, int *a)
{
    if (n > 100)
        OFFLOAD(i, n, a[i] = i);
    else
        OFFLOAD(k, n, a[k] = -k);
}
