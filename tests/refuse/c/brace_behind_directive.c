// expect: R2001 at 5
int main(void)
{
    int x[10];
    #pragma omp target map(tofrom: x) {
    for (int i = 0; i < 10; i++)
        x[i] = i;
    }
    return 0;
}
