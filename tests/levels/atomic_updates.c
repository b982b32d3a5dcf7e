// An update and a captured value.
void f(int n, int *count, int *place)
{
    #pragma omp target teams distribute parallel for map(tofrom: count[0:2]) map(from: place[0:n])
    for (int i = 0; i < n; i++) {
        #pragma omp atomic
        count[0] += i;
        #pragma omp atomic capture
        place[i] = count[1]++;
    }
}
