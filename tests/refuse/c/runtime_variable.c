// expect: R1002 at 3
/* A variable with the name of what the runtime's header declares. */
static unsigned romp_u32;
#pragma omp declare target (romp_u32)

unsigned f(void)
{
    return romp_u32;
}
