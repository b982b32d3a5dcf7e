// What launch_driver.c launches: the same work as the region of launch_omp.c.
extern "C" __global__ void add_one(int n, int *a)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] += 1;
}
