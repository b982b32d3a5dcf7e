// expect: R6040 at 4
void f(int n, int m, double *a)
{
    #pragma omp target depend(in: (([n][m])a)[1:2][0:m])
    ;
}
