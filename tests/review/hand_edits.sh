cp $SOURCES/heat.c .
romp review heat.c --accept-all > /dev/null
sed -i 's|    romp::team_barrier();|    romp::team_barrier(); // mine|; s|// Device code|// My device code|' out/heat.cu
sed -i 's|^CFLAGS = -O2|CFLAGS = -O3|' out/Makefile
romp review --check
echo "-- other lines change"
sed -i 's/0.5 \*/0.25 */' heat.c
keys a romp review
grep -n "mine\|0.25\|My" out/heat.cu
grep -n "^CFLAGS" out/Makefile
romp review --check
echo "-- the same lines change"
sed -i 's|0.25 \* |0.125 * |' out/heat.cu
sed -i 's/0.25 \*/0.75 */' heat.c
keys a romp review | tail -3
sed -n '/<<<<<<</,/>>>>>>>/p' out/heat.cu
romp review --check
romp review
sed -i '/<<<<<<</d; /|||||||/,/=======/d; /0.75/d; />>>>>>>/d' out/heat.cu
romp review --check
grep -n "0.125" out/heat.cu
echo "-- a kernel with edits goes away"
sed -i '/^void step/,/^}/d; s/    step();//' heat.c
keys a romp review | tail -4
