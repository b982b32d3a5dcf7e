// The sequential part by a master warp.
#include "../sequential/same_names.c"
