/* Structs as a whole, arrays of structs, a pointer to one. */
#include "../test.h"

struct particle {
    char tag;
    double position[3];
    float mass;
    struct {
        short a, b;
    } pair;
    unsigned long id;
};

int main(void)
{
    struct particle one = {'a', {1, 2, 3}, 0.5f, {1, 2}, 99}, many[100], *p = &one;
    memset(many, 0, sizeof many);

    #pragma omp target map(tofrom: one)
    {
        one.position[2] += one.mass;
        one.pair.b = (short)(one.pair.a + 10);
        one.tag++;
    }
    #pragma omp target map(tofrom: p[0:1])
    {
        p->id += 1;
        p->position[0] = p->position[1];
    }
    #pragma omp target teams distribute parallel for map(tofrom: many)
    for (int i = 0; i < 100; i++) {
        many[i].position[i % 3] = i;
        many[i].id = (unsigned long)i;
        many[i].pair = (__typeof__(many[i].pair)){(short)i, (short)-i};
    }
    CHECK(one.position[2] == 3.5 && one.pair.b == 11 && one.tag == 'b');
    CHECK(one.id == 100 && one.position[0] == 2);
    for (int i = 0; i < 100; i++) {
        CHECK(many[i].position[i % 3] == i && many[i].position[(i + 1) % 3] == 0);
        CHECK(many[i].id == (unsigned long)i && many[i].pair.a == i && many[i].pair.b == -i);
    }
    printf("%c %g %d %lu\n", one.tag, one.position[2], one.pair.b, one.id);
    return test_end();
}
