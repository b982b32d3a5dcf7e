/* omp.h of romp2cuda: the compiler's own, and what it lacks of OpenMP 5.2's device routines.
 *
 * Found first by its place on the command line. All that is declared here is defined by the runtime, so
 * that a program need not have a compiler that knows new directives.
 */
#ifndef ROMP_OMP_H
#define ROMP_OMP_H

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC system_header
#endif
/* LLVM's header has variants of omp_is_initial_device for its own devices where it sees OpenMP 5.0. */
#ifdef __clang__
#pragma push_macro("_OPENMP")
#undef _OPENMP
#define _OPENMP 201511
#endif
#include_next <omp.h>
#ifdef __clang__
#pragma pop_macro("_OPENMP")
#endif

#include <stddef.h>
#include <stdint.h>

/* libgomp's header (guard _OMP_H) declares its routines nothrow in C++; LLVM's does not. */
#if defined(_OMP_H) && defined(__GOMP_NOTHROW)
#define ROMP_NOTHROW_ __GOMP_NOTHROW
#else
#define ROMP_NOTHROW_
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* libgomp: device numbers since gcc 13, interoperability since gcc 15. */
#if defined(_OMP_H) && !defined(__clang__) && __GNUC__ < 13
enum {
    omp_initial_device = -1,
    omp_invalid_device = -4
};
#endif

/* LLVM's got them late, as enumerators of these values: macros do no harm there. */
#ifndef _OMP_H
#ifndef omp_initial_device
#define omp_initial_device (-1)
#endif
#ifndef omp_invalid_device
#define omp_invalid_device (-2)
#endif
#endif

#if defined(_OMP_H) && !defined(__clang__) && __GNUC__ < 15
typedef void *omp_interop_t;
#define omp_interop_none ((omp_interop_t)0)

typedef intptr_t omp_intptr_t;

typedef enum omp_interop_fr_t {
    omp_ifr_cuda = 1,
    omp_ifr_cuda_driver = 2,
    omp_ifr_opencl = 3,
    omp_ifr_sycl = 4,
    omp_ifr_hip = 5,
    omp_ifr_level_zero = 6,
    omp_ifr_last = omp_ifr_level_zero
} omp_interop_fr_t;

typedef enum omp_interop_property_t {
    omp_ipr_fr_id = -1,
    omp_ipr_fr_name = -2,
    omp_ipr_vendor = -3,
    omp_ipr_vendor_name = -4,
    omp_ipr_device_num = -5,
    omp_ipr_platform = -6,
    omp_ipr_device = -7,
    omp_ipr_device_context = -8,
    omp_ipr_targetsync = -9,
    omp_ipr_first = -9
} omp_interop_property_t;

typedef enum omp_interop_rc_t {
    omp_irc_no_value = 1,
    omp_irc_success = 0,
    omp_irc_empty = -1,
    omp_irc_out_of_range = -2,
    omp_irc_type_int = -3,
    omp_irc_type_ptr = -4,
    omp_irc_type_str = -5,
    omp_irc_other = -6
} omp_interop_rc_t;

extern int omp_get_num_interop_properties(const omp_interop_t) ROMP_NOTHROW_;
extern omp_intptr_t omp_get_interop_int(const omp_interop_t, omp_interop_property_t, int *) ROMP_NOTHROW_;
extern void *omp_get_interop_ptr(const omp_interop_t, omp_interop_property_t, int *) ROMP_NOTHROW_;
extern const char *omp_get_interop_str(const omp_interop_t, omp_interop_property_t, int *) ROMP_NOTHROW_;
extern const char *omp_get_interop_name(const omp_interop_t, omp_interop_property_t) ROMP_NOTHROW_;
extern const char *omp_get_interop_type_desc(const omp_interop_t, omp_interop_property_t) ROMP_NOTHROW_;
extern const char *omp_get_interop_rc_desc(const omp_interop_t, omp_interop_rc_t) ROMP_NOTHROW_;
#endif

/* Where the compiler's header has these, this says the same again. */
extern void *omp_get_mapped_ptr(const void *, int) ROMP_NOTHROW_;
extern int omp_target_is_accessible(const void *, size_t, int) ROMP_NOTHROW_;
extern int omp_target_memcpy_async(void *, const void *, size_t, size_t, size_t, int, int, int,
                                   omp_depend_t *) ROMP_NOTHROW_;
extern int omp_target_memcpy_rect_async(void *, const void *, size_t, int, const size_t *, const size_t *,
                                        const size_t *, const size_t *, const size_t *, int, int, int,
                                        omp_depend_t *) ROMP_NOTHROW_;
extern void *omp_target_memset(void *, int, size_t, int) ROMP_NOTHROW_;
extern void *omp_target_memset_async(void *, int, size_t, int, int, omp_depend_t *) ROMP_NOTHROW_;

#ifdef __cplusplus
}
#endif
#endif
