// expect: R6020 at 7, "statement expression"
int main(void)
{
    int n = 0;
    #pragma omp target map(tofrom: n)
    n += ({
        #pragma omp parallel
        {
        }
        1;
    });
    return n;
}
