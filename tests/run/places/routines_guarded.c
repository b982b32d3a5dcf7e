#include "routines.c"
