git init -q . 2> /dev/null
git config user.name n
git config user.email n@example.org
cp $SOURCES/heat.c .
romp review heat.c --accept-all > /dev/null
git add . && git commit -qm all
git checkout -qb other
sed -i 's/0.5 \*/0.25 */' heat.c
romp review --accept-all > /dev/null
git add . && git commit -qm other
git checkout -q -
sed -i 's/next\[i\] = 0;/next[i] = 1;/; s/value + i/value - i/' heat.c
romp review --accept-all > /dev/null
git add . && git commit -qm mine
git merge other 2>&1 | grep -c CONFLICT
grep -l "<<<<<<<" romp2cuda.lock out/Makefile out/heat.cu heat.c
romp review --check
romp review --accept-all
grep -l "<<<<<<<" -r romp2cuda.lock out --exclude-dir=romp
romp review --check
(cd out && make -s emulated && ./heat-emulated)
