// The cases of variable_length.c with --sequential=fork-join.
#include "variable_length.c"
