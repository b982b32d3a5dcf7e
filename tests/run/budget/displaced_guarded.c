// The cases of displaced.c with --sequential=guarded.
#include "displaced.c"
