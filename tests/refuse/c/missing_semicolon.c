// expect: R1001 at 5
int f(int x)
{
    int y = x
    return y;
}
