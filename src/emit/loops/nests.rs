//! Loops whose iterations the grid of the launch numbers, and collapsed loops of which no code needs an iteration's
//! number (`romp/nests.cuh`).

use super::super::cuda::Printer;
use super::super::kernel::Kernel;
use super::{GRID_PART, body, heads_end, loop_variable, privates_here, range, simple_range};
use crate::device::tree::{Braces, Head};
use crate::device::value::Value;
use crate::device::{Block, DeviceFn};
use crate::ir::nests::CanonicalLoop;
use crate::ir::*;
use crate::plan::decisions::loops::{LoopPlan, Spread, Turns};

/// Longer lists of ranges get a name for each range.
const LINE: usize = 80;

/// A loop for each dimension of the grid; none of them goes round twice. Where threads have several iterations of the
/// outermost one, all of them are one loop.
pub fn along_grid(
    k: &Kernel,
    p: &mut Printer,
    out: &mut Block,
    plan: &LoopPlan,
    turns: Turns,
    entry: &[(VarId, String)],
) {
    let loops = &plan.nest.loops;
    let mut names = entry.to_vec();
    let mut heads = vec![];
    let part = k.names.fresh(GRID_PART);
    let along: &[&str] = match (loops.len(), turns) {
        (1, _) => &["one_each"],
        (2, Turns::One) => &["along_y", "along_x"],
        (_, Turns::One) => &["along_z", "along_y", "along_x"],
        (count, several) => {
            let axis = if count == 2 { 'y' } else { 'z' };
            let unrolled = several == Turns::Several;
            return in_one_loop(k, p, out, plan, entry, unrolled, |ranges| {
                format!("romp::several_along_{axis}({part}, {ranges})").into()
            });
        }
    };
    let ranges: Vec<String> = p.with_comments_of_loops(out, heads_end(k.program, plan), |p| {
        loops.iter().map(|one| simple_range(p, one)).collect()
    });
    for ((one, along), what) in loops.iter().zip(along).zip(ranges) {
        let own = p.names.var(one.var);
        let variable = loop_variable(p, one, own);
        let range = format!("romp::{along}({part}, {what})");
        heads.push(Head::over(variable, range));
        names.push((one.var, own.to_string()));
    }
    if privates_here(k, plan).is_empty() {
        k.renaming_all(p, &names, |k, p| {
            k.in_parallel(p, |_, p| p.loop_over(out, heads, plan.nest.body))
        });
    } else {
        let own = names.split_off(entry.len());
        let own: Vec<String> = own.into_iter().map(|(_, name)| name).collect();
        out.range_for(heads, |out| body(k, p, out, plan, entry, &own, None));
    }
}

/// One loop over places in the nest, which the header numbers.
pub fn by_place(
    k: &Kernel,
    p: &mut Printer,
    out: &mut Block,
    plan: &LoopPlan,
    entry: &[(VarId, String)],
) {
    let algorithm = match plan.spread {
        Spread::League if k.plan.combines_teams() => DeviceFn::LeagueNestStream,
        Spread::League => DeviceFn::LeagueNest,
        _ => DeviceFn::TeamNest,
    };
    in_one_loop(k, p, out, plan, entry, true, |ranges| {
        k.on_team(algorithm, ranges).into()
    });
}

/// One loop over what `call` makes of the loops' ranges, which the compiler may unroll where `unrolled` is true.
fn in_one_loop(
    k: &Kernel,
    p: &mut Printer,
    out: &mut Block,
    plan: &LoopPlan,
    entry: &[(VarId, String)],
    unrolled: bool,
    call: impl Fn(&str) -> Value,
) {
    let loops = &plan.nest.loops;
    let own = |one: &CanonicalLoop| p.names.var(one.var).to_string();
    let names: Vec<String> = loops.iter().map(own).collect();
    let mut ranges: Vec<String> = p.with_comments_of_loops(out, heads_end(k.program, plan), |p| {
        loops.iter().map(|one| range(p, one)).collect()
    });
    let long = ranges.iter().map(String::len).sum::<usize>() > LINE;
    let braces = if long { Braces::Own } else { Braces::None };
    k.in_scope_where(braces, out, |out| {
        for (one, range) in loops.iter().zip(&mut ranges).filter(|_| long) {
            let name = k.local_name(&format!("{}_range", p.names.var(one.var)));
            out.constant(&name, range.clone());
            *range = name;
        }
        let call = call(&ranges.join(", "));
        // Constructs inside may print lambdas, which C++17 does not let use such names.
        let constructs = holds_constructs(k.program, plan.nest.body);
        let variables = match constructs {
            false => format!("[{}]", names.join(", ")),
            true => k.local_name("at"),
        };
        if !unrolled {
            p.directive(out, "#pragma unroll 1");
        }
        let head = Head::over(format!("auto {variables}"), call);
        out.range_for(vec![head], |out| {
            if constructs {
                for ((one, name), member) in loops.iter().zip(&names).zip(["i", "j", "k"]) {
                    let value = format!("{variables}.{member}");
                    out.declare_as(loop_variable(p, one, name), value);
                }
            }
            body(k, p, out, plan, entry, &names, None);
        });
    });
}

fn holds_constructs(program: &Program, body: StmtId) -> bool {
    let mut found = false;
    program.walk_stmts(body, &mut |_, s| {
        found |= matches!(s.kind, StmtKind::Omp(_))
    });
    found
}
