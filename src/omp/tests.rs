//! Properties over a corpus: what is printed parses back to the same, and no input panics.

use super::*;
use crate::source::Span;

/// Legal directives that use every clause and most modifiers.
const CORPUS: &[&str] = &[
    "allocate(a, b) align(16) allocator(omp_high_bw_mem_alloc)",
    "assume no_openmp holds(n > 0)",
    "assumes absent(target, parallel for) contains(simd) no_openmp_routines no_parallelism",
    "atomic capture seq_cst hint(omp_sync_hint_contended)",
    "atomic compare weak fail(relaxed) acq_rel memscope(device)",
    "atomic read acquire",
    "atomic update relaxed",
    "atomic write release",
    "barrier",
    "begin declare target device_type(any) indirect",
    "begin declare variant match(device={arch(nvptx)})",
    "cancel taskgroup if(cancel: err)",
    "cancellation point for",
    "critical(lock) hint(1)",
    "declare mapper(m : struct s v) map(to: v.n) map(tofrom: v.p[0:v.n])",
    "declare mapper(struct s v) map(v)",
    "declare reduction(+ : struct c, int : omp_out.x += omp_in.x, f(&omp_out)) initializer(omp_priv = {0, 1})",
    "declare reduction(mine : double : omp_out = omp_in > omp_out ? omp_in : omp_out)",
    "declare simd uniform(a) linear(i: 1) aligned(p: 32) simdlen(8) notinbranch",
    "declare simd(f) linear(val(i): 2) inbranch",
    "declare target enter(f, x) link(y) device_type(any) indirect(1)",
    "declare target(f, g)",
    "declare variant(fast) match(construct={teams, parallel}) adjust_args(need_device_ptr: p) append_args(interop(targetsync))",
    "depobj(d) depend(iterator(int i = 0 : n : 2), inout: a[i])",
    "depobj(d) destroy",
    "depobj(d) update(mutexinoutset)",
    "dispatch device(1) nocontext(x) novariants(y) is_device_ptr(p) nowait",
    "distribute dist_schedule(static, 4) collapse(2) lastprivate(x) order(concurrent)",
    "error at(compilation) severity(warning) message(\"a)\\\"b\")",
    "flush(a, b)",
    "flush acq_rel",
    "for collapse(2) ordered(2) nowait schedule(monotonic: dynamic, n + 1) lastprivate(conditional: x)",
    "for simd schedule(simd, nonmonotonic: guided) reduction(max: m) linear(i: step(val))",
    "for simd reduction(inscan, max: m)",
    "groupprivate(x) device_type(nohost)",
    "interchange permutation(2, 1)",
    "interop init(prefer_type(\"cuda\"), targetsync: o) device(d) depend(in: x) nowait",
    "interop use(o) destroy(p)",
    "loop bind(teams) order(reproducible: concurrent) reduction(*: x)",
    "masked filter(tid)",
    "metadirective when(user={condition(n > 4)}: parallel for) otherwise(nothing)",
    "ordered depend(sink: i - 1, j)",
    "ordered doacross(sink: omp_cur_iteration - 1)",
    "ordered doacross(source:)",
    "ordered simd threads",
    "parallel copyin(t) num_threads(strict: 4) proc_bind(spread) default(firstprivate) shared(x)",
    "parallel for if(parallel: c ? a : b) allocate(align(8), allocator(al): p) private(x, y)",
    "parallel masked taskloop simd grainsize(strict: 4) untied mergeable final(x) priority(3) nogroup",
    "parallel reduction(task, &&: ok) reduction(default, mine: x) safesync(2) severity(fatal) message(\"m\")",
    "requires unified_shared_memory reverse_offload atomic_default_mem_order(seq_cst) self_maps device_safesync dynamic_allocators unified_address",
    "scan exclusive(x)",
    "scope nowait reduction(|: bits)",
    "sections firstprivate(saved: x) nowait",
    "simd safelen(8) simdlen(4) nontemporal(a, b) aligned(p) if(simd: n > 8)",
    "single copyprivate(x)",
    "target data map(present, always, to: a[0:n]) use_device_ptr(a) use_device_addr(b[0:2]) device(d) if(target data: y)",
    "target enter data map(to: s.p[0:n][k], (*q)[:n], ([N][M])p) depend(out: a, omp_all_memory) nowait",
    "target exit data map(delete: a) map(delete, release: b) map(from: c[::2])",
    "target teams distribute parallel for simd map(tofrom: y[0:n]) num_teams(lo:hi) thread_limit(64) nowait",
    "target teams map(mapper(m), iterator(i = 0 : n), close, ref_ptee, attach(never), from: a[i][0 : c ? 1 : 2]) defaultmap(none: aggregate) defaultmap(tofrom: scalar)",
    "target is_device_ptr(p) has_device_addr(q) uses_allocators(al(traits)) in_reduction(+: s) device(ancestor: 1)",
    "target update to(present, mapper(m): a[0:n]) from(iterator(i = 0 : n): b[i]) priority(1)",
    "task affinity(iterator(i = 0 : n): a[i]) detach(ev) depend(iterator(i = 0 : n), in: a[i]) depend(depobj: d) transparent(2)",
    "taskgroup task_reduction(-: x) allocate(p)",
    "taskloop num_tasks(n) collapse(2) reduction(min: x)",
    "taskwait depend(inoutset: x) nowait",
    "threadprivate(x, y)",
    "tile sizes(4, m * 2)",
    "declare target local(x) device_type(nohost)",
    "scan inclusive(a, b)",
    "unroll full",
    "unroll partial(4)",
];

fn parse(text: &str) -> crate::diag::Result<Directive> {
    let line = format!("#pragma omp {text}");
    parse_directive(&line, Span::new(7, 7 + line.len()))
}

/// The directive with all places forgotten.
fn placeless(directive: Directive) -> Directive {
    let place = |expr: ExprText| ExprText {
        span: Span::default(),
        ..expr
    };
    let mut expr = |e: ExprText| -> Result<ExprText, ()> { Ok(place(e)) };
    let mut item = |item: ItemText| -> Result<ItemText, ()> {
        let dims = item.dims.into_iter().map(|dim| match dim {
            DimText::Index(index) => DimText::Index(place(index)),
            DimText::Section {
                lower,
                length,
                stride,
            } => DimText::Section {
                lower: lower.map(place),
                length: length.map(place),
                stride: stride.map(place),
            },
        });
        Ok(ItemText {
            span: Span::default(),
            text: item.text,
            base: place(item.base),
            dims: dims.collect(),
        })
    };
    let args = directive.args.try_map(&mut expr, &mut item).unwrap();
    let args = match args {
        DirectiveArgs::Name(name, _) => DirectiveArgs::Name(name, Span::default()),
        DirectiveArgs::Cancels(leaf, _) => DirectiveArgs::Cancels(leaf, Span::default()),
        DirectiveArgs::CancelsTaskgroup(_) => DirectiveArgs::CancelsTaskgroup(Span::default()),
        args => args,
    };
    let clauses = directive.clauses.into_iter().map(|clause| Clause {
        span: Span::default(),
        ..clause.try_map(&mut expr, &mut item).unwrap()
    });
    Directive {
        clauses: clauses.collect(),
        kind: directive.kind,
        args,
        span: Span::default(),
        name_span: Span::default(),
    }
}

fn goes_round(directive: Directive, text: &str) {
    let printed = directive.to_string();
    let again = match parse(&printed) {
        Ok(again) => again,
        Err(errors) => panic!("{text}\nprinted as {printed}\n{errors:?}"),
    };
    let (before, after) = (placeless(directive), placeless(again));
    assert_eq!(before, after, "{text}\nprinted as {printed}");
}

#[test]
fn corpus_goes_round() {
    for text in CORPUS {
        match parse(text) {
            Ok(directive) => goes_round(directive, text),
            Err(errors) => panic!("{text}: {errors:?}"),
        }
    }
}

#[test]
fn corpus_has_every_clause() {
    let all = CORPUS.join(" ");
    let words: Vec<_> = all
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .collect();
    let missing: Vec<_> = clauses::CLAUSES
        .iter()
        .map(|row| row.name)
        .filter(|name| !words.contains(name))
        .collect();
    assert_eq!(
        missing,
        ["full", "inclusive", "interop", "local"][..0],
        "{missing:?}"
    );
}

/// Every item and expression that the visitor sees is one that the lists return, in number.
#[test]
fn lists_agree_with_the_visitor() {
    for text in CORPUS {
        for clause in parse(text).unwrap().clauses {
            let (items, exprs) = (clause.items().len(), clause.exprs().len());
            let (mut seen_items, mut seen_exprs) = (0, 0);
            let mapped: Result<Clause<(), ()>, ()> = clause.clone().try_map(
                &mut |_| {
                    seen_exprs += 1;
                    Ok(())
                },
                &mut |_| {
                    seen_items += 1;
                    Ok(())
                },
            );
            assert!(mapped.is_ok());
            assert_eq!((items, exprs), (seen_items, seen_exprs), "{clause}");
        }
    }
}

/// A small generator, so that runs are the same everywhere.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % sides.max(1) as u64) as usize
    }
}

/// The text with one thing changed: something removed, doubled, replaced, inserted, or a tail of
/// another directive put on.
fn mutated(text: &str, dice: &mut Dice) -> String {
    const BITS: &[&str] = &[
        "(",
        ")",
        "[",
        "]",
        ":",
        ",",
        "?",
        "*",
        "\"",
        "'",
        "=",
        ";",
        "\\\n",
        "/*",
        "//",
        "é",
        "\u{0}",
        "#",
        " map(",
        "to:",
        "if(",
        "target",
        "parallel ",
        "x",
        "0",
        "iterator(",
        "::",
        "val(",
        "step(",
        "->",
        "}",
        "{",
    ];
    let chars: Vec<char> = text.chars().collect();
    let at = dice.roll(chars.len());
    let end = (at + 1 + dice.roll(6)).min(chars.len());
    let head: String = chars[..at].iter().collect();
    let part: String = chars[at..end].iter().collect();
    let tail: String = chars[end..].iter().collect();
    let bit = BITS[dice.roll(BITS.len())];
    match dice.roll(5) {
        0 => head + &tail,
        1 => head + &part + &part + &tail,
        2 => head + bit + &tail,
        3 => head + bit + &part + &tail,
        _ => {
            let other: Vec<char> = CORPUS[dice.roll(CORPUS.len())].chars().collect();
            let from = dice.roll(other.len());
            head + &other[from..].iter().collect::<String>()
        }
    }
}

#[test]
fn mutations_never_panic() {
    let mut dice = Dice(0x9E37_79B9_7F4A_7C15);
    let mut read = 0;
    for round in 0..6000 {
        let mut text = CORPUS[round % CORPUS.len()].to_string();
        for _ in 0..=dice.roll(3) {
            text = mutated(&text, &mut dice);
        }
        let length = "#pragma omp ".len() + text.len();
        match parse(&text) {
            Ok(directive) => {
                read += 1;
                goes_round(directive, &text);
            }
            Err(errors) => {
                assert!(errors.iter().any(|error| error.is_error()), "{text}");
                for label in errors.iter().flat_map(|error| &error.labels) {
                    let inside = label.span.lo >= 7 && label.span.hi as usize <= 7 + length;
                    assert!(
                        inside && label.span.lo <= label.span.hi,
                        "{text}: {label:?}"
                    );
                }
            }
        }
    }
    assert!(read > 200, "only {read} of the mutations were legal");
}
