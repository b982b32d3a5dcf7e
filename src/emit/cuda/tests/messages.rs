//! What device code is refused for.

use super::translate;

/// The messages and helps for a program of `declare target` functions, a line each.
fn refused(source: &str) -> String {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("t.c");
    let text =
        format!("#pragma omp begin declare target\n{source}\n#pragma omp end declare target\n");
    std::fs::write(&path, text).expect("a file");
    match translate(&path) {
        Ok(text) => panic!("accepted:\n{text}"),
        Err(diagnostics) => {
            let lines: Vec<String> = diagnostics
                .iter()
                .map(|d| format!("{} {}", d.code.number(), d.message))
                .collect();
            lines.join("\n")
        }
    }
}

#[track_caller]
fn says(source: &str, message: &str) {
    let said = refused(source);
    assert!(said.contains(message), "{source}\nsays\n{said}");
}

#[test]
fn types() {
    says(
        "long double f(long double x) { return x; }",
        "R4001 `f` returns `long double`",
    );
    says(
        "int f(void) { _Complex __int128 x = 1; return (int)__real__ x; }",
        "R4001 `x` is `__int128 _Complex`",
    );
    says(
        "double f(void) { _Complex long double x = 1; return __real__ x; }",
        "`long double _Complex`",
    );
    says("int f(void) { _Atomic int x = 1; return x; }", "`_Atomic`");
    says(
        "struct __attribute__((packed)) S { char c; int i; }; int f(struct S *s) { return s->i; }",
        "this accesses `struct S` with",
    );
    says(
        "struct E {}; void f(struct E *e) { struct E x; *e = x; }",
        "without members",
    );
}

#[test]
fn functions() {
    says(
        "#pragma omp end declare target\nint rand(void);\n#pragma omp begin declare target\nint f(void) { return rand(); }",
        "R4002 device code cannot call `rand`",
    );
    says(
        "#pragma omp end declare target\nint g(int);\n#pragma omp begin declare target\nint f(void) { return g(1); }",
        "R4002 device code calls `g`",
    );
    says(
        "double sin(double); double (*f(void))(double) { return sin; }",
        "the address of the library function `sin`",
    );
    says(
        "int f(int n, ...) { return n; }",
        "a variable number of arguments",
    );
}

#[test]
fn variables() {
    says(
        "#pragma omp end declare target\nint table[3];\n#pragma omp begin declare target\nint f(int i) { return table[i]; }",
        "R4001 `table` is used in a function",
    );
}

#[test]
fn code() {
    says("void f(void) { __asm__(\"nop\"); }", "inline assembly");
    says(
        "int *f(void) { static int *p = (int[]){1, 2}; return p; }",
        "R4003 the address of a compound literal in the",
    );
}
