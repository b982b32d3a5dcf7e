# needs: clang clang++
# needs to work: echo 'int omp_get_max_threads(void); int main(void) { return !omp_get_max_threads(); }' | clang -fopenmp -include omp.h -x c - -o /dev/null
export ROMP_HOST_CC=clang ROMP_HOST_CXX=clang++
cp ../cmake_kernels/*.c ../cmake_kernels/main.cpp ../cmake_kernels/include/solver.h .
words="-O2 -fopenmp --offload-arch=emulated -DFACTOR=3"
for file in scale square; do
    rompcc $words '-DNAME="a name"' -c $file.c
done
rompcxx $words main.cpp scale.o square.o -o app
./app
# Everything by clang, without g++.
cp ../autotools/main.c ../fortran/add.c .
ROMP_CXX=clang++ rompcc $words main.c add.c -o app
./app
