#include "orphaned.c"
