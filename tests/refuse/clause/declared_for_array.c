// expect: R3001 at 4
typedef int row[3];
void add(row *out, const row *in);
#pragma omp declare reduction(add : row : add(&omp_out, &omp_in))
void f(row *a)
{
    #pragma omp target parallel reduction(add: a[0:1])
    a[0][0]++;
}
