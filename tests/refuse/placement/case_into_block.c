// expect: R2006 at 12
int main(void)
{
    int a[8] = {0}, kind = 1;
#pragma omp target map(tofrom: a)
    {
        switch (kind) {
        case 0:
#pragma omp parallel
            {
                a[0] = 1;
        case 1:
                a[1] = 2;
            }
        }
    }
    return a[1];
}
