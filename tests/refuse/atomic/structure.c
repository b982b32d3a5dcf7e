// expect: R2006 at 9
struct pair { int a, b; };

void f(int n, struct pair *p, struct pair with)
{
    #pragma omp target teams distribute parallel for map(tofrom: p[0:n])
    for (int i = 0; i < n; i++) {
        #pragma omp atomic write
        p[0] = with;
    }
}
