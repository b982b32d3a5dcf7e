//! Which functions return results of others alone, and which may not.

use super::*;
use crate::front::toplevel;

/// What the last function of a text returns, as words: `calloc; fprintf`.
fn of(text: &str) -> Option<String> {
    let s = Stream::new(text);
    let chunks = toplevel::split(&s);
    let chunk = chunks.last().unwrap();
    let (open, close) = chunk.body.unwrap();
    let declared = Declared::of(&s, &chunks);
    let found = returned(&declared, chunk.first, open, close)?;
    if !declared.are_functions(&found, &|_| true) {
        return None;
    }
    Some(format!(
        "{}; {}",
        found.of.join(" "),
        found.given_to.join(" ")
    ))
}

#[test]
fn results_that_are_returned() {
    let is = |text: &str, what: &str| assert_eq!(of(text).as_deref(), Some(what), "{text}");
    is("void *f(int n) { return malloc(n); }", "malloc; ");
    is(
        "T *f(int n) { return (T *)get((n + 1) * sizeof(T)); }",
        "get; ",
    );
    is(
        "static inline void *f(int n) { void *p = calloc(n, 1); if (!p) { fprintf(e, \"%d\", n); exit(1); } return p; }",
        "calloc; ",
    );
    is(
        "char *f(int n) { char *p; if ((p = a(n)) == ((void *)0)) p = b(n); return (p); }",
        "a b; ",
    );
    is(
        "double *f(int n) { double *restrict p = a(n); memset(p, 0, n); p[0] = 1; return p; }",
        "a; memset",
    );
    is(
        "T **f(int n) { T **p = (T **)a(n); for (int i = 0; i < n; i++) p[i] = b(i); return p; }",
        "a; ",
    );
    is(
        "T *f(int n) { T *p = a(n * sizeof *p); n = sizeof(*p) + sizeof p; return p; }",
        "a; ",
    );
    is(
        "T *f(int n) { T *p = a(1); p->n = n; p->p = b(n); return p; }",
        "a; ",
    );
    is(
        "int *f(int n) { if (n < 1) return 0; int *p = a(n); if (p && n) p[n - 1] = s.p; return p; }",
        "a; ",
    );
    is(
        "typedef int T; T *f(int n) { const T *restrict p; p = (T *)a(n * sizeof(T)); return p; }",
        "a; ",
    );
    is(
        "T *f(int n) { struct T *p; { unsigned long *q = b(n); free(q); } p = a(n); return p; }",
        "b a; free",
    );
    is(
        "void *a(int); static void *a(int n) { return b(n); } void *f(int n) { return a(n); }",
        "a; ",
    );
}

#[test]
fn results_that_may_be_elsewhere_too() {
    let not = |text: &str| assert_eq!(of(text), None, "{text}");
    not("void *f(int n) { static void *p; if (!p) p = a(n); return p; }");
    not("void *f(int n) { void *p = a(n); last = p; return p; }");
    not("void *f(int n) { void *p = a(n); return p + 1; }");
    not("void *f(int n) { void *p = a(n); return g(p); }");
    not("void *f(int n) { void *p = a(n); q = keep(p); return p; }");
    not("void *f(int n) { void *p = a(n), *q = p; return p; }");
    not("void *f(void *p) { if (!p) p = a(1); return p; }");
    not("void *f(void *p) { return p; }");
    not("char *f(int n) { char *p = a(n); q = &p[1]; return p; }");
    not("char *f(int n) { char *p = a(n); s->at = n ? p : 0; return p; }");
    not("char *f(int n) { char *p = n ? a(n) : b; return p; }");
    not("char *f(int n) { char *p = a(n); { char *p = b; } return p; }");
    not("char *f(int n) { char *p = a(n); asm(\"\" : : \"r\"(p)); return p; }");
    not("char *f(int n) { char *p = a(n); if ((q = p)) n++; return p; }");
    not("char *f(int n) { char *p; g(p = a(n)); return p; }");
    not("char *f(int n) { T *p = a(n); q = p[0]; return p; }");
    not("char *f(void *a(int), int n) { return a(n); }");
    not("char *f(int n) { return (a)(n); }");
    not("int f(int n) { return n; }");
    // Other declarations of the names.
    not("void *f(int n) { void *(*a)(int) = b; return a(n); }");
    not("void *f(int n) { T a = b; return a(n); }");
    not("void *f(int n) { void *p = a(n); T memset, b; memset(p, 0, n); return p; }");
    not("void *f(int n, void g(void *)) { void *p = a(n); g(p); return p; }");
    not("void *f(int n, T g) { void *p = a(n); g(p); return p; }");
    not("void *f(int n) { void *a(int n) { return b; } return a(n); }");
    not("static void *(*a)(int); void *f(int n) { return a(n); }");
    not("T a; void *f(int n) { return a(n); }");
    not("void (*g)(void *); void *f(int n) { void *p = a(n); g(p); return p; }");
    // Variables of file scope, and products that look like declarations.
    not("long m, x; long f(int n) { m * x; x = a(n); return x; }");
    not("typedef int m; long x; long f(int m) { m * x; x = a(m); return x; }");
    not("typedef int m; long x; long f(int n) { int m = 1; m * x; x = a(m); return x; }");
    not("long m, x, y; long f(int n) { y = m * x; x = a(n); return x; }");
    not("long m, x; long f(int n) { if (n) m * x; x = a(n); return x; }");
    not("char *p; char *f(int n) { struct { char *p; } s; p = a(n); return p; }");
    not("char *p; char *f(int n) { { char *p = b(n); } p = a(n); return p; }");
    not("char *p; char *f(int n) { p = a(n); char *p = b(n); return p; }");
    not("char *p; char *f(int n) { void g(void) { char *p = b(n); } p = a(n); return p; }");
    not("int f(int n) { }");
}
