# needs: gfortran ar
rompcc -fopenmp --offload-arch=emulated -c add.c
ar rc libadd.a add.o
gfortran main.f90 -L. -ladd $(rompcc --link-flags) -o app
./app
