cp $SOURCES/heat.c .
mkdir -p src inc
cp heat.c src/heat.c
printf '#define SCALE 2.0\nstatic inline double scaled(double x) { return SCALE * x; }\n' > inc/scale.h
cat > src/more.c <<'X'
#include "scale.h"
void scale(int n, double *x)
{
    #pragma omp target teams distribute parallel for map(tofrom: x[0:n])
    for (int i = 0; i < n; i++)
        x[i] = scaled(x[i]);
}
X
romp review --accept-all src/heat.c src/more.c -o generated -- -Iinc -DDEPTH=3 | tail -1
sed -n '/^translator/,/^\[.*unit/p' romp2cuda.lock
echo "-- a header changes"
sed -i 's/2.0/4.0/' inc/scale.h
romp review --check
romp review --accept scale | tail -1
romp review --check
echo "-- options change"
romp review --check src/heat.c src/more.c -o generated --sequential=fork-join -- -Iinc -DDEPTH=3
romp review --sequential=fork-join
romp review --accept nothing
echo "-- flags change: everything is one"
sed -i 's/0.5 \*/0.25 */; s/next\[i\] = 0;/next[i] = 1;/' src/heat.c
romp review --reject step src/heat.c src/more.c -o generated -- -Iinc -DDEPTH=4
romp review --check | tail -1
romp review --accept-all > /dev/null
echo "-- a file goes away"
romp review --accept-all src/heat.c -o generated | tail -5
romp review --check
tree generated
grep -c /tmp romp2cuda.lock || true
