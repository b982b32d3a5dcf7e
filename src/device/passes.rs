//! Passes over device code: what they leave does the same.

use super::team::Team;
use super::tree::{Block, Need, Stmt};

/// Drops barriers that only order what stands around them, where another one of the same team stands right in front.
pub fn merge_barriers(block: &mut Block) {
    let mut kept: Vec<Stmt> = Vec::with_capacity(block.stmts.len());
    for mut stmt in std::mem::take(&mut block.stmts) {
        stmt.blocks_mut().into_iter().for_each(merge_barriers);
        if let Stmt::Barrier { team, need } = &stmt
            && *need == Need::UnlessBehindAnother
            && last_barrier(&kept) == Some(team)
        {
            continue;
        }
        kept.push(stmt);
    }
    block.stmts = kept;
}

/// The team whose barrier is the last of the statements.
fn last_barrier(stmts: &[Stmt]) -> Option<&Team> {
    let last = stmts.iter().rfind(|stmt| !matches!(stmt, Stmt::Behind(_)));
    match last {
        Some(Stmt::Barrier { team, .. }) => Some(team),
        _ => None,
    }
}

/// Drops the block's barrier at the end of a kernel: its threads end there. A label needs a statement behind it.
pub fn drop_last_barrier(kernel: &mut Block) {
    let comment = match kernel.stmts.pop_if(|stmt| matches!(stmt, Stmt::Behind(_))) {
        Some(Stmt::Behind(comment)) => Some(comment),
        _ => None,
    };
    if let [before @ .., Stmt::Barrier { team, .. }] = kernel.stmts.as_slice()
        && *team == Team::Block
        && !matches!(before, [] | [.., Stmt::Label(_)])
    {
        kernel.stmts.pop();
        kernel.stmts.extend(comment.map(Stmt::User));
    } else {
        kernel.stmts.extend(comment.map(Stmt::Behind));
    }
}

/// Drops the braces around what ends a kernel, where they hold nothing but loops and names that only the translator
/// uses: these clash with no others. A second scope might have the same names.
pub fn drop_last_scope(kernel: &mut Block) {
    let scopes = kernel.stmts.iter();
    let scopes = scopes.filter(|stmt| matches!(stmt, Stmt::Scope(_))).count();
    let made = |stmt: &Stmt| match stmt {
        Stmt::Let { .. } | Stmt::RangeFor { .. } => true,
        Stmt::CallWith { name, .. } => name.is_some(),
        _ => false,
    };
    if let Some(Stmt::Scope(body)) = kernel.stmts.last_mut()
        && scopes == 1
        && body.stmts.iter().all(made)
    {
        let inside = std::mem::take(&mut body.stmts);
        kernel.stmts.pop();
        kernel.stmts.extend(inside);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::tree::Head;

    fn built(f: impl FnOnce(&mut Block)) -> Block {
        let mut block = Block::default();
        f(&mut block);
        block
    }

    fn printed(pass: impl FnOnce(&mut Block), f: impl FnOnce(&mut Block)) -> String {
        let mut block = built(f);
        pass(&mut block);
        block.to_string()
    }

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
    fn barriers_of_constructs_stay() {
        let text = printed(merge_barriers, |out| {
            out.order();
            out.barrier(Team::Block);
            out.barrier(Team::Block);
        });
        assert_eq!(text, BARRIER.repeat(3));
    }

    #[test]
    fn barriers_of_other_teams_and_blocks_order_nothing() {
        let text = printed(merge_barriers, |out| {
            out.barrier(Team::named("omp"));
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
            out.barrier(Team::Block);
            out.user("a = 1;");
        });
        kept(|out| out.barrier(Team::Block));
    }

    #[test]
    fn loops_alone_need_no_scope() {
        let text = printed(drop_last_scope, |out| {
            out.user("a = 1;");
            out.scope(|out| {
                out.constant("trips", "2");
                out.range_for(vec![Head::over("auto k", "range")], |out| {
                    out.user("b = 1;")
                });
            });
        });
        let expected = "a = 1;\nconst auto trips = 2;\nfor (auto k : range) {\n    b = 1;\n}\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn scopes_of_other_names_stay() {
        let kept = |f: fn(&mut Block)| {
            let text = built(f).to_string();
            assert_eq!(printed(drop_last_scope, f), text);
        };
        kept(|out| out.scope(|out| out.user("int a = 1;")));
        kept(|out| {
            out.scope(|out| out.constant("trips", "1"));
            out.scope(|out| out.constant("trips", "2"));
        });
        kept(|out| {
            out.scope(|out| out.constant("trips", "1"));
            out.user("a = 1;");
        });
    }
}
