#include "sizes.c"
