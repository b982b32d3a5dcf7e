// "section_in_pieces.c:6" "a[:n][:n]: is not one piece of memory"
enum { N = 64 };

static void scale(int n, double a[N][N])
{
    #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a[:n][:n])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i][j] *= 2;
}

int main(void)
{
    static double a[N][N];
    scale(N / 2, a);
    return 0;
}
