//! The memory that a launch needs for copies and arrays of its threads, in bytes.

use super::super::context::Host;
use super::super::expressions::{paren, text};
use crate::emit::operands::operand;
use crate::ir::*;
use crate::plan::decisions::launch::{Beside, ThreadStacks};
use crate::plan::decisions::reductions::{Long, Rows};
use crate::plan::items::sections::strip_decay;

/// The bytes of a thread's arrays of variable length.
pub fn thread_stacks(host: &Host, stacks: &ThreadStacks) -> String {
    let program = host.program;
    let array = |&var: &VarId| {
        let (elem, extents) = vla_element(&program.types, program.vars[var].ty);
        let size = program.size_of(elem.id).unwrap_or(1);
        let factors = extents.iter().map(|&len| extent(host, len));
        let factors: Vec<String> = factors.collect();
        // What its alignment may leave free in front of it.
        let own = array_alignment(program, elem);
        let align = program.vars[var]
            .align
            .map_or(own, |align| own.max(align.into()));
        let front = match align - STACK_ALIGNMENT {
            0 => String::new(),
            bytes => format!(" + {bytes}"),
        };
        format!("romp_array({}, {size}){front}", factors.join(" * "))
    };
    let known: Vec<String> = stacks.known.iter().map(array).collect();
    let known = match known.is_empty() {
        true => "0".into(),
        false => known.join(" + "),
    };
    let name = match stacks.beside {
        Beside::None => "romp_thread_stacks",
        Beside::Some => "romp_thread_arena",
        Beside::Linked => "romp_linked_arena",
    };
    format!("{name}({known})")
}

/// The host's expression for an extent that is stored for device code.
pub fn kept_extent(program: &Program, var: VarId) -> Option<String> {
    let of = program.vars[var].extent_of?;
    let at = format!("{}{}", program.vars[of.var].name, "[0]".repeat(of.depth));
    Some(format!("sizeof({at}) / sizeof({at}[0])"))
}

/// The bytes of a thread's copy of an array.
pub fn copy(host: &Host, long: &Long) -> String {
    let size = host.program.size_of(long.row.id).unwrap_or(1);
    let mut rows = match long.rows {
        Rows::Length(e) => {
            let kept = match host.program.expr(strip_decay(host.program, e)).kind {
                ExprKind::Var(var) => kept_extent(host.program, var),
                _ => None,
            };
            kept.unwrap_or_else(|| text(host, e))
        }
        Rows::Constant(n) => n.to_string(),
        Rows::Unknown => unreachable!("such arrays have no copies"),
    };
    let (_, extents) = vla_element(&host.program.types, long.element);
    if !extents.is_empty() {
        rows = operand(rows);
    }
    for len in extents {
        rows.push_str(&format!(" * {}", extent(host, len)));
    }
    format!("romp_copy({rows}, {size})")
}

/// An extent of an array of variable length, as a factor.
fn extent(host: &Host, len: ArrayLen) -> String {
    match len {
        ArrayLen::Vla(e) => {
            let kept = match host.program.expr(e).kind {
                ExprKind::Var(var) => kept_extent(host.program, var),
                _ => None,
            };
            let text = kept.map_or_else(|| paren(host, e), |kept| format!("({kept})"));
            format!("(long long){text}")
        }
        ArrayLen::Known(n) => n.to_string(),
        ArrayLen::Unknown => "1".into(),
    }
}
