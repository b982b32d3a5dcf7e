//! Reduction clauses: private copies before what the threads run, one call of the device header behind it.
//!
//! From a [`Reduction`]. The algorithms are in `romp/reductions.cuh`.

use super::cuda::{Printer, Writer};
use super::kernel::Kernel;
use crate::ir::*;
use crate::omp::{Leaf, ReductionOp};
use crate::plan::Mode;
use crate::plan::reduction::{Combine, Item, Over, Reduction};

/// The kernel's parameter for the launch's scratch memory.
pub const SCRATCH: &str = "scratch";

/// Longer calls get a line for each list item, columns.
const WIDTH: usize = 100;

pub fn print(
    k: &Kernel,
    p: &Printer,
    out: &mut Writer,
    construct: ConstructId,
    reduction: &Reduction,
    inner: &mut dyn FnMut(&mut Writer),
) {
    let braces = !k.program.constructs[construct].directive.has(Leaf::Target);
    if braces {
        out.line("{");
        out.indent += 1;
    }
    // Copies that belong to the team and not to a thread: all threads are here, or one for all of them.
    let sequential = k.sequential_level() && matches!(reduction.over, Over::Teams | Over::Thread);
    let several = matches!(k.plan.mode, Mode::Spmd | Mode::GuardedSpmd);
    let mut copies: Vec<(VarId, String)> = vec![];
    let mut list: Vec<String> = vec![];
    let mut shared: Vec<(String, String)> = vec![];
    for item in &reduction.items {
        let v = &k.program.vars[item.var];
        let workers =
            sequential && reduction.over == Over::Teams && k.plan.fork_join.is_shared(item.var);
        let original = k.spelling(p, item.var);
        let name = k.made_name(&format!("{}_private", p.names.var(item.var)));
        let declared = p.declarator(v.ty.id.into(), &name);
        let start = identity(k.program, p, item);
        if workers {
            let name = k.workers_share(p, item.var);
            out.line(format!("{name} = {start};"));
            list.push(format!("romp::{}({original}, {name})", combiner(item)));
            copies.push((item.var, name));
            continue;
        }
        if sequential && several && k.plan.sequential.is_shared(item.var) {
            out.line(format!("__shared__ {declared};"));
            shared.push((name.clone(), start));
        } else {
            out.line(format!("{declared} = {start};"));
        }
        list.push(format!("romp::{}({original}, {name})", combiner(item)));
        copies.push((item.var, name));
    }
    if !shared.is_empty() {
        out.line(k.barrier());
        out.line(format!("if ({} == 0) {{", k.thread()));
        out.nested(|out| {
            for (name, start) in &shared {
                out.line(format!("{name} = {start};"));
            }
        });
        out.line("}");
        out.line(k.barrier());
    }
    renamed(k, &copies, &mut || inner(out));
    if sequential && several && !shared.is_empty() {
        out.line(k.barrier());
    }
    match reduction.over {
        Over::Team => call(out, |list| k.on_team("reduce", list), &list),
        Over::Thread if sequential && several => {
            out.line(format!("if ({} == 0)", k.thread()));
            out.indent += 1;
            alone(out, &list);
            out.indent -= 1;
            out.line(k.barrier());
        }
        Over::Thread => alone(out, &list),
        Over::League => {
            let scratch = k.names.fresh(SCRATCH);
            let with = |list: &str| k.on_team("reduce_league", &format!("{scratch}, {list}"));
            call(out, with, &list);
        }
        Over::Teams => {
            let scratch = k.names.fresh(SCRATCH);
            let team = if several { "" } else { "romp::one_thread(), " };
            let with = |list: &str| format!("romp::reduce_teams({team}{scratch}, {list})");
            call(out, with, &list);
        }
    }
    if reduction.barrier {
        out.line(k.barrier());
    }
    if braces {
        out.indent -= 1;
        out.line("}");
    }
}

/// One thread's copies go to the originals.
fn alone(out: &mut Writer, list: &[String]) {
    call(
        out,
        |list| format!("romp::reduce(romp::one_thread(), {list})"),
        list,
    );
}

fn call(out: &mut Writer, with: impl Fn(&str) -> String, list: &[String]) {
    let line = with(&list.join(", "));
    if line.len() + 4 * out.indent < WIDTH || list.len() == 1 {
        out.line(format!("{line};"));
    } else {
        out.line(format!("{};", with(&list.join(",\n    "))));
    }
}

fn renamed(k: &Kernel, names: &[(VarId, String)], f: &mut dyn FnMut()) {
    match names {
        [] => f(),
        [(var, name), rest @ ..] => k.renaming(*var, name.clone(), || renamed(k, rest, f)),
    }
}

/// The header's name for how an item is combined.
fn combiner(item: &Item) -> &'static str {
    let Combine::Operator(op) = &item.combine else {
        unreachable!("declared reductions are refused")
    };
    match op {
        // 5.2, table 5.1: the copies of `-` are added, too.
        ReductionOp::Add | ReductionOp::Sub => "plus",
        ReductionOp::Mul => "times",
        ReductionOp::BitAnd => "bit_and",
        ReductionOp::BitOr => "bit_or",
        ReductionOp::BitXor => "bit_xor",
        ReductionOp::And => "logical_and",
        ReductionOp::Or => "logical_or",
        ReductionOp::Min => "minimum",
        ReductionOp::Max => "maximum",
        ReductionOp::User(_) => unreachable!("resolved to its declaration"),
    }
}

/// The value a copy starts with (5.2, table 5.1).
fn identity(program: &Program, p: &Printer, item: &Item) -> String {
    let ty = program.vars[item.var].ty.id;
    let name = p.type_name(ty.into());
    let Combine::Operator(op) = &item.combine else {
        unreachable!("declared reductions are refused")
    };
    let number = match op {
        ReductionOp::Mul | ReductionOp::And => "1",
        ReductionOp::BitAnd if *program.types.resolve(ty) == Type::Bool => "1",
        ReductionOp::BitAnd if signed(program.types.resolve(ty)) => "-1",
        // All bits of an unsigned type.
        ReductionOp::BitAnd | ReductionOp::Min => return format!("romp::highest<{name}>"),
        ReductionOp::Max => return format!("romp::lowest<{name}>"),
        _ => "0",
    };
    match program.types.resolve(ty) {
        Type::Enum(_) => format!("({name}){number}"),
        _ => number.to_string(),
    }
}

fn signed(ty: &Type) -> bool {
    match ty {
        Type::Int(kind) => kind.signed(),
        _ => true,
    }
}
