void new(int class, int *this)
{
    #pragma omp target teams distribute parallel for map(tofrom: this[0:class])
    for (int namespace = 0; namespace < class; namespace++)
        this[namespace] += class;
}
