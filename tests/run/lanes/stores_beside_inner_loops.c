/* What the body does beside the inner loops: stores before and between that the inner loops read, variables, branches,
   continue, break, switch. Once for each iteration, whatever the number of lanes. */
#include "../test.h"

enum { rows = 130, columns = 41 };

static int twice(int n) { return 2 * n; }
#pragma omp declare target to(twice)

int main(void)
{
    static int a[rows][columns], head[rows], tail[rows], kind[rows], count[8];
    int total = 0;
    for (int i = 0; i < rows; i++) {
        kind[i] = i * 5 % 6;
        for (int j = 0; j < columns; j++)
            a[i][j] = i + j;
    }

    #pragma omp target teams distribute parallel for map(tofrom: a, total, count) map(from: head, tail) map(to: kind)
    for (int i = 0; i < rows; i++) {
        int own[3] = {i, kind[i], 0};
        head[i] = own[0] + 1;
        tail[i] = 0;
        if (kind[i] == 3) {
            tail[i] = -1;
            continue;
        }
        own[2] = twice(own[1]);
        #pragma omp simd
        for (int j = 0; j < columns; j++)
            a[i][j] += head[i] + own[2];
        int first = a[i][0], last = 0;
        switch (own[1]) {
        case 0:
            first = 1;
            /* falls through */
        case 1:
            #pragma omp simd reduction(+: last)
            for (int j = 0; j < columns; j++)
                last += a[i][j];
            break;
        case 2:
            head[i] += 100;
            break;
        default:
            for (int turn = 0; turn < 3; turn++) {
                if (turn == own[1] - 4)
                    break;
                #pragma omp simd reduction(max: last)
                for (int j = 0; j < columns; j++)
                    last = last > a[i][j] + turn ? last : a[i][j] + turn;
                head[i] = head[i] + last;
            }
        }
        if (head[i] % 2) {
            #pragma omp simd
            for (int j = columns - 1; j >= 0; j--)
                a[i][j] -= head[i];
            tail[i] = last + first;
        } else if (last > 0)
            tail[i] = a[i][columns - 1];
        else
            tail[i] = a[i][1];
        #pragma omp atomic
        total += tail[i];
        #pragma omp atomic
        count[kind[i]]++;
    }

    int sum = 0, counts[8] = {0};
    for (int i = 0; i < rows; i++) {
        int h = i + 1, t = 0, c[columns];
        if (kind[i] == 3) {
            CHECK(head[i] == h);
            CHECK(tail[i] == -1);
            continue;
        }
        for (int j = 0; j < columns; j++)
            c[j] = i + j + h + 2 * kind[i];
        int first = c[0], last = 0;
        if (kind[i] == 0)
            first = 1;
        if (kind[i] <= 1)
            for (int j = 0; j < columns; j++)
                last += c[j];
        else if (kind[i] == 2)
            h += 100;
        else
            for (int turn = 0; turn < 3; turn++) {
                if (turn == kind[i] - 4)
                    break;
                for (int j = 0; j < columns; j++)
                    last = last > c[j] + turn ? last : c[j] + turn;
                h += last;
            }
        if (h % 2) {
            for (int j = 0; j < columns; j++)
                c[j] -= h;
            t = last + first;
        } else if (last > 0)
            t = c[columns - 1];
        else
            t = c[1];
        sum += t;
        counts[kind[i]]++;
        CHECK(head[i] == h);
        CHECK(tail[i] == t);
        for (int j = 0; j < columns; j++)
            CHECK(a[i][j] == c[j]);
    }
    CHECK(total == sum);
    for (int i = 0; i < 8; i++)
        CHECK(count[i] == counts[i]);
    printf("%d\n", total);
    return test_end();
}
