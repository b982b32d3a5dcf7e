//! The front end as a whole, on programs of the kind that people write.

mod robust;
mod round_trip;

use super::*;
use crate::diag::Code;
use crate::source::Preprocessed;
use lang_c::ast::{Identifier, Label, LabeledStatement};
use lang_c::span::Node;
use lang_c::visit::Visit;

/// Parses text as if the preprocessor had printed it. A marker line stands in front, as always.
fn unit(text: &str) -> Result<Unit, Vec<crate::diag::Diagnostic>> {
    let text = format!("# 1 \"t.c\"\n{text}\n");
    let preprocessed = Preprocessed::new(text.clone(), "t.c".into());
    let parsed = parse(&preprocessed);
    if let Ok(unit) = &parsed {
        assert_eq!(unit.text.len(), preprocessed.text().len());
        assert_eq!(
            labels(unit).len(),
            executable(unit),
            "{text}\n{}",
            unit.text
        );
    }
    parsed
}

fn good(text: &str) -> Unit {
    unit(text).unwrap_or_else(|errors| panic!("{text}\n{errors:#?}"))
}

fn refused(text: &str, code: Code, word: &str) {
    let errors = unit(text)
        .err()
        .unwrap_or_else(|| panic!("accepted: {text}"));
    assert!(
        errors
            .iter()
            .any(|e| e.code == code && e.message.contains(word)),
        "{text}\n{errors:#?}"
    );
}

/// What lang-c saw, blanks squeezed.
fn seen(unit: &Unit) -> String {
    unit.text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn executable(unit: &Unit) -> usize {
    let executable = |s: &&Site| matches!(s.role, Role::Construct | Role::StandAlone);
    unit.sites.iter().filter(executable).count()
}

fn labels(unit: &Unit) -> Vec<usize> {
    struct Labels(Vec<usize>);
    impl<'a> Visit<'a> for Labels {
        fn visit_labeled_statement(
            &mut self,
            node: &'a LabeledStatement,
            span: &'a lang_c::span::Span,
        ) {
            if let Label::Identifier(Node {
                node: Identifier { name },
                ..
            }) = &node.label.node
            {
                self.0.extend(Unit::directive_of_label(name));
            }
            lang_c::visit::visit_labeled_statement(self, node, span);
        }
    }
    let mut labels = Labels(vec![]);
    labels.visit_translation_unit(&unit.tree);
    labels.0.sort_unstable();
    labels.0
}

fn kinds(unit: &Unit) -> Vec<(AttributeKind, &str)> {
    unit.attributes
        .iter()
        .map(|a| (a.kind, a.argument.as_str()))
        .collect()
}

/// A target region around some statements, behind some declarations.
fn region(declarations: &str, statements: &str) -> String {
    format!("{declarations}\nvoid romp_t(void) {{\n#pragma omp target\n{{ {statements} }} }}")
}

#[test]
fn only_what_is_reached_is_kept() {
    let u = good(
        "typedef unsigned long size_t;\ntypedef int unused_t;\nenum e { A, B };\nstruct s { enum e k; size_t n; };\n\
         extern int printf(const char *, ...);\nint host(int a) { return a + asm_thing; }\n\
         static int dev(struct s *p) { return p->k == A; }\nint global = 3; int other;\n\
         void never(void) {\n#pragma omp parallel\n{ other = 1; } }\n\
         int main(void) { host(1); printf(\"x\");\n#pragma omp parallel for\nfor (;;) {\n#pragma omp target\n{ global = dev(0); }\n}\n}",
    );
    let text = seen(&u);
    assert!(!text.contains("unused_t") && !text.contains("never") && !text.contains("other"));
    assert!(text.contains("typedef unsigned long size_t;") && text.contains("enum e { A, B };"));
    assert!(text.contains("int host(int a) ; static int dev(struct s *p) { return p->k == A; }"));
    assert!(text.contains("__omp_1: { global = dev(0); }"), "{text}");
    assert_eq!(u.dropped_bodies.len(), 1);
    assert_eq!(u.host, [0]);
    assert_eq!(u.sites[1].parent, Some(0));
    assert_eq!(u.sites[0].role, Role::Host);
    assert_eq!(u.typedefs, ["size_t"]);
}

#[test]
fn a_unit_without_device_code_is_empty() {
    let u = good("int f(void) {\n#pragma omp parallel\n{ a ?:b; nonsense nonsense } }");
    assert!(u.tree.0.is_empty() && u.directives.is_empty());
}

#[test]
fn functions_called_on_the_device_keep_their_directives() {
    let u = good(
        "void inner(int n) {\n#pragma omp parallel for\nfor (int i = 0; i < n; i++) {\n#pragma omp atomic\nn += 1; }\n}\n\
         void romp_t(void) {\n#pragma omp parallel\n{ }\n#pragma omp target\ninner(3);\n#pragma omp barrier\n}",
    );
    let roles: Vec<_> = u.sites.iter().map(|s| s.role).collect();
    assert_eq!(
        roles,
        [
            Role::Construct,
            Role::Construct,
            Role::Host,
            Role::Construct,
            Role::Host
        ]
    );
    assert_eq!(labels(&u), [0, 1, 3]);
}

#[test]
fn labels_attach_everywhere() {
    let u = good(&region(
        "",
        "if (a)\n#pragma omp parallel\n x(); else\n#pragma omp single\n y();\n\
         for (;;)\n#pragma omp critical(q)\n z();\nswitch (a) { case 1:\n#pragma omp parallel\n w(); break; default:;\n#pragma omp taskwait\n }\n\
         do\n#pragma omp parallel for\nfor (;;) ; while (0);\n v = ({\n#pragma omp atomic\n n++; n; });\n l:;\n#pragma omp barrier\n\
         #pragma omp sections\n{\n#pragma omp section\n a();\n#pragma omp section\n{ b(); } }\n\
         #pragma omp parallel\n#pragma omp for\nfor (;;) ;",
    ));
    assert_eq!(u.directives.len(), 13 + 1);
    assert_eq!(u.sites[0].extent.hi as usize, u.text.trim_end().len() - 2);
    let (a, b) = (u.sites.len() - 2, u.sites.len() - 1);
    assert_eq!(u.sites[b].parent, Some(a));
    assert_eq!(u.sites[a].extent.hi, u.sites[b].extent.hi);
}

#[test]
fn declare_target_in_all_spellings() {
    let u = good(
        "#pragma omp declare target\nint table[4];\nint f(int x) { return g(x); }\n#pragma omp end declare target\n\
         int g(int x) { return x; }\nint h(int x) { return x; }\n#pragma omp declare target to(h)\n\
         #pragma omp begin declare target device_type(any)\nint k;\n#pragma omp end declare target\nint z;\n\
         #pragma omp requires unified_shared_memory\nint tp;\n#pragma omp threadprivate(tp)\n",
    );
    let text = seen(&u);
    assert!(
        text.contains("int g(int x) { return x; } int h(int x) { return x; }"),
        "{text}"
    );
    assert!(text.contains("int k;") && !text.contains("int z;") && !text.contains("tp"));
    assert_eq!(u.declarative.len(), 6);
}

#[test]
fn system_headers_inside_declare_target_are_no_roots() {
    let u = good(
        "#pragma omp declare target\n# 1 \"/usr/include/m.h\" 1 3 4\nextern double sin(double);\nextern double cos(double);\n\
         # 3 \"t.c\" 2\ndouble f(double x) { return sin(x); }\n#pragma omp end declare target",
    );
    assert!(seen(&u).contains("sin(double)") && !seen(&u).contains("cos"));
}

#[test]
fn reductions_and_mappers() {
    let u = good(
        "struct v { int x; }; struct v add(struct v a, struct v b) { return a; }\n\
         int unneeded(int a) { return a; }\n\
         #pragma omp declare reduction(vadd : struct v : omp_out = add(omp_out, omp_in)) initializer(omp_priv = {0})\n\
         #pragma omp declare reduction(never : int : omp_out = unneeded(omp_in))\n\
         #pragma omp declare mapper(struct v q) map(q.x)\n\
         #pragma omp declare simd\nint s(int a) { return a; }\n\
         void romp_t(void) { struct v r;\n#pragma omp target parallel for reduction(vadd: r)\nfor (int i = 0; i < 4; i++) r = add(r, r); }",
    );
    assert_eq!(u.declarative.len(), 2);
    assert!(
        !seen(&u).contains("unneeded")
            && seen(&u).contains("add(struct v a, struct v b) { return a; }")
    );
}

#[test]
fn misplaced_directives_are_refused() {
    let place =
        |statements: &str, word: &str| refused(&region("", statements), Code::Placement, word);
    place("{\n#pragma omp parallel\n}", "no statement");
    place("\n#pragma omp parallel\nint x;", "declaration");
    place("\n#pragma omp parallel\nT x;", "declaration");
    place("if (a)\n#pragma omp barrier\n x();", "only statement");
    place(
        "if (a) x(); else\n#pragma omp taskwait\n x();",
        "only statement",
    );
    place(
        "\n#pragma omp parallel\n#pragma omp barrier\n x();",
        "another directive",
    );
    place("a = 3 +\n#pragma omp parallel\n 4;", "inside");
    refused("#pragma omp target\nint x;", Code::Placement, "outside");
    good(&region(
        "",
        "\n#pragma omp barrier\nint x; {\n#pragma omp barrier\n}",
    ));
}

#[test]
fn attributes_are_blanked_and_noted() {
    let u = good(&region(
        "struct __attribute__((packed, __aligned__(16))) S { int a __attribute__((aligned)); };\n\
         typedef float v4 __attribute__((vector_size(4 * sizeof(float))));\n\
         _Alignas(64) int al; [[gnu::noinline, deprecated(\"x\")]] static int q(void) asm(\"qq\") __attribute__((__noreturn__));\n\
         static __thread int tl; __extension__ typedef __int128 I; __float128 ff; __uint128_t uu;",
        "struct S s; v4 v; al; q(); tl; I i; ff; uu; register int r asm(\"r0\"); asm volatile(\"nop\" :: \"r\"(al)); __auto_type z = 3; if (al) asm(\"x\"); else asm goto(\"y\");",
    ));
    use AttributeKind::*;
    assert_eq!(
        kinds(&u),
        [
            (Packed, ""),
            (Aligned, "16"),
            (Aligned, ""),
            (VectorSize, "4 * sizeof(float)"),
            (Alignas, "64"),
            (Other, "noinline"),
            (Other, "deprecated(\"x\")"),
            (AsmLabel, "\"qq\""),
            (Noreturn, ""),
            (Tls, ""),
            (Int128, "__int128"),
            (ExtendedFloat, "__float128"),
            (Int128, "__uint128_t"),
            (AsmLabel, "\"r0\""),
            (AsmStatement, "\"nop\" :: \"r\"(al)"),
            (AutoType, "__auto_type"),
            (AsmStatement, "\"x\""),
            (AsmStatement, "\"y\""),
        ]
    );
}

#[test]
fn gnu_expressions_are_rewritten() {
    let u = good(&region(
        "struct s { int a; }; void f(struct s);",
        "int a, b, r; r = a ?: b; r=a?:b; r = a ? : b; r = (a)?: b; r = a?:\nb ?: r; f((struct s){}); f((struct s) { }); f((struct s){} ); struct s z = {};\n\
         double d = 1.0Q + 2.0w + 1'000; char *e = \"\\e[0m\\u00e9\"; int al = __alignof__(a) + __alignof__(int) + _Alignof(struct s);\n\
         void *p = &&out; void *q[] = { &&out, (void *)&&out }; r = a && b; r = (a) && b; goto *p; out: ; _Complex double c; __real__ c = __imag__ c;\n\
         _Static_assert(1); int k = __builtin_types_compatible_p(int, long);\n\
         int z1 = sizeof (int[]){1, 2} + sizeof(int) + sizeof((int[]){1}); ",
    ));
    let count = |kind| u.attributes.iter().filter(|a| a.kind == kind).count();
    use AttributeKind::*;
    assert_eq!(count(Elvis), 6);
    assert_eq!(count(EmptyBraces), 3);
    assert_eq!(count(LabelAddress), 3);
    assert_eq!(
        (
            count(ConstantSuffix),
            count(Escape),
            count(AlignofExpression)
        ),
        (2, 1, 1)
    );
    assert_eq!(
        (
            count(RealPart),
            count(ImaginaryPart),
            count(ComputedGoto),
            count(TypeBuiltin)
        ),
        (1, 1, 1, 1)
    );
    assert_eq!(count(SizeofLiteral), 1);
}

#[test]
fn labels_before_braces_and_declarations() {
    let u = good(&region(
        "typedef int T;",
        "switch (a) { case 1: int x; break; case 2: T y = 3; case b ? 3 : 4: T *z; default: }\n\
         { __label__ l, m; goto l; l: } { k: __attribute__((unused)) int q; }\n\
         r = a ? b : c; r = a ? b ? c : d : e; done:\n",
    ));
    let text = seen(&u);
    for part in [
        "case 1:;int x",
        "case 2:;T y",
        "4:;T *z",
        "default:;}",
        "l:;}",
        "k:;",
        "done:;",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(!text.contains("b :;") && !text.contains("__label__"));
}

#[test]
fn odd_declarations() {
    let u = good(
        "int a;\n\n\n\nmain(argc, argv) int argc; char **argv;\n{ static s; register i; const k = 3; auto int z;\n\
         int sq(int x) { return x * x; } void *g(void) { int y; { } }\n#pragma omp target\n{ i = sq(s) + a; } host(1); }\n\n\n\n\
         host(n) long n; { return n; }\n",
    );
    let text = seen(&u);
    assert!(text.contains("int main(argc, argv) int argc;"), "{text}");
    assert!(
        text.contains("{ int s; int i; int k = 3; auto int z;"),
        "{text}"
    );
    assert!(text.contains("int sq(int x) ; void *g(void) ;"), "{text}");
    assert!(text.ends_with("int host( ) ;"), "{text}");
    assert_eq!(
        u.attributes
            .iter()
            .filter(|a| a.kind == AttributeKind::NestedFunction)
            .count(),
        2
    );
}

#[test]
fn names_that_langc_must_not_see() {
    let u = good(
        "typedef int T; typedef struct { int T; } S; extern int häuser, a$b, $;\n\
         void f(int n, T *T, S s) {\n#pragma omp target\n{ T[n * 2] = T * 1 + s.T + häuser + a$b + $; } }\nvoid g(T, const T, T x) {\n#pragma omp target\nx = 1; T *p; }",
    );
    let original: Vec<_> = u
        .attributes
        .iter()
        .filter(|a| a.kind == AttributeKind::Identifier)
        .map(|a| a.argument.as_str())
        .collect();
    assert_eq!(
        original,
        ["häuser", "a$b", "$", "T", "T", "T", "häuser", "a$b", "$"]
    );
    assert!(u.text.is_ascii());
    let text = seen(&u);
    assert!(
        text.contains("void g(T, const T, T x)") && text.contains("s.T"),
        "{text}"
    );
}

#[test]
fn dropped_bodies_are_found_by_their_declarator() {
    let u = good(
        "int f(void) { return 1; }\nint g(void);\nvoid romp_t(void) { f(); g();\n#pragma omp target\n; }",
    );
    let f = u.text.find("f(void)").unwrap();
    let g = u.text.find("g(void)").unwrap();
    let span = |at| crate::source::Span::new(at, at + 7);
    assert!(u.dropped_body(span(f)).is_some());
    assert!(u.dropped_body(span(g)).is_none());
}

#[test]
fn fragments() {
    let is_type = |name: &str| name == "T";
    let e = parse_expression("(T)x + a ? : b", &is_type, 100).unwrap();
    assert_eq!(e.span(e.node.span), crate::source::Span::new(100, 114));
    assert_eq!(e.attributes[0].kind, AttributeKind::Elvis);
    assert!(parse_type_name("T *[3]", &is_type, 0).is_ok());
    assert!(parse_type_name("struct s", &is_type, 0).is_ok());
    let d = parse_declaration("T v", &is_type, 7).unwrap();
    assert_eq!(d.node.node.declarators.len(), 1);
    assert!(parse_expression("omp_out.x += omp_in.x, f(&omp_out, 3)", &is_type, 0).is_ok());
    for bad in ["", "x +", "x; y", "(", "x)", "\"", "#", "int", "{", "x } {"] {
        assert!(parse_expression(bad, &is_type, 5).is_err(), "{bad}");
    }
    assert!(parse_declaration("int x; int y", &is_type, 0).is_err());
}

#[test]
fn nesting_is_capped() {
    // What is dropped here recurses as deep as what parses it, and code without optimisation has large frames.
    super::parse::on_big_stack(caps_of_nesting);
}

fn caps_of_nesting() {
    let deep = |n: usize| region("", &format!("x = {}1{};", "(".repeat(n), ")".repeat(n)));
    good(&deep(limits::BRACKETS - 5));
    refused(&deep(5000), Code::CUnsupported, "too deep");
    let ifs = |n: usize| region("", &"if (a) ".repeat(n)).replace("} }", "x; } }");
    good(&ifs(limits::HEADS - 5));
    refused(&ifs(5000), Code::CUnsupported, "too deep");
    let chain = |n: usize| region("", &format!("{} x;", "if (a) y; else ".repeat(n)));
    good(&chain(limits::CHAIN - 5));
    refused(&chain(50_000), Code::CUnsupported, "too long");
    let sum = |n: usize| region("", &format!("x = {} 1;", "x + ".repeat(n)));
    good(&sum(limits::OPERATORS - 5));
    refused(&sum(100_000), Code::CUnsupported, "too long");
    let conditional = |n: usize| region("", &format!("x = {} 1;", "x ? y : ".repeat(n)));
    good(&conditional(limits::OPERATORS / 2 - 5));
    let minus = |n: usize| region("", &format!("x = {} 1;", "- ".repeat(n)));
    good(&minus(limits::PREFIXES - 5));
    refused(&minus(100_000), Code::CUnsupported, "");
    // lang-c would read what follows twice as often for each.
    let steps =
        |n: usize, operand: &str| region("", &format!("x = {}{operand};", "*++ ".repeat(n)));
    good(&steps(limits::STEPS, "p"));
    refused(&steps(limits::STEPS + 1, ""), Code::CUnsupported, "prefix");
    refused(&steps(200, "(p"), Code::CSyntax, "partner");
    refused(&steps(200, "(p -)"), Code::CUnsupported, "prefix");
    refused(
        &region("", &format!("x = {} 1;", "(int)".repeat(100_000))),
        Code::CUnsupported,
        "prefix",
    );
    refused(&region("", &"{".repeat(5000)), Code::CSyntax, "partner");
}

#[test]
fn names_as_gcc_prints_them() {
    let u = good(&region("int \\U000000e9t;", "\\U000000e9t = 1;"));
    assert_eq!(kinds(&u), [(AttributeKind::Identifier, "ét"); 2]);
}

/// What gcc makes of a program; none where it fails.
fn preprocessed(text: &str, options: &[&str]) -> Option<String> {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("t.c"), text).unwrap();
    let output = std::process::Command::new("gcc")
        .args(["-E", "-fopenmp", "t.c"])
        .args(options)
        .current_dir(dir.path())
        .output()
        .unwrap();
    let text = crate::source::bytes::decode(output.stdout);
    output.status.success().then_some(text)
}
