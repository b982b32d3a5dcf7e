// Worksharing without loops: single, masked, sections and a barrier.
void f(int *x)
{
    #pragma omp target parallel num_threads(33) map(tofrom: x[0:4])
    {
        #pragma omp single
        x[0] = 1;
        #pragma omp masked
        x[1] = 2;
        #pragma omp barrier
        #pragma omp sections nowait
        {
            x[2] = 3;
            #pragma omp section
            x[3] = 4;
        }
    }
}
