//! The rows of the C library's table. What CUDA 13 offers was found by compiling a call to each.

use super::Device::{self, *};
use super::Memory::{self, *};

/// Functions of one kind.
pub(super) struct Group {
    pub title: &'static str,
    pub device: Device,
    pub memory: Memory,
    /// The functions exist with the suffix `f`, too, which computes in float.
    pub float: bool,
    pub names: &'static str,
}

pub(super) const GROUPS: &[Group] = &[
    Group {
        title: "Mathematics",
        device: Exact,
        memory: Untouched,
        float: true,
        names: "acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf erfc exp exp10 exp2 \
                expm1 fabs fdim floor fma fmax fmin fmod hypot ilogb j0 j1 jn ldexp lgamma llrint llround \
                log log10 log1p log2 logb lrint lround nearbyint nextafter pow remainder rint round scalbln \
                scalbn sin sinh sqrt tan tanh tgamma trunc y0 y1 yn",
    },
    Group {
        title: "Mathematics",
        device: Exact,
        memory: Read,
        float: true,
        names: "nan",
    },
    Group {
        title: "Mathematics",
        device: Exact,
        memory: Written,
        float: true,
        names: "frexp modf remquo sincos",
    },
    Group {
        title: "Mathematics",
        device: Refused("CUDA has no such function"),
        memory: Untouched,
        float: true,
        names: "drem gamma lgamma_r nexttoward pow10 scalb significand",
    },
    Group {
        title: "Integers",
        device: Exact,
        memory: Untouched,
        float: false,
        names: "abs labs llabs",
    },
    Group {
        title: "Integers",
        device: Refused("use / and %"),
        memory: Untouched,
        float: false,
        names: "div ldiv lldiv imaxdiv",
    },
    Group {
        title: "Memory",
        device: Same,
        memory: Written,
        float: false,
        names: "memcpy memset malloc free",
    },
    Group {
        title: "Memory",
        device: Refused(
            "of these a GPU has malloc, calloc and free; declare an array, or map one from the host",
        ),
        memory: Written,
        float: false,
        names: "realloc aligned_alloc posix_memalign memalign valloc reallocarray alloca strdup strndup",
    },
    Group {
        title: "Output",
        device: Same,
        memory: Written,
        float: false,
        names: "printf",
    },
    Group {
        title: "Output",
        device: Refused("of stdio a GPU has printf only"),
        memory: Written,
        float: false,
        names: "fprintf vprintf vfprintf sprintf snprintf vsprintf vsnprintf dprintf asprintf fputs fputc putc \
                fwrite fread fopen fclose fflush fseek ftell rewind feof ferror fgets fgetc getc getchar gets \
                ungetc scanf fscanf sscanf perror remove rename tmpfile setbuf setvbuf getline",
    },
    Group {
        title: "Ending",
        device: Same,
        memory: Written,
        float: false,
        names: "__assert_fail",
    },
    Group {
        title: "Ending",
        device: Same,
        memory: Untouched,
        float: false,
        names: "__builtin_unreachable",
    },
    Group {
        title: "Ending",
        device: Refused(
            "a kernel cannot end the program with a status: set a flag that the host reads, or call abort()",
        ),
        memory: Written,
        float: false,
        names: "exit _Exit _exit quick_exit atexit at_quick_exit",
    },
    Group {
        title: "Ending",
        device: Refused("there are no jumps between functions on a GPU"),
        memory: Written,
        float: false,
        names: "setjmp _setjmp sigsetjmp __sigsetjmp longjmp siglongjmp",
    },
    Group {
        title: "Numbers at random",
        device: Refused(
            "its state is the host's; use a generator with a state of its own for each thread",
        ),
        memory: Written,
        float: false,
        names: "rand srand rand_r random srandom drand48 erand48 lrand48 nrand48 mrand48 jrand48 srand48",
    },
    Group {
        title: "Searching and sorting",
        device: Refused("write it out in a function of the program"),
        memory: Written,
        float: false,
        names: "qsort qsort_r bsearch lfind lsearch",
    },
    Group {
        title: "Strings to numbers",
        device: Refused("convert on the host"),
        memory: Written,
        float: false,
        names: "atoi atol atoll atof strtol strtoll strtoul strtoull strtod strtof strtoimax strtoumax",
    },
    Group {
        title: "Strings",
        device: Refused("not in the device library; write it out in a function of the program"),
        memory: Written,
        float: false,
        names: "strtok strtok_r strcoll strxfrm strerror strcasecmp strncasecmp mempcpy stpcpy bcmp bcopy bzero \
                index rindex memmem strsep strfry",
    },
    Group {
        title: "Time and environment",
        device: Refused("use omp_get_wtime()"),
        memory: Written,
        float: false,
        names: "time clock clock_gettime gettimeofday times getrusage difftime ctime localtime gmtime mktime strftime",
    },
    Group {
        title: "Time and environment",
        device: Refused("the operating system is the host's; call it outside target regions"),
        memory: Written,
        float: false,
        names: "getenv setenv putenv system sleep usleep nanosleep getpid signal raise kill pthread_create \
                pthread_join pthread_mutex_lock pthread_mutex_unlock sched_yield sched_getcpu read write open close \
                mmap munmap setlocale localeconv __errno_location",
    },
    Group {
        title: "Compiler built-ins",
        device: Same,
        memory: Untouched,
        float: false,
        names: "__builtin_popcount __builtin_popcountl __builtin_popcountll __builtin_clz __builtin_clzl \
                __builtin_clzll __builtin_ctz __builtin_ctzl __builtin_ctzll __builtin_ffs __builtin_ffsl \
                __builtin_ffsll __builtin_parity __builtin_parityl __builtin_parityll __builtin_bswap16 \
                __builtin_bswap32 __builtin_bswap64 __builtin_expect __builtin_assume_aligned",
    },
    Group {
        title: "Compiler built-ins",
        device: Ignored,
        memory: Untouched,
        float: false,
        names: "__builtin_prefetch",
    },
    Group {
        title: "Compiler built-ins",
        device: Constant("0"),
        memory: Untouched,
        float: false,
        names: "__builtin_constant_p",
    },
];

/// Functions that have a spelling of their own: the title that they stand under, their name, what becomes of them.
#[rustfmt::skip]
pub(super) const SPELLED: &[(&str, &str, Device, Memory)] = &[
    ("Memory", "memmove", Spelled("romp::memmove"), Written),
    ("Memory", "memcmp", Spelled("romp::memcmp"), Read),
    ("Memory", "memchr", Spelled("romp::memchr"), Read),
    ("Memory", "calloc", Spelled("romp::calloc"), Written),
    ("Strings", "strlen", Spelled("romp::strlen"), Read),
    ("Strings", "strnlen", Spelled("romp::strnlen"), Read),
    ("Strings", "strcmp", Spelled("romp::strcmp"), Read),
    ("Strings", "strncmp", Spelled("romp::strncmp"), Read),
    ("Strings", "strcpy", Spelled("romp::strcpy"), Written),
    ("Strings", "strncpy", Spelled("romp::strncpy"), Written),
    ("Strings", "strcat", Spelled("romp::strcat"), Written),
    ("Strings", "strncat", Spelled("romp::strncat"), Written),
    ("Strings", "strchr", Spelled("romp::strchr"), Read),
    ("Strings", "strrchr", Spelled("romp::strrchr"), Read),
    ("Strings", "strstr", Spelled("romp::strstr"), Read),
    ("Strings", "strspn", Spelled("romp::strspn"), Read),
    ("Strings", "strcspn", Spelled("romp::strcspn"), Read),
    ("Characters", "isalnum", Spelled("romp::isalnum"), Untouched),
    ("Characters", "isalpha", Spelled("romp::isalpha"), Untouched),
    ("Characters", "isblank", Spelled("romp::isblank"), Untouched),
    ("Characters", "iscntrl", Spelled("romp::iscntrl"), Untouched),
    ("Characters", "isdigit", Spelled("romp::isdigit"), Untouched),
    ("Characters", "isgraph", Spelled("romp::isgraph"), Untouched),
    ("Characters", "islower", Spelled("romp::islower"), Untouched),
    ("Characters", "isprint", Spelled("romp::isprint"), Untouched),
    ("Characters", "ispunct", Spelled("romp::ispunct"), Untouched),
    ("Characters", "isspace", Spelled("romp::isspace"), Untouched),
    ("Characters", "isupper", Spelled("romp::isupper"), Untouched),
    ("Characters", "isxdigit", Spelled("romp::isxdigit"), Untouched),
    ("Characters", "tolower", Spelled("romp::tolower"), Untouched),
    ("Characters", "toupper", Spelled("romp::toupper"), Untouched),
    ("Characters", "__ctype_b_loc", Refused("the table of character classes is the host's; compare characters, or include no <ctype.h> and declare `int isdigit(int);`"), Written),
    ("Complex numbers", "__builtin_complex", Template("romp::of_parts"), Untouched),
    ("Output", "puts", Spelled("romp::puts"), Written),
    ("Output", "putchar", Spelled("romp::putchar"), Written),
    ("Ending", "abort", Spelled("romp::abort_"), Written),
    ("Ending", "__builtin_trap", Spelled("romp::abort_"), Written),
    ("Mathematics", "isnan", Test("isnan"), Untouched),
    ("Mathematics", "isnanf", Test("isnan"), Untouched),
    ("Mathematics", "isinf", Test("isinf"), Untouched),
    ("Mathematics", "__isnan", Test("isnan"), Untouched),
    ("Mathematics", "__isnanf", Test("isnan"), Untouched),
    ("Mathematics", "__isinf", Test("isinf"), Untouched),
    ("Mathematics", "__isinff", Test("isinf"), Untouched),
    ("Mathematics", "__finite", Test("isfinite"), Untouched),
    ("Mathematics", "__finitef", Test("isfinite"), Untouched),
    ("Mathematics", "__signbit", Test("signbit"), Untouched),
    ("Mathematics", "__signbitf", Test("signbit"), Untouched),
    ("Mathematics", "finite", Test("isfinite"), Untouched),
    ("Mathematics", "finitef", Test("isfinite"), Untouched),
    ("Mathematics", "__builtin_isnan", Test("isnan"), Untouched),
    ("Mathematics", "__builtin_isinf", Test("isinf"), Untouched),
    ("Integers", "ffs", Spelled("__builtin_ffs"), Untouched),
    ("Integers", "ffsl", Spelled("__builtin_ffsl"), Untouched),
    ("Integers", "ffsll", Spelled("__builtin_ffsll"), Untouched),
    ("Mathematics", "__builtin_isinf_sign", Spelled("romp::isinf_sign"), Untouched),
    ("Mathematics", "__builtin_isfinite", Test("isfinite"), Untouched),
    ("Mathematics", "__builtin_finite", Test("isfinite"), Untouched),
    ("Mathematics", "__builtin_signbit", Test("signbit"), Untouched),
    ("Mathematics", "__builtin_signbitf", Test("signbit"), Untouched),
    ("Mathematics", "__builtin_isnormal", Spelled("romp::isnormal"), Untouched),
    ("Mathematics", "__builtin_fpclassify", Spelled("romp::fpclassify"), Untouched),
    ("Mathematics", "__builtin_isgreater", Spelled("romp::isgreater"), Untouched),
    ("Mathematics", "__builtin_isgreaterequal", Spelled("romp::isgreaterequal"), Untouched),
    ("Mathematics", "__builtin_isless", Spelled("romp::isless"), Untouched),
    ("Mathematics", "__builtin_islessequal", Spelled("romp::islessequal"), Untouched),
    ("Mathematics", "__builtin_islessgreater", Spelled("romp::islessgreater"), Untouched),
    ("Mathematics", "__builtin_isunordered", Spelled("romp::isunordered"), Untouched),
    ("Mathematics", "__builtin_inff", Constant("INFINITY"), Untouched),
    ("Mathematics", "__builtin_inf", Constant("HUGE_VAL"), Untouched),
    ("Mathematics", "__builtin_huge_val", Constant("HUGE_VAL"), Untouched),
    ("Mathematics", "__builtin_huge_valf", Constant("INFINITY"), Untouched),
    ("Mathematics", "__builtin_nanf", Constant("NAN"), Untouched),
];

/// The compiler's built-ins that the device header has: the name behind `__builtin_`, and what stands for it.
#[rustfmt::skip]
pub(super) const BUILT_IN: &[(&str, &str, Memory)] = &[
    ("clrsb", "romp::redundant_signs<int>", Untouched),
    ("clrsbl", "romp::redundant_signs<long>", Untouched),
    ("clrsbll", "romp::redundant_signs<long long>", Untouched),
    ("expect_with_probability", "romp::expected", Untouched),
    ("powi", "romp::powi<double>", Untouched),
    ("powif", "romp::powi<float>", Untouched),
    ("add_overflow", "romp::add_overflow", Written),
    ("add_overflow_p", "romp::add_overflow_p", Untouched),
    ("sadd_overflow", "romp::add_overflow<int, int>", Written),
    ("saddl_overflow", "romp::add_overflow<long, long>", Written),
    ("saddll_overflow", "romp::add_overflow<long long, long long>", Written),
    ("uadd_overflow", "romp::add_overflow<unsigned, unsigned>", Written),
    ("uaddl_overflow", "romp::add_overflow<unsigned long, unsigned long>", Written),
    ("uaddll_overflow", "romp::add_overflow<unsigned long long, unsigned long long>", Written),
    ("sub_overflow", "romp::sub_overflow", Written),
    ("sub_overflow_p", "romp::sub_overflow_p", Untouched),
    ("ssub_overflow", "romp::sub_overflow<int, int>", Written),
    ("ssubl_overflow", "romp::sub_overflow<long, long>", Written),
    ("ssubll_overflow", "romp::sub_overflow<long long, long long>", Written),
    ("usub_overflow", "romp::sub_overflow<unsigned, unsigned>", Written),
    ("usubl_overflow", "romp::sub_overflow<unsigned long, unsigned long>", Written),
    ("usubll_overflow", "romp::sub_overflow<unsigned long long, unsigned long long>", Written),
    ("mul_overflow", "romp::mul_overflow", Written),
    ("mul_overflow_p", "romp::mul_overflow_p", Untouched),
    ("smul_overflow", "romp::mul_overflow<int, int>", Written),
    ("smull_overflow", "romp::mul_overflow<long, long>", Written),
    ("smulll_overflow", "romp::mul_overflow<long long, long long>", Written),
    ("umul_overflow", "romp::mul_overflow<unsigned, unsigned>", Written),
    ("umull_overflow", "romp::mul_overflow<unsigned long, unsigned long>", Written),
    ("umulll_overflow", "romp::mul_overflow<unsigned long long, unsigned long long>", Written),
];

/// Functions of `romp/complex_functions.cuh`, each for double and, with the suffix `f`, for float.
#[rustfmt::skip]
pub(super) const COMPLEX: &[&str] = &[
    "romp::cabs", "romp::cacos", "romp::cacosh", "romp::carg", "romp::casin", "romp::casinh", "romp::catan",
    "romp::catanh", "romp::ccos", "romp::ccosh", "romp::cexp", "romp::cimag", "romp::clog", "romp::clog10",
    "romp::conj", "romp::cpow", "romp::cproj", "romp::creal", "romp::csin", "romp::csinh", "romp::csqrt",
    "romp::ctan", "romp::ctanh",
];
