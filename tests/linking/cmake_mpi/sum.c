#include <mpi.h>
#include <omp.h>

/* The sum of 0 .. n - 1 over all ranks; -1 where the region ran on the host. */
long sum(int n)
{
    int rank, size, host = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    long own = 0, all = 0;
    #pragma omp target map(from: host)
    host = omp_is_initial_device();
    #pragma omp target teams distribute parallel for reduction(+: own)
    for (int i = rank; i < n; i += size)
        own += i;
    MPI_Allreduce(&own, &all, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    return host ? -1 : all;
}
