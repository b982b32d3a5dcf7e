// A variable of declare target.
#pragma omp declare target
static int calls;
static void call(void)
{
#ifdef ORDERED
#pragma omp atomic
#endif
    calls++; // RACE
}
#pragma omp end declare target
int main(void)
{
#pragma omp target teams distribute parallel for
    for (int i = 0; i < 100; i++)
        call();
#pragma omp target update from(calls)
    return calls == 0;
}
