# Edits by hand on one branch, new code that was accepted on another: git joins the accepted texts without a mark, and marks
# the file alone. Neither side may get lost.
git init -q -b main . 2> /dev/null
git config user.name n
git config user.email n@example.org
cat > app.c <<'X'
void relax(int n, double *x)
{
    #pragma omp target teams distribute parallel for map(tofrom: x[0:n])
    for (int i = 0; i < n; i++) {
        double w = x[i] / 2;
        x[i] = w * w;
    }
}
void scale(int n, double *x)
{
    #pragma omp target teams distribute parallel for map(tofrom: x[0:n])
    for (int i = 0; i < n; i++)
        x[i] *= 3;
}
int main(void)
{
    double x[4] = { 1, 2, 3, 4 };
    relax(4, x);
    scale(4, x);
    return x[0] > 0 ? 0 : 1;
}
X
romp review app.c --accept-all > /dev/null
git add -f . && git commit -qm all
edit() {
    git checkout -qb "$1" main
    sed -i "$2" out/app.cu
    git commit -qam "$1"
}
edit hand 's|double w = x\[i\] / 2;|double w = x[i] * 0.5; // mine|'
edit elsewhere 's|x\[i\] \*= 3;|x[i] *= 3; // mine|'
edit other 's|double w = x\[i\] / 2;|double w = 0.5 * x[i]; // yours|'
git checkout -qb source main
sed -i 's|x\[i\] / 2|x[i] / 7|; s|w \* w|w + w|' app.c
romp review --accept-all > /dev/null
git commit -qam source
git checkout -qb gone main
sed -i '2,7{/pragma/d}' app.c
romp review --accept-all > /dev/null
git add -A . && git commit -qm gone
git checkout -qb makefile main
sed -i 's/^CFLAGS = -O2/CFLAGS = -O3/' out/Makefile
git commit -qam makefile
git checkout -qb flags main
romp review app.c --accept-all -- -O1 > /dev/null
git add -A . && git commit -qm flags
merged() {
    echo "-- $2 into $1"
    git checkout -qf "$1"
    git merge "$2" 2>&1 | grep CONFLICT | sort
    romp review --check
    romp review --show | tail -4
    romp review --accept-all
    grep -n -B1 -A14 "^<<<<<<<" out/app.cu | head -40
    romp review --check
    git checkout -qf . && git clean -qfdx && git reset -q --hard
}
merged source hand
merged hand source
merged source elsewhere
merged hand other
merged gone hand
merged hand gone
merged flags makefile
echo "-- an edit next to places that changed is not lost either"
git checkout -qf main
git checkout -qb lines
sed -i '1i// one more line' app.c
romp review --accept-all > /dev/null
git commit -qam lines
edit head 's|^// app.c:11.*|&, mine|'
merged lines head
