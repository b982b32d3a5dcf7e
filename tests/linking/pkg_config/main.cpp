#include <cstdio>
extern "C" int add(int, double *);
int main()
{
    double x[2] = {1, 1};
    int device = add(2, x);
    std::printf("%d %g\n", device, x[1]);
}
