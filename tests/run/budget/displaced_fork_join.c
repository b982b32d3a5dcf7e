// The cases of displaced.c with --sequential=fork-join.
#include "displaced.c"
