#include <cstdio>
extern "C" int caller();
int main()
{
    std::printf("%d\n", caller());
}
