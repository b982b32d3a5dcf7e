# What `--against` says of a header with device constructs that changed since it was accepted, and of one without.
git init -q . 2> /dev/null
git config user.name n
git config user.email n@example.org
cat > grid.h <<'E'
#pragma omp declare target
static inline int twice(int i) { return 2 * i; }
#pragma omp end declare target
E
echo '#define N 10' > size.h
cat > grid.c <<'E'
#include "grid.h"
#include "size.h"
int main(void)
{
    int x[N] = {1};
    #pragma omp target map(tofrom: x)
    x[0] = twice(x[0]);
    return x[0] - 2;
}
E
romp review grid.c --accept-all > /dev/null
git add . && git commit -qm all
romp review --against HEAD
sed -i 's/2 \* i/3 * i/' grid.h
sed -i 's/10/11/' size.h
romp review --against HEAD
echo "-- a lock without the digest of the one says nothing of it, and its change has the reason that it has"
git checkout -q .
sed -i '/^"grid.h" = /d' romp2cuda.lock
sed -i 's/2 \* i/3 * i/' grid.h
romp review --against HEAD
romp review --check
