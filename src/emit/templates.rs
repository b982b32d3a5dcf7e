//! The kernel and unit skeletons under `templates/`, filled. They hold no decisions.

use super::source_text::{place, quoted};
use crate::ir::Program;
use crate::plan::decisions::kernel::{KernelPlan, Mode};
use crate::source::Preprocessed;
use askama::Template;

#[derive(Template)]
#[template(path = "kernel.cu")]
struct KernelText<'a> {
    place: String,
    pragma: String,
    decisions: Vec<String>,
    /// A `#line` directive for the pragma, or nothing.
    line: String,
    bounds: u32,
    name: &'a str,
    params: String,
    body: &'a str,
}

#[derive(Template)]
#[template(path = "unit.cu")]
struct UnitText<'a> {
    file: &'a str,
    version: &'a str,
    definitions: &'a [String],
    declarations: &'a str,
    kernels: &'a [String],
}

/// A kernel's text from its parts; no line break at the end.
pub fn kernel(
    program: &Program,
    pre: &Preprocessed,
    plan: &KernelPlan,
    line: Option<String>,
    params: &[String],
    body: &str,
) -> String {
    let pragma = program.constructs[plan.construct].pragma;
    let one_line = params.join(", ");
    let params = if one_line.len() + plan.name.len() > 96 {
        format!("\n    {}", params.join(",\n    "))
    } else {
        one_line
    };
    let text = KernelText {
        place: place(pre, pragma),
        pragma: quoted(pre, pragma),
        decisions: decisions(pre, plan),
        line: line.map(|line| line + "\n").unwrap_or_default(),
        bounds: plan.shape.max_block,
        name: &plan.name,
        params,
        body,
    };
    text.render().expect("the template has no fallible parts")
}

/// The whole file.
pub fn unit(file: &str, definitions: &[String], declarations: &str, kernels: &[String]) -> String {
    let text = UnitText {
        file,
        version: env!("CARGO_PKG_VERSION"),
        definitions,
        declarations: declarations.trim_end(),
        kernels,
    };
    let mut text = text.render().expect("the template has no fallible parts");
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

/// The decisions about a kernel, a line each.
fn decisions(pre: &Preprocessed, plan: &KernelPlan) -> Vec<String> {
    let mode = match plan.mode() {
        Mode::SingleThread => "one thread a team",
        Mode::Spmd => "SPMD",
        Mode::GuardedSpmd => "guarded SPMD: thread 0 runs the sequential parts",
        Mode::ForkJoin | Mode::Function => {
            "fork-join: one thread of the last warp runs the sequential part"
        }
    };
    let mut first = mode.to_string();
    if plan.mode() != Mode::SingleThread {
        first.push_str(&match (plan.shape.threads, plan.shape.condition) {
            (None, None)
                if plan.mode() == Mode::Spmd && plan.shape.max_block > plan.shape.block =>
            {
                format!(
                    ", {} or {} threads a team",
                    plan.shape.block, plan.shape.max_block
                )
            }
            (None, None) => format!(", {} threads a team", plan.shape.block),
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
