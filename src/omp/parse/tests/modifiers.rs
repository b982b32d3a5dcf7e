//! List items, and the modifiers in front of them.

use super::*;

#[test]
fn sections() {
    let dims = |text: &str| -> (String, String) {
        let directive = good(&format!("target map({text})"));
        let item = directive.clauses[0].items()[0].clone();
        let part = |e: Option<ExprText>| e.map_or("_".to_string(), |e| e.text);
        let dims = item.dims.into_iter().map(|dim| match dim {
            DimText::Index(index) => format!("[{}]", index.text),
            DimText::Section {
                lower,
                length,
                stride,
            } => format!("[{}|{}|{}]", part(lower), part(length), part(stride)),
        });
        (item.base.text, dims.collect())
    };
    for (text, base, expected) in [
        ("a", "a", ""),
        ("a[i]", "a", "[i]"),
        ("a[:]", "a", "[_|_|_]"),
        ("a[0:n]", "a", "[0|n|_]"),
        ("a[lo:len:2]", "a", "[lo|len|2]"),
        ("a[::2]", "a", "[_|_|2]"),
        ("a[: : s]", "a", "[_|_|s]"),
        ("a[1:]", "a", "[1|_|_]"),
        ("a[:n][0:m]", "a", "[_|n|_][0|m|_]"),
        ("s.p[0:n][k]", "s.p", "[0|n|_][k]"),
        ("p->q[0:n]", "p->q", "[0|n|_]"),
        ("(*p)[0:n]", "(*p)", "[0|n|_]"),
        ("*p", "*p", ""),
        ("*p[i]", "*p[i]", ""),
        ("([N][M])p", "([N][M])p", ""),
        ("([N][M])p[0:2][1]", "([N][M])p", "[0|2|_][1]"),
        ("a[c ? 1 : 2]", "a", "[c ? 1 : 2]"),
        ("a[c ? 1 : 2 : n]", "a", "[c ? 1 : 2|n|_]"),
        (
            "a[0 : c ? x ? 1 : 2 : 3 : 4]",
            "a",
            "[0|c ? x ? 1 : 2 : 3|4]",
        ),
        ("a[b[0]:f(x, y)]", "a", "[b[0]|f(x, y)|_]"),
        ("a[i].b[j][0:2]", "a[i].b", "[j][0|2|_]"),
    ] {
        assert_eq!(dims(text), (base.into(), expected.into()), "{text}");
    }
}

#[test]
fn maps() {
    let map = |text: &str| match first(&format!("target map({text})")) {
        ClauseKind::Map(map) => map,
        other => panic!("{other:?}"),
    };
    assert_eq!(map("x").kind, None);
    assert_eq!(map("to: x, y[0:n]").items.len(), 2);
    assert_eq!(map("to").items.len(), 1);
    for text in [
        "always, to: x",
        "always to: x",
        "to, always: x",
        "always,to : x",
    ] {
        let map = map(text);
        assert!(map.always && map.kind == Some(MapKind::To), "{text}");
    }
    let full =
        map("present, close, mapper(m), iterator(int i = 0 : n : 2, j = 0:m), from: a[i][j]");
    assert!(full.present && full.close && full.mapper.as_deref() == Some("m"));
    assert_eq!(full.iterators.len(), 2);
    assert_eq!(full.iterators[0].ty.as_deref(), Some("int"));
    assert_eq!(full.iterators[0].step.as_ref().unwrap().text, "2");
    assert_eq!(full.iterators[1].ty, None);
    assert_eq!(map("mapper(default): x").kind, None);
    assert_eq!(map("self, to: x").other, ["self"]);
    match first("target exit data map(delete, release: x)") {
        ClauseKind::Map(map) => assert!(map.delete && map.kind == Some(MapKind::Release)),
        other => panic!("{other:?}"),
    }
    match first("target exit data map(delete: x)") {
        ClauseKind::Map(map) => assert!(!map.delete && map.kind == Some(MapKind::Delete)),
        other => panic!("{other:?}"),
    }
    match first("target update to(present, mapper(m): x)") {
        ClauseKind::To(to) => assert!(to.present && to.mapper.as_deref() == Some("m")),
        other => panic!("{other:?}"),
    }
}

#[test]
fn ifs_and_conditionals() {
    let parsed = |text: &str| {
        let clause = good(text).clauses.remove(0);
        (clause.modifier.clone(), clause.exprs()[0].text.clone())
    };
    for (text, modifier, condition) in [
        ("target if(n > 4)", None, "n > 4"),
        ("target if(a ? b : c)", None, "a ? b : c"),
        (
            "target if(target: a ? b : c)",
            Some(vec![Leaf::Target]),
            "a ? b : c",
        ),
        ("target if(target ? b : c)", None, "target ? b : c"),
        (
            "parallel for if(parallel: x)",
            Some(vec![Leaf::Parallel]),
            "x",
        ),
    ] {
        assert_eq!(parsed(text), (modifier, condition.into()), "{text}");
    }
    assert_eq!(parsed("target data if(target data: x) map(y)").0, None);
    good("target parallel for simd if(target: a) if(parallel: b) if(simd: c)");
    good("cancel for, if(x)");
}

#[test]
fn other_modifiers() {
    for (text, expected) in [
        ("teams num_teams(lo:hi)", "NumTeams"),
        ("for linear(x: step)", "Linear"),
        ("for linear(val(x): step)", "kind: Some(\"val\")"),
        ("for linear(x: val, step(2))", "kind: Some(\"val\")"),
        (
            "for schedule(monotonic,simd: static, 4)",
            "monotonic: Some(true), simd: true",
        ),
        ("parallel reduction(task, +: x)", "Some(Task)"),
        ("for reduction(&&: x, y)", "And"),
        ("for reduction(mine: x)", "User(\"mine\")"),
        ("simd aligned(p: 64)", "Aligned"),
        (
            "parallel allocate(align(8), allocator(x): p)",
            "align: Some",
        ),
        (
            "parallel allocate(omp_default_mem_alloc: p)",
            "allocator: Some",
        ),
        ("for order(reproducible: concurrent)", "Some(Reproducible)"),
        ("taskloop grainsize(strict: n)", "strict: true"),
        ("task depend(iterator(i=0:n), in: a[i])", "kind: In"),
        ("task depend(out: omp_all_memory)", "kind: Out"),
        ("target device(ancestor: 1)", "Some(Ancestor)"),
        (
            "ordered doacross(source: omp_cur_iteration)",
            "source: true",
        ),
        ("ordered doacross(sink: i-1,j)", "text: \"i-1,j\""),
        ("ordered depend(source)", "Source"),
        ("ordered depend(sink: i-1, j)", "i-1, j"),
        ("depobj(o) update(inout)", "UpdateDepobj(Inout)"),
        ("depobj(o) destroy", "Destroy(None)"),
        ("atomic update", "Update"),
        ("atomic compare capture fail(seq_cst)", "Compare"),
        ("atomic seq_cst, capture", "SeqCst"),
        ("target defaultmap(tofrom:scalar)", "category: Scalar"),
        ("target defaultmap(none)", "category: All"),
        ("for lastprivate(conditional: x)", "conditional: true"),
        ("distribute dist_schedule(static, n*2)", "DistSchedule"),
        ("declare target enter(f, x) device_type(nohost)", "Enter"),
        ("declare target to(f)", "Enter"),
        ("declare target link(x)", "Link"),
        (
            "metadirective when(device={kind(gpu)}: parallel) default(nothing)",
            "When",
        ),
        ("declare variant(f) match(construct={target})", "Match"),
        ("parallel default(private)", "Private"),
        ("parallel proc_bind(master)", "Master"),
        (
            "error at(compilation) severity(warning) message(\"a)b\")",
            "At",
        ),
        (
            "target uses_allocators(omp_default_mem_alloc)",
            "UsesAllocators",
        ),
        (
            "target is_device_ptr(p), has_device_addr(a[0:2])",
            "IsDevicePtr",
        ),
        ("task affinity(iterator(i=0:n): a[i])", "Affinity"),
        ("task detach(e)", "Detach"),
        ("interop init(targetsync: obj) device(1)", "Init"),
        ("scan inclusive(x)", "Inclusive"),
        ("parallel num_threads(strict: 4)", "strict: true"),
        ("unroll partial(4)", "Partial(Some"),
        ("unroll partial", "Partial(None)"),
        ("assumes absent(target, parallel for)", "parallel for"),
    ] {
        let said = format!("{:?}", first(text));
        assert!(said.contains(expected), "{text}:\n{said}");
    }
    assert_eq!(items("parallel private(a , b,c )"), ["a", "b", "c"]);
}
