// expect: R2006 at 4
struct s {
    int x;
    #pragma omp target
    int y;
};
