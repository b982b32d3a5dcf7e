//! The types of expressions, as computed here and by gcc.

use super::layouts::gcc_agrees;
use super::*;
use std::fmt::Write;

/// Expressions in the scope of the declarations below, whose types gcc compares.
#[test]
fn expression_types() {
    let declarations = "
typedef unsigned int u32; typedef double real;
enum e { E0, E1 }; enum n { N0 = -1 };
struct s { int i; char c[4]; const real *p; unsigned f3 : 3; unsigned f32 : 32; struct { short in; }; } s, *ps;
const struct s cs;
_Bool bo; char c; signed char sc; unsigned char uc; short h; unsigned short uh; int i; unsigned u; u32 u3;
long l; unsigned long ul; long long ll; unsigned long long ull; float f; double d; long double ld; real r;
_Complex float cf; _Complex double cd; enum e e; enum n en;
int *pi; const int *cpi; void *pv; const void *cpv; char *pc; int ai[3]; int aai[2][3]; int (*pai)[3];
int fn(int, double); double (*pfn)(float); void vf(void); int old();
volatile int vi; const double cdb = 1;
";
    let expressions = [
        "c",
        "bo + bo",
        "c + c",
        "sc * uc",
        "h << l",
        "uh + i",
        "u + i",
        "l + u",
        "ul + ll",
        "ll + ull",
        "l + ll",
        "ul * ll",
        "i + f",
        "f + d",
        "f * l",
        "d - ld",
        "i ? c : h",
        "i ? i : u",
        "i ? f : d",
        "i < l",
        "!d",
        "~c",
        "~ul",
        "-f",
        "+c",
        "-uc",
        "-e",
        "e",
        "e + 1",
        "en + 1",
        "E1",
        "i && d",
        "cf + i",
        "cf * d",
        "cd + f",
        "-cf",
        "pi + l",
        "ai + 1",
        "aai + 1",
        "aai[0]",
        "*aai",
        "*ai",
        "pi - pi",
        "ai - pi",
        "&ai",
        "&aai[1]",
        "&ai[1]",
        "pai[0]",
        "*pai",
        "ai",
        "i ? pi : 0",
        "i ? pi : (void *)0",
        "i ? 0 : pi",
        "i ? pi : cpi",
        "i ? pi : pv",
        "i ? cpi : pv",
        "i ? pv : cpv",
        "i ? ai : pi",
        "i ? s : *ps",
        "s.c",
        "s.p",
        "*s.p",
        "s.in",
        "ps->c",
        "cs.i",
        "cs.c",
        "&cs.c",
        "cs.c + 0",
        "&cs.i",
        "s.f3 + 1",
        "s.f32 + 1",
        "s.f3 + u",
        "-s.f3",
        "fn",
        "&fn",
        "*fn",
        "fn(1, 2)",
        "pfn",
        "*pfn",
        "pfn(1)",
        "(*pfn)(1)",
        "old(1)",
        "i = d",
        "c += d",
        "h <<= l",
        "pi += 1",
        "c++",
        "++pi",
        "f--",
        "i, d",
        "(char)i",
        "(real)i",
        "(u32)1 + 1",
        "u3 + h",
        "r * f",
        "sizeof i",
        "_Alignof(int)",
        "'a'",
        "1u",
        "1l",
        "1ul",
        "1ll",
        "1llu",
        "0x7fffffff",
        "0x80000000",
        "2147483648",
        "1.0",
        "1.0f",
        "1.0l",
        "0x1p3",
        "\"abc\"",
        "L\"abc\"",
        "&\"abc\"",
        "(int[]){1, 2}",
        "(struct s){0}",
        "&(struct s){0}",
        "((struct s){0}).i",
        "({ i; d; })",
        "({ ai; })",
        "vi + 0",
        "vi",
        "(vi, vi)",
        "cdb + 0",
        "pc - pc",
        "1[ai]",
        "1[aai]",
        "i ? (void)0 : vf()",
        "&*pi",
        "&ps->in",
        "i == pi",
        "_Generic(i, int: f, default: d)",
        "_Generic(pi, const int *: 1, int *: 1.0f)",
        "__builtin_sqrt(2)",
        "__builtin_inff()",
        "__builtin_fabsf(1)",
        "__builtin_expect(1, 0)",
        "__builtin_isnan(d)",
        "__builtin_huge_val()",
        "__builtin_powl(1, 2)",
        "__builtin_ldexpf(1, 2)",
        "__builtin_clzll(1)",
        "__builtin_memcpy(pv, pv, 3)",
        "__builtin_strlen(pc)",
        "__builtin_nan(\"\")",
        "__sync_fetch_and_add(&l, 1)",
        "__atomic_load_n(&l, 0)",
        "__sync_bool_compare_and_swap(&i, 1, 2)",
        "__builtin_offsetof(struct s, c)",
        "__builtin_choose_expr(1, f, d)",
        "__builtin_bswap64(1)",
        "__func__ + 0",
        "(i ? cf : d)",
        "ul >> 1",
        "uc >> 1",
        "i ? E0 : u",
        "*&ai",
        "&*ai",
        "**aai",
        "ps[1].c[2]",
        "(ps + 1)->p",
        "s.c + i",
        "i ? \"a\" : pc",
        "i ? s.c : 0",
        "l % i",
        "u % l",
        "u & h",
        "bo | c",
        "c ^ l",
        "f == d",
        "cf == cd",
        "i ? bo : bo",
        "bo = 3",
        "bo++",
        "e = 1",
        "e ? e : e",
        "e | e",
        "uh ? uh : c",
    ];
    let mut source = format!("{declarations}\nvoid test(void) {{\n");
    for expression in expressions {
        let _ = writeln!(source, "{expression};");
    }
    source.push('}');
    let program = program(&kept(&source));
    let body = program
        .funcs
        .values()
        .find(|f| f.name == "test")
        .and_then(|f| f.body)
        .expect("a body");
    let StmtKind::Block(stmts) = &program.stmts[body].kind else {
        panic!("no block")
    };
    assert_eq!(stmts.len(), expressions.len());
    let mut check = format!("{declarations}\nvoid test(void) {{\n");
    for (stmt, text) in stmts.iter().zip(expressions) {
        let StmtKind::Expr(id) = program.stmts[*stmt].kind else {
            panic!("{text}")
        };
        let kind = &program.exprs[id].kind;
        assert!(!matches!(kind, ExprKind::Opaque { .. }), "{text}: {kind:?}");
        let ty = program.describe(program.exprs[id].ty);
        let _ = writeln!(
            check,
            "_Static_assert(__builtin_types_compatible_p(__typeof__(({{ {text}; }})), {ty}), \"{}\");",
            format!("{text}: {ty}").replace(['"', '\\'], "'")
        );
    }
    check.push('}');
    gcc_agrees(&check);
}
