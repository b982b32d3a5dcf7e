//! The grammar, construct by construct: what is read, and what is said of what is not.

use super::*;
use crate::omp::lexer::MAX_NESTING;

mod modifiers;

fn parse(text: &str) -> Result<Directive> {
    let line = format!("#pragma omp {text}");
    parse_directive(&line, Span::new(1000, 1000 + line.len()))
}

fn good(text: &str) -> Directive {
    match parse(text) {
        Ok(directive) => directive,
        Err(errors) => panic!("{text}: {errors:?}"),
    }
}

/// All messages and hints of a refused directive, one a line.
fn bad(text: &str) -> String {
    match parse(text) {
        Ok(directive) => panic!("{text} was read as {directive:?}"),
        Err(errors) => {
            let mut all = vec![];
            for error in errors {
                assert!(error.is_error());
                all.push(error.message);
                all.extend(error.labels.into_iter().map(|label| label.text));
                all.extend(error.notes);
                all.extend(error.help);
            }
            all.join("\n")
        }
    }
}

/// The first clause of `target` or whatever `directive` is.
fn first(text: &str) -> ClauseKind<ExprText, ItemText> {
    good(text).clauses.remove(0).kind
}

fn items(text: &str) -> Vec<String> {
    let clause = first(text);
    let items = clause.items();
    items.iter().map(|item| item.text.clone()).collect()
}

#[test]
fn names() {
    for text in [
        "target",
        "target teams distribute parallel for simd",
        "target data map(x)",
        "target enter data map(to: x)",
        "target_enter_data map(to: x)",
        "target exit data map(x)",
        "target update to(x)",
        "barrier",
        "cancellation point for",
        "begin declare target",
        "declare_target(f)",
        "end declare target",
        "begin assumes no_openmp",
        "parallel masked taskloop simd",
        "declare simd",
        "nothing",
        "tile sizes(4, 8)",
        "reverse",
        "interchange permutation(2, 1)",
    ] {
        good(text);
    }
    assert_eq!(good("target data map(x)").kind, DirectiveKind::TargetData);
    assert_eq!(
        good("parallel for").kind.leaves(),
        [Leaf::Parallel, Leaf::For]
    );
    assert_eq!(good("ordered simd").kind, DirectiveKind::Ordered);
    assert_eq!(
        good("ordered doacross(source:)").kind,
        DirectiveKind::OrderedDoacross
    );
    assert_eq!(
        good("ordered depend(sink: i-1)").kind,
        DirectiveKind::OrderedDoacross
    );
    assert_eq!(
        good("declare target").kind,
        DirectiveKind::BeginDeclareTarget
    );
    assert_eq!(
        good("declare target device_type(any)").kind,
        DirectiveKind::BeginDeclareTarget
    );
    assert_eq!(
        good("declare target to(x)").kind,
        DirectiveKind::DeclareTarget
    );
    assert_eq!(good("declare target(x)").kind, DirectiveKind::DeclareTarget);
}

#[test]
fn every_construct_is_read_by_its_name() {
    for leaves in crate::omp::combine::constructs() {
        let kind = DirectiveKind::Construct(leaves);
        assert_eq!(good(&kind.name()).kind, kind);
    }
}

#[test]
fn misspelt_directives() {
    for (text, expected) in [
        ("paralel for", "did you mean `parallel for`?"),
        ("parallel fro", "did you mean `parallel for`?"),
        ("target dta map(x)", "did you mean `target data`?"),
        ("teams target", "did you mean `target teams`?"),
        ("for parallel private(x)", "did you mean `parallel for`?"),
        ("parallel simd", "`simd` cannot follow `parallel`"),
        ("teams distribute parallel", "`for` must follow"),
        ("do", "C has `for`"),
        ("workshare", "Fortran"),
        ("parallel workshare", "Fortran"),
        ("allocators", "Fortran"),
        ("stripe sizes(2)", "6.0"),
        ("enter data map(to: x)", "did you mean `target enter data"),
        ("end parallel", "ends nothing in C"),
        ("", "names no directive"),
        ("(x)", "expected the name of a directive"),
        ("123", "expected the name of a directive"),
        ("xyzzy", "unknown directive `xyzzy`"),
        ("parallel(2)", "takes no argument"),
        ("barrier nowait", "not allowed on `barrier`"),
        ("cancel fro", "did you mean `for`?"),
        ("cancel", "missing"),
        ("threadprivate", "needs a list"),
        ("critical(1)", "expected a name"),
    ] {
        let said = bad(text);
        assert!(said.contains(expected), "{text}:\n{said}");
    }
}

#[test]
fn misspelt_clauses() {
    for (text, expected) in [
        ("parallel privat(x)", "did you mean `private`?"),
        ("target mpa(x)", "did you mean `map`?"),
        ("target map(foo: x)", "map types are"),
        ("target map(tofrm: x)", "did you mean `tofrom`?"),
        ("target map(to, from: x)", "a second map type"),
        ("target map(always, always, to: x)", "given twice"),
        ("target map(mapper: x)", "needs an argument"),
        ("target map(ompx_hold, to: x)", "extension"),
        ("target ompx_bare", "extension"),
        ("target gang", "OpenACC"),
        ("target map", "needs an argument in parentheses"),
        ("target map()", "list item is missing"),
        ("target map(to:)", "list item is missing"),
        ("parallel private(a,,b)", "list item is missing"),
        ("parallel private(a,)", "list item is missing"),
        ("parallel private(a b)", "expected `,` or `)`"),
        ("parallel private(a),", "behind the comma"),
        ("parallel ,, private(a)", "behind the comma"),
        ("parallel private(a) + 1", "expected a clause, found `+`"),
        ("parallel private(a) (b)", "expected a clause, found `(b)`"),
        ("parallel private(a", "never closed"),
        ("parallel private(a])", "does not close"),
        ("parallel num_threads(4, 5) num_threads(3)", "at most one"),
        ("parallel if(a, b)", "not a list"),
        ("parallel if()", "expression is missing"),
        ("parallel if(paralel: x)", "did you mean `parallel`?"),
        ("parallel if(target: x)", "is no part of `parallel`"),
        ("target teams if(target: a) if(b)", "two `if` clauses"),
        ("target parallel if(a) if(b)", "if(target"),
        ("for schedule(satic)", "did you mean `static`?"),
        ("for schedule(static, 4, 5)", "not a list"),
        ("for schedule(auto, 4)", "no chunk"),
        ("for schedule(monotonic, nonmonotonic: static)", "twice"),
        ("for nowait(", "never closed"),
        ("for collapse", "needs an argument"),
        ("for reduction(sum)", "no operator"),
        ("for reduction(<<: x)", "unknown reduction operator"),
        ("for reduction(inscn, +: x)", "did you mean `inscan`?"),
        ("task depend(x)", "no dependence type"),
        ("task depend(inn: x)", "did you mean `in`?"),
        ("target map(a[])", "brackets are empty"),
        ("target map(a[1:2:3:4])", "at most three parts"),
        ("target map(a[0:n].x)", "only at the end"),
        ("target map(*p[0:n])", "only at the end"),
        ("parallel default(non)", "did you mean `none`?"),
        ("atomic read()", "takes no argument"),
        ("for reduction(original(private), +: x)", "6.0"),
    ] {
        let said = bad(text);
        assert!(said.contains(expected), "{text}:\n{said}");
    }
}

#[test]
fn all_errors_are_told_at_once() {
    let errors = parse("parallel privat(x) shared(y) num_threads() foo").unwrap_err();
    assert_eq!(errors.len(), 3);
}

#[test]
fn clauses_that_do_not_fit() {
    for (text, expected) in [
        (
            "parallel map(x)",
            "clause `map` is not allowed on `parallel`",
        ),
        ("parallel for nowait", "nothing can remove"),
        ("target data device(1)", "needs a `map`"),
        ("target update nowait", "needs a `to` or `from`"),
        (
            "target enter data map(from: x)",
            "map type `from` is not allowed",
        ),
        ("target exit data map(to: x)", "allowed are `from`"),
        ("target map(release: x)", "not allowed on `target`"),
        ("atomic read write", "excludes"),
        ("atomic seq_cst relaxed", "excludes"),
        ("atomic weak", "needs `compare`"),
        ("taskloop nogroup reduction(+: x)", "excludes"),
        ("taskloop grainsize(1) num_tasks(2)", "excludes"),
        ("unroll full partial", "excludes"),
        ("for ordered(2) linear(x)", "excludes `linear`"),
        ("for simd ordered(2)", "takes no number"),
        ("for order(concurrent) ordered", "excludes"),
        ("for schedule(nonmonotonic: dynamic) ordered", "excludes"),
        (
            "target teams reduction(task, +: x)",
            "reduction modifier `task`",
        ),
        ("task depend(source)", "not allowed on `task`"),
        ("ordered depend(in: x)", "`source` or `sink`"),
        ("depobj(o) depend(in: x, y)", "one variable"),
        ("depobj(o)", "needs a `depend`"),
        ("taskwait nowait", "needs a `depend`"),
        ("requires", "at least one clause"),
        ("tile", "needs a `sizes`"),
        ("flush acquire (x)", "no memory order"),
        (
            "target defaultmap(to) defaultmap(from: scalar)",
            "same variables",
        ),
        ("parallel device(1)", "`device` belongs to `target`"),
        ("target teams distribute ordered", "ordered"),
        (
            "declare target to(f) indirect device_type(host)",
            "device_type(any)",
        ),
        ("teams device(ancestor: 1)", "not allowed"),
        ("target update device(ancestor: 1) to(x)", "not allowed on"),
        ("target if(parallel: x)", "no part of"),
        ("target teams thread_limit(parallel: 2)", "no part of"),
    ] {
        let said = bad(text);
        assert!(said.contains(expected), "{text}:\n{said}");
    }
}

#[test]
fn directive_arguments() {
    let args = |text: &str| format!("{:?}", good(text).args);
    for (text, expected) in [
        ("critical", "None"),
        ("critical (name) hint(1)", "Name(\"name\""),
        ("flush", "None"),
        ("flush(a, b)", "List"),
        ("flush acquire", "None"),
        ("threadprivate(a)", "List"),
        ("allocate(a) allocator(x)", "List"),
        ("cancel parallel if(x)", "Cancels(Parallel"),
        ("cancel taskgroup", "CancelsTaskgroup"),
        (
            "declare reduction(+ : struct v : omp_out.x += omp_in.x, omp_out.y += omp_in.y)",
            "Add",
        ),
        (
            "declare reduction(m : int, long : omp_out = a ? b : c) initializer(omp_priv = {0, 1})",
            "a ? b : c",
        ),
        (
            "declare reduction(m : int) combiner(omp_out += omp_in)",
            "omp_out += omp_in",
        ),
        (
            "declare mapper(id : struct s v) map(v.p[0:v.n])",
            "Some(\"id\")",
        ),
        ("declare mapper(struct s v) map(v)", "struct s v"),
        ("declare simd(f) uniform(x)", "Function"),
        ("groupprivate(x)", "List"),
    ] {
        let said = args(text);
        assert!(said.contains(expected), "{text}:\n{said}");
    }
}

#[test]
fn spans_and_blanks() {
    let text = "#  pragma omp target \\\n  map(to: /* , */ a[0:n]) , // rest\n  nowait";
    let at = Span::new(50, 50 + text.len());
    let directive = parse_directive(text, at).unwrap();
    assert_eq!(directive.span, at);
    let slice = |span: Span| &text[span.lo as usize - 50..span.hi as usize - 50];
    assert_eq!(slice(directive.name_span), "target");
    assert_eq!(slice(directive.clauses[0].span), "map(to: /* , */ a[0:n])");
    assert_eq!(slice(directive.clauses[0].items()[0].span), "a[0:n]");
    let error = parse("parallel privat(x)").unwrap_err().remove(0);
    assert_eq!(error.labels[0].span, Span::new(1021, 1027));
    assert!(parse_directive("#pragma acc kernels", Span::default()).is_err());
    assert!(parse_directive("", Span::default()).is_err());
}

#[test]
fn hostile() {
    let deep = |n: usize| format!("parallel if({}1{})", "(".repeat(n), ")".repeat(n));
    good(&deep(MAX_NESTING - 1));
    assert!(bad(&deep(10_000)).contains("nested deeper"));
    good("parallel private(größe)");
    bad("parallel größe(x)");
    bad("\u{1F600}");
    bad("parallel \u{0}\u{7f}");
    let long = format!("parallel private({}a)", "a,".repeat(50_000));
    assert_eq!(good(&long).clauses[0].items().len(), 50_001);
    bad(&"for ".repeat(10_000));
    bad(&format!("parallel {}", "x".repeat(100_000)));
    let many = "simd ".repeat(60);
    bad(&many);
}
