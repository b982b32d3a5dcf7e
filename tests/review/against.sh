# The reader of a pull request: what was accepted since a revision, and why.
mkdir repo && cd repo
git init -q . 2> /dev/null
git config user.name n
git config user.email n@example.org
cp $SOURCES/heat.c .
romp review heat.c --accept-all > /dev/null
printf '%s\n' '*.o' '*.d' '*-emulated' > .gitignore
git add . && git commit -qm all
git checkout -qb work
sed -i 's/0.5 \*/0.25 */' heat.c
sed -i '/all += square/i \            if (next[i] > 0)' heat.c
sed -i 's/    double sum = 0;/    double sum = 1;/' heat.c
romp review --accept-all > /dev/null
git add . && git commit -qm work
romp review --against HEAD~1
echo "-- nothing is written"
git status --short
romp --format github review --against HEAD~1
romp --format json review --against HEAD~1 | grep '"title"\|"version"'
echo "-- the same from another folder"
mkdir sub
(cd sub && romp review --against HEAD~1 -o ../out | grep '^--')
echo "-- a copy of the folder"
git worktree add -q ../then HEAD~1
romp review --against ../then/out | grep '^--'
romp review --against HEAD
romp review --against no-such-revision
romp review --against heat.c
romp review --against HEAD --check
romp review --against HEAD heat.c
echo "-- an edit by hand is seen, too"
sed -i 's|romp::team_barrier();|__syncthreads();|' out/heat.cu
romp review --against HEAD
git checkout -q out
echo "-- before there was a lock"
git checkout -q --orphan empty
git rm -rqf . && git commit -q --allow-empty -m empty
git checkout -q work
romp review --against empty | grep '^--'
