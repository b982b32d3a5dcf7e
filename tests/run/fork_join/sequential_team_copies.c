// The sequential part by a master warp.
#include "../sequential/team_copies.c"
