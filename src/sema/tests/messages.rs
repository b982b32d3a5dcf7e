//! Messages about wrong lists, clauses and nesting.

use super::*;

/// A program around one pragma and its statement, refused with one message.
#[track_caller]
fn refuses(pragma: &str, message: &str) {
    let loops = "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) a[i] = p[j];";
    let source = format!(
        "struct point {{ int x, y; double *data; int flag : 2; }};
typedef double real;
enum color {{ RED }};
int global;
void helper(void);
void test(int n, double *p, struct point s, struct point *sp, void *v, double m[4][5])
{{
    double a[10], total = 0; int index = 0; char *names[3];
    #pragma omp {pragma}
    {loops}
}}"
    );
    let found = errors(&source);
    assert_eq!(found, [message], "{pragma}");
}

#[test]
fn names() {
    refuses("target map(tofrom: totl)", "`totl` is not declared");
    refuses("target map(to: real)", "`real` is a type, not a variable");
    refuses(
        "target firstprivate(RED)",
        "`RED` is an enumeration constant, not a variable",
    );
    refuses("target teams num_teams(k)", "`k` is not declared");
    refuses("target map(to: s.z)", "`struct point` has no member `z`");
    refuses(
        "target teams distribute parallel for reduction(maximum: total)",
        "no reduction `maximum` is declared for the type `double` of `total`",
    );
    refuses(
        "target teams distribute parallel for reduction(+: s)",
        "no reduction of this operator is declared for the type `struct point` of `s`",
    );
    refuses(
        "target map(mapper(deep), to: s)",
        "no mapper `deep` is declared here",
    );
}

#[test]
fn suggestions() {
    let source = "void f(double *values, int n) {
#pragma omp target map(tofrom: value[0:n])
values[0] = 1; }";
    let pre = preprocessed(source);
    let lowered = front::parse(&pre).and_then(|unit| lower(&unit, &pre));
    let Err(found) = lowered else {
        panic!("accepted")
    };
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].help, ["did you mean `values`?"]);
    let span = found[0].labels[0].span;
    assert_eq!(pre.slice(span), "value");
}

#[test]
fn sections() {
    refuses(
        "target map(to: p[:])",
        "the section `p[:]` has no length, and the type of `p` does not say it",
    );
    refuses("target map(to: p[0:-1])", "the length of `p[0:-1]` is -1");
    refuses(
        "target map(to: index[0:1])",
        "`index[0:1]` is no section: `index` has type `int`, which has no elements so deep",
    );
    refuses(
        "target map(to: a[0:n][0:2])",
        "`a[0:n][0:2]` is no section: `a` has type `double [10]`, which has no elements so deep",
    );
    refuses(
        "target map(to: v[0:8])",
        "`v[0:8]` is no section: `v` has type `void *`, which has no elements so deep",
    );
    refuses(
        "target map(to: a[5:6])",
        "`a[5:6]` goes to element 10, and the array has 10",
    );
    refuses("target map(to: a[-1:2])", "`a[-1:2]` begins at -1");
}

#[test]
fn positive_arguments() {
    refuses(
        "target teams distribute parallel for collapse(0)",
        "the argument of `collapse` is 0, and must be positive",
    );
    refuses(
        "target teams distribute parallel for collapse(n)",
        "the argument of `collapse` is not a constant",
    );
    refuses(
        "target teams num_teams(-1)",
        "the argument of `num_teams` is -1, and must be positive",
    );
    refuses(
        "target parallel num_threads(0)",
        "the argument of `num_threads` is 0, and must be positive",
    );
    refuses(
        "target simd simdlen(8) safelen(4)",
        "simdlen(8) is larger than safelen(4)",
    );
    refuses(
        "target teams distribute parallel for schedule(static, 0)",
        "the argument of `schedule` is 0, and must be positive",
    );
}

#[test]
fn kinds_of_items() {
    refuses(
        "target private(p[0:n])",
        "`p[0:n]` is a section of an array, which `private` cannot take",
    );
    refuses(
        "target firstprivate(sp->x)",
        "`sp->x` is part of a variable, which `firstprivate` cannot take",
    );
    refuses(
        "target map(to: helper)",
        "`helper` is a function, which `map` cannot take",
    );
    refuses(
        "target map(to: p + n)",
        "`p + n` is an expression, not a variable or part of one, which `map` cannot take",
    );
    refuses(
        "target map(to: s.flag)",
        "`s.flag` is a bit-field, which `map` cannot take",
    );
    refuses(
        "target private(3)",
        "`3` is a constant, which `private` cannot take",
    );
    refuses(
        "target is_device_ptr(total)",
        "`total` has type `double`, and `is_device_ptr` takes pointers",
    );
    refuses(
        "target teams num_teams(total)",
        "the argument of `num_teams` has type `double`, and must be an integer",
    );
    refuses(
        "target if(s)",
        "the argument of `if` has type `struct point`, and must be a scalar",
    );
}

#[test]
fn declarations() {
    let one = |source: &str| {
        let found = errors(source);
        assert_eq!(found.len(), 1, "{found:?}");
        found[0].clone()
    };
    let target = "\nvoid f(void) {\n#pragma omp target\n{} }";
    assert_eq!(
        one(&format!("#pragma omp declare target(nothing){target}")),
        "`nothing` is not declared"
    );
    assert_eq!(
        one(&format!(
            "int x;\n#pragma omp begin declare target\nint y;{target}"
        )),
        "this `declare target` is never ended"
    );
    assert_eq!(
        one(&format!("int x;\n#pragma omp end declare target{target}")),
        "`end declare target` without its beginning"
    );
}

#[test]
fn nesting() {
    let found = errors(
        "void f(int *a) {
#pragma omp target
{
    #pragma omp target
    a[0] = 1;
}
#pragma omp target parallel
{
    #pragma omp critical (x)
    {
        #pragma omp critical (x)
        a[0] = 1;
    }
}
}",
    );
    assert_eq!(
        found,
        [
            "`target` may not stand within `target`",
            "`critical(x)` within itself waits for itself",
        ]
    );
}

/// A record that contains itself has no size: walks over members of members would not end.
#[test]
fn records_that_contain_themselves() {
    let around = |records: &str| {
        format!(
            "{records}\nvoid f(int *x) {{ struct a z;\n#pragma omp target map(tofrom: z, x[0:1])\nx[0] = sizeof z; }}"
        )
    };
    let incomplete = |member: &str, record: &str| {
        vec![format!(
            "member `{member}` has the type `{record}`, which is not complete here"
        )]
    };
    for (records, message) in [
        ("struct a { struct a m; };", incomplete("m", "struct a")),
        (
            "typedef struct a t; struct a { t *p; t m[2]; };",
            incomplete("m", "struct a"),
        ),
        (
            "struct b; struct a { struct b m[3]; }; struct b { struct a m; };",
            incomplete("m", "struct b"),
        ),
        (
            "struct a { struct { union b { struct a m; } u; }; };",
            incomplete("m", "struct a"),
        ),
        (
            "struct a { struct b { struct a { int x; } m; } q; };",
            vec!["`struct a` is defined inside its own definition".into()],
        ),
    ] {
        let found = errors(&around(records));
        assert_eq!(found[..1], message, "{records}");
    }
}
