// expect: R3001 at 3
#pragma omp declare reduction(mine : int, long : omp_out += omp_in)
#pragma omp declare reduction(mine : long : omp_out *= omp_in) initializer(omp_priv = 1)

int main(void)
{
    long product = 1;
#pragma omp target teams distribute parallel for reduction(mine : product)
    for (int i = 1; i < 5; i++)
        product += i;
    return (int)product;
}
