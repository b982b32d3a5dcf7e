// expect: R1001 at 2
const char *s = "never closed;
int x;
