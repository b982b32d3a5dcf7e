//! The host half: the edits that turn the user's text into the host file.
//!
//! Only pragma lines change, and text inside of constructs that host compilers do not accept. From the program and
//! the plans; cannot fail.

mod allocations;
mod constructs;
mod context;
mod declarative;
mod device_variables;
mod dispatch;
mod expressions;
mod interop;
mod launch_shape;
mod list_items;
mod long_lists;
mod older_compilers;

use super::Extras;
use super::planned::Planned;
use crate::edit::Edits;
use crate::source::{Preprocessed, Span};
use context::Host;
use older_compilers::{atomics, loops, scans, teams, words};

/// The edits of the host text. With line directives messages name files with their folders,
/// as the line tables for checks do.
pub fn edits(planned: &Planned, extras: Extras) -> Edits {
    let host = Host::new(planned, extras);
    let mut edits = Edits::new();
    for plan in &planned.plan.kernels {
        edits.replace(
            planned.program.constructs[plan.construct].pragma,
            host.target(plan),
        );
    }
    for plan in &planned.plan.data {
        edits.replace(
            planned.program.constructs[plan.construct].pragma,
            host.data(plan),
        );
    }
    words::edit(planned, &mut edits);
    device_variables::edit(planned, &mut edits);
    atomics::edit(planned, &mut edits);
    teams::edit(planned, &mut edits);
    dispatch::edit(planned, &mut edits);
    interop::edit(planned, &mut edits);
    scans::edit(planned, &mut edits);
    loops::edit(planned, &mut edits);
    declarative::edit(planned, &mut edits);
    allocations::edit(planned, &mut edits);
    edits.put_in_front(|span| comments_within(planned.pre, span));
    edits
}

/// The comments within a directive, on lines above what stands in its place.
fn comments_within(pre: &Preprocessed, directive: Span) -> String {
    let text = pre.slice(directive);
    if !text.starts_with("#pragma") || text.contains('\n') {
        return String::new();
    }
    let indent = pre.indentation(directive);
    let comments = pre.comments_inside(directive);
    let lines = comments.iter().map(|comment| {
        let text = comment.text.replace("\r\n", "\n");
        format!("{}\n{indent}", text.trim_end())
    });
    lines.collect()
}
