//! Layouts, sizes and constants, as computed here and by gcc: they become assertions in a C program that gcc then
//! checks.

use super::*;
use std::fmt::Write;

pub(super) fn gcc_agrees(source: &str) {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("facts.c");
    std::fs::write(&path, source).expect("a file");
    let output = Command::new("gcc")
        .args(["-fsyntax-only", "-std=gnu17", "-w", "-fopenmp"])
        .arg(&path)
        .output()
        .expect("gcc");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}\n{source}");
}

/// Asserts of everything that the program says about types at file scope.
fn facts(program: &Program, only_types: bool) -> String {
    let mut out = String::new();
    let mut say = |text: String| {
        let _ = writeln!(out, "_Static_assert({text}, \"\");");
    };
    for item in &program.items {
        let (name, ty): (String, QualType) = match *item {
            Item::Alias(alias) if only_types || !program.aliases[alias].system => {
                let alias = &program.aliases[alias];
                (alias.name.clone(), alias.target)
            }
            Item::Var(var) if !only_types && !program.vars[var].system => {
                let var = &program.vars[var];
                if let Some(Init::Expr(e)) = &var.init
                    && let Some(value) = constants::int_value(program, *e)
                {
                    say(format!("FACT_{} == (__int128){value}", var.name));
                }
                (var.name.clone(), var.ty)
            }
            Item::Record(id) if program.records[id].tag.is_some() => {
                let record = &program.records[id];
                let what = if record.is_union { "union" } else { "struct" };
                let name = format!("{what} {}", record.made_name);
                let Some(fields) = &record.fields else {
                    continue;
                };
                for field in fields {
                    if let (Some(member), None) = (&field.name, field.bits) {
                        let offset = field.offset;
                        say(format!("__builtin_offsetof({name}, {member}) == {offset}"));
                    }
                }
                say(format!("_Alignof({name}) == {}", record.align));
                say(format!("sizeof({name}) == {}", record.size));
                continue;
            }
            Item::Enum(id) if program.enums[id].tag.is_some() => {
                let of = &program.enums[id];
                let size = of.repr.size();
                say(format!("sizeof(enum {}) == {size}", of.made_name));
                let unsigned = u8::from(!of.repr.signed());
                say(format!("((enum {})-1 > 0) == {unsigned}", of.made_name));
                for constant in &of.consts {
                    say(format!("{} == {}", constant.name, constant.value));
                }
                continue;
            }
            _ => continue,
        };
        if let Some(size) = program.size_of(ty.id) {
            say(format!("sizeof({name}) == {size}"));
        }
        let own = match *item {
            Item::Alias(alias) => program.aliases[alias].align.map(u64::from),
            _ => continue,
        };
        if let Some(align) = own.or(program.align_of(ty.id)) {
            say(format!("_Alignof({name}) == {align}"));
        }
    }
    out
}

fn agrees(source: &str) {
    let program = program(&kept(source));
    gcc_agrees(&format!("{source}\n{}", facts(&program, false)));
}

#[test]
fn records() {
    agrees(
        "
struct a { char c; int i; };
struct b { char c; double d; char e; };
struct c { short s[3]; long double ld; char c; };
struct d { struct a a; struct b b[2]; union { int i; char c[9]; } u; };
union e { char c[5]; int i; double d[3]; };
struct f { int n; double tail[]; };
struct g { char c; char tail[0]; };
struct h {};
struct i { int x; struct h h; int y; };
struct j { _Complex float cf; char c; _Complex double cd; _Bool b; };
struct k { void (*f)(void); int (*a)[3]; char c; };
struct l { enum { K0, K1 } e; char c; };
struct m { struct { char c; struct { short s; long l; }; }; char d; };
struct n { char a; union { char b; struct { int i; }; }; char c; };
struct o { long long ll; unsigned char c; float f; } ov[3];
struct p { _Atomic int a; const char c; volatile double d; };
typedef struct { int x, y, z; } triple;
struct q { triple t[3]; triple *p; char c; triple u; };
struct r { struct r *next; union e e; };
",
    );
}

/// Every record, enum and typedef of the C library's and the compiler's headers.
#[test]
fn system_headers() {
    let mut source = String::from("#define _GNU_SOURCE\n");
    for header in HEADERS.split_whitespace() {
        let _ = writeln!(source, "#include <{header}.h>");
    }
    let program = program_with_headers(&source);
    let facts = facts(&program, true);
    assert!(facts.lines().count() > 1000, "{}", facts.lines().count());
    gcc_agrees(&format!("{source}\n{facts}"));
}

const HEADERS: &str = "assert complex ctype errno fenv float inttypes iso646 limits locale math \
    setjmp signal stdalign stdarg stdatomic stdbool stddef stdint stdio stdlib stdnoreturn string \
    tgmath threads time uchar wchar wctype omp unistd pthread fcntl dirent dlfcn sched semaphore poll \
    netdb strings getopt glob regex termios sys/types sys/stat sys/time sys/mman sys/wait sys/socket \
    sys/ioctl sys/select sys/resource sys/times sys/uio sys/un netinet/in arpa/inet malloc search \
    fnmatch ftw iconv langinfo libgen link elf pwd grp spawn syslog utime wordexp";

#[test]
fn bit_fields() {
    agrees(
        "
struct a { int x : 3; int y : 5; };
struct b { char c; int x : 3; int y : 30; char d; };
struct c { char c; int : 0; char d; };
struct d { int x : 1; long y : 40; int z : 30; };
struct e { unsigned char a : 7; unsigned char b : 2; char c; };
struct f { char c; short s : 9; short t : 9; char d; };
struct g { int : 5; char c; };
struct h { char c; int : 27; char d; };
struct i { char a; long : 3; char c; };
struct j { _Bool b : 1; _Bool c : 1; int i : 20; };
struct k { long long l : 63; int i : 2; };
struct l { char c[3]; int i : 8; };
struct m { char c[3]; int i : 9; };
struct n { unsigned u : 32; unsigned v : 1; };
union o { int a : 3; long b : 40; char c; };
struct p { char c; struct { int x : 4; } s; int y : 4; };
struct q { int a : 4; int : 0; int b : 4; char c; };
enum r0 { R = 3 };
struct r { enum r0 e : 2; char c; };
union s { int : 0; char c; };
struct t { double d; char c; int x : 12; int y : 12; int z : 12; };
struct u { short a : 4; int b : 4; long c : 4; char d : 4; };
",
    );
}

#[test]
fn attributes() {
    agrees(
        "
struct __attribute__((packed)) a { char c; int i; double d; };
struct b { char c; int i; } __attribute__((packed));
struct c { char c; int i __attribute__((packed)); double d; };
struct d { char c; int i; } __attribute__((aligned(32)));
struct e { char c; int i __attribute__((aligned(16))); char d; };
struct f { char c; _Alignas(32) int i; char d; };
struct __attribute__((packed, aligned(4))) g { char c; double d; short s; };
struct __attribute__((packed)) h { char c; int x : 5; int y : 30; char d; };
typedef int word __attribute__((mode(word)));
typedef unsigned int byte __attribute__((__mode__(__QI__)));
struct i { byte b; word w; };
enum __attribute__((packed)) j { J0, J1 };
struct k { enum j e; char c; };
struct l { __int128 x; char c; _Float128 q; __extension__ unsigned __int128 y; };
typedef union __attribute__((transparent_union)) { int *i; float *f; } tu;
struct m { struct a a; struct { char c; int i; } __attribute__((packed)) n; short s; };
__extension__ typedef struct { long long a; } n;
",
    );
}

#[test]
fn enums_and_constants() {
    let values = [
        "1 + 2 * 3",
        "-1 / 2",
        "-7 % 3",
        "1u - 2",
        "(unsigned char)300",
        "(signed char)200",
        "'a'",
        "'\\xff'",
        "'\\0'",
        "'ab'",
        "L'x'",
        "~0u >> 4",
        "-1 >> 1",
        "1L << 40",
        "0x80000000",
        "2147483648",
        "0xffffffffffffffff",
        "0777",
        "0b101",
        "sizeof(int[3][4])",
        "sizeof(\"hello\")",
        "sizeof 'a'",
        "sizeof(long double) + _Alignof(double)",
        "(int)3.99",
        "(int)(1.5 * 4)",
        "1 ? 2 : 1 / 0",
        "0 && 1 / 0",
        "1 || 1 / 0",
        "3 > 2u",
        "-1 > 2u",
        "-1L > 2u",
        "!5 + !0",
        "(_Bool)0.5",
        "(char)'\\377' < 0",
        "E1 + E2",
        "sizeof(E2) == sizeof(int)",
        "__builtin_offsetof(struct s, in.c[2])",
        "(unsigned long)&((struct s *)0)->in.c[1]",
        "sizeof(((struct s *)0)->in)",
        "sizeof(struct s) > 8 ? 7LL : 8u",
        "(short)0x12345",
        "10 == 10.0",
        "__builtin_popcount(255)",
        "__builtin_expect(5, 1)",
        "sizeof(u8\"\\u00e9\")",
        "sizeof(u\"\\U0001F600\")",
        "sizeof(L\"ab\\x41\" L\"c\")",
        "sizeof(1 ? (char)1 : (short)1)",
        "sizeof((char)1 + 'a')",
        "sizeof(1.0f * 2)",
        "sizeof((struct s){0})",
        "_Generic(1.0f, double: 1, float: 2, default: 3)",
        "_Generic(1 ? (short)1 : 1u, int: 1, unsigned: 2)",
    ];
    let mut source = String::from(
        "enum e { E0, E1 = 5, E2, E3 = -3, E4 };
enum big { B0 = 0x80000000, B1 };
enum huge { H0 = 0x100000000, H1 = 1 };
enum neg { N0 = -1, N1 = 0x7fffffff };
enum wide { W0 = -1, W1 = 0x80000000 };
struct s { int i; struct { short h; char c[5]; } in; };
",
    );
    let mut defines = String::new();
    for (i, value) in values.iter().enumerate() {
        let _ = writeln!(source, "__int128 v{i} = {value};");
        let _ = writeln!(defines, "#define FACT_v{i} (__int128)({value})");
    }
    let source = source.replace("__int128 v", "long v");
    let program = program(&kept(&source));
    let known = facts(&program, false);
    for (i, value) in values.iter().enumerate() {
        assert!(known.contains(&format!("FACT_v{i} ")), "{value}");
    }
    let defines = defines.replace("(__int128)", "(long)");
    gcc_agrees(&format!("{source}{defines}{known}"));
}

#[test]
fn declarations() {
    agrees(
        "
#include <stddef.h>
int a[] = { 1, 2, [9] = 3 }, *b[4], (*c)[4], (*d[5])(int), **e, f[2][3][4];
char s1[] = \"abc\", s2[] = { \"de\" \"f\" }, s3[10] = \"x\", *s4 = \"y\";
struct p { int x, y; } ps[] = { 1, 2, 3 }, pd[] = { [3].y = 1, { 2 }, [1] = { 3 } };
int g[][2] = { 1, 2, 3 }, h[][2] = { { 1 }, { 2 }, { 3 } };
typedef int row[7];
row rows[3], *prow;
const row crow;
extern int ext[];
int ext[12];
int tent[];
int tent[5];
long unsigned int long lul;
short signed sh;
unsigned char const *volatile *vp;
typeof(a[0]) ta;
__typeof__(ps) tp;
__typeof__(int (*)[3]) tpa;
double _Complex z;
typedef double (*fn)(double, const char *, ...);
fn table[6];
wchar_t ws[] = L\"wide\";
struct { int x; char c; } anon[3];
union { char c[3]; short s; } un = { .s = 1 };
char nested[][2][3] = { { \"ab\", \"cd\" }, { \"ef\" }, \"gh\", \"ij\", \"kl\" };
int big[] = { [0 ... 9] = 1, 2 };
enum late { L0 = sizeof(ps) / sizeof *ps, L1 };
int cnt[L1 * 2];
_Static_assert(1, \"yes\");
",
    );
}
