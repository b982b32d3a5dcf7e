void work(int n, double *x)
{
    #pragma omp target map(x[0:n])
    {
        for (int i = 0; i < n; i++)
            x[i] = 3 * x[i] + i;
        x[0] = 1;
        if (x[1] > 2)
            x[2] = x[3];
        x[4] = 5;
    }
}
