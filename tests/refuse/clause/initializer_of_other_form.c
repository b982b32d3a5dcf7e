// expect: R3001 at 2
#pragma omp declare reduction(mine : int : omp_out += omp_in) initializer(omp_priv + 1)

int main(void)
{
    int sum = 0;
#pragma omp target teams distribute parallel for reduction(mine : sum)
    for (int i = 1; i < 5; i++)
        sum += i;
    return sum;
}
