/* Words that are seen only where those in front of them are right, and what they mean. */
int main(void)
{
    int x[10], s = 0;
    #pragma opm target maps(tofrm: x)
    x[0] = 1;
    #pragma omp target teams distrbute paralel for mapp(fro: x) schedle(statc)
    for (int i = 0; i < 10; i++)
        x[i] = i;
    #pragma omp target paralel for map(to: x) map(tofrm: s)
    for (int i = 0; i < 10; i++)
        s += x[i];
    return s != 45;
}
