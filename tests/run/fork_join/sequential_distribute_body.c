// The sequential part by a master warp.
#include "../sequential/distribute_body.c"
