// "present_members_of_all.c:9: error: s: must be present, but 24 of its 96 bytes are not mapped on device 0" ", 2 more"
#include <stdlib.h>
struct pair { int n; int *p; };
#pragma omp declare mapper(id: struct pair s) map(s.n, s.p)
int main(void)
{
    struct pair s[6] = {{1, 0}};
    #pragma omp target enter data map(mapper(id), to: s)
    #pragma omp target map(present, tofrom: s)
    s[0].n = 5;
    return 0;
}
