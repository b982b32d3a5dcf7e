# Two branches whose generated texts git joins by lines: what one of them accepted is not called unknown, and what is left
# undecided leaves both sides in the lock.
git init -q . 2> /dev/null
git config user.name n
git config user.email n@example.org
cat > app.c <<'X'
void relax(int n, double *x)
{
    #pragma omp target teams distribute parallel for map(tofrom: x[0:n])
    for (int i = 0; i < n; i++)
        x[i] = x[i] / 2;
}
double total(int n, const double *x)
{
    double s = 0;
    #pragma omp target teams distribute parallel for map(to: x[0:n]) reduction(+: s)
    for (int i = 0; i < n; i++)
        s += x[i];
    return s;
}
X
romp review app.c --accept-all > /dev/null
git add . && git commit -qm all
git checkout -qb two
sed -i 's/reduction(+: s)/reduction(+: s) num_threads(64)/; s|/ 2;|/ 2 + 1;|' app.c
romp review --accept-all > /dev/null
git add . && git commit -qm two
git checkout -q -
sed -i 's|^double total|void scale(int n, double *x)\n{\n    #pragma omp target teams distribute parallel for map(tofrom: x[0:n])\n    for (int i = 0; i < n; i++)\n        x[i] *= 3;\n}\ndouble total|' app.c
romp review --accept-all > /dev/null
git add . && git commit -qm one
git merge two 2>&1 | grep CONFLICT | sort
romp review --check
keys q romp review | tail -2
grep -c '<<<<<<<' romp2cuda.lock out/app.cu
romp review --accept-all
romp review --check
grep -c "<<<<<<<" romp2cuda.lock out/app.cu
true
