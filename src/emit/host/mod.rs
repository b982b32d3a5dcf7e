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
    edits
}
