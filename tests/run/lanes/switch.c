/* Lanes meet behind what the `switch` jumps over as well as behind the case before. */
#include "../test.h"

enum { rows = 70, columns = 48 };
static int a[rows][columns], b[rows][columns], kind[rows], count[rows];

static int expected_count(int i, int before)
{
    for (int round = 0; round < 3; round++) {
        if (before % 7 == 2)
            continue;
        switch (kind[i]) {
        case 0:
            before += 5;
            break;
        case 1:
            before += i + round;
        case 2:
            before += columns;
        }
    }
    return before;
}

int main(void)
{
    for (int i = 0; i < rows; i++) {
        kind[i] = i % 4;
        count[i] = i;
        for (int j = 0; j < columns; j++) {
            a[i][j] = i + j;
            b[i][j] = -1;
        }
    }
    int expected[rows];
    for (int i = 0; i < rows; i++)
        expected[i] = expected_count(i, i);

    #pragma omp target teams distribute parallel for map(tofrom: a, b, count) map(to: kind) num_teams(2)
    for (int i = 0; i < rows; i++) {
        for (int round = 0; round < 3; round++) {
            /* All lanes read what the first one changes in the second case, without passing the first. */
            if (count[i] % 7 == 2)
                continue;
            switch (kind[i]) {
            case 0:
                #pragma omp simd
                for (int j = 0; j < columns; j++)
                    b[i][j] = a[i][j];
                count[i] += 5;
                break;
            case 1:
                count[i] += i + round;
            case 2: {
                int sum = 0;
                #pragma omp simd reduction(+: sum)
                for (int j = 0; j < columns; j++) {
                    a[i][j] += round;
                    sum++;
                }
                count[i] += sum;
            }
            }
        }
        #pragma omp simd
        for (int j = 0; j < columns; j++)
            b[i][j] += a[i][columns - 1 - j];
    }
    for (int i = 0; i < rows; i++)
        CHECK(count[i] == expected[i]);

    /* A case in a block of its own. */
    int jumped[rows];
    #pragma omp target teams distribute parallel for map(tofrom: a) map(from: jumped) map(to: kind)
    for (int i = 0; i < rows; i++) {
        int s = 0;
        switch (kind[i]) {
        case 0:
            #pragma omp simd
            for (int j = 0; j < columns; j++)
                a[i][j] = j;
            {
        case 1:
                s = a[i][1];
                a[i][1] = 100;
            }
        default:
            s += 2;
        }
        #pragma omp simd reduction(+: s)
        for (int j = 0; j < columns; j++)
            s += a[i][j] == 100;
        jumped[i] = s;
    }
    for (int i = 0; i < rows; i++) {
        int hundreds = 0, first = kind[i] == 0 ? 1 : 0;
        for (int j = 0; j < columns; j++)
            hundreds += a[i][j] == 100;
        CHECK(kind[i] > 1 ? jumped[i] == 2 + hundreds : jumped[i] >= first + 3);
        CHECK(kind[i] > 1 || a[i][1] == 100);
    }
    return test_end();
}
