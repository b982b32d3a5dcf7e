//! Removes barriers that order nothing which other barriers do not order.

use crate::device::tree::{Block, Need, Stmt};
use crate::device::{Call, DeviceFn, Team};

/// Removes barriers where a barrier of the same team stands directly before them: the threads have waited for each other
/// there. The one that stays has the need of both.
pub fn merge_barriers(block: &mut Block) {
    let mut kept: Vec<Stmt> = Vec::with_capacity(block.stmts.len());
    for mut stmt in std::mem::take(&mut block.stmts) {
        stmt.blocks_mut().into_iter().for_each(merge_barriers);
        if let Stmt::Barrier { team, need } = &stmt
            && let Some((last, needed)) = last_barrier(&mut kept)
            && last == team
        {
            *needed = of_both(*needed, *need);
            continue;
        }
        kept.push(stmt);
    }
    block.stmts = kept;
}

/// The need of a barrier that stands for two.
fn of_both(one: Need, other: Need) -> Need {
    match (one, other) {
        (Need::Always, _) | (_, Need::Always) => Need::Always,
        (Need::ToOrder, _) | (_, Need::ToOrder) => Need::ToOrder,
        _ => Need::UnlessBehindAnother,
    }
}

/// The team whose barrier is what the statements end with, and its need; none where they end with something else.
fn last_barrier(stmts: &mut [Stmt]) -> Option<(&Team, &mut Need)> {
    let last = stmts
        .iter_mut()
        .rfind(|stmt| !matches!(stmt, Stmt::Behind(_) | Stmt::Opening(_) | Stmt::Blank));
    match last {
        Some(Stmt::Barrier { team, need }) => Some((team, need)),
        // Not that of a scope, behind which objects of the scope may do more.
        Some(Stmt::Known { body, .. }) => last_barrier(&mut body.stmts),
        _ => None,
    }
}

/// Removes the barrier at the end of a kernel, where its threads end anyway. Behind a label it stays, since a label
/// needs a statement.
pub fn drop_last_barrier(kernel: &mut Block) {
    let comment = match kernel.stmts.pop_if(|stmt| matches!(stmt, Stmt::Behind(_))) {
        Some(Stmt::Behind(comment)) => Some(comment),
        _ => None,
    };
    if let [before @ .., Stmt::Barrier { team, .. }] = kernel.stmts.as_slice()
        && *team == Team::Block
        && !matches!(
            before.iter().rfind(|stmt| !stmt.is_comment()),
            None | Some(Stmt::Label(_))
        )
    {
        kernel.stmts.pop();
        kernel.stmts.pop_if(|stmt| matches!(stmt, Stmt::Blank));
        kernel.stmts.extend(comment.map(Stmt::Comment));
    } else {
        kernel.stmts.extend(comment.map(Stmt::Behind));
    }
}

/// Has the threads of a block that has `threads` of them, a warp at most, wait for each other as lanes, which takes less
/// time than the block's barrier.
pub fn by_lanes(block: &mut Block, threads: u32) {
    for stmt in &mut block.stmts {
        stmt.blocks_mut()
            .into_iter()
            .for_each(|inner| by_lanes(inner, threads));
        if let Stmt::Barrier { team, .. } = stmt
            && *team == Team::Block
        {
            let call = Call::plain(DeviceFn::LanesBarrier, threads.to_string());
            *stmt = Stmt::Call(call);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::passes::samples::{built, printed};

    const BARRIER: &str = "romp::team_barrier();\n";

    #[test]
    fn one_barrier_orders_for_two() {
        let text = printed(merge_barriers, |out| {
            out.barrier(Team::Block);
            out.order();
            out.user("a = 1;");
            out.order();
            out.order();
        });
        assert_eq!(text, format!("{BARRIER}a = 1;\n{BARRIER}"));
    }

    #[test]
    fn barriers_of_constructs_with_nothing_between_them_are_one_that_stays() {
        let mut block = built(|out| {
            out.order();
            out.barrier(Team::Block);
            out.push(Stmt::Behind("// all are here".into()));
            out.barrier(Team::Block);
            out.user("a = 1;");
            out.barrier(Team::Block);
            out.order_behind();
            out.user("b = 1;");
            out.order();
            out.order_behind();
            out.user("c = 1;");
            out.order_behind();
            out.order();
        });
        merge_barriers(&mut block);
        let needs = block.stmts.iter().filter_map(|stmt| match stmt {
            Stmt::Barrier { need, .. } => Some(*need),
            _ => None,
        });
        let needs: Vec<Need> = needs.collect();
        let (always, order) = (Need::Always, Need::ToOrder);
        assert_eq!(needs, [always, always, order, order]);
    }

    #[test]
    fn a_scope_keeps_its_barrier_to_itself() {
        let text = printed(merge_barriers, |out| {
            out.scope(|out| {
                out.user("a = 1;");
                out.barrier(Team::Block);
            });
            out.barrier(Team::Block);
            out.if_then("c", |out| out.barrier(Team::Block));
            out.barrier(Team::Block);
        });
        let scope = format!("{{\n    a = 1;\n    {BARRIER}}}\n");
        let inside = format!("if (c) {{\n    {BARRIER}}}\n");
        assert_eq!(text, format!("{scope}{BARRIER}{inside}{BARRIER}"));
    }

    #[test]
    fn barriers_of_other_teams_and_blocks_order_nothing() {
        let text = printed(merge_barriers, |out| {
            out.barrier(Team::named("omp", None));
            out.order();
            out.if_then("c", |out| out.order());
            out.order();
        });
        let inside = format!("if (c) {{\n    {BARRIER}}}\n");
        assert_eq!(text, format!("omp.barrier();\n{BARRIER}{inside}{BARRIER}"));
    }

    #[test]
    fn comments_change_no_barriers() {
        let text = printed(merge_barriers, |out| {
            out.barrier(Team::Block);
            out.push(Stmt::Behind("// all are here".into()));
            out.order();
        });
        assert_eq!(text, "romp::team_barrier();  // all are here\n");
    }

    #[test]
    fn kernels_end_without_barrier() {
        let text = printed(drop_last_barrier, |out| {
            out.user("// done:");
            out.barrier(Team::Block);
            out.push(Stmt::Behind("// the end".into()));
        });
        assert_eq!(text, "// done:\n// the end\n");
        let kept = |f: fn(&mut Block)| assert!(printed(drop_last_barrier, f).contains(BARRIER));
        kept(|out| {
            out.label("end:");
            out.barrier(Team::Block);
        });
        kept(|out| {
            out.label("end:");
            out.push(Stmt::Behind("// of all".into()));
            out.barrier(Team::Block);
        });
        kept(|out| {
            out.barrier(Team::Block);
            out.user("a = 1;");
        });
        kept(|out| out.barrier(Team::Block));
    }

    #[test]
    fn lanes_of_a_block_of_one_warp_wait_for_each_other() {
        let pass = |block: &mut Block| by_lanes(block, 20);
        let text = printed(pass, |out| {
            out.barrier(Team::Block);
            out.if_then("condition", |out| out.barrier(Team::Block));
            out.barrier(Team::named("omp", Some(8)));
        });
        assert_eq!(
            text,
            "romp::lanes_barrier(20);\nif (condition) {\n    romp::lanes_barrier(20);\n}\nomp.barrier();\n"
        );
    }
}
