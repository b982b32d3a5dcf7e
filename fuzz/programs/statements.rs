//! Statements that one thread runs: of a team's sequential part, of `single`, sections and tasks.

use super::combined;
use super::functions;
use super::regions;
use super::scope::{Type, Variable, spelled};
use super::writer::Writer;

/// Where a list of statements stands, which decides what it may hold.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// A team's sequential part: parallel regions may follow.
    Sequential,
    /// Some thread of a parallel region.
    Thread,
}

pub fn list(w: &mut Writer, part: Part, most: usize) {
    let count = 1 + w.tape.below(most);
    for _ in 0..count {
        if w.budget == 0 {
            return;
        }
        w.budget -= 1;
        statement(w, part, 2);
    }
}

fn statement(w: &mut Writer, part: Part, depth: usize) {
    let choices = if part == Part::Sequential { 16 } else { 9 };
    match w.tape.below(choices) {
        0 | 1 => assign_scalar(w),
        2 | 3 => assign_element(w),
        4 => assign_member(w),
        5 => through_pointer(w),
        6 if depth > 0 => branch(w, part, depth),
        7 if depth > 0 => counted(w, part, depth),
        8 if depth > 0 => until(w),
        9..=12 => regions::parallel(w),
        13 => functions::called_parallel(w),
        14 => combined::parallel_loop(w),
        15 => combined::joined(w),
        _ => assign_scalar(w),
    }
}

pub fn assign_scalar(w: &mut Writer) {
    match w.scope.assignable(w.tape) {
        Some(variable) => assign(w, &variable, variable.name.clone()),
        None => assign_element(w),
    }
}

/// `name = value` in one of C's spellings.
pub fn assign(w: &mut Writer, variable: &Variable, target: String) {
    let value = w.scope.value(w.tape, variable.ty, 3);
    let compound = match variable.ty {
        Type::Unsigned => w.tape.pick(&["=", "+=", "^=", "|=", "-=", "*="]),
        _ => "=",
    };
    w.line(format!("{target} {compound} {value};"));
}

pub fn element_of(w: &mut Writer, array: &Variable) -> String {
    let index = w.scope.unsigned(w.tape, 1);
    format!("{}[{index} & {}u]", spelled(array), array.length - 1)
}

fn assign_element(w: &mut Writer) {
    let Some(array) = w.scope.array(w.tape, 1) else {
        w.line(";");
        return;
    };
    let target = element_of(w, &array);
    assign(w, &array, target);
}

/// Structures are no variables of the scope: only sequential code and one thread at a time reach them.
fn assign_member(w: &mut Writer) {
    if w.scope.members {
        let index = w.scope.unsigned(w.tape, 1);
        let index = format!("P{}[{index} & {}u]", w.scope.suffix, w.width - 1);
        let value = match w.tape.below(6) {
            0 => format!("x = {}", w.scope.small(w.tape, 2)),
            1 => format!("y = (double){} * 0.25", w.scope.small(w.tape, 2)),
            2 => format!(
                "z[{}] = (unsigned char){}",
                w.tape.below(3),
                w.scope.unsigned(w.tape, 2)
            ),
            3 => format!("low = {}", w.scope.unsigned(w.tape, 2)),
            4 => format!("high += {} & 7u", w.scope.unsigned(w.tape, 2)),
            _ => format!("w = (long long){} * 3", w.scope.unsigned(w.tape, 2)),
        };
        w.line(format!("{index}.{value};"));
    } else {
        assign_scalar(w);
    }
}

fn through_pointer(w: &mut Writer) {
    let Some(variable) = w.scope.assignable(w.tape) else {
        return assign_element(w);
    };
    let pointer = w.fresh("q");
    w.open("{");
    w.line(format!(
        "{} *{pointer} = &{};",
        variable.ty.c(),
        variable.name
    ));
    assign(w, &variable, format!("*{pointer}"));
    w.close();
}

fn branch(w: &mut Writer, part: Part, depth: usize) {
    let test = w.scope.test(w.tape, 1);
    w.open(format!("if ({test}) {{"));
    few(w, part, depth - 1);
    w.close();
    if w.tape.once_in(3) {
        w.open("else {");
        few(w, part, depth - 1);
        w.close();
    }
}

fn few(w: &mut Writer, part: Part, depth: usize) {
    for _ in 0..=w.tape.below(2) {
        if w.budget == 0 {
            w.line(";");
            return;
        }
        w.budget -= 1;
        statement(w, part, depth);
    }
}

fn counted(w: &mut Writer, part: Part, depth: usize) {
    let variable = w.fresh("i");
    let trips = w.tape.pick(&["2", "1", "3", "0", "4"]);
    w.open(format!(
        "for (int {variable} = 0; {variable} < {trips}; {variable}++) {{"
    ));
    w.block(|w| {
        w.scope.add_constant(variable, Type::Int);
        few(w, part, depth - 1);
        if w.tape.once_in(4) {
            let test = w.scope.test(w.tape, 1);
            let word = w.tape.pick(&["break", "continue"]);
            w.line(format!("if ({test}) {word};"));
            few(w, part, 0);
        }
    });
    w.close();
}

fn until(w: &mut Writer) {
    let left = w.fresh("left");
    w.open("{");
    let trips = w.tape.below(5);
    w.line(format!("int {left} = {trips};"));
    w.open("do {");
    w.block(|w| {
        w.scope.add_constant(left.clone(), Type::Int);
        few(w, Part::Thread, 0);
    });
    w.line(format!("{left}--;"));
    w.close_with(format!("}} while ({left} > 0);"));
    w.close();
}
