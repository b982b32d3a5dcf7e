int table[256];
#pragma omp declare target link(table)

void look_up(int n, unsigned char *a)
{
    #pragma omp target teams distribute parallel for map(to: table) map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = (unsigned char)table[a[i]];
}
