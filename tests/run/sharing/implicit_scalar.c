/* Scalars that no clause names are firstprivate on target: changes stay inside. */
#include "../test.h"

enum color { RED, GREEN, BLUE };

int main(void)
{
    int i1 = 1;
    double d = 2.0;
    float f = 3.0f;
    char c = 'c';
    _Bool b = 1;
    long long l = 1LL << 40;
    enum color e = BLUE;
    unsigned short h = 65535;
    int out[8] = {0};

    #pragma omp target
    {
        out[0] = i1++;
        out[1] = (int)(d *= 2);
        out[2] = (int)(f += 1);
        out[3] = c++;
        out[4] = b;
        b = 0;
        out[5] = (int)(l >> 38);
        l = 0;
        out[6] = e;
        e = RED;
        out[7] = h;
        h = 0;
    }
    static const int want[8] = {1, 4, 4, 'c', 1, 4, 2, 65535};
    for (int k = 0; k < 8; k++)
        CHECK(out[k] == want[k]);
    CHECK(i1 == 1 && d == 2.0 && f == 3.0f && c == 'c' && b == 1 && l == 1LL << 40 && e == BLUE && h == 65535);
    return test_end();
}
