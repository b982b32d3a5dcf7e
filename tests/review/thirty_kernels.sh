# A pull request changes one loop of a program with thirty kernels: what changed, why, and is it fine?
cp $SOURCES/fluid.c .
romp review --accept-all fluid.c | tail -1
romp review --check
# The row's sum is kept in place, so that threads share it.
sed -i '/^static void smooth_density/,/^}/{s/double row = 0;/double row[2] = { 0, 0 };/; s/reduction(+: row)/reduction(+: row[:2])/; s/row += density\[cell(x, y)\];/row[x % 2] += density[cell(x, y)];/; s/= row \/ NX/= (row[0] + row[1]) \/ NX/}' fluid.c
sed -i '3i #include <stdlib.h>' fluid.c
romp review --check
keys a romp review
romp review --check
(cd out && make -s emulated && ./fluid-emulated)
