#include "sequential.c"
