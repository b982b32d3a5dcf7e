# What builds the folder, changed together with its record; and a list of what git ignores that is missing.
git init -q -b main . 2> /dev/null
git config user.name n
git config user.email n@example.org
cp $SOURCES/heat.c .
romp review heat.c --accept-all > /dev/null
git add -f . && git commit -qm all
forged() {
    sed -i "$1" "out/$2" "out/.romp2cuda/support/$2"
    romp review --check
    romp review --against HEAD
    romp --format github review --against HEAD
    romp review
    git status --short
}
forged 's/^CFLAGS = -O2/CFLAGS = -O0 -DEVIL/' Makefile
forged 's/^#include/#define EVIL 1\n#include/' heat.emulated.cpp
echo "-- lines that are added above say nothing of it"
sed -i '1i// one more line' heat.c
romp review --check
echo "-- while only places are pending, it is found, too"
sed -i 's/^CFLAGS = -O2/CFLAGS = -O0 -DEVIL/' out/Makefile out/.romp2cuda/support/Makefile
romp review --check
git checkout -q .
echo "-- a file that nothing needs"
cp out/.romp2cuda/support/heat.image.c out/.romp2cuda/support/cold.image.c
cp out/heat.image.c out/cold.image.c
romp review --check
romp review
git status --short
rm out/.gitignore
romp review --check
romp review
romp review --check
