// Scalars of the program that each iteration assigns first: private where nothing else reads them, lastprivate where
// something may; shared where a path leaves them unassigned, or reads them before.
void f(int n, const int *a, int *b, int *last)
{
    int dead, mapped, skipped, early, address;
    int *p = &address;
    #pragma omp target teams distribute parallel for map(to: a[0:n]) map(b[0:n]) map(mapped, skipped, address, p[0:1])
    for (int i = 0; i < n; i++) {
        dead = a[i];
        mapped = dead * 2;
        if (mapped > 5)
            skipped = 1;
        b[i] += early;
        early = mapped;
        address = i;
        p[0]++;
    }
    *last = mapped + skipped + address;
}
