# needs: g++ mpicxx mpicc mpirun
cp ../cmake_mpi/sum.c ../cmake_mpi/main.cpp .
export OMPI_CC=rompcc
mpicc -fopenmp --offload-arch=emulated -c sum.c
mpicxx main.cpp sum.o $(rompcc --link-flags) -o app
mpirun --allow-run-as-root --oversubscribe -n 2 ./app
# The wrapper of C++ may call rompcxx itself.
OMPI_CXX=rompcxx mpicxx -fopenmp --offload-arch=emulated main.cpp sum.o -o app
mpirun --allow-run-as-root --oversubscribe -n 2 ./app
