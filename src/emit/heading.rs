//! What stands above a kernel: the directive, what was decided and why, its launch bounds.

use super::source_text::{place, quoted};
use crate::device::skeletons::{Apart, Heading};
use crate::ir::Program;
use crate::ir::constants::int_value;
use crate::plan::decisions::kernel::{KernelPlan, Mode};
use crate::plan::decisions::launch::MASTER;
use crate::source::Preprocessed;

/// The heading of a kernel. `line` is a `#line` directive in front of it, for debuggers and checks.
pub fn heading(
    program: &Program,
    pre: &Preprocessed,
    plan: &KernelPlan,
    line: Option<String>,
    (parameters, apart): (Vec<String>, Option<Apart>),
) -> Heading {
    let pragma = program.constructs[plan.construct].pragma;
    let directive = format!("{}: {}", place(pre, pragma), quoted(pre, pragma));
    let mut comments = vec![directive];
    comments.extend(decisions(program, pre, plan));
    Heading {
        comments,
        line,
        bounds: plan.shape.most_of_block(),
        name: plan.name.clone(),
        parameters,
        apart,
    }
}

/// The decisions about a kernel, a line each.
fn decisions(program: &Program, pre: &Preprocessed, plan: &KernelPlan) -> Vec<String> {
    let mode = match plan.mode() {
        Mode::SingleThread => "one thread a team",
        Mode::Spmd => "SPMD",
        Mode::GuardedSpmd => "guarded SPMD: thread 0 runs the sequential parts",
        Mode::ForkJoin | Mode::Function => {
            "fork-join: one thread of the last warp runs the sequential part"
        }
    };
    let mut first = mode.to_string();
    let mut limit = plan.shape.limit.iter();
    let limit_is_known = limit.all(|limit| int_value(program, *limit).is_some());
    if plan.mode() != Mode::SingleThread {
        let open = plan.shape.largest.is_some();
        first.push_str(&match (plan.shape.threads, plan.shape.condition) {
            _ if open => format!(", up to {} threads a team", plan.shape.max_block),
            (None, None)
                if plan.mode() == Mode::Spmd
                    && plan.shape.large_teams.is_empty()
                    && plan.shape.max_block > plan.shape.block =>
            {
                format!(
                    ", {} or {} threads a team",
                    plan.shape.block, plan.shape.max_block
                )
            }
            (None, None) if !plan.shape.large_teams.is_empty() => {
                let most = match plan.mode() {
                    Mode::ForkJoin => plan.shape.max_block - MASTER,
                    _ => plan.shape.max_block,
                };
                format!(", {} to {most} threads a team", plan.shape.block)
            }
            (None, None) if limit_is_known => format!(", {} threads a team", plan.shape.block),
            _ => format!(", up to {} threads a team", plan.shape.max_block),
        });
    }
    if plan.shape.one_team {
        first.push_str(", one team");
    }
    if plan.code.shared.packed > 0 {
        first.push_str(&format!(
            ", {} bytes of shared memory",
            plan.code.shared.packed
        ));
    }
    let mut lines = vec![first];
    lines.extend(plan.notes.iter().cloned());
    lines.extend(plan.reasons.iter().map(|note| {
        let text = note.words(|span| place(pre, span));
        format!("{}: {text}", place(pre, note.place))
    }));
    lines
}
