//! More phases of parallel regions: those in which a construct itself orders the threads.

use super::loops::{self, Header};
use super::regions::{self, Team};
use super::scope::Type;
use super::statements::{self, Part};
use super::writer::Writer;

/// Every thread encounters a parallel region of its own.
pub fn nested(w: &mut Writer, team: &Team) {
    regions::each_thread(w, team, |w| {
        let target = w.scope.own(w.tape);
        let Some(v) = target.filter(|v| matches!(v.ty, Type::Unsigned | Type::Long)) else {
            w.line(";");
            return;
        };
        let j = w.fresh("j");
        let trips = w.tape.pick(&[3, 1, 0, 40]);
        let threads = w.tape.pick(&["", " num_threads(2)", " num_threads(33)"]);
        let schedule = loops::schedule(w);
        w.pragma(format!(
            "parallel for reduction(+: {}){threads}{schedule}",
            v.name
        ));
        w.open(format!("for (int {j} = 0; {j} < {trips}; {j}++) {{"));
        loops::restricted(w, |w| {
            w.scope.hide(&v.name);
            w.scope.add_constant(j.clone(), Type::Int);
            let value = w.scope.unsigned(w.tape, 1);
            w.line(format!("@{} += {value} & 0xfffu;", v.name));
        });
        w.close();
    });
}

/// Every thread works on an array of its own.
pub fn own_elements(w: &mut Writer, team: &Team) {
    regions::each_thread(w, team, |w| {
        let Some(array) = w.scope.own_array(w.tape) else {
            w.line(";");
            return;
        };
        let element = statements::element_of(w, &array);
        statements::assign(w, &array, element);
        if array.ty == Type::Unsigned && w.tape.once_in(2) {
            let (name, length) = (&array.name, array.length);
            w.line(format!("@{name}[1] += squeeze(@{name}, {length});"));
        }
    });
}

/// Several variables change together, one thread at a time.
pub fn in_turn(w: &mut Writer, team: &Team) {
    let Some(v) = w.scope.shared_scalar_of(w.tape, &[Type::Unsigned]) else {
        return;
    };
    w.scope.hide(&v.name);
    let Some(array) = w.scope.shared_array_of(w.tape, 4, Type::Unsigned) else {
        return;
    };
    w.scope.hide(&array.name);
    let lock = w.lock.clone();
    regions::each_thread(w, team, |w| {
        let value = w.scope.unsigned(w.tape, 1);
        let index = w.scope.unsigned(w.tape, 1);
        match &lock {
            Some(lock) => w.device(format!("omp_set_lock(&{lock});")),
            None => w.pragma("critical(together)"),
        }
        w.open("{");
        w.line(format!("{} += {value};", v.name));
        w.line(format!(
            "{}[{index} & {}u] ^= {value} * 7u;",
            array.name,
            array.length - 1
        ));
        w.close();
        if let Some(lock) = &lock {
            w.device(format!("omp_unset_lock(&{lock});"));
        }
    });
}

/// Some thread, which all know, writes alone.
pub fn filtered(w: &mut Writer, team: &Team) {
    let size = team.size.as_deref().expect("a known team").to_string();
    let which = w.tape.below(40);
    w.pragma(format!("masked filter({which} % {size})"));
    w.open("{");
    w.block(|w| statements::list(w, Part::Thread, 2));
    w.close();
}

fn simple_header(w: &mut Writer, most: usize) -> Header {
    let i = w.fresh("i");
    loops::single_header(w, i, most)
}

/// A prefix sum, or the greatest so far.
pub fn scan(w: &mut Writer) -> bool {
    let Some(v) = w
        .scope
        .shared_scalar_of(w.tape, &[Type::Unsigned, Type::Long])
    else {
        return false;
    };
    w.scope.hide(&v.name);
    let Some(array) = w.scope.array(w.tape, 8) else {
        return false;
    };
    w.scope.hide(&array.name);
    let op = w.tape.pick(&["+", "max", "min"]);
    let exclusive = w.tape.once_in(2);
    // The host version of gcc 12 does not survive an empty one: tests/run has those.
    let i = w.fresh("i");
    let header = loops::constant_header(w, i, array.length);
    w.pragma(format!("for reduction(inscan, {op}: {})", v.name));
    loops::body(w, &header, |w| {
        let value = w.scope.value(w.tape, v.ty, 1);
        let at = loops::place(w, &header.number, array.length);
        let input = match op {
            "+" => format!("{} += {value};", v.name),
            "max" => format!("{0} = {value} > {0} ? {value} : {0};", v.name),
            _ => format!("{0} = {value} < {0} ? {value} : {0};", v.name),
        };
        let sum = super::scope::as_unsigned(v.ty, &v.name);
        let kept = match array.ty {
            Type::Double => format!("fold((double)(int)({sum} & 0xffffu))"),
            ty => format!("({}){sum}", ty.c()),
        };
        let output = format!("{}[{at}] = {kept};", array.name);
        let (first, kind, second) = match exclusive {
            true => (output, "exclusive", input),
            false => (input, "inclusive", output),
        };
        w.line(first);
        w.pragma(format!("scan {kind}({})", v.name));
        w.line(second);
    });
    true
}

/// A doacross loop: each iteration reads what the one before it wrote.
pub fn chained(w: &mut Writer) -> bool {
    let Some(array) = w.scope.array(w.tape, 8) else {
        return false;
    };
    w.scope.hide(&array.name);
    let i = w.fresh("i");
    let distance = w.tape.pick(&[1, 2, 3]);
    let trips = w
        .tape
        .pick(&[5, 1, 0, 33, 200])
        .min(array.length - distance);
    let schedule = w.tape.pick(&[
        "",
        " schedule(static, 1)",
        " schedule(static)",
        " schedule(dynamic, 2)",
    ]);
    w.pragma(format!("for ordered(1){schedule}"));
    w.open(format!(
        "for (int {i} = {distance}; {i} < {trips} + {distance}; {i}++) {{"
    ));
    loops::restricted(w, |w| {
        w.scope.add_constant(i.clone(), Type::Int);
        let (work, before) = (w.fresh("work"), w.fresh("before"));
        let value = w.scope.unsigned(w.tape, 2);
        w.line(format!("const unsigned {work} = {value};"));
        w.scope.add_constant(work, Type::Unsigned);
        w.pragma(format!("ordered depend(sink: {i} - {distance})"));
        let (ty, name) = (array.ty.c(), &array.name);
        w.line(format!("const {ty} {before} = {name}[{i} - {distance}];"));
        w.scope.add_constant(before, array.ty);
        statements::assign(w, &array, format!("{name}[{i}]"));
        w.pragma("ordered depend(source)");
    });
    w.close();
    true
}

/// A search that ends where something is found.
pub fn cancelled(w: &mut Writer) -> bool {
    let Some(found) = w.scope.shared_scalar_of(w.tape, &[Type::Unsigned]) else {
        return false;
    };
    w.scope.hide(&found.name);
    let header = simple_header(w, 1024);
    let schedule = loops::schedule(w);
    let value = w.scope.unsigned(w.tape, 1);
    w.pragma(format!("for{schedule}"));
    loops::body(w, &header, |w| {
        let test = w.scope.test(w.tape, 1);
        w.open(format!("if ({test}) {{"));
        w.pragma("atomic write");
        w.line(format!("{} = {value};", found.name));
        w.pragma("cancel for");
        w.close();
        if w.tape.once_in(2) {
            w.pragma("cancellation point for");
        }
    });
    true
}

/// Each iteration draws a number that no other one has.
pub fn tickets(w: &mut Writer) -> bool {
    let Some(v) = w.scope.shared_scalar_of(w.tape, &[Type::Unsigned]) else {
        return false;
    };
    w.scope.hide(&v.name);
    let Some(array) = w.scope.array(w.tape, 8) else {
        return false;
    };
    w.scope.hide(&array.name);
    let header = loops::header(w, array.length);
    let clauses = format!("{}{}", loops::schedule(w), header.clause());
    w.pragma(format!("for{clauses}"));
    loops::body(w, &header, |w| {
        let ticket = w.fresh("ticket");
        let name = &v.name;
        w.line(format!("unsigned {ticket};"));
        let words = w.tape.pick(&[
            "atomic capture",
            "atomic capture seq_cst",
            "critical(ticket)",
        ]);
        let draw = match w.tape.below(4) {
            0 => format!("{ticket} = {name}++;"),
            1 => format!("{{ {ticket} = {name}; {name} += 1u; }}"),
            2 => format!("{{ {name} = {name} + 1u; {ticket} = {name}; }}"),
            _ => format!("{ticket} = {name} += 1u;"),
        };
        w.pragma(words);
        w.line(draw);
        // The value that is written depends on the ticket alone, not on the iteration that drew it.
        for (variable, _) in header.variables() {
            w.scope.hide(variable);
        }
        w.scope.add_constant(ticket.clone(), Type::Unsigned);
        let element = format!("{}[{ticket} & {}u]", array.name, array.length - 1);
        let value = w.scope.value(w.tape, array.ty, 2);
        w.line(format!("{element} = {value};"));
    });
    true
}

/// The reduction of an array.
pub fn histogram(w: &mut Writer) -> bool {
    let Some(array) = w.scope.shared_array_of(w.tape, 4, Type::Unsigned) else {
        return false;
    };
    w.scope.hide(&array.name);
    let length = array.length.min(w.tape.pick(&[4, 8, 32]));
    let op = w.tape.pick(&["+", "^", "max"]);
    let header = loops::header(w, 1024);
    let clauses = format!("{}{}", loops::schedule(w), header.clause());
    let name = &array.name;
    w.pragma(format!("for reduction({op}: {name}[0:{length}]){clauses}"));
    loops::body(w, &header, |w| {
        let value = w.scope.unsigned(w.tape, 1);
        let index = w.scope.unsigned(w.tape, 1);
        let (bin, new) = (w.fresh("bin"), w.fresh("new"));
        w.line(format!("const unsigned {new} = {value};"));
        w.line(format!(
            "const int {bin} = (int)({index} & {}u);",
            length - 1
        ));
        match op {
            "max" => w.line(format!("if ({new} > {name}[{bin}]) {name}[{bin}] = {new};")),
            _ => w.line(format!("{name}[{bin}] {op}= {new};")),
        }
    });
    true
}

/// A variable that grows from iteration to iteration.
pub fn linear(w: &mut Writer) -> bool {
    let Some(v) = w
        .scope
        .shared_scalar_of(w.tape, &[Type::Unsigned, Type::Long])
    else {
        return false;
    };
    w.scope.hide(&v.name);
    let Some(array) = w.scope.array(w.tape, 8) else {
        return false;
    };
    w.scope.hide(&array.name);
    let step = w.tape.pick(&[1, 3, 7]);
    let header = simple_header(w, array.length);
    let schedule = loops::schedule(w);
    let words = w.tape.pick(&["for", "for simd"]);
    w.pragma(format!("{words} linear({}: {step}){schedule}", v.name));
    loops::body(w, &header, |w| {
        w.scope.find(&v.name).hidden = false;
        loops::iteration(w, &header, &array);
        w.line(format!("{} += {step};", v.name));
    });
    true
}
