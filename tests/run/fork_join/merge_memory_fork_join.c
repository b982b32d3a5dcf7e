#include "merge_memory.c"
