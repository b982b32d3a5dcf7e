//! Worksharing and `distribute` loops.

use super::scope::{Type, Variable};
use super::statements::{self, Part};
use super::writer::Writer;

/// A loop's header, and the number of the iteration, 0, 1, 2, ..., as an expression.
pub struct Header {
    lines: Vec<String>,
    pub number: String,
    /// How many loops are collapsed.
    collapse: usize,
    /// The inner loop's bounds depend on the outer one's variable (non-rectangular): no schedule may be given.
    triangle: bool,
    /// There is at least one iteration.
    some: bool,
    /// The iteration variables.
    variables: Vec<(String, Type)>,
}

impl Header {
    pub fn variables(&self) -> &[(String, Type)] {
        &self.variables
    }

    pub fn clause(&self) -> String {
        match self.collapse {
            1 => String::new(),
            n => format!(" collapse({n})"),
        }
    }
}

/// One loop, or several that are collapsed.
pub fn header(w: &mut Writer, most: usize) -> Header {
    let i = w.fresh("i");
    if w.tape.once_in(8) && most >= 60 {
        let (j, k) = (w.fresh("j"), w.fresh("k"));
        let rows = w.tape.pick(&[2, 1, 4]);
        return Header {
            lines: vec![
                format!("for (int {i} = 0; {i} < {rows}; {i}++)"),
                format!("for (long long {j} = 4; {j} >= 0; {j}--)"),
                format!("for (unsigned {k} = 1; {k} < 7u; {k} += 2)"),
            ],
            number: format!("(({i} * 5 + (int){j}) * 3 + (int){k} / 2)"),
            collapse: 3,
            triangle: false,
            some: true,
            variables: vec![(i, Type::Int), (j, Type::Long), (k, Type::Unsigned)],
        };
    }
    if w.tape.once_in(4) {
        let j = w.fresh("j");
        let rows = w.tape.pick(&[2, 1, 3, 7, 8]).min(most);
        let columns = w.tape.pick(&[2, 1, 5, 8, 33, 100]).min(most / rows);
        return Header {
            lines: vec![
                format!("for (int {i} = 0; {i} < {rows}; {i}++)"),
                format!("for (unsigned {j} = 0; {j} < {columns}u; {j}++)"),
            ],
            number: format!("({i} * {columns} + (int){j})"),
            collapse: 2,
            triangle: false,
            some: true,
            variables: vec![(i, Type::Int), (j, Type::Unsigned)],
        };
    }
    single_header(w, i, most)
}

/// Two loops of which the inner one's bounds depend on the outer one's variable; their numbers stay below 1024.
pub fn triangle(w: &mut Writer) -> Header {
    let (i, j) = (w.fresh("i"), w.fresh("j"));
    let rows = w.tape.pick(&[3, 1, 2, 7, 16]);
    let columns = w.tape.pick(&[33, 16, 64]);
    let inner = match w.tape.below(4) {
        0 => format!("{j} = {i}; {j} < {columns}; {j}++"),
        1 => format!("{j} = 0; {j} <= {i}; {j}++"),
        2 => format!("{j} = {columns} - 1; {j} >= {i}; {j}--"),
        _ => format!("{j} = {i}; {j} < 4 * {i} + 1; {j} += 3"),
    };
    Header {
        lines: vec![
            format!("for (int {i} = 0; {i} < {rows}; {i}++)"),
            format!("for (int {inner})"),
        ],
        // The last form's inner variable stays below four times the rows.
        number: format!("({i} * {} + {j})", columns.max(4 * rows)),
        collapse: 2,
        triangle: true,
        some: true,
        variables: vec![(i, Type::Int), (j, Type::Int)],
    }
}

/// One loop.
pub fn single_header(w: &mut Writer, i: String, most: usize) -> Header {
    if !w.tape.once_in(3) {
        return constant_header(w, i, most);
    }
    let trips = {
        let name = w.fresh("n");
        let value = w.scope.unsigned(w.tape, 1);
        w.line(format!(
            "const int {name} = (int)({value} & {}u);",
            most - 1
        ));
        name
    };
    header_of(w, i, trips, false)
}

/// One loop with a constant number of iterations, at least one.
pub fn constant_header(w: &mut Writer, i: String, most: usize) -> Header {
    let trips: Vec<usize> = [4, 1, 2, 31, 32, 33, 64, 100, 257, 1000, 1024]
        .into_iter()
        .filter(|&n| n <= most)
        .collect();
    let trips = w.tape.pick(&trips).to_string();
    header_of(w, i, trips, true)
}

fn header_of(w: &mut Writer, i: String, trips: String, some: bool) -> Header {
    let (line, number, ty) = match w.tape.below(7) {
        0 => (
            format!("for (int {i} = 0; {i} < {trips}; {i}++)"),
            i.clone(),
            Type::Int,
        ),
        1 => (
            format!("for (unsigned {i} = 0; {i} < (unsigned){trips}; {i}++)"),
            format!("(int){i}"),
            Type::Unsigned,
        ),
        2 => (
            format!("for (long long {i} = {trips} - 1; {i} >= 0; {i}--)"),
            format!("(int){i}"),
            Type::Long,
        ),
        3 => (
            format!("for (int {i} = 3; {i} < {trips} + 3; {i} += 1)"),
            format!("({i} - 3)"),
            Type::Int,
        ),
        4 => (
            format!("for (int {i} = 0; {i} < {trips} * 2; {i} += 2)"),
            format!("({i} / 2)"),
            Type::Int,
        ),
        5 => (
            format!("for (int {i} = {trips}; {i} > 0; --{i})"),
            format!("({i} - 1)"),
            Type::Int,
        ),
        _ => (
            format!("for (int {i} = -5; {i} <= {trips} * 3 - 8; {i} += 3)"),
            format!("(({i} + 5) / 3)"),
            Type::Int,
        ),
    };
    Header {
        lines: vec![line],
        number,
        collapse: 1,
        triangle: false,
        some,
        variables: vec![(i, ty)],
    }
}

/// Where an iteration writes: no two to the same element.
pub fn place(w: &mut Writer, number: &str, length: usize) -> String {
    match w.tape.below(3) {
        0 | 1 => number.to_string(),
        _ => {
            let factor = w.tape.pick(&[3, 5, 37, 101]);
            let shift = w.tape.below(50);
            format!("({number} * {factor} + {shift}) & {}", length - 1)
        }
    }
}

pub fn schedule(w: &mut Writer) -> &'static str {
    w.tape.pick(&[
        "",
        "",
        " schedule(static)",
        " schedule(static, 3)",
        " schedule(dynamic)",
        " schedule(dynamic, 5)",
        " schedule(guided)",
        " schedule(nonmonotonic: dynamic, 2)",
        " schedule(auto)",
        " schedule(runtime)",
    ])
}

/// `words` and a loop, with `maps` where it is a target construct; returns whether a barrier is at its end.
pub fn worksharing(w: &mut Writer, words: &str, maps: &str) -> bool {
    let simd = words.contains("simd") || words.contains("loop");
    let league = words.starts_with("target") || words.starts_with("parallel");
    let Some(array) = w.scope.array(w.tape, 4) else {
        return false;
    };
    w.scope.hide(&array.name);
    let mut clauses = maps.to_string();
    let reduced = w
        .tape
        .once_in(3)
        .then(|| reduction(w, &mut clauses))
        .flatten();
    let is_loop = words.contains("loop");
    let last = (w.tape.once_in(4) && !league && !is_loop)
        .then(|| w.scope.scalar(w.tape))
        .flatten();
    if let Some(v) = &last {
        w.scope.hide(&v.name);
    }
    let counted = (w.tape.once_in(4) && !simd)
        .then(|| w.scope.shared_scalar_of(w.tape, &[Type::Unsigned]))
        .flatten();
    if let Some(v) = &counted {
        w.scope.hide(&v.name);
    }
    let header = if !is_loop && array.length >= 1024 && w.tape.once_in(6) {
        triangle(w)
    } else {
        header(w, array.length)
    };
    if let Some(v) = last.as_ref().filter(|_| header.some) {
        clauses += &format!(" lastprivate({})", v.name);
    }
    if words.contains("for") && !header.triangle {
        clauses += schedule(w);
    }
    clauses += &header.clause();
    let nowait = !league && !is_loop && w.tape.once_in(5);
    if nowait {
        clauses += " nowait";
    }
    w.pragma(format!("{words}{clauses}"));
    body(w, &header, |w| {
        iteration(w, &header, &array);
        if let Some((v, op)) = &reduced {
            combine(w, v, op);
        }
        if let Some(v) = last.as_ref().filter(|_| header.some) {
            let value = w.scope.value(w.tape, v.ty, 1);
            w.line(format!("{} = {value};", v.name));
        }
        if let Some(v) = &counted {
            let value = w.scope.unsigned(w.tape, 1);
            w.pragma("atomic");
            w.line(format!("{} += {value};", v.name));
        }
    });
    !nowait
}

/// The loop's lines around a body that may write only what is its own.
pub fn body(w: &mut Writer, header: &Header, inner: impl FnOnce(&mut Writer)) {
    for (at, line) in header.lines.iter().enumerate() {
        w.line(format!("{:1$}{line}", "", 4 * at));
    }
    w.open("{");
    restricted(w, |w| {
        for (name, ty) in &header.variables {
            w.scope.add_constant(name.clone(), *ty);
        }
        inner(w);
    });
    w.close();
}

/// Writes `inner` with a scope in which no shared variable may be written.
pub fn restricted(w: &mut Writer, inner: impl FnOnce(&mut Writer)) {
    let outside = w.scope.clone();
    for v in &mut w.scope.variables {
        v.writable = false;
    }
    w.scope.members = false;
    inner(w);
    w.scope = outside;
}

/// Writes the iteration's own element.
pub fn iteration(w: &mut Writer, header: &Header, array: &Variable) {
    let at = place(w, &header.number, array.length);
    let (slot, old) = (w.fresh("at"), w.fresh("old"));
    w.line(format!("const int {slot} = {at};"));
    w.line(format!(
        "const {} {old} = {}[{slot}];",
        array.ty.c(),
        array.name
    ));
    w.scope.add_constant(old, array.ty);
    if w.tape.once_in(3) {
        let (local, ty) = (w.fresh("x"), w.tape.pick(&Type::ALL));
        let value = w.scope.value(w.tape, ty, 1);
        w.line(format!("{} {local} = {value};", ty.c()));
        w.scope.add(local.clone(), ty, 0);
        if w.tape.once_in(2) {
            let budget = std::mem::replace(&mut w.budget, 4);
            statements::list(w, Part::Thread, 2);
            w.budget = budget;
        } else {
            inner_loop(w, &local, ty);
        }
    }
    let element = format!("{}[{slot}]", array.name);
    if w.tape.once_in(5) {
        let test = w.scope.test(w.tape, 1);
        w.line(format!("if ({test})"));
    }
    statements::assign(w, array, element);
}

/// A loop inside an iteration, perhaps one for the lanes.
fn inner_loop(w: &mut Writer, local: &str, ty: Type) {
    if !matches!(ty, Type::Unsigned | Type::Long) {
        return;
    }
    let j = w.fresh("j");
    let trips = w.tape.pick(&[3, 1, 0, 8, 33]);
    if w.tape.once_in(2) {
        let reduction = format!("simd reduction(+: {local})");
        w.pragma(reduction);
    }
    w.line(format!("for (int {j} = 0; {j} < {trips}; {j}++)"));
    w.block(|w| {
        w.scope.find(local).hidden = true;
        w.scope.add_constant(j, Type::Int);
        let value = w.scope.unsigned(w.tape, 1);
        w.line(format!("    {local} += {value} & 0xfffu;"));
        w.scope.find(local).hidden = false;
    });
}

/// A reduction's variable and operator; the clause is added.
pub fn reduction(w: &mut Writer, clauses: &mut String) -> Option<(Variable, &'static str)> {
    let v = w.scope.scalar(w.tape)?;
    let op = match v.ty {
        Type::Unsigned => w.tape.pick(&["+", "^", "|", "&", "max", "min", "*"]),
        Type::Double | Type::Long => w.tape.pick(&["+", "max", "min"]),
        _ => w.tape.pick(&["max", "min"]),
    };
    w.scope.hide(&v.name);
    *clauses += &format!(" reduction({op}: {})", v.name);
    Some((v, op))
}

pub fn combine(w: &mut Writer, v: &Variable, op: &str) {
    let name = &v.name;
    let value = w.scope.value(w.tape, v.ty, 1);
    match op {
        "max" | "min" => {
            let test = if op == "max" { ">" } else { "<" };
            let new = w.fresh("new");
            w.line(format!("const {} {new} = {value};", v.ty.c()));
            w.line(format!("if ({new} {test} {name}) {name} = {new};"));
        }
        "*" => w.line(format!("{name} *= {value} | 1u;")),
        _ => w.line(format!("{name} {op}= {value};")),
    }
}

/// An ordered loop: iterations leave their numbers in order.
pub fn ordered(w: &mut Writer) -> bool {
    let Some(position) = w.scope.shared_scalar_of(w.tape, &[Type::Unsigned]) else {
        return worksharing(w, "for", "");
    };
    w.scope.hide(&position.name);
    let Some(array) = w.scope.array(w.tape, 8) else {
        return worksharing(w, "for", "");
    };
    w.scope.hide(&array.name);
    let header = header(w, array.length.min(64));
    let mut clauses = format!(" ordered{}", schedule_of_ordered(w));
    clauses += &header.clause();
    w.pragma(format!("for{clauses}"));
    body(w, &header, |w| {
        let value = w.scope.value(w.tape, array.ty, 2);
        let new = w.fresh("new");
        w.line(format!("const {} {new} = {value};", array.ty.c()));
        w.pragma("ordered");
        w.open("{");
        let p = &position.name;
        w.line(format!(
            "{}[{p} & {}u] = {new};",
            array.name,
            array.length - 1
        ));
        w.line(format!("{p} = {p} * 5u + 1u;"));
        w.close();
    });
    true
}

fn schedule_of_ordered(w: &mut Writer) -> &'static str {
    w.tape.pick(&[
        "",
        " schedule(static, 1)",
        " schedule(dynamic)",
        " schedule(guided)",
    ])
}
