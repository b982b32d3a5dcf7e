// expect: R1001 at 7
int f(int x)
{
    if (x) {
        x = 1;
    return x;
}
