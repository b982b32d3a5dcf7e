/* Words that are seen only where those in front of them are right, and what they mean. */
int main(void)
{
    int x[10], s = 0;
    #pragma omp target map(tofrom: x)
    x[0] = 1;
    #pragma omp target teams distribute parallel for map(from: x) schedule(static)
    for (int i = 0; i < 10; i++)
        x[i] = i;
    #pragma omp target parallel for map(to: x) map(tofrom: s) reduction(+: s)
    for (int i = 0; i < 10; i++)
        s += x[i];
    return s != 45;
}
