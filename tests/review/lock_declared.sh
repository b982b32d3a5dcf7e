cat > a.c <<'C'
void one(int n, int *x)
{
    #pragma omp target teams distribute parallel for map(tofrom: x[0:n])
    for (int i = 0; i < n; i++)
        x[i]++;
}
void two(int n, int *x)
{
    #pragma omp target parallel for map(tofrom: x[0:n])
    for (int i = 0; i < n; i++)
        x[0]++;
}
C
romp review a.c --accept-all > /dev/null
echo "-- a lock that one kernel needs is declared: the other one does not use it"
sed -i 's/^        x\[0\]++;/        #pragma omp critical\n        x[0]++;/' a.c
romp review --show
