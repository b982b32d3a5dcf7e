//! Tasks that one thread of a region creates, and waits for.

use super::loops;
use super::scope::Type;
use super::statements;
use super::writer::Writer;

pub fn in_single(w: &mut Writer) {
    w.pragma("single");
    w.open("{");
    w.block(|w| {
        for _ in 0..1 + w.tape.below(2) {
            match w.tape.below(4) {
                0 | 1 => one_an_element(w),
                2 => chain(w),
                _ => taskloop(w),
            }
            w.scope.show_shared();
        }
    });
    w.close();
}

fn one_an_element(w: &mut Writer) {
    let Some(array) = w.scope.array(w.tape, 8) else {
        w.line(";");
        return;
    };
    w.scope.hide(&array.name);
    let count = w.tape.pick(&[3, 1, 0, 8]).min(array.length);
    let group = w.tape.once_in(3);
    if group {
        w.pragma("taskgroup");
    }
    w.open("{");
    let k = w.fresh("k");
    w.open(format!("for (int {k} = 0; {k} < {count}; {k}++) {{"));
    loops::restricted(w, |w| {
        w.scope.add_constant(k.clone(), Type::Int);
        let clause = w.tape.pick(&[
            "",
            " untied",
            " if(0)",
            " final(1)",
            " priority(2)",
            " mergeable",
        ]);
        w.pragma(format!("task{clause} firstprivate({k})"));
        w.open("{");
        statements::assign(w, &array, format!("{}[{k}]", array.name));
        w.close();
    });
    w.close();
    w.close();
    if !group {
        w.pragma("taskwait");
    }
}

/// Tasks that dependences put in order.
fn chain(w: &mut Writer) {
    let Some(v) = w.scope.shared_scalar_of(w.tape, &[Type::Unsigned]) else {
        w.line(";");
        return;
    };
    let name = v.name.clone();
    w.scope.hide(&name);
    for _ in 0..1 + w.tape.below(3) {
        let value = w.scope.unsigned(w.tape, 1);
        let kind = w.tape.pick(&["inout", "out", "inout"]);
        w.pragma(format!("task depend({kind}: {name}) shared({name})"));
        w.line(format!("{name} = {name} * 3u + {value};"));
    }
    w.pragma("taskwait");
}

fn taskloop(w: &mut Writer) {
    let Some(array) = w.scope.array(w.tape, 8) else {
        w.line(";");
        return;
    };
    w.scope.hide(&array.name);
    let mut clauses = w
        .tape
        .pick(&["", " grainsize(3)", " num_tasks(4)", " nogroup"])
        .to_string();
    let reduced = if clauses.contains("nogroup") {
        None
    } else {
        w.tape
            .once_in(2)
            .then(|| loops::reduction(w, &mut clauses))
            .flatten()
    };
    let i = w.fresh("i");
    let trips = w.tape.pick(&[5, 1, 0, 33]).min(array.length);
    let wait = clauses.contains("nogroup");
    w.pragma(format!("taskloop{clauses}"));
    w.open(format!("for (int {i} = 0; {i} < {trips}; {i}++) {{"));
    loops::restricted(w, |w| {
        w.scope.add_constant(i.clone(), Type::Int);
        statements::assign(w, &array, format!("{}[{i}]", array.name));
        if let Some((v, op)) = &reduced {
            loops::combine(w, v, op);
        }
    });
    w.close();
    if wait {
        w.pragma("taskwait");
    }
}
