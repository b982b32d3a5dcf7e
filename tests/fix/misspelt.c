/* Words of directives and clauses. */
int main(void)
{
    int x[100], s = 0;
    #pragma omp target temas distribute parallel for mpa(form: x) \
        shedule(satic)
    for (int i = 0; i < 100; i++)
        x[i] = i;
    #pragma omp target paralel for reducton(+: s)
    for (int i = 0; i < 100; i++)
        s += x[i];
    #pragma omp target dta map(tofrm: s)
    {
        #pragma omp target map(s)
        s++;
    }
    return s != 4951;
}
