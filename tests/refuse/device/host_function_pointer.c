// expect: R4001 at 9
static int next(int x) { return x + 1; }

int main(void)
{
    int s = 0;
    int (*f)(int) = next;
#pragma omp target map(tofrom: s)
    s = f(s);
    return s - 1;
}
