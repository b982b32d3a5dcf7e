# Figures that change while the kernel's text stays, and with the number of threads.
cat > a.c <<'X'
#define TILE 16
int main(void)
{
    static double a[4096];
#pragma omp target teams distribute map(tofrom: a)
    for (int t = 0; t < 4096 / TILE; t++) {
        double row[TILE][TILE];
#pragma omp parallel for
        for (int i = 0; i < TILE; i++)
            row[i][0] = a[t * TILE + i];
#pragma omp parallel for
        for (int i = 0; i < TILE; i++)
            a[t * TILE + i] += row[TILE - 1 - i][0];
    }
#pragma omp target teams distribute parallel for map(tofrom: a) thread_limit(64)
    for (int t = 0; t < 4096; t++)
        a[t] += 1;
    return 0;
}
X
romp review a.c --accept-all > /dev/null
sed -i 's/TILE 16/TILE 64/' a.c
romp review --check
romp review --show | grep -v '^[-+@ ]\|^$'
romp --format github review --check
romp review --accept-all
echo "-- with another number of threads"
sed -i 's/thread_limit(64)/thread_limit(512)/' a.c
romp review --check
romp review --show | grep resident
romp review --accept-all
echo "-- other devices"
romp review --check a.c --offload-arch=sm_70,sm_90
