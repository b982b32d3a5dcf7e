extern void elsewhere(void);

void refused(int n, int *x)
{
    #pragma omp target data map(tofrom: x[0:n])
    {
        #pragma omp target
        elsewhere();
        #pragma omp target teams distribute parallel for
        for (int i = 0; i < n; i++)
            x[i] = i;
        #pragma omp target
        {
            if (n)
                goto out;
        }
    }
out:;
}
