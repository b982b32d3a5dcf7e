# git joins the lock by lines: it may put the head of a table on the one side of a conflict, and leave what stands below it
# to both, or give an entry to a unit that is called otherwise now.
cat > grid.c <<'E'
void scale(int n, double *x)
{
    #pragma omp target teams distribute parallel for map(tofrom: x[0:n])
    for (int i = 0; i < n; i++)
        x[i] *= 2;
}
void shift(int n, double *x)
{
    #pragma omp target teams distribute parallel for map(tofrom: x[0:n])
    for (int i = 0; i < n; i++)
        x[i] += 3;
}
E
romp review grid.c --accept-all
sed -i 's/^\(.*"\)grid\(.c".kernel.\)shift_1]$/<<<<<<< HEAD\n&\n=======\n\1mesh.c"]\n\n\1mesh\2shift_1]\n>>>>>>> other/' romp2cuda.lock
grep -A7 '^<<<<<<<' romp2cuda.lock
echo "-- of scale_1 neither side is whole"
sed -i '0,/^directive = .*/s///' romp2cuda.lock
romp review --check
romp review --accept-all
romp review --check
echo "-- of the program neither is"
sed -i 's/^translator = .*/<<<<<<< HEAD\ntranslator =\n=======\ntranslator = 3\n>>>>>>> other/' romp2cuda.lock
romp review --check
