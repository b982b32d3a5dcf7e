/* A sum that each iteration begins anew. */
int main(void)
{
    double part, a[100];
    #pragma omp target teams distribute parallel for map(from: a) private(part)
    for (int i = 0; i < 100; i++) {
        part = 0;
        for (int j = 0; j < i; j++)
            part += j;
        a[i] = part;
    }
    return a[99] != 4851;
}
