#include "places.c"
