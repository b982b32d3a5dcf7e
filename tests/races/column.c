// Rows whose length is a multiple of the number of threads: one thread executes a column.
enum { ROWS = 8, COLUMNS = 64 };
int main(void)
{
    static int m[ROWS + 1][COLUMNS];
#ifdef ORDERED
#define BEFORE i
#else
#define BEFORE i + 1
#endif
#pragma omp target parallel for collapse(2) num_threads(64) map(tofrom: m)
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            m[i][j] = m[BEFORE][j] + 1; // RACE
    return m[0][0] < 0;
}
