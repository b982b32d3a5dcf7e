# A function with another name: its kernels go with it, and so do edits by hand in its launches.
cat > a.c <<'X'
void scale(int *v, int n)
{
#pragma omp target teams distribute parallel for map(tofrom: v[0:n])
    for (int i = 0; i < n; i++)
        v[i] *= 2;
#pragma omp target teams distribute parallel for map(tofrom: v[0:n])
    for (int i = 0; i < n; i++)
        v[i] += 1;
}
int twice(int x)
{
    int y = x + x;
    return y;
}
int main(void)
{
    int v[2] = { 1, 2 };
    scale(v, 2);
    return twice(v[0]) != 6;
}
X
romp review a.c --accept-all > /dev/null
cp a.c before.c
sed -i 's/scale/stretch/; s/twice/doubled/' a.c
romp review --check
romp review --show
romp review --accept nothing
romp review --reject stretch_1
romp review --accept stretch_1
romp review --check
echo "-- with a region before, and edits by hand"
sed -i 's/romp_block(128), romp_iterations(n), romp_tofrom(v, 0, n), romp_value(n))/& \/* mine *\//' out/a.c
sed -i 's/    stretch(v, 2);/    stretch(v, 2); \/* mine *\//' out/a.c
sed -i 's/stretch/spread/; /^{/,/^}/s/^#pragma.*/&\n    for (int i = 0; i < n; i++)\n        v[i] -= 7;\n&/;' a.c
romp review --check
romp review --accept-all
grep -n "mine\|<<<<<<<\|>>>>>>>" out/a.c
