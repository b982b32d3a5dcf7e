# What git sees of a folder in which the program was built, and what the program is called.
git init -q . 2> /dev/null
git config user.name n
git config user.email n@example.org
mkdir src
cat > src/scale.c <<'X'
void scale(int n, double *x)
{
    #pragma omp target teams distribute parallel for map(tofrom: x[0:n])
    for (int i = 0; i < n; i++)
        x[i] *= 2;
}
X
cat > src/app.c <<'X'
#include <stdio.h>
void scale(int n, double *x);
int main(void)
{
    double x[2] = {1, 2};
    scale(2, x);
    printf("%g %g\n", x[0], x[1]);
}
X
# A pattern such as many repositories have.
echo '*.a' > .gitignore
romp review --accept-all src/scale.c src/app.c -o out
cat out/.gitignore
git add . && git commit -qm all
git ls-files | grep 'libromp.a\|ignore'
(cd out && make -s emulated && ./app-emulated)
git status --short
romp review --check
echo "-- the user's lines stay"
echo '*.log' >> out/.gitignore
romp review --check
sed -i 's/\*= 2/*= 3/' src/scale.c
romp review --accept-all
tail -2 out/.gitignore
romp review --check
echo "-- and so does a file that was there before"
mkdir other
echo '*.mine' > other/.gitignore
romp translate src/scale.c src/app.c -o other
cat other/.gitignore
romp review --accept-all src/scale.c src/app.c -o other
cat other/.gitignore
romp review --check -o other
echo "-- marks of a merge"
git add . && git commit -qm edited
sed -i '1i <<<<<<< HEAD\n*.one\n=======\n*.two\n>>>>>>> two' out/.gitignore
romp review --check -o out
romp review -o out
cat out/.gitignore
