// expect: R5001 at 7
static const int table[4] = {1, 2, 3, 4};

int f(void)
{
    #pragma omp target enter data map(to: table)
    #pragma omp target update from(table)
    return table[0];
}
