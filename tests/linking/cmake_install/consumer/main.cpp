#include <solver.h>
#include <cstdio>

int main()
{
    int x[100];
    int ran = scale(100, x);
    std::printf("%d %d\n", ran, x[99]);
}
