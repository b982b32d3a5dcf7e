// expect: R1001 at 2
#if 1
int x;
