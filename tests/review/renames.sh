# A file that has another name now, and edits by hand in what was made of it.
cp $SOURCES/heat.c .
cat > more.c <<'X'
#include "more.h"
void scale(int n, double *x)
{
    #pragma omp target teams distribute parallel for map(tofrom: x[0:n])
    for (int i = 0; i < n; i++)
        x[i] = FACTOR * x[i];
}
X
printf '#define FACTOR 2\nvoid scale(int n, double *x);\ntypedef double number;\n' > more.h
romp review --accept-all heat.c more.c | tail -1
sed -i 's|    romp::team_barrier();|    romp::team_barrier(); // mine|; s|^extern "C"|// my kernel\nextern "C"|' out/heat.cu
sed -i '1i /* my host code */' out/more.c
sed -i 's|^CFLAGS = -O2|CFLAGS = -O3|' out/Makefile
mv heat.c diffusion.c
mv more.c scale.c
sed -i 's/FACTOR \* x/FACTOR + x/; s/more[.]h/scale.h/' scale.c
mv more.h scale.h
romp review --check diffusion.c scale.c
echo "-- a kernel changed, too"
keys a romp review diffusion.c scale.c
tree out
grep -c "mine\|my kernel" out/diffusion.cu
head -2 out/scale.c
grep -n "^CFLAGS\|^all\|ROMP_UNIT" out/Makefile
romp review --check
(cd out && make -s emulated && ./diffusion-emulated)
echo "-- its change is rejected: the file has the new name all the same"
mv scale.c scaling.c
sed -i 's/FACTOR + x/FACTOR - x/' scaling.c
keys r romp review diffusion.c scaling.c | tail -3
grep -n "FACTOR" out/scaling.cu out/scaling.c
head -1 out/scaling.c
romp review --check | head -3
keys a romp review | tail -1
echo "-- another text is another file"
cat > other.c <<'X'
int other(void)
{
    int found = 0;
    #pragma omp target map(tofrom: found)
    found = 41;
    return found + 1;
}
X
romp review --accept-all diffusion.c other.c
tree out | grep scaling
