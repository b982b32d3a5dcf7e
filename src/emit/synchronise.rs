//! `atomic`, `critical` and `flush`, in kernels and in device functions.
//!
//! From the IR; what has no counterpart was refused before.

use super::cuda::{Printer, WIDE_LOCKS};
use crate::analyze::{atomics, synchronise};
use crate::device::tree::Style;
use crate::device::{Block, Call, Class, DeviceFn, Object};
use crate::ir::*;
use crate::omp::DirectiveKind;

pub fn print(p: &Printer, out: &mut Block, id: ConstructId) {
    let construct = &p.program.constructs[id];
    match construct.directive {
        DirectiveKind::Atomic => {
            let atomic = atomics::of(p.program, construct).expect("the plan has looked at it");
            p.atomic(out, &atomic);
        }
        DirectiveKind::Flush => out.call(Call::plain(DeviceFn::Flush, "")),
        _ => critical(p, out, id),
    }
}

fn critical(p: &Printer, out: &mut Block, id: ConstructId) {
    let construct = &p.program.constructs[id];
    let name = construct.critical_name().expect("nothing else is left");
    let section = p.names.fresh("section");
    let class = match p.uses.brief.contains(&id) {
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

/// The variable that a critical section locks: by its name, so that all files agree.
fn lock(name: &str) -> String {
    match name {
        "" => "romp_critical".into(),
        name => format!("romp_critical_{name}"),
    }
}

/// The locks of the unit's critical sections.
pub fn locks(program: &Program, roots: &[StmtId]) -> Vec<String> {
    let names = synchronise::critical_names(program, roots);
    let declared = |name: &String| format!("ROMP_COMMON romp::queue_lock {};", lock(name));
    let mut locks: Vec<String> = names.iter().map(declared).collect();
    if synchronise::wide_atomics(program, roots) {
        locks.push(format!("ROMP_COMMON romp::lock_table {WIDE_LOCKS};"));
    }
    locks
}
