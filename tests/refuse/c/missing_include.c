// expect: R1001 at 2
#include "no_such_header.h"
int x;
