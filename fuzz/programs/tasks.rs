//! Tasks that one thread of a region creates, and waits for.

use super::loops;
use super::regions::{self, Team};
use super::scope::Type;
use super::statements;
use super::writer::Writer;

pub fn in_single(w: &mut Writer) {
    w.pragma("single");
    w.open("{");
    w.block(|w| {
        for _ in 0..1 + w.tape.below(2) {
            match w.tape.below(7) {
                0 | 1 => one_an_element(w),
                2 => chain(w),
                3 => taskloop(w),
                4 => in_reduction(w),
                5 => one_at_a_time(w),
                _ => reader_and_writer(w),
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

/// Tasks that take part in the reduction of their taskgroup.
fn in_reduction(w: &mut Writer) {
    let mut clause = String::new();
    let Some((v, op)) = loops::reduction(w, &mut clause) else {
        w.line(";");
        return;
    };
    w.pragma(format!(
        "taskgroup{}",
        clause.replace("reduction", "task_reduction")
    ));
    let k = w.fresh("k");
    let count = w.tape.pick(&[3, 1, 0, 17]);
    w.open("{");
    w.open(format!("for (int {k} = 0; {k} < {count}; {k}++) {{"));
    loops::restricted(w, |w| {
        w.scope.add_constant(k.clone(), Type::Int);
        let clause = clause.replace("reduction", "in_reduction");
        w.pragma(format!("task firstprivate({k}){clause}"));
        w.open("{");
        loops::combine(w, &v, op);
        w.close();
    });
    w.close();
    w.close();
}

/// Tasks that change one variable in any order, but never two together.
fn one_at_a_time(w: &mut Writer) {
    let Some(v) = w.scope.shared_scalar_of(w.tape, &[Type::Unsigned]) else {
        w.line(";");
        return;
    };
    let name = v.name.clone();
    w.scope.hide(&name);
    let before = w.scope.unsigned(w.tape, 1);
    w.pragma(format!("task depend(out: {name}) shared({name})"));
    w.line(format!("{name} = {before};"));
    for _ in 0..1 + w.tape.below(4) {
        let value = w.scope.unsigned(w.tape, 1);
        let operator = "+";
        w.pragma(format!("task depend(mutexinoutset: {name}) shared({name})"));
        w.line(format!("{name} {operator}= {value};"));
    }
    let after = w.scope.unsigned(w.tape, 1);
    w.pragma(format!("task depend(inout: {name}) shared({name})"));
    w.line(format!("{name} = {name} * 5u + {after};"));
    w.pragma("taskwait");
}

/// A task writes what several others read.
fn reader_and_writer(w: &mut Writer) {
    let source = w.scope.shared_scalar_of(w.tape, &[Type::Unsigned]);
    let Some(source) = source else {
        w.line(";");
        return;
    };
    let source = source.name;
    w.scope.hide(&source);
    let Some(array) = w.scope.array(w.tape, 8) else {
        w.line(";");
        return;
    };
    w.scope.hide(&array.name);
    let value = w.scope.unsigned(w.tape, 2);
    w.pragma(format!("task depend(out: {source}) shared({source})"));
    w.line(format!("{source} = {value};"));
    for at in 0..1 + w.tape.below(4) {
        let element = format!("{}[{at}]", array.name);
        let nested = w.tape.once_in(3);
        w.pragma(format!(
            "task depend(in: {source}) depend(out: {element}) shared({source})"
        ));
        w.open("{");
        loops::restricted(w, |w| {
            w.scope.find(&source).hidden = false;
            if nested {
                w.pragma(format!("task shared({source})"));
                statements::assign(w, &array, element.clone());
                w.pragma("taskwait");
            } else {
                statements::assign(w, &array, element.clone());
            }
        });
        w.close();
    }
    w.pragma(format!("task depend(inout: {source}) shared({source})"));
    w.line(format!("{source} ^= 21u;"));
    w.pragma("taskwait");
}

/// Every thread of the region creates a task and waits for it.
pub fn of_each_thread(w: &mut Writer, team: &Team) {
    let Some(array) = w.scope.array(w.tape, team.most) else {
        return;
    };
    w.scope.hide(&array.name);
    regions::each_thread(w, team, |w| {
        let own = w.scope.own(w.tape);
        w.pragma("task");
        w.open("{");
        loops::restricted(w, |w| {
            statements::assign(w, &array, format!("{}[tid]", array.name));
        });
        w.close();
        w.pragma("taskwait");
        if let Some(v) = own {
            // The thread's own variable, which its task shares.
            w.pragma(format!("task shared({})", v.name));
            w.open("{");
            statements::assign(w, &v, format!("@{}", v.name));
            w.close();
            w.pragma("taskwait");
        }
    });
}
