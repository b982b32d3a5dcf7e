// memcpy reads and writes, too.
#include <string.h>
int main(void)
{
    int a[8] = { 0 }, b[64][8];
#pragma omp target teams distribute parallel for map(tofrom: a) map(from: b)
    for (int i = 0; i < 64; i++) {
        int mine[8] = { i };
#ifdef ORDERED
        memcpy(b[i], mine, sizeof mine);
#else
        memcpy(b[i], mine, sizeof mine);
        memcpy(a, mine, sizeof mine); // RACE
#endif
    }
    return b[1][0] != 1;
}
