# Reviews from a folder below, and what changed since code was accepted.
git init -q . 2> /dev/null
git config user.name n
git config user.email n@example.org
mkdir -p src/inc
cp $SOURCES/heat.c src/
printf '#define SCALE 2.0\n' > src/inc/scale.h
sed -i '1i#include "inc/scale.h"' src/heat.c
romp review src/heat.c --accept-all | tail -1
git add -f . && git commit -qm all
echo "-- the lock of a folder above"
cd src/inc
romp review --check
romp review --against HEAD
romp review --against ../../out
sed -i 's/0.5 \*/0.25 */' ../heat.c
romp review --accept step
(cd ../.. && git status --short)
git checkout -q ../..
echo "-- not that of another repository"
mkdir -p ../../other/below
(cd ../../other && git init -q . 2> /dev/null)
(cd ../../other/below && romp review --check)
rm -r ../../other
cd ../..
echo "-- a header and an option changed since"
sed -i 's/2.0/4.0/' src/inc/scale.h
printf '[options]\nsequential = "fork-join"\n' > romp2cuda.toml
romp review --against HEAD
romp review --against HEAD --no-config
