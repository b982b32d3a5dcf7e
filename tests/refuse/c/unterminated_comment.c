// expect: R1001 at 3
int x;
/* never closed
int y;
