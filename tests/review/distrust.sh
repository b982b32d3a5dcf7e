git init -q . 2> /dev/null
git config user.name n
git config user.email n@example.org
cp $SOURCES/heat.c .
romp review heat.c --accept-all > /dev/null
git add -f . && git commit -qm all
echo "-- marks of a conflict that is resolved in part"
for mark in '<<<<<<< HEAD' '=======' '>>>>>>> other'; do
    sed -i "3i$mark" out/heat.cu
    romp review --check
    romp review
    git checkout -q .
done
sed -i '3i=======' out/heat.cu
romp --format json review --check | grep -A4 problems
romp --format github review --check
git checkout -q .
echo "-- marks of git in the lock"
sed -i '5i<<<<<<< HEAD\n=======\n>>>>>>> other' romp2cuda.lock
romp review --check
romp review
romp review --check
git status --short
echo "-- both sides of a merge edited the same lines"
sed -i 's/    romp::team_barrier();/    romp::team_barrier(); \/\/ mine/; s/= 0.5 \*/= 0.75 */' out/heat.cu
sed -i '3i<<<<<<< HEAD\n// one\n=======\n// other\n>>>>>>> other' out/heat.cu
romp review --check
romp review | grep -v '^[-+ @]'
romp review --check
git checkout -q .
echo "-- accepted texts are missing"
rm out/.romp2cuda/base/heat.cu
romp review --check
keys A romp review
git status --short
rm -r out/.romp2cuda
romp review --check
romp review
romp review --accept-all | tail -1
romp review --check
git checkout -q . && git status --short
echo "-- headers of the runtime"
rm out/romp/include/romp/fork.cuh
echo "// mine" >> out/romp/include/romp/scans.cuh
romp review --check
git checkout -q .
echo "-- the lock lacks a kernel"
sed -i '/kernel.total_1/,$d' romp2cuda.lock
romp review --check
romp review
romp review --check
