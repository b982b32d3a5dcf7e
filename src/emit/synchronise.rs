//! `atomic`, `critical` and `flush`, in kernels and in device functions.
//!
//! From the IR and the plan; what has no form was refused before.

use super::cuda::{Printer, WIDE_LOCKS};
use crate::device::tree::Style;
use crate::device::{Block, Call, Class, DeviceFn, Object};
use crate::ir::*;
use crate::omp::DirectiveKind;
use crate::plan::decisions::synchronise::Locks;

pub fn print(p: &mut Printer, out: &mut Block, id: ConstructId) {
    let construct = &p.program.constructs[id];
    match construct.directive {
        DirectiveKind::Atomic => {
            if let Some(body) = construct.body {
                p.comments(out, p.program.stmt(body).span.lo);
            }
            p.atomic(out, &p.synchronisation.atomics[id]);
        }
        DirectiveKind::Flush => out.call(Call::plain(DeviceFn::Flush, "")),
        _ => critical(p, out, id),
    }
}

fn critical(p: &mut Printer, out: &mut Block, id: ConstructId) {
    let construct = &p.program.constructs[id];
    let name = construct.critical_name().expect("nothing else is left");
    let section = p.names.fresh("section");
    let class = match p.synchronisation.brief.contains(&id) {
        true => Class::BriefCritical,
        false => Class::Critical,
    };
    let object = Object::new(class, &section).from([lock(name)]);
    let head = format!("{object}; {section}.pending();");
    out.for_loop(head, Style::Indented, |out| {
        out.if_then(format!("{section}.enter()"), |out| {
            if let Some(body) = construct.body {
                p.block_contents(out, body);
            }
        });
    });
}

/// The variable that teams lock which take turns to reduce into originals.
pub const REDUCTION_TURNS: &str = "romp_reduction_turns";

/// The variable that a critical section locks: named after the section, so that it is the same for all files.
fn lock(name: &str) -> String {
    match name {
        "" => "romp_critical".into(),
        name => format!("romp_critical_{name}"),
    }
}

/// The locks of the unit's critical sections and of its atomic operations.
pub fn locks(locks: &Locks) -> Vec<String> {
    let declared = |name: &String| format!("ROMP_COMMON romp::queue_lock {};", lock(name));
    let mut lines: Vec<String> = locks.critical.iter().map(declared).collect();
    if locks.reductions {
        lines.push(format!("ROMP_COMMON romp::queue_lock {REDUCTION_TURNS};"));
    }
    if locks.wide_atomics {
        lines.push(format!("ROMP_COMMON romp::lock_table {WIDE_LOCKS};"));
    }
    lines
}
