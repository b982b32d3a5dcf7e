/* Operands keep their own types: the computation is C's, the result is converted. */
#include "../test.h"
#include <stdbool.h>

enum colour { RED, GREEN, BLUE, LAST };
enum wide { FAR = 1, FARTHER = 0x7fffffff };

struct mixed {
    char c;
    signed char neighbour;
    bool flag, off;
    short s;
    unsigned short us;
    enum colour colour;
    float f;
    int i;
    unsigned u;
    long l;
    int *p;
    char *text;
    void *any;
};

int main(void)
{
    static int numbers[64];
    static char text[64];
    struct mixed m = {100, 55, false, true, 1000, 65535, RED, 0.5f, 7, 3, -5, 0, 0, 0}, w = m;
    struct mixed *q = &m;
    double half = 0.5, third = 1.0 / 3;
    float tenth = 0.1f;
    unsigned one = 1;
    long big = 0x100000001L;
    long offsets[3];
    #pragma omp target map(tofrom: q[0:1], offsets) map(to: numbers, text)
    {
        q->p = numbers;
        q->text = text;
        q->any = text;
        #pragma omp atomic
        q->c += half;
        #pragma omp atomic
        q->c = q->c * 1.255;
        #pragma omp atomic
        q->flag += 2;
        #pragma omp atomic
        q->off -= 1;
        #pragma omp atomic
        q->s -= third * 30;
        #pragma omp atomic
        q->us += 3;
        #pragma omp atomic
        q->colour += 1;
        #pragma omp atomic
        q->colour++;
        #pragma omp atomic
        q->f += third;
        #pragma omp atomic
        q->f = third - q->f;
        #pragma omp atomic
        q->i /= half;
        #pragma omp atomic
        q->i += big;
        #pragma omp atomic
        q->u *= tenth * 100;
        #pragma omp atomic write
        q->u = 1 << q->u % 5;
        #pragma omp atomic
        q->l += one;
        #pragma omp atomic write
        q->l = one << 3;
        #pragma omp atomic
        q->l >>= one;
        #pragma omp atomic
        q->l = 1 << q->l;
        #pragma omp atomic
        q->p += 5;
        #pragma omp atomic
        q->p--;
        #pragma omp atomic
        q->text += 'a' - 'Z';
        #pragma omp atomic
        q->any += 3;
        offsets[0] = q->p - numbers;
        offsets[1] = q->text - text;
        offsets[2] = (char *)q->any - text;
    }
    w.c += half;
    w.c = w.c * 1.255;
    w.flag += 2;
    w.off -= 1;
    w.s -= third * 30;
    w.us += 3;
    w.colour += 1;
    w.colour++;
    w.f += third;
    w.f = third - w.f;
    w.i /= half;
    w.i += big;
    w.u *= tenth * 100;
    w.u = 1 << w.u % 5;
    w.l += one;
    w.l = one << 3;
    w.l >>= one;
    w.l = 1 << w.l;
    CHECK(m.c == w.c && m.neighbour == 55 && m.flag == w.flag && m.off == w.off && m.s == w.s && m.us == w.us);
    CHECK(m.colour == w.colour && m.colour == BLUE && m.f == w.f && m.i == w.i && m.u == w.u && m.l == w.l);
    CHECK(offsets[0] == 4 && offsets[1] == 'a' - 'Z' && offsets[2] == 3);
    return test_end();
}
