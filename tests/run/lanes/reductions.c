/* Reductions of both loops, of several variables and types, and by the user's own functions. */
#include "../test.h"

enum { rows = 90, columns = 55 };
static int a[rows][columns];
static int result[rows];

struct best {
    int value, at;
};
#pragma omp declare reduction(best : struct best : omp_out = omp_in.value > omp_out.value || omp_in.value == omp_out.value && omp_in.at < omp_out.at ? omp_in : omp_out) initializer(omp_priv = {-1, 1 << 30})

int main(void)
{
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            a[i][j] = (i * 31 + j * 17) % 101;

    long total = 5;
    int most = -1;
    #pragma omp target teams distribute parallel for reduction(+: total) reduction(max: most) map(to: a) map(tofrom: total, most)
    for (int i = 0; i < rows; i++) {
        int s = 0;
        #pragma omp simd reduction(+: s)
        for (int j = 0; j < columns; j++)
            s += a[i][j];
        total += s;
        if (s > most)
            most = s;
    }
    long expected = 5;
    int largest = -1;
    for (int i = 0; i < rows; i++) {
        int s = 0;
        for (int j = 0; j < columns; j++)
            s += a[i][j];
        expected += s;
        largest = largest > s ? largest : s;
    }
    CHECK(total == expected);
    CHECK(most == largest);

    /* The inner loop reduces into what the outer one reduces. */
    total = 5;
    #pragma omp target teams distribute parallel for reduction(+: total) map(to: a) map(tofrom: total) num_threads(100)
    for (int i = 0; i < rows; i++) {
        #pragma omp simd reduction(+: total)
        for (int j = 0; j < columns; j++)
            total += a[i][j];
    }
    CHECK(total == expected);

    /* Several at once; what a variable is before counts. */
    double products[rows];
    #pragma omp target teams distribute parallel for map(to: a) map(from: products, result)
    for (int i = 0; i < rows; i++) {
        double product = 3;
        unsigned char bits = 8;
        short least = 40;
        _Bool all = 1;
        long long sum = -7;
        #pragma omp simd reduction(*: product) reduction(|: bits) reduction(min: least) reduction(&&: all) reduction(+: sum)
        for (int j = 0; j < columns; j++) {
            product *= a[i][j] % 2 + 1;
            bits |= a[i][j] & 3;
            least = least < a[i][j] ? least : a[i][j];
            all = all && a[i][j] != 50;
            sum += a[i][j];
        }
        products[i] = product;
        result[i] = bits + 10 * least + 1000 * all + 10000 * sum;
    }
    for (int i = 0; i < rows; i++) {
        double product = 3;
        int bits = 8, least = 40, all = 1;
        long long sum = -7;
        for (int j = 0; j < columns; j++) {
            product *= a[i][j] % 2 + 1;
            bits |= a[i][j] & 3;
            least = least < a[i][j] ? least : a[i][j];
            all = all && a[i][j] != 50;
            sum += a[i][j];
        }
        CHECK(products[i] == product);
        CHECK(result[i] == bits + 10 * least + 1000 * all + 10000 * sum);
    }

    #pragma omp target teams distribute parallel for map(to: a) map(from: result)
    for (int i = 0; i < rows; i++) {
        struct best best = {-1, 1 << 30};
        #pragma omp simd reduction(best: best) simdlen(8)
        for (int j = 0; j < columns; j++)
            if (a[i][j] > best.value) {
                best.value = a[i][j];
                best.at = j;
            }
        result[i] = best.at;
    }
    for (int i = 0; i < rows; i++) {
        int at = 0;
        for (int j = 1; j < columns; j++)
            if (a[i][j] > a[i][at])
                at = j;
        CHECK(result[i] == at);
    }
    return test_end();
}
