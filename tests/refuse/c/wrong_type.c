// expect: R1001 at 5
struct s { int x; };
int f(struct s v)
{
    return v + 1;
}
