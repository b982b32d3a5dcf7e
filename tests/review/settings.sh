# Flags and options that change, and that no code shows.
git init -q . 2> /dev/null
git config user.name n
git config user.email n@example.org
cp $SOURCES/heat.c .
romp review heat.c --accept-all | tail -1
git add -f . && git commit -qm all
echo "-- flags alone are asked about, and a rejection changes the lock alone"
romp review --check heat.c -- -DUNUSED=2
keys r romp review heat.c -- -DUNUSED=2
git status --short
romp review --check heat.c -- -DUNUSED=2 | sed -n 2p
keys q romp review heat.c -- -DUNUSED=2
git checkout -q .
romp review heat.c --accept flags -- -DUNUSED=2
git diff -U0 romp2cuda.lock | grep '^[-+][a-z]'
romp review --check
romp review --against HEAD
git commit -qam flags
echo "-- options alone"
romp --format github review --check heat.c --no-merge-regions
romp --format json review --check heat.c --no-merge-regions | grep -A6 settings
romp review --accept-all heat.c --no-merge-regions
romp review --check
git checkout -q .
echo "-- with options of the project's file"
printf '[options]\nno-merge-regions = true\n' > romp2cuda.toml
romp review --against HEAD
romp review --check
romp review --show
keys a romp review
romp review --check
echo "-- both, and code that shows it: the change of the code is what is asked about"
romp review --check heat.c --sequential=fork-join -- -DUNUSED=3
