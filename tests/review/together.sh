cp $SOURCES/heat.c .
romp review heat.c --accept-all > /dev/null
echo "-- a macro that two kernels and the host name"
sed -i 's/#define NY 32/#define NY 16/' heat.c
keys r romp review
grep -n "define NY" out/heat.c out/heat.cu
keys a romp review > /dev/null
romp review --check
echo "-- a device function, and the kernel that calls it"
sed -i 's/return x \* x;/return x * x + 1;/; s/all += square/all -= square/' heat.c
keys q romp review
echo "-- a parameter gets another name"
cp $SOURCES/heat.c .
romp review --accept-all > /dev/null
sed -i 's/double total(int n)/double total(long count)/; s/i < n;/i < count;/' heat.c
keys r romp review
(cd out && gcc -fsyntax-only -fopenmp -Iromp/include heat.c && echo "the host code compiles")
