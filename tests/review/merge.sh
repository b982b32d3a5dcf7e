git init -q . 2> /dev/null
git config user.name n
git config user.email n@example.org
cp $SOURCES/heat.c .
romp review heat.c --accept-all > /dev/null
git add . && git commit -qm all
commit() {
    romp review --accept-all > /dev/null
    git add . && git commit -qm "$1"
}
git checkout -qb other
sed -i 's/0.5 \*/0.25 */' heat.c
commit other
git checkout -q -
sed -i 's/next\[i\] = 0;/next[i] = 1;/; s/value + i/value - i/' heat.c
commit mine
git merge other 2>&1 | grep -c CONFLICT
grep -l "<<<<<<<" romp2cuda.lock out/Makefile out/heat.cu heat.c
romp review --check
romp review --accept-all
grep -l "<<<<<<<" -r romp2cuda.lock out --exclude-dir=romp
romp review --check
(cd out && make -s emulated && ./heat-emulated)
echo "-- each branch adds a kernel: the Makefile and what carries images have both sides, too"
romp review --accept-all | tail -1
git add . && git commit -qm merged
git checkout -qb second
sed -i '/^void step/i void twice(void)\n{\n    #pragma omp target teams distribute parallel for map(tofrom: grid)\n    for (int i = 0; i < NX * NY; i++)\n        grid[i] *= 2;\n}\n' heat.c
commit second
git checkout -q -
sed -i '/^int main/i void halve(void)\n{\n    #pragma omp target teams distribute parallel for map(tofrom: grid)\n    for (int i = 0; i < NX * NY; i++)\n        grid[i] *= 0.5;\n}\n' heat.c
commit third
git merge second 2>&1 | grep CONFLICT | sort
romp review --check
romp review --accept-all
romp review --check
(cd out && make -s emulated && ./heat-emulated)
