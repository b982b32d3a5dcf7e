# needs: mpif90
cp ../fortran/main.f90 ../fortran/add.c .
rompcc -fopenmp --offload-arch=emulated -c add.c
mpif90 main.f90 add.o $(rompcc --link-flags) -o app
./app
