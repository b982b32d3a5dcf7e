// expect: R6026 at 9
struct flags { unsigned low : 4, high : 4; };

void f(int n, struct flags *p)
{
    #pragma omp target teams distribute parallel for map(tofrom: p[0:1])
    for (int i = 0; i < n; i++) {
        #pragma omp atomic
        p->low++;
    }
}
