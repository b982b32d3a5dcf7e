/* The memory routines: alloc, memcpy, memcpy_rect, is_present, associate_ptr. */
#include "../test.h"

int main(void)
{
    int device = on_device() ? omp_get_default_device() : omp_get_initial_device();
    int host = omp_get_initial_device();
    int a[6][8], b[6][8];
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 8; j++)
            a[i][j] = i * 8 + j, b[i][j] = -1;

    int *d = omp_target_alloc(sizeof a, device);
    CHECK(d != NULL);
    size_t volume[2] = {3, 4}, to[2] = {0, 0}, from[2] = {2, 3}, whole[2] = {6, 8};
    CHECK(omp_target_memcpy(d, a, sizeof a, 0, 0, device, host) == 0);
    CHECK(omp_target_memcpy_rect(b, d, sizeof(int), 2, volume, to, from, whole, whole, host, device) == 0);
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 8; j++)
            CHECK(b[i][j] == (i < 3 && j < 4 ? (i + 2) * 8 + j + 3 : -1));

    if (on_device()) {
        CHECK(!omp_target_is_present(b, device));
        CHECK(omp_target_associate_ptr(b, d, sizeof b, 0, device) == 0);
        CHECK(omp_target_is_present(b, device));
        #pragma omp target map(tofrom: b)
        b[0][0] += 500;
        CHECK(omp_target_disassociate_ptr(b, device) == 0);
        int first = 0;
        CHECK(omp_target_memcpy(&first, d, sizeof first, 0, 0, host, device) == 0);
        CHECK(first == 500);
    }
    omp_target_free(d, device);
    printf("%d\n", b[2][3]);
    return test_end();
}
