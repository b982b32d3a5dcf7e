// expect: R3001 at 2
#pragma omp declare reduction(+ : int : omp_out *= omp_in) initializer(omp_priv = 1)

int main(void)
{
    int product = 1;
#pragma omp target teams distribute parallel for reduction(+ : product)
    for (int i = 1; i < 5; i++)
        product += i;
    return product;
}
