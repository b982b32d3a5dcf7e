int main(void)
{
    int n = 0;
    #pragma omp parallel for reduction(+: n)
    for (int i = 0; i < 10; i++)
        n += i;
    return n != 45;
}
