#pragma omp begin declare target
int square(int i)
{
    return i * i;
}
#pragma omp end declare target
