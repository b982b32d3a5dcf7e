//! Tests of what code does to variables and memory: `uses`, `sharing`, `reach`, `strides`, `updates`.

use super::{Known, known, known_in_f};
use crate::analyze::reach::{Root, reach};
use crate::analyze::sharing::{DeviceAttr, device_data};
use crate::analyze::strides::{self, How, Stride};
use crate::analyze::updates;
use crate::analyze::uses::Use;
use crate::omp::ReductionOp;

fn used(statements: &str, var: &str) -> Use {
    let mut found = Use::default();
    known_in_f(statements, |known: &Known| {
        let body = known.program.funcs[known.func("f")].body;
        found = known.facts.uses(body.expect("a body")).get(known.var(var));
    });
    found
}

#[test]
fn uses_tell_a_pointer_from_what_it_points_to() {
    assert!(used("x[0] = 1;", "x").read);
    assert!(!used("x[0] = 1;", "x").maybe_written());
    assert!(used("int a[3]; a[0] = 1;", "a").written);
    assert!(used("int a = n; int *p = &a; *p = 2;", "a").escapes);
    assert!(used("n += 1;", "n").written);
    assert_eq!(used("int a = sizeof n; x[a] = 0;", "n"), Use::default());
    assert!(used("int a = ({ n++; 1; }); x[a] = 0;", "n").written);
}

#[test]
fn a_construct_hides_what_it_privatises() {
    let parallel = |clause: &str| format!("int a = 0;\n#pragma omp parallel {clause}\na = n;");
    let of_region = |clause: &str| {
        let mut found = Use::default();
        known_in_f(&parallel(clause), |known| {
            let id = known.all("parallel")[0];
            found = known.facts.uses_of_construct(id).get(known.var("a"));
        });
        found
    };
    assert!(of_region("").written);
    assert_eq!(of_region("private(a)"), Use::default());
    assert!(of_region("firstprivate(a)").read && !of_region("firstprivate(a)").written);
    let reduced = of_region("reduction(+: a)");
    assert!(reduced.read && reduced.written);
}

#[test]
fn statements_say_which_constructs_they_hold() {
    let holds = |statements: &str| {
        let mut found = (false, false);
        known_in_f(statements, |known| {
            let body = known.program.funcs[known.func("f")].body.expect("a body");
            let uses = known.facts.uses(body);
            found = (uses.constructs, uses.runtime_loops);
        });
        found
    };
    assert_eq!(holds("x[0] = n;"), (false, false));
    assert_eq!(holds("#pragma omp atomic\nx[0] += n;"), (false, false));
    assert_eq!(holds("#pragma omp barrier\n"), (true, false));
    let nested = "#pragma omp parallel\n{\n#pragma omp for schedule(runtime)\nfor (int i = 0; i < n; i++) x[i] = i;\n}";
    assert_eq!(holds(nested), (true, true));
}

#[test]
fn variables_of_a_region_have_their_attributes() {
    let text = "int table[3]; \n#pragma omp declare target enter(table)\n\
                void f(int n, int *x)\n{\nint s = 0; int a[4];\n#pragma omp target map(tofrom: s)\n\
                { s = a[n] + x[0] + table[0]; }\n}\n";
    known(text, |known| {
        let region = known.all("target")[0];
        let data = device_data(&known.facts.uses, region).expect("no error");
        let attr = |name| {
            let var = known.var(name);
            let mut all = data.vars.iter();
            let captured = all.find(|captured| captured.var == var);
            captured.map(|captured| captured.attr)
        };
        assert!(
            matches!(attr("s"), Some(DeviceAttr::Map(_))),
            "{:?}",
            attr("s")
        );
        assert!(
            matches!(attr("a"), Some(DeviceAttr::Map(_))),
            "{:?}",
            attr("a")
        );
        assert_eq!(attr("n"), Some(DeviceAttr::Firstprivate));
        assert_eq!(attr("table"), Some(DeviceAttr::DeclareTarget));
    });
}

#[test]
fn device_code_reaches_what_it_calls_and_no_more() {
    let text = "int helper(int i) { return i; }\nint caller(int i) { return helper(i); }\nint other(int i) { return i; }\n\
                void f(int n, int *x)\n{\n#pragma omp target map(tofrom: x[0:1])\n    x[0] = caller(n);\n    x[1] = other(n);\n}\n";
    known(text, |known| {
        let body = known.body("target");
        let (reached, found) = reach(known.program, &[Root::Region(body)]);
        assert!(found.is_empty(), "{found:#?}");
        assert_eq!(reached.funcs, [known.func("helper"), known.func("caller")]);
    });
}

#[test]
fn elements_that_are_only_updated_need_no_copies() {
    let updated = |statements: &str, op: ReductionOp| {
        let mut found = None;
        known_in_f(&format!("int a[8];\n{statements}"), |known| {
            let body = known.program.funcs[known.func("f")].body.expect("a body");
            let all = updates::of(known.program, body, known.var("a"), &op);
            found = all.map(|all| all.len());
        });
        found
    };
    assert_eq!(updated("a[n] += 1; a[n]--;", ReductionOp::Add), Some(2));
    assert_eq!(updated("a[n] *= 2;", ReductionOp::Add), None);
    assert_eq!(updated("a[n] += a[0];", ReductionOp::Add), None);
    assert_eq!(
        updated("if (a[n] < n) a[n] = n;", ReductionOp::Max),
        Some(1)
    );
    assert_eq!(updated("x[0] = a[n];", ReductionOp::Add), None);
    assert_eq!(updated("x[0] = n;", ReductionOp::Add), Some(0));
}

/// The strides of the accesses in `access`, in the loops over `i` and, inside, over `j`.
fn strides_of(declared: &str, access: &str) -> Vec<(Stride, Stride)> {
    let text = format!(
        "#pragma omp for\nfor (int i = 0; i < n; i++) {{\n{declared}\n#pragma omp simd\nfor (int j = 0; j < n; j++)\n{access};\n}}"
    );
    let mut found = vec![];
    known_in_f(&text, |known| {
        let nest = |directive| known.facts.nest(known.construct(directive));
        let (outer, inner) = (nest("for").expect("a nest"), nest("simd").expect("a nest"));
        let loops = [&outer.loops[0], &inner.loops[0]];
        let all = strides::accesses(&known.facts, &loops, &[], inner.body);
        found = all.iter().map(|one| (one.along[0], one.along[1])).collect();
    });
    found
}

const NONE: Stride = Stride::NONE;
/// The next element of an array of int.
const NEXT: Stride = Stride::By(4);

#[test]
fn strides_follow_sums_products_and_initial_values() {
    use Stride::{By, Unknown};
    assert_eq!(strides_of("", "x[j] = 0"), [(NONE, NEXT)]);
    assert_eq!(strides_of("", "x[i] = j"), [(NEXT, NONE)]);
    assert_eq!(strides_of("", "x[n] = j"), [(NONE, NONE)]);
    assert_eq!(strides_of("", "x[i * n + j] = 0"), [(Unknown, NEXT)]);
    assert_eq!(strides_of("", "x[j * n + i] = 0"), [(NEXT, Unknown)]);
    assert_eq!(strides_of("", "x[n - j] = 0"), [(NONE, By(-4))]);
    assert_eq!(strides_of("", "x[3 * i + 2 * j] = 0"), [(By(12), By(8))]);
    assert_eq!(strides_of("", "x[(i << 4) - j] = 0"), [(By(64), By(-4))]);
    assert_eq!(strides_of("", "*(x + i + 5 * j) = 0"), [(NEXT, By(20))]);
    assert_eq!(strides_of("", "((char *)x)[i] = 0"), [(By(1), NONE)]);
    assert_eq!(
        strides_of("int *row = x + i * n;", "row[j] = 0"),
        [(Unknown, NEXT)]
    );
    assert_eq!(
        strides_of("int at = i * n;", "x[at + j] = 0"),
        [(Unknown, NEXT)]
    );
    assert_eq!(
        strides_of("struct { int a, b, c; } *p = (void *)x;", "p[j].b = i"),
        [(NONE, By(12))]
    );
    // Nothing is known of a value that memory holds.
    assert!(strides_of("", "x[x[j]] = 0").contains(&(NONE, Unknown)));
    // The thread's own array may lie in registers.
    assert!(strides_of("int own[2]; own[0] = 0;", "own[0] += j").is_empty());
}

#[test]
fn strides_follow_what_variables_are_assigned() {
    use Stride::{By, Rarely, Unknown};
    // Each iteration takes the same steps from where it begins.
    assert_eq!(
        strides_of("", "for (int k = 0; k < n; k++) x[k * n + j] = i"),
        [(NONE, NEXT)]
    );
    assert_eq!(
        strides_of("", "for (int k = i; k < n; k += 2) x[k] = j"),
        [(NEXT, NONE)]
    );
    assert_eq!(
        strides_of("", "{ int at; at = j; at = at + n; x[at] = 0; }"),
        [(NONE, NEXT)]
    );
    assert_eq!(
        strides_of("", "{ int *p = x + j; p += n; *p++ = 0; }"),
        [(NONE, NEXT)]
    );
    // Of the neighbours at the edge nothing else is lost but the edge.
    assert_eq!(strides_of("", "x[j > 0 ? j - 1 : 0] = i"), [(NONE, NEXT)]);
    assert_eq!(
        strides_of("int up = (i + 1) % n;", "x[up] = j"),
        [(NEXT, NONE)]
    );
    assert_eq!(strides_of("", "x[j % 3] = i"), [(NONE, Unknown)]);
    // An index that is taken apart by the length of a row, or of a block that a warp stays in.
    assert_eq!(strides_of("", "x[j / n] = i"), [(NONE, Rarely)]);
    assert_eq!(
        strides_of("", "x[j / 256 * 512 + j % 256] = i"),
        [(NONE, NEXT)]
    );
    assert_eq!(
        strides_of("", "x[(j >> 8) * n + (j & 255)] = i"),
        [(NONE, NEXT)]
    );
    assert_eq!(strides_of("", "x[8 * j / 4] = i"), [(NONE, By(8))]);
    assert_eq!(strides_of("", "x[j / 4] = i"), [(NONE, Unknown)]);
    assert_eq!(strides_of("", "x[j & 252] = i"), [(NONE, Unknown)]);
    // What depends on itself, or changes in other ways, is not known.
    assert_eq!(
        strides_of("", "{ int at = j; at = n - at; x[at] = 0; }"),
        [(Unknown, Unknown)]
    );
    assert_eq!(
        strides_of("", "{ int at = j; int *p = &at; *p = 1; x[at] = 0; }")[1],
        (Unknown, Unknown)
    );
}

#[test]
fn strides_follow_functions_that_compute_a_place() {
    let text = "#pragma omp begin declare target\n\
        static inline int at(int row, int column) { return 100 * row + column; }\n\
        static int twice(int k) { return k ? at(k, twice(k - 1)) : 0; }\n\
        void f(int n, int *x)\n{\n#pragma omp for\nfor (int i = 0; i < n; i++)\n\
        x[at(0, i)] = x[at(i, at(n, n))] + x[at(at(1, i), i)] + x[twice(i)];\n}\n\
        #pragma omp end declare target\n";
    known(text, |known| {
        let nest = known.facts.nest(known.construct("for")).expect("a nest");
        let all = strides::accesses(&known.facts, &[&nest.loops[0]], &[], nest.body);
        let all: Vec<Stride> = all.iter().map(|one| one.along[0]).collect();
        let expected = [NEXT, Stride::By(400), Stride::By(404), Stride::Unknown];
        assert_eq!(all, expected);
    });
}

#[test]
fn accesses_know_how_often_and_how_they_are_made() {
    known_in_f(
        "#pragma omp for\nfor (int i = 0; i < n; i++) {\nx[0] += 1;\nfor (int k = 0; k < 5; k++)\nwhile (n) x[1] = x[2];\n}",
        |known| {
            let nest = known.facts.nest(known.construct("for")).expect("a nest");
            let all = strides::accesses(&known.facts, &[&nest.loops[0]], &[], nest.body);
            let all: Vec<(How, u64)> = all.iter().map(|one| (one.how, one.times)).collect();
            assert_eq!(
                all,
                [(How::ReadAndWrite, 1), (How::Write, 80), (How::Read, 80)]
            );
        },
    );
}

#[test]
fn strides_of_called_functions_are_those_of_the_arguments() {
    use Stride::{By, Unknown};
    let strides_in = |functions: &str, body: &str| {
        let text = format!(
            "#pragma omp begin declare target\n{functions}\nvoid f(int n, int *x)\n{{\n\
            #pragma omp for\nfor (int i = 0; i < n; i++) {{ {body} }}\n}}\n#pragma omp end declare target\n"
        );
        let mut found = (vec![], vec![]);
        known(&text, |known| {
            let nest = known.facts.nest(known.construct("for")).expect("a nest");
            let all = strides::reached(&known.facts, &[&nest.loops[0]], (&[], None), nest.body);
            let called = all.accesses.iter().filter(|one| one.called.is_some());
            found.0 = called.map(|one| one.along[0]).collect();
            found.1 = all.unknown.iter().map(|one| one.why).collect();
        });
        found
    };
    let known_strides = |functions: &str, body: &str| {
        let (strides, unknown) = strides_in(functions, body);
        assert_eq!(unknown, []);
        strides
    };
    let set = "static void set(int *p, int at) { p[2 * at] = 0; }";
    assert_eq!(known_strides(set, "set(x, i);"), [By(8)]);
    assert_eq!(known_strides(set, "set(x, n);"), [NONE]);
    assert_eq!(known_strides(set, "set(x + i, n - 3 * i);"), [By(-20)]);
    assert_eq!(known_strides(set, "set(&x[i], i * n);"), [Unknown]);
    // A difference that the arguments make away with.
    let apart = "static void set(int *p, int a, int b) { p[a - b] = 0; }";
    assert_eq!(known_strides(apart, "set(x, i, i);"), [NONE]);
    // Variables of the caller's own are no memory; one that moves beside them is.
    assert_eq!(known_strides(set, "int own[9]; set(own, i);"), []);
    assert_eq!(known_strides(set, "int own[9]; set(own + 4, i);"), []);
    // Parameters that the function changes, and those that it walks with.
    let changed = "static void set(int *p, int at) { at = at * at; p[at] = 0; }";
    assert_eq!(known_strides(changed, "set(x, i);"), [Unknown]);
    let walks = "static void set(int *p, int n) { for (; n > 0; n--) *p++ = n; }";
    assert_eq!(known_strides(walks, "set(x + 10 * i, n);"), [By(40)]);
    // Through several functions, and by a function twice.
    let deep = format!("{set} static void both(int *p, int k) {{ set(p + k, k); set(p, 5); }}");
    assert_eq!(known_strides(&deep, "both(x, i);"), [By(12), NONE]);
    // What cannot be followed is told.
    let circle = "static int down(int *p, int k) { return k ? down(p, k - 1) : p[0]; }\n\
        static int begin(int *p) { return down(p, 9) + p[1]; }";
    let (strides, unknown) = strides_in(circle, "x[0] = begin(x);");
    assert_eq!(
        (strides, unknown),
        (vec![NONE], vec![strides::Open::Recursive])
    );
    let (_, unknown) = strides_in("", "int (*g)(int *) = (int (*)(int *))x; g(x);");
    assert_eq!(unknown, [strides::Open::Pointer]);
    let (_, unknown) = strides_in(
        "extern int there(int *); extern int one(int);",
        "there(x); one(n);",
    );
    assert_eq!(unknown, [strides::Open::Elsewhere]);
}
