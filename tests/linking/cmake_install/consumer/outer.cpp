#include <cstdio>

int last(int *x);

int main()
{
    int x[100];
    std::printf("%d\n", last(x));
}
