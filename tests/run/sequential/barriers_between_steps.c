// Steps between which only private work stands need one barrier each: pointers into arrays of the team are swapped, a
// loop may have no iteration, and what the steps wrote is read through the pointer that was swapped last.
#include "../test.h"

#define N 100
#define TEAMS 7

static int steps_of(int team) { return team % 4; }

int main(void)
{
    static int out[TEAMS][N], seen[TEAMS];
    for (int rounds = 0; rounds < 3; rounds++) {
#pragma omp target teams distribute map(from : out, seen) num_teams(3)
        for (int team = 0; team < TEAMS; team++) {
            int buffers[2][N];
            int *a = buffers[0], *b = buffers[1];
#pragma omp parallel for
            for (int i = 0; i < N; i++)
                a[i] = i + team;
            for (int step = 0; step < team % 4 + rounds - 1; step++) {
#pragma omp parallel for
                for (int i = 0; i < N; i++)
                    b[i] = a[(i + 33) % N] + a[N - 1 - i];
                int *last = a;
                a = b;
                b = last;
            }
            // Read by all threads, through the pointer.
            seen[team] = a[N / 2];
#pragma omp parallel for
            for (int i = 0; i < N; i++)
                out[team][N - 1 - i] = a[i];
        }
        for (int team = 0; team < TEAMS; team++) {
            int x[N], y[N];
            for (int i = 0; i < N; i++)
                x[i] = i + team;
            for (int step = 0; step < steps_of(team) + rounds - 1; step++) {
                for (int i = 0; i < N; i++)
                    y[i] = x[(i + 33) % N] + x[N - 1 - i];
                for (int i = 0; i < N; i++)
                    x[i] = y[i];
            }
            CHECK(seen[team] == x[N / 2]);
            for (int i = 0; i < N; i++)
                CHECK(out[team][N - 1 - i] == x[i]);
        }
    }
    return test_end();
}
