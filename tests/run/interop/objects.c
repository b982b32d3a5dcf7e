// host: skip
/* interop (OpenMP 5.2, 14.1) and its routines (18.12): objects know their device; those of a GPU have a CUDA stream,
   those of other devices no foreign runtime. */
#include "../test.h"
#include <stdint.h>
#include <string.h>

enum { n = 100 };

static int is_int(omp_interop_t object, omp_interop_property_t property, intptr_t expected)
{
    int code = -99;
    intptr_t value = omp_get_interop_int(object, property, &code);
    return code == omp_irc_success ? value == expected : 0;
}

/* What every object says, of a device with a foreign runtime and of one without. */
static void properties(omp_interop_t object, int device, int synchronises, const char *runtime)
{
    int code = -99;
    CHECK(object != omp_interop_none);
    CHECK(omp_get_num_interop_properties(object) == 0);
    CHECK(is_int(object, omp_ipr_device_num, device));
    CHECK(strcmp(omp_get_interop_name(object, omp_ipr_device_num), "device_num") == 0);
    CHECK(strcmp(omp_get_interop_name(object, omp_ipr_targetsync), "targetsync") == 0);
    CHECK(strcmp(omp_get_interop_type_desc(object, omp_ipr_device_num), "int") == 0);

    const char *name = omp_get_interop_str(object, omp_ipr_fr_name, &code);
    if (name) {
        CHECK(code == omp_irc_success);
        CHECK(strcmp(name, runtime) == 0);
        CHECK(is_int(object, omp_ipr_fr_id, strcmp(runtime, "cuda") == 0 ? omp_ifr_cuda : omp_ifr_cuda_driver));
        CHECK(strcmp(omp_get_interop_str(object, omp_ipr_vendor_name, &code), "nvidia") == 0);
        CHECK(is_int(object, omp_ipr_vendor, 11));
        CHECK(omp_get_interop_int(object, omp_ipr_device, &code) >= 0 && code == omp_irc_success);
        void *stream = omp_get_interop_ptr(object, omp_ipr_targetsync, &code);
        CHECK(code == (synchronises ? omp_irc_success : omp_irc_no_value));
        CHECK((stream != NULL) == synchronises);
    } else {
        CHECK(code == omp_irc_no_value);
        CHECK(omp_get_interop_ptr(object, omp_ipr_targetsync, &code) == NULL && code == omp_irc_no_value);
        CHECK(omp_get_interop_int(object, omp_ipr_fr_id, &code) == 0 && code == omp_irc_no_value);
    }

    /* The wrong type, and what is no property. */
    CHECK(omp_get_interop_ptr(object, omp_ipr_device_num, &code) == NULL && code == omp_irc_type_int);
    CHECK(omp_get_interop_int(object, omp_ipr_fr_name, &code) == 0 && code == omp_irc_type_str);
    CHECK(omp_get_interop_str(object, omp_ipr_targetsync, &code) == NULL && code == omp_irc_type_ptr);
    CHECK(omp_get_interop_int(object, (omp_interop_property_t)7, &code) == 0 && code == omp_irc_out_of_range);
    CHECK(omp_get_interop_name(object, (omp_interop_property_t)-10) == NULL);
    CHECK(omp_get_interop_rc_desc(object, omp_irc_success) != NULL);
    CHECK(omp_get_interop_int(object, omp_ipr_device_num, NULL) == device);
}

static void none(void)
{
    int code = -99;
    omp_interop_t object = omp_interop_none;
    CHECK(omp_get_interop_int(object, omp_ipr_device_num, &code) == 0 && code == omp_irc_empty);
    CHECK(omp_get_interop_name(object, omp_ipr_device_num) == NULL);
}

/* Objects are values: they go through functions and lie in arrays. */
static omp_interop_t made(int device)
{
    omp_interop_t object = omp_interop_none;
    #pragma omp interop init(targetsync, target: object) device(device)
    return object;
}

static void forms(int device)
{
    omp_interop_t one = omp_interop_none, several[2] = {omp_interop_none, omp_interop_none};
    #pragma omp interop init(targetsync: one)
    properties(one, omp_get_default_device(), 1, "cuda");
    #pragma omp interop use(one)
    #pragma omp interop destroy(one)
    CHECK(one == omp_interop_none);

    #pragma omp interop init(target: several[0]) init(prefer_type("cuda_driver", omp_ifr_cuda), targetsync: several[1]) device(device)
    properties(several[0], device, 0, "cuda");
    properties(several[1], device, 1, "cuda_driver");
    CHECK(several[0] != several[1]);
    #pragma omp interop use(several[1]) destroy(several[0])
    CHECK(several[0] == omp_interop_none);
    #pragma omp interop destroy(several[1])

    #pragma omp interop init(prefer_type(omp_ifr_hip, 1), targetsync: one) device(device)
    properties(one, device, 1, "cuda");
    omp_interop_t other = made(device);
    properties(other, device, 1, "cuda");
    CHECK(other != one);
    #pragma omp interop destroy(one) destroy(other) nowait
    CHECK(one == omp_interop_none && other == omp_interop_none);
}

/* Regions before the construct have ended when others use the stream, and `depend` orders it among tasks. */
static void among_regions(void)
{
    int a[n];
    omp_interop_t object = omp_interop_none;
    for (int i = 0; i < n; i++)
        a[i] = i;
    #pragma omp target data map(tofrom: a)
    {
        #pragma omp target nowait depend(out: a)
        for (int i = 0; i < n; i++)
            a[i] *= 2;
        #pragma omp interop init(targetsync: object) depend(inout: a)
        #pragma omp interop use(object) depend(inout: a)
        #pragma omp target depend(in: a)
        for (int i = 0; i < n; i++)
            a[i] += 1;
        #pragma omp interop destroy(object)
    }
    for (int i = 0; i < n; i++)
        CHECK(a[i] == 2 * i + 1);
}

int main(void)
{
    none();
    forms(omp_get_default_device());
    forms(omp_get_initial_device());
    among_regions();
    return test_end();
}
