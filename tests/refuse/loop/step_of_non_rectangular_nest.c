// expect: R2005 at 6
void f(int *s)
{
    #pragma omp target teams distribute parallel for collapse(2) map(tofrom: s[0:100])
    for (int i = 0; i < 10; i++)
        for (int j = i; j < 20; j += 2)
            s[j]++;
}
