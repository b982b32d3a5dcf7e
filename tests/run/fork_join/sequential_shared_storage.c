// The sequential part by a master warp.
#include "../sequential/shared_storage.c"
