// The cases of variable_length.c with --sequential=guarded.
#include "variable_length.c"
