//! The C library in device code: which functions there are, under which spelling, and why not.
//!
//! One table: `plan` refuses from it, the printer spells from it, `docs/c-library.md` is written
//! from it, and `analyze/effects.rs` knows from it what a call does with memory. What CUDA 13 offers was found by compiling a call to each.

use std::collections::HashMap;
use std::sync::LazyLock;

/// What becomes of a call in device code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Device {
    /// The same function.
    Same,
    /// The same function, whose name C++ overloads: arguments are cast to what C converts them to.
    Exact,
    /// A function of the device header.
    Spelled(&'static str),
    /// One that is a template: its argument's type, exactly, says which.
    Template(&'static str),
    /// A test that takes any floating type and gives a truth value.
    Test(&'static str),
    /// A constant, whatever the arguments.
    Constant(&'static str),
    /// Nothing but the evaluation of its first argument.
    Ignored,
    /// Not there; why, and what instead.
    Refused(&'static str),
}

/// What a call does with memory, errno apart, which a GPU does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memory {
    /// Nothing: its value follows from its arguments.
    Untouched,
    /// It reads what its arguments point to.
    Read,
    /// It writes memory, prints, ends the program, or keeps a state of its own.
    Written,
}

struct Group {
    title: &'static str,
    device: Device,
    memory: Memory,
    /// Also there with the suffix `f`, computing in float.
    float: bool,
    names: &'static str,
}

const GROUPS: &[Group] = &[
    Group {
        title: "Mathematics",
        device: Device::Exact,
        memory: Memory::Untouched,
        float: true,
        names: "acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf erfc exp exp10 exp2 \
                expm1 fabs fdim floor fma fmax fmin fmod hypot ilogb j0 j1 jn ldexp lgamma llrint llround \
                log log10 log1p log2 logb lrint lround nearbyint nextafter pow remainder rint round scalbln \
                scalbn sin sinh sqrt tan tanh tgamma trunc y0 y1 yn",
    },
    Group {
        title: "Mathematics",
        device: Device::Exact,
        memory: Memory::Read,
        float: true,
        names: "nan",
    },
    Group {
        title: "Mathematics",
        device: Device::Exact,
        memory: Memory::Written,
        float: true,
        names: "frexp modf remquo sincos",
    },
    Group {
        title: "Mathematics",
        device: Device::Refused("CUDA has no such function"),
        memory: Memory::Untouched,
        float: true,
        names: "drem gamma lgamma_r nexttoward pow10 scalb significand",
    },
    Group {
        title: "Integers",
        device: Device::Exact,
        memory: Memory::Untouched,
        float: false,
        names: "abs labs llabs",
    },
    Group {
        title: "Integers",
        device: Device::Refused("use / and %"),
        memory: Memory::Untouched,
        float: false,
        names: "div ldiv lldiv imaxdiv",
    },
    Group {
        title: "Memory",
        device: Device::Same,
        memory: Memory::Written,
        float: false,
        names: "memcpy memset malloc free",
    },
    Group {
        title: "Memory",
        device: Device::Refused(
            "device memory has malloc and free only; declare an array, or map one from the host",
        ),
        memory: Memory::Written,
        float: false,
        names: "realloc aligned_alloc posix_memalign memalign valloc reallocarray alloca strdup strndup",
    },
    Group {
        title: "Output",
        device: Device::Same,
        memory: Memory::Written,
        float: false,
        names: "printf",
    },
    Group {
        title: "Output",
        device: Device::Refused("of stdio a GPU has printf only"),
        memory: Memory::Written,
        float: false,
        names: "fprintf vprintf vfprintf sprintf snprintf vsprintf vsnprintf dprintf asprintf fputs fputc putc \
                fwrite fread fopen fclose fflush fseek ftell rewind feof ferror fgets fgetc getc getchar gets \
                ungetc scanf fscanf sscanf perror remove rename tmpfile setbuf setvbuf getline",
    },
    Group {
        title: "Ending",
        device: Device::Same,
        memory: Memory::Written,
        float: false,
        names: "__assert_fail",
    },
    Group {
        title: "Ending",
        device: Device::Same,
        memory: Memory::Untouched,
        float: false,
        names: "__builtin_unreachable",
    },
    Group {
        title: "Ending",
        device: Device::Refused(
            "a kernel cannot end the program with a status: set a flag that the host reads, or call abort()",
        ),
        memory: Memory::Written,
        float: false,
        names: "exit _Exit _exit quick_exit atexit at_quick_exit",
    },
    Group {
        title: "Ending",
        device: Device::Refused("there are no jumps between functions on a GPU"),
        memory: Memory::Written,
        float: false,
        names: "setjmp _setjmp sigsetjmp __sigsetjmp longjmp siglongjmp",
    },
    Group {
        title: "Numbers at random",
        device: Device::Refused(
            "its state is the host's; use a generator with a state of its own for each thread",
        ),
        memory: Memory::Written,
        float: false,
        names: "rand srand rand_r random srandom drand48 erand48 lrand48 nrand48 mrand48 jrand48 srand48",
    },
    Group {
        title: "Searching and sorting",
        device: Device::Refused("write it out in a function of the program"),
        memory: Memory::Written,
        float: false,
        names: "qsort qsort_r bsearch lfind lsearch",
    },
    Group {
        title: "Strings to numbers",
        device: Device::Refused("convert on the host"),
        memory: Memory::Written,
        float: false,
        names: "atoi atol atoll atof strtol strtoll strtoul strtoull strtod strtof strtoimax strtoumax",
    },
    Group {
        title: "Strings",
        device: Device::Refused(
            "not in the device library; write it out in a function of the program",
        ),
        memory: Memory::Written,
        float: false,
        names: "strtok strtok_r strcoll strxfrm strerror strcasecmp strncasecmp mempcpy stpcpy bcmp bcopy bzero \
                index rindex memmem strsep strfry",
    },
    Group {
        title: "Time and environment",
        device: Device::Refused("use omp_get_wtime()"),
        memory: Memory::Written,
        float: false,
        names: "time clock clock_gettime gettimeofday times getrusage difftime ctime localtime gmtime mktime strftime",
    },
    Group {
        title: "Time and environment",
        device: Device::Refused(
            "the operating system is the host's; call it outside target regions",
        ),
        memory: Memory::Written,
        float: false,
        names: "getenv setenv putenv system sleep usleep nanosleep getpid signal raise kill pthread_create \
                pthread_join pthread_mutex_lock pthread_mutex_unlock sched_yield sched_getcpu read write open close \
                mmap munmap setlocale localeconv __errno_location",
    },
    Group {
        title: "Compiler built-ins",
        device: Device::Same,
        memory: Memory::Untouched,
        float: false,
        names: "__builtin_popcount __builtin_popcountl __builtin_popcountll __builtin_clz __builtin_clzl \
                __builtin_clzll __builtin_ctz __builtin_ctzl __builtin_ctzll __builtin_ffs __builtin_ffsl \
                __builtin_ffsll __builtin_parity __builtin_parityl __builtin_parityll __builtin_bswap16 \
                __builtin_bswap32 __builtin_bswap64 __builtin_expect __builtin_assume_aligned",
    },
    Group {
        title: "Compiler built-ins",
        device: Device::Ignored,
        memory: Memory::Untouched,
        float: false,
        names: "__builtin_prefetch",
    },
    Group {
        title: "Compiler built-ins",
        device: Device::Constant("0"),
        memory: Memory::Untouched,
        float: false,
        names: "__builtin_constant_p",
    },
];

/// Functions that have a spelling of their own.
const SPELLED: &[(&str, &str, Device, Memory)] = &[
    (
        "Memory",
        "memmove",
        Device::Spelled("romp::memmove"),
        Memory::Written,
    ),
    (
        "Memory",
        "memcmp",
        Device::Spelled("romp::memcmp"),
        Memory::Read,
    ),
    (
        "Memory",
        "memchr",
        Device::Spelled("romp::memchr"),
        Memory::Read,
    ),
    (
        "Memory",
        "calloc",
        Device::Spelled("romp::calloc"),
        Memory::Written,
    ),
    (
        "Strings",
        "strlen",
        Device::Spelled("romp::strlen"),
        Memory::Read,
    ),
    (
        "Strings",
        "strnlen",
        Device::Spelled("romp::strnlen"),
        Memory::Read,
    ),
    (
        "Strings",
        "strcmp",
        Device::Spelled("romp::strcmp"),
        Memory::Read,
    ),
    (
        "Strings",
        "strncmp",
        Device::Spelled("romp::strncmp"),
        Memory::Read,
    ),
    (
        "Strings",
        "strcpy",
        Device::Spelled("romp::strcpy"),
        Memory::Written,
    ),
    (
        "Strings",
        "strncpy",
        Device::Spelled("romp::strncpy"),
        Memory::Written,
    ),
    (
        "Strings",
        "strcat",
        Device::Spelled("romp::strcat"),
        Memory::Written,
    ),
    (
        "Strings",
        "strncat",
        Device::Spelled("romp::strncat"),
        Memory::Written,
    ),
    (
        "Strings",
        "strchr",
        Device::Spelled("romp::strchr"),
        Memory::Read,
    ),
    (
        "Strings",
        "strrchr",
        Device::Spelled("romp::strrchr"),
        Memory::Read,
    ),
    (
        "Strings",
        "strstr",
        Device::Spelled("romp::strstr"),
        Memory::Read,
    ),
    (
        "Strings",
        "strspn",
        Device::Spelled("romp::strspn"),
        Memory::Read,
    ),
    (
        "Strings",
        "strcspn",
        Device::Spelled("romp::strcspn"),
        Memory::Read,
    ),
    (
        "Characters",
        "isalnum",
        Device::Spelled("romp::isalnum"),
        Memory::Untouched,
    ),
    (
        "Characters",
        "isalpha",
        Device::Spelled("romp::isalpha"),
        Memory::Untouched,
    ),
    (
        "Characters",
        "isblank",
        Device::Spelled("romp::isblank"),
        Memory::Untouched,
    ),
    (
        "Characters",
        "iscntrl",
        Device::Spelled("romp::iscntrl"),
        Memory::Untouched,
    ),
    (
        "Characters",
        "isdigit",
        Device::Spelled("romp::isdigit"),
        Memory::Untouched,
    ),
    (
        "Characters",
        "isgraph",
        Device::Spelled("romp::isgraph"),
        Memory::Untouched,
    ),
    (
        "Characters",
        "islower",
        Device::Spelled("romp::islower"),
        Memory::Untouched,
    ),
    (
        "Characters",
        "isprint",
        Device::Spelled("romp::isprint"),
        Memory::Untouched,
    ),
    (
        "Characters",
        "ispunct",
        Device::Spelled("romp::ispunct"),
        Memory::Untouched,
    ),
    (
        "Characters",
        "isspace",
        Device::Spelled("romp::isspace"),
        Memory::Untouched,
    ),
    (
        "Characters",
        "isupper",
        Device::Spelled("romp::isupper"),
        Memory::Untouched,
    ),
    (
        "Characters",
        "isxdigit",
        Device::Spelled("romp::isxdigit"),
        Memory::Untouched,
    ),
    (
        "Characters",
        "tolower",
        Device::Spelled("romp::tolower"),
        Memory::Untouched,
    ),
    (
        "Characters",
        "toupper",
        Device::Spelled("romp::toupper"),
        Memory::Untouched,
    ),
    (
        "Characters",
        "__ctype_b_loc",
        Device::Refused(
            "the table of character classes is the host's; compare characters, or include no <ctype.h> and declare `int isdigit(int);`",
        ),
        Memory::Written,
    ),
    (
        "Complex numbers",
        "__builtin_complex",
        Device::Template("romp::of_parts"),
        Memory::Untouched,
    ),
    (
        "Output",
        "puts",
        Device::Spelled("romp::puts"),
        Memory::Written,
    ),
    (
        "Output",
        "putchar",
        Device::Spelled("romp::putchar"),
        Memory::Written,
    ),
    (
        "Ending",
        "abort",
        Device::Spelled("romp::abort_"),
        Memory::Written,
    ),
    (
        "Ending",
        "__builtin_trap",
        Device::Spelled("romp::abort_"),
        Memory::Written,
    ),
    (
        "Mathematics",
        "isnan",
        Device::Test("isnan"),
        Memory::Untouched,
    ),
    (
        "Mathematics",
        "isnanf",
        Device::Test("isnan"),
        Memory::Untouched,
    ),
    (
        "Mathematics",
        "isinf",
        Device::Test("isinf"),
        Memory::Untouched,
    ),
    (
        "Mathematics",
        "__isnan",
        Device::Test("isnan"),
        Memory::Untouched,
    ),
    (
        "Mathematics",
        "__isnanf",
        Device::Test("isnan"),
        Memory::Untouched,
    ),
    (
        "Mathematics",
        "__isinf",
        Device::Test("isinf"),
        Memory::Untouched,
    ),
    (
        "Mathematics",
        "__isinff",
        Device::Test("isinf"),
        Memory::Untouched,
    ),
    (
        "Mathematics",
        "__finite",
        Device::Test("isfinite"),
        Memory::Untouched,
    ),
    (
        "Mathematics",
        "__finitef",
        Device::Test("isfinite"),
        Memory::Untouched,
    ),
    (
        "Mathematics",
        "__signbit",
        Device::Test("signbit"),
        Memory::Untouched,
    ),
    (
        "Mathematics",
        "__signbitf",
        Device::Test("signbit"),
        Memory::Untouched,
    ),
    (
        "Mathematics",
        "finite",
        Device::Test("isfinite"),
        Memory::Untouched,
    ),
    (
        "Mathematics",
        "finitef",
        Device::Test("isfinite"),
        Memory::Untouched,
    ),
    (
        "Mathematics",
        "__builtin_isnan",
        Device::Test("isnan"),
        Memory::Untouched,
    ),
    (
        "Mathematics",
        "__builtin_isinf",
        Device::Test("isinf"),
        Memory::Untouched,
    ),
    (
        "Integers",
        "ffs",
        Device::Spelled("__builtin_ffs"),
        Memory::Untouched,
    ),
    (
        "Integers",
        "ffsl",
        Device::Spelled("__builtin_ffsl"),
        Memory::Untouched,
    ),
    (
        "Integers",
        "ffsll",
        Device::Spelled("__builtin_ffsll"),
        Memory::Untouched,
    ),
    (
        "Mathematics",
        "__builtin_isinf_sign",
        Device::Spelled("romp::isinf_sign"),
        Memory::Untouched,
    ),
    (
        "Mathematics",
        "__builtin_isfinite",
        Device::Test("isfinite"),
        Memory::Untouched,
    ),
    (
        "Mathematics",
        "__builtin_finite",
        Device::Test("isfinite"),
        Memory::Untouched,
    ),
    (
        "Mathematics",
        "__builtin_signbit",
        Device::Test("signbit"),
        Memory::Untouched,
    ),
    (
        "Mathematics",
        "__builtin_signbitf",
        Device::Test("signbit"),
        Memory::Untouched,
    ),
    (
        "Mathematics",
        "__builtin_isnormal",
        Device::Spelled("romp::isnormal"),
        Memory::Untouched,
    ),
    (
        "Mathematics",
        "__builtin_fpclassify",
        Device::Spelled("romp::fpclassify"),
        Memory::Untouched,
    ),
    (
        "Mathematics",
        "__builtin_isgreater",
        Device::Spelled("romp::isgreater"),
        Memory::Untouched,
    ),
    (
        "Mathematics",
        "__builtin_isgreaterequal",
        Device::Spelled("romp::isgreaterequal"),
        Memory::Untouched,
    ),
    (
        "Mathematics",
        "__builtin_isless",
        Device::Spelled("romp::isless"),
        Memory::Untouched,
    ),
    (
        "Mathematics",
        "__builtin_islessequal",
        Device::Spelled("romp::islessequal"),
        Memory::Untouched,
    ),
    (
        "Mathematics",
        "__builtin_islessgreater",
        Device::Spelled("romp::islessgreater"),
        Memory::Untouched,
    ),
    (
        "Mathematics",
        "__builtin_isunordered",
        Device::Spelled("romp::isunordered"),
        Memory::Untouched,
    ),
    (
        "Mathematics",
        "__builtin_inff",
        Device::Constant("INFINITY"),
        Memory::Untouched,
    ),
    (
        "Mathematics",
        "__builtin_inf",
        Device::Constant("HUGE_VAL"),
        Memory::Untouched,
    ),
    (
        "Mathematics",
        "__builtin_huge_val",
        Device::Constant("HUGE_VAL"),
        Memory::Untouched,
    ),
    (
        "Mathematics",
        "__builtin_huge_valf",
        Device::Constant("INFINITY"),
        Memory::Untouched,
    ),
    (
        "Mathematics",
        "__builtin_nanf",
        Device::Constant("NAN"),
        Memory::Untouched,
    ),
];

/// The compiler's built-ins that the device header has: the name behind `__builtin_`, and what stands for it.
const BUILT_IN: &[(&str, &str, Memory)] = &[
    ("clrsb", "romp::redundant_signs<int>", Memory::Untouched),
    ("clrsbl", "romp::redundant_signs<long>", Memory::Untouched),
    (
        "clrsbll",
        "romp::redundant_signs<long long>",
        Memory::Untouched,
    ),
    (
        "expect_with_probability",
        "romp::expected",
        Memory::Untouched,
    ),
    ("powi", "romp::powi<double>", Memory::Untouched),
    ("powif", "romp::powi<float>", Memory::Untouched),
    ("add_overflow", "romp::add_overflow", Memory::Written),
    (
        "sadd_overflow",
        "romp::add_overflow<int, int>",
        Memory::Written,
    ),
    (
        "saddl_overflow",
        "romp::add_overflow<long, long>",
        Memory::Written,
    ),
    (
        "saddll_overflow",
        "romp::add_overflow<long long, long long>",
        Memory::Written,
    ),
    (
        "uadd_overflow",
        "romp::add_overflow<unsigned, unsigned>",
        Memory::Written,
    ),
    (
        "uaddl_overflow",
        "romp::add_overflow<unsigned long, unsigned long>",
        Memory::Written,
    ),
    (
        "uaddll_overflow",
        "romp::add_overflow<unsigned long long, unsigned long long>",
        Memory::Written,
    ),
    ("sub_overflow", "romp::sub_overflow", Memory::Written),
    (
        "ssub_overflow",
        "romp::sub_overflow<int, int>",
        Memory::Written,
    ),
    (
        "ssubl_overflow",
        "romp::sub_overflow<long, long>",
        Memory::Written,
    ),
    (
        "ssubll_overflow",
        "romp::sub_overflow<long long, long long>",
        Memory::Written,
    ),
    (
        "usub_overflow",
        "romp::sub_overflow<unsigned, unsigned>",
        Memory::Written,
    ),
    (
        "usubl_overflow",
        "romp::sub_overflow<unsigned long, unsigned long>",
        Memory::Written,
    ),
    (
        "usubll_overflow",
        "romp::sub_overflow<unsigned long long, unsigned long long>",
        Memory::Written,
    ),
    ("mul_overflow", "romp::mul_overflow", Memory::Written),
    (
        "smul_overflow",
        "romp::mul_overflow<int, int>",
        Memory::Written,
    ),
    (
        "smull_overflow",
        "romp::mul_overflow<long, long>",
        Memory::Written,
    ),
    (
        "smulll_overflow",
        "romp::mul_overflow<long long, long long>",
        Memory::Written,
    ),
    (
        "umul_overflow",
        "romp::mul_overflow<unsigned, unsigned>",
        Memory::Written,
    ),
    (
        "umull_overflow",
        "romp::mul_overflow<unsigned long, unsigned long>",
        Memory::Written,
    ),
    (
        "umulll_overflow",
        "romp::mul_overflow<unsigned long long, unsigned long long>",
        Memory::Written,
    ),
];

/// Functions of `romp/complex.cuh`, each for double and, with the suffix `f`, for float.
const COMPLEX: &[&str] = &[
    "romp::cabs",
    "romp::cacos",
    "romp::cacosh",
    "romp::carg",
    "romp::casin",
    "romp::casinh",
    "romp::catan",
    "romp::catanh",
    "romp::ccos",
    "romp::ccosh",
    "romp::cexp",
    "romp::cimag",
    "romp::clog",
    "romp::clog10",
    "romp::conj",
    "romp::cpow",
    "romp::cproj",
    "romp::creal",
    "romp::csin",
    "romp::csinh",
    "romp::csqrt",
    "romp::ctan",
    "romp::ctanh",
];

/// A row of the documentation.
pub struct Row {
    pub title: &'static str,
    pub name: String,
    pub device: Device,
    pub memory: Memory,
}

/// What the table says of a name.
type Known = HashMap<String, (Device, Memory)>;

static TABLE: LazyLock<(Vec<Row>, Known)> = LazyLock::new(|| {
    let mut rows = vec![];
    for group in GROUPS {
        for name in group.names.split_whitespace() {
            let mut add = |name: String, device| {
                rows.push(Row {
                    title: group.title,
                    name,
                    device,
                    memory: group.memory,
                })
            };
            add(name.into(), group.device);
            if group.float {
                let device = match group.device {
                    Device::Exact => Device::Same,
                    other => other,
                };
                add(format!("{name}f"), device);
                add(
                    format!("{name}l"),
                    Device::Refused("a GPU has no long double; use the function for double"),
                );
            }
        }
    }
    for &(title, name, device, memory) in SPELLED {
        rows.push(Row {
            title,
            name: name.into(),
            device,
            memory,
        });
    }
    for &(name, spelled, memory) in BUILT_IN {
        rows.push(Row {
            title: "Compiler built-ins",
            name: format!("__builtin_{name}"),
            device: Device::Spelled(spelled),
            memory,
        });
    }
    for &spelled in COMPLEX {
        let name = spelled.trim_start_matches("romp::");
        let long = Device::Refused("a GPU has no long double; use the function for double");
        for (suffix, device) in [
            ("", Device::Template(spelled)),
            ("f", Device::Template(spelled)),
            ("l", long),
        ] {
            rows.push(Row {
                title: "Complex numbers",
                name: format!("{name}{suffix}"),
                device,
                memory: Memory::Untouched,
            });
        }
    }
    let by_name = rows
        .iter()
        .map(|row| (row.name.clone(), (row.device, row.memory)))
        .collect();
    (rows, by_name)
});

/// What becomes of a call to a library function or compiler built-in of this name; none where the
/// name is not known.
pub fn lookup(name: &str) -> Option<Device> {
    let by_name = &TABLE.1;
    if let Some(&(device, _)) = by_name.get(name) {
        return Some(device);
    }
    // `__builtin_sqrt` is `sqrt`.
    let plain = name
        .strip_prefix("__builtin_")
        .or_else(|| name.strip_prefix("__"))?;
    if name.starts_with("__sync_") || name.starts_with("__atomic_") {
        return Some(Device::Refused("use `#pragma omp atomic`"));
    }
    match by_name.get(plain) {
        Some(&(device, _)) if name.starts_with("__builtin_") => Some(device),
        None if name.starts_with("__builtin_") => Some(Device::Refused(
            "a built-in of the host's compiler; write it out in C",
        )),
        _ => None,
    }
}

/// What a call of a function of this name does with memory; none where the name is not known.
pub fn memory(name: &str) -> Option<Memory> {
    let plain = name.strip_prefix("__builtin_").unwrap_or(name);
    let row = TABLE.1.get(name).or_else(|| TABLE.1.get(plain));
    row.map(|(_, memory)| *memory)
}

/// The name that a call is printed with, where it is not refused.
pub fn spelling(name: &str) -> &str {
    match lookup(name) {
        Some(
            Device::Spelled(spelled)
            | Device::Template(spelled)
            | Device::Test(spelled)
            | Device::Constant(spelled),
        ) => spelled,
        Some(Device::Same | Device::Exact) if !TABLE.1.contains_key(name) => {
            name.strip_prefix("__builtin_").unwrap_or(name)
        }
        _ => name,
    }
}

/// The table as a page of documentation.
pub fn documentation() -> String {
    let mut out = String::from(
        "# The C library in device code\n\n\
         Written from `src/library/c.rs` by its test; do not edit.\n\n\
         What a call in a target region, or in a function that one reaches, becomes. Any other function\n\
         without a body in the program, not `declare target`, is refused. Arguments are converted as C\n\
         converts them, also where C++ would take another overload: `sqrt(f)` of a float computes in double.\n",
    );
    let mut titles: Vec<&str> = vec![];
    for row in &TABLE.0 {
        if !titles.contains(&row.title) {
            titles.push(row.title);
        }
    }
    for title in titles {
        out.push_str(&format!(
            "\n## {title}\n\n| function | in device code |\n|---|---|\n"
        ));
        let mut rows: Vec<(String, Vec<&str>)> = vec![];
        for row in TABLE.0.iter().filter(|row| row.title == title) {
            let becomes = match row.device {
                Device::Same => "the same function".to_string(),
                Device::Exact => "the same function, computed in C's types".to_string(),
                Device::Spelled(spelled)
                | Device::Template(spelled)
                | Device::Test(spelled)
                | Device::Constant(spelled) => format!("`{spelled}`"),
                Device::Ignored => "nothing".to_string(),
                Device::Refused(why) => format!("refused: {why}"),
            };
            match rows.iter_mut().find(|(text, _)| *text == becomes) {
                Some((_, names)) => names.push(&row.name),
                None => rows.push((becomes, vec![&row.name])),
            }
        }
        for (becomes, names) in rows {
            let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
            out.push_str(&format!("| {} | {becomes} |\n", names.join(" ")));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    #[test]
    fn documentation_is_current() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/c-library.md");
        let written = super::documentation();
        if std::env::var_os("UPDATE").is_some() {
            std::fs::create_dir_all(concat!(env!("CARGO_MANIFEST_DIR"), "/docs")).unwrap();
            std::fs::write(path, &written).unwrap();
        }
        let there = std::fs::read_to_string(path).unwrap_or_default();
        assert!(
            there == written,
            "docs/c-library.md is old: run with UPDATE=1"
        );
    }

    #[test]
    fn builtins_are_the_functions_they_are_named_after() {
        use super::{Device, lookup, spelling};
        assert_eq!(lookup("__builtin_sqrt"), Some(Device::Exact));
        assert_eq!(spelling("__builtin_sqrt"), "sqrt");
        assert_eq!(spelling("__builtin_popcount"), "__builtin_popcount");
        assert!(matches!(lookup("sqrtl"), Some(Device::Refused(_))));
        assert_eq!(lookup("my_function"), None);
    }

    #[test]
    fn effects_follow_from_what_functions_do() {
        use super::{Device, Memory, TABLE, memory};
        assert_eq!(memory("exp10"), Some(Memory::Untouched));
        assert_eq!(memory("__builtin_exp10f"), Some(Memory::Untouched));
        assert_eq!(memory("__builtin_prefetch"), Some(Memory::Untouched));
        assert_eq!(memory("sincosf"), Some(Memory::Written));
        assert_eq!(memory("strspn"), Some(Memory::Read));
        assert_eq!(memory("my_function"), None);
        for row in &TABLE.0 {
            let allocates = ["Memory", "Output"].contains(&row.title);
            let pure = row.memory == Memory::Untouched;
            assert!(!(allocates && pure), "{} has an effect", row.name);
            let constant = matches!(row.device, Device::Constant(_) | Device::Test(_));
            assert!(pure || !constant, "{} has none", row.name);
        }
    }
}
