//! Programs and their dumps: conversions, initialisers, scopes, statements, constructs.

use super::*;

/// The dump of the statements of a device region, in the scope of `before`.
fn region(before: &str, statements: &str) -> Vec<String> {
    let source = format!(
        "{before}\nvoid test(int n, double *p)\n{{\n#pragma omp target\n{{ {statements} }}\n}}"
    );
    let program = program(&source);
    let test = program.funcs.values().find(|f| f.name == "test");
    let mut out = String::new();
    program.dump_stmt(test.and_then(|f| f.body).expect("a body"), 0, &mut out);
    out.lines().skip(3).map(|l| l[12..].to_owned()).collect()
}

#[track_caller]
fn becomes(before: &str, pairs: &[(&str, &str)]) {
    let statements: Vec<&str> = pairs.iter().map(|p| p.0).collect();
    let lines = region(before, &statements.join("\n"));
    let expected: Vec<&str> = pairs.iter().map(|p| p.1).collect();
    assert_eq!(lines, expected);
}

#[test]
fn conversions() {
    becomes(
        "static int i; static unsigned u; static short s; static float f; static _Bool b; static char c;
         struct bits { unsigned lo : 4, all : 32; }; static struct bits x; enum e { A, B };
         static double _Complex z; float sqrtf(float); double sqrt(double); void take(float, char, void *);
         int any(); int print(const char *, ...); static int m[2][3]; static void *v; static const int *ci;",
        &[
            ("i = f;", "(i = {int}f)"),
            ("f = i + u;", "(f = {float}({unsigned int}i + u))"),
            ("s += c;", "(s +=<int> {int}c)"),
            ("s = s << 1L;", "(s = {short}({int}s << 1L))"),
            ("b = p;", "(b = {_Bool}p)"),
            ("b = i && f;", "(b = {_Bool}(i && f))"),
            ("i = x.lo + x.all;", "(i = {int}({unsigned int}{int}x.lo + x.all))"),
            ("i = B;", "(i = B)"),
            ("z *= f;", "(z *=<double _Complex> {double}f)"),
            ("f = sqrt(f);", "(f = {float}sqrt({double}f))"),
            ("take(1, i, p);", "take({float}1, {char}i, {void *}p)"),
            ("any(f, c);", "any({double}f, {int}c)"),
            (
                "print(\"%f\", f, s);",
                "print({const char *}@\"%f\", {double}f, {int}s)",
            ),
            ("m[1][i] = *m[0];", "(@@m[1][i] = *@@m[0])"),
            ("i = n ? s : u;", "(i = {int}(n ? {unsigned int}{int}s : u))"),
            ("v = n ? p : v;", "(v = (n ? {void *}p : v))"),
            ("v = n ? p : 0;", "(v = {void *}(n ? p : {double *}0))"),
            ("ci = &i;", "(ci = {const int *}&i)"),
            ("i = p == v;", "(i = ({void *}p == v))"),
            ("i = 2[p];", "(i = {int}p[2])"),
            ("i = p - &p[n];", "(i = {int}(p - &p[n]))"),
            ("p += s;", "(p +=<double *> {int}s)"),
            ("u = ~c;", "(u = {unsigned int}~{int}c)"),
            ("i = (char)300;", "(i = {int}(char)300)"),
            ("u >>= 1ul;", "(u >>=<unsigned int> 1ul)"),
            ("i = (f, s);", "(i = {int}(f, s))"),
            ("i = ({ s; });", "(i = {int}({ block; s }))"),
            ("i = sizeof m[0] * 2;", "(i = {int}(sizeof m[0]<12> * {unsigned long}2))"),
        ],
    );
}

#[test]
fn initialisers() {
    becomes(
        "struct p { int x, y; }; struct q { struct p a, b[2]; char s[4]; union { int i; float f; }; };",
        &[
            (
                "int a[] = { 1, [3] = 2, 3 };",
                "int a[5] = {[0] 1, [3] 2, [4] 3}",
            ),
            (
                "int b[2][2] = { 1, 2, 3 };",
                "int b[2][2] = {[0] {[0] 1, [1] 2}, [1] {[0] 3}}",
            ),
            (
                "struct q c = { 1, 2, 3, 4, 5, 6, \"ab\", 7 };",
                "struct q c = {[0] {[0] 1, [1] 2}, [1] {[0] {[0] 3, [1] 4}, [1] {[0] 5, [1] 6}}, [2] \"ab\", [3] {[0] 7}}",
            ),
            (
                "struct q d = { .b[1].y = 1, 'x', .f = 2, .a = { .y = 3 } };",
                "struct q d = {[0] {[1] 3}, [1] {[1] {[1] 1}}, [2] {[0] {char}'x'}, [3] {[1] {float}2}}",
            ),
            ("struct p e = { 1, 2 };", "struct p e = {[0] 1, [1] 2}"),
            (
                "struct p f[] = { e, 3, 4, { 5 } };",
                "struct p f[3] = {[0] e, [1] {[0] 3, [1] 4}, [2] {[0] 5}}",
            ),
            ("char s[] = \"abc\";", "char s[4] = \"abc\""),
            (
                "char t[2][4] = { \"ab\", { \"cd\" } };",
                "char t[2][4] = {[0] \"ab\", [1] \"cd\"}",
            ),
            (
                "int r[] = { [1 ... 2] = 7, 8 };",
                "int r[4] = {[1] 7, [2] 7, [3] 8}",
            ),
            ("double z[3] = { 0 };", "double z[3] = {[0] {double}0}"),
            ("int one = { 1 };", "int one = 1"),
            (
                "int *last = (int[]){ 1, 2 };",
                "int *last = @(int [2]){[0] 1, [1] 2}",
            ),
        ],
    );
}

#[test]
fn scopes() {
    let program = program(
        "static int x = 1; struct s { int a; }; typedef int t;
extern int table[]; int table[3];
static int later(int);
#pragma omp declare target
int user(int t) { return t + x + later(t) + table[0]; }
static int later(int y) { struct s { char c; } s; s.c = y; { double x = 2; { extern int table[]; typedef char t; t x = table[1]; return x + s.c; } } }
#pragma omp end declare target
",
    );
    assert_eq!(
        program.dump(),
        "static int x = 1
struct s size 4 align 4
    0 int a
typedef int t
int table[3]
int user(int t) [Enter Any]
block
    return (((t + x) + later(t)) + @table[0])
static int later(int y) [Enter Any]
block
    struct s size 1 align 1
        0 char c
    struct s s
    (s.c = {char}y)
    block
        double x = {double}2
        block
            typedef char t
            t x = {t}@table[1]
            return ({int}x + {int}s.c)
"
    );
    assert_eq!(
        program.vars.values().filter(|v| v.name == "table").count(),
        1
    );
}

#[test]
fn statements() {
    let lines = region(
        "",
        "switch (n) { case 1: case 2 ... 4: p[0] = 1; break; default: goto out; }
for (int i = 0, *q = 0; i < n; i++, q++) { if (i) continue; else break; }
do n--; while (n > 0);
while (n) ;
out: ;",
    );
    assert_eq!(
        lines,
        [
            "switch n",
            "    block",
            "        case 1",
            "            case 2 ... 4",
            "                (p[0] = {double}1)",
            "        break",
            "        default",
            "            goto out",
            "for ; (i < n) ; (i++, q++)",
            "    int i = 0",
            "    int *q = {int *}0",
            "    block",
            "        if i",
            "            continue",
            "            break",
            "do while (n > 0)",
            "    n--",
            "while n",
            "    ;",
            "label out",
            "    ;",
        ]
    );
}

#[test]
fn constructs() {
    let program = program(
        "typedef struct { int n; double *data; } vec;
struct deep { vec v[4]; int k; };
#pragma omp declare reduction(merge : vec, int : omp_out = omp_in) initializer(omp_priv = omp_orig)
#pragma omp declare mapper(deepcopy : vec v) map(v, v.data[0:v.n])
static int linked[100];
#pragma omp declare target link(linked)
void test(int n, double *p, struct deep *d, double a[10][20], vec v, int m, double (*pm)[m])
{
    double loc[n][m];
    #pragma omp target data map(to: p[:n], d->v[1:2], a[0:5]) map(from: loc[0:n][:], pm[0:n]) map(mapper(deepcopy), tofrom: v)
    {
        #pragma omp target enter data map(alloc: d->k, *p, p[3]) depend(iterator(k=0:n), in: p[k])
        #pragma omp target teams num_teams(n / 2) firstprivate(n) is_device_ptr(p)
        #pragma omp distribute parallel for schedule(static, 4) reduction(merge: m)
        for (int i = 0; i < 10; i++) {
            #pragma omp atomic update
            p[i] += linked[i];
        }
        #pragma omp target update to(p[0:n:2])
    }
}",
    );
    assert_eq!(
        program.dump(),
        "struct vec size 16 align 8
    0 int n
    8 double *data
typedef struct <vec> vec
struct deep size 72 align 8
    0 vec v[4]
    64 int k
static int linked[100] [Link Any]
void test(int n, double *p, struct deep *d, double (*a)[20], vec v, int m, double (*pm)[m])
block
    double loc[n][m]
    omp target data map(p[:n] <p: double>, d->v[1:2] of 4 <d: vec>, a[0:5] <a: double [20]>) map(loc[0:n] of n[:] of m <loc: double>, pm[0:n] <pm: double [m]>) map map(v) map(v.data[0:v.n] <v: double>) <2.0: mapper deepcopy>
        block
            omp target enter data map(d->k <d: int>, *p <p: double>, p[3] <p: double>) depend(0, n, p[k] <p: double>)
            omp target teams num_teams((n / 2)) firstprivate(n) is_device_ptr(p)
                omp distribute parallel for schedule(4) reduction(m) <1.0: reduction merge int>
                    for ; (i < 10) ; i++
                        int i = 0
                        block
                            omp atomic update
                                (p[i] +=<double> {double}@linked[i])
            omp target update to(p[0:n:2] <p: double>)
reduction merge vec combiner (omp_out = omp_in) = omp_orig
reduction merge int combiner (omp_out = omp_in) = omp_orig
mapper deepcopy vec v map(v, v.data[0:v.n] <v: double>)
"
    );
    let kinds: Vec<String> = program
        .constructs
        .values()
        .map(|c| c.directive.name())
        .collect();
    assert_eq!(kinds.len(), 6);
    assert_eq!(kinds[2], "target teams");
}

/// Forms of GNU C that lang-c does not read.
#[test]
fn gnu() {
    becomes(
        "typedef struct { int a; } S; typedef float v4 __attribute__((vector_size(16))); static v4 v;",
        &[
            ("n = n ?: 3;", "(n = (n ?  : 3))"),
            ("__auto_type f = 3.5f;", "float f = 3.5f"),
            (
                "double _Complex z = 1;",
                "double _Complex z = {double _Complex}1",
            ),
            ("double re = __real__ z;", "double re = z.re"),
            ("S s = (S){};", "S s = (S){}"),
            ("n = __builtin_types_compatible_p(int, long);", "(n = 0)"),
            ("n = __alignof__ re;", "(n = {int}__alignof__ re<8>)"),
            ("asm volatile(\"nop\");", "asm asm volatile(\"nop\")"),
            (
                "v = v + v;",
                "(v = <v + v: an operator on a type of the compiler's own>)",
            ),
            ("__int128 w = n;", "__int128 w = {__int128}n"),
            ("n = __builtin_choose_expr(0, 1.0, 2);", "(n = 2)"),
            (
                "n = __builtin_isnan(re) + __builtin_sqrt(2);",
                "(n = {int}({double}__builtin_isnan(re) + __builtin_sqrt({double}2)))",
            ),
        ],
    );
}
