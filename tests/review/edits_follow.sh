cat > a.c <<'C'
#define N 64
double x[N];
void two(double *x, int n)
{
#pragma omp target teams distribute parallel for map(tofrom: x[0:n])
    for (int i = 0; i < n; i++) {
        double t = x[i];
        double w = t * 2;
        x[i] = w + 100;
    }
#pragma omp target teams distribute parallel for map(tofrom: x[0:n])
    for (int i = 0; i < n; i++) {
        double t = x[i];
        double w = t * 2;
        x[i] = w * 3;
    }
}
int main(void)
{
    two(x, N);
    return 0;
}
C
romp review a.c --accept-all > /dev/null
sed -i '0,/double t = x\[i\];/s//double t = x[i] + 0.5; \/\/ mine: for + 100/' out/a.cu
sed -i '0,/ROMP_TARGET/s//\/\/ my launch, of + 100\n    ROMP_TARGET/' out/a.c
edited() {
    grep -n "^two_\|mine:\|x\[i\] = " out/a.cu
    grep -n "my launch\|^ *ROMP_TARGET\|x\[i\] = " out/a.c
}
edited
echo "-- a region is added before it: the edits go with their kernel and its launch, if that is accepted"
cp a.c before.c
{
    sed -n '1,4p' before.c
    sed -n '5,10p' before.c | sed 's/w + 100/w - 7/'
    sed -n '5,$p' before.c
} > a.c
romp review --check
keys q romp review | grep -v "^ \|^[-+@]"
romp review --accept-all
edited
romp review --check
echo "-- two regions change places"
sed -i 's/w - 7/SWAP/; s/w + 100/w - 7/; s/SWAP/w + 100/' a.c
romp review --check
keys r romp review > /dev/null
romp review --check
romp review --accept-all
edited
romp review --check
echo "-- a kernel that is deleted by hand, while it changes in the source"
sed -i '/^\/\/ a.c:17/,/^}/d' out/a.cu
romp review --check
sed -i 's/w \* 3/w * 4/' a.c
romp review --check
echo "-- of host code each edit is named"
git init -q . && git add . && git -c user.name=n -c user.email=e@example.org commit -qm all
sed -i 's/return 0;/return 1;/' out/a.c
sed -i 's/^CFLAGS = -O2/CFLAGS = -O3/' out/Makefile
romp review --against HEAD
