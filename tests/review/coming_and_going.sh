cp $SOURCES/heat.c .
romp review heat.c --accept-all > /dev/null
echo "-- a region in front of others renames nobody that anyone is asked about"
sed -i 's/^void fill(double value)/&/; /^void fill/,/^{/s/^{/{\n    #pragma omp target teams distribute parallel for map(tofrom: next)\n    for (int i = 0; i < NX; i++)\n        next[i] += 1;/' heat.c
keys r romp review
keys a romp review > /dev/null
grep -n "^fill_" out/heat.cu
echo "-- the first region goes away; kept, it has a name of its own"
cp $SOURCES/heat.c .
keys r romp review
grep -n "^fill_" out/heat.cu
romp review --check
(cd out && make -s emulated && ./heat-emulated)
keys a romp review > /dev/null
grep -n "^fill_" out/heat.cu
echo "-- a function has another name"
sed -i 's/fill/init/' heat.c
keys a romp review
romp review --check
