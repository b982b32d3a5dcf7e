// expect: R1001 at 3
#ifndef CONFIGURED
#error "run configure first"
#endif
int x;
