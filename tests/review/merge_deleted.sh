git init -q . 2> /dev/null
git config user.name n
git config user.email n@example.org
cat > a.c <<'X'
#include <stdio.h>
void scale(int n, double *x);
int main(void)
{
    double x[4] = { 1, 2, 3, 4 };
    #pragma omp target teams distribute parallel for map(x)
    for (int i = 0; i < 4; i++)
        x[i] += 1;
    scale(4, x);
    printf("%g\n", x[3]);
    return 0;
}
X
cat > b.c <<'X'
void scale(int n, double *x)
{
    #pragma omp target teams distribute parallel for map(x[0:n])
    for (int i = 0; i < n; i++)
        x[i] *= 2;
}
X
commit() {
    romp review --accept-all > /dev/null
    git add -A . && git commit -qm "$1"
}
built() {
    make -s -C out emulated && out/a-emulated
}
romp review --accept-all a.c b.c > /dev/null
git add . && git commit -qm all
git branch -q start
git checkout -qb other
sed -i '/pragma/d' b.c
commit "no region in b"
git checkout -q -
sed -i 's/x\[i\] \*= 2;/& \/\/ by hand/' out/b.cu
git commit -qam "edit b.cu"
echo "-- what one branch edited, the other does not make any more"
git merge other 2>&1 | grep -c "modify/delete"
romp review --check
romp review --show
romp review --accept-all
tail -4 out/b.cu
built
echo "-- the edit is not wanted any more"
git rm -q out/b.cu && git commit -qm merged
romp review --check
echo "-- the other way round, and the file is kept"
git checkout -qf -B editor start
sed -i 's/x\[i\] \*= 2;/& \/\/ by hand/' out/b.cu
git commit -qam "edit b.cu"
git checkout -qf -b third other
git merge editor 2>&1 | grep -c "modify/delete"
romp review --check
git add out/b.cu && git commit -qm "merged, and kept"
romp review --check
ls out/b.cu
echo "-- the region stays, and the text that the edit was made in went"
git checkout -qf editor
git merge other 2>&1 | grep -c "modify/delete"
git checkout -q HEAD -- b.c
romp review --check
romp review --accept-all
git checkout -q HEAD -- out/.romp2cuda/base/b.cu
romp review --accept-all
grep "by hand" out/b.cu
built
git add -A . && git commit -qm "merged with the edit"
romp review --check
