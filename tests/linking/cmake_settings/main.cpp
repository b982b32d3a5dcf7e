#include <cstdio>
long both();
int main()
{
    std::printf("%ld\n", both());
}
