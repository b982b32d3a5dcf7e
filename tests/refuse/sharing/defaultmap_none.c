// expect: R3003|R5001 at 5
void f(int n)
{
    int table[10] = {0};
    #pragma omp target defaultmap(none) firstprivate(n)
    table[0] = n;
}
