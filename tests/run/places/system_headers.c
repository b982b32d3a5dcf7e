/* Many system headers in one file. */
#include <assert.h>
#include <complex.h>
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <float.h>
#include <inttypes.h>
#include <limits.h>
#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <tgmath.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

#include "../test.h"

int main(void)
{
    double a[64];
    struct timeval now;
    gettimeofday(&now, NULL);
    #pragma omp target teams distribute parallel for map(from: a)
    for (int i = 0; i < 64; i++)
        a[i] = i * M_PI;
    for (int i = 0; i < 64; i++)
        assert(a[i] == i * M_PI);
    CHECK(isdigit('3') && now.tv_sec > 0 && creal(2.0 * I * I) == -2.0);
    return test_end();
}
