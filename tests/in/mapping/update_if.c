void refresh(int n, int device, double *a, int wanted)
{
    #pragma omp target update to(a[0:n]) if(wanted) device(device)
    #pragma omp target if(target: wanted) device(device) map(tofrom: a[0:n])
    a[0] = 1;
}
