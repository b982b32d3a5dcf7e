// Two iterations come to one element through an index.
int main(void)
{
    int index[128], a[128] = { 0 };
    for (int i = 0; i < 128; i++)
        index[i] = i;
#ifndef ORDERED
    index[100] = 3;
#endif
#pragma omp target teams distribute parallel for map(tofrom: a) map(to: index)
    for (int i = 0; i < 128; i++)
        a[index[i]] += i; // RACE
    // ADVICE: threads update one location
    return a[5] != 5;
}
