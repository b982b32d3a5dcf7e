// expect: R3001 at 4
void f(int n, int m, double a)
{
    #pragma omp target update to((([n][m])a)[0:2][0:m])
    #pragma omp target
    ;
}
