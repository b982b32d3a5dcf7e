#include <iostream>
#include <mpi.h>

extern "C" long sum(int n);

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    long all = sum(1000);
    if (rank == 0)
        std::cout << all << std::endl;
    MPI_Finalize();
}
