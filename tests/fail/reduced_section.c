// "reduced_section.c:15: error: kernel main_2" "just past the end of the team's copy of count" "it has 24 bytes, and all threads of the team share it"
#include <stdio.h>

/* The copy has room for more elements than the section, whose length the second construct is told anew. */
int main(int argc, char **argv)
{
    int count[64] = {0}, n = 200;
    int length = 8 * argc;
#pragma omp target teams distribute parallel for map(tofrom : count) reduction(+ : count[:length])
    for (int i = 0; i < n; i++)
        count[i % 8] += 1;
    length -= 2;
#pragma omp target teams distribute parallel for map(tofrom : count) reduction(+ : count[:length])
    for (int i = 0; i < n; i++)
        count[i % (length + argc)] += 1;
    printf("survived %d\n", count[3]);
    return 0;
}
