// Defined outside of `declare target`: the header's declaration says that devices have them.
#include "shared.h"

int offset = 5;

int moved(int x)
{
    return x + offset;
}
