/* Starts the device of OpenMP's variants by a first target region. */
#include "port.h"

void port_start_device(void)
{
    int there = 0;
#pragma omp target map(from : there)
    there = 1;
    if (!there)
        exit(1);
}
