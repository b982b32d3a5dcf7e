// expect: R2001 at 4
void f(void)
{
    #pragma omp banana
    ;
}
