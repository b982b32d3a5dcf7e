//! `cancel` and `cancellation point`: jumps behind the construct that they name.
//!
//! From the plan's steps; `romp/cancel.cuh` says when to jump. A label stands behind a block of its own, so
//! that no jump passes a declaration.

use super::context::Context;
use super::cuda::Printer;
use super::kernel::{Inner, Kernel};
use crate::device::tree::{Jump, Style};
use crate::device::{Block, Call, DeviceFn, Team};
use crate::ir::ConstructId;
use crate::omp::Leaf;
use crate::plan::decisions::steps::{Cancel, Cancellable, CancellableGroup};

/// A construct that may be cancelled and encloses the code that is being built.
#[derive(Clone, Debug)]
pub struct Target {
    what: Leaf,
    label: String,
    /// The team that executes it.
    team: Team,
}

/// A taskgroup that a `cancel` in its text names.
#[derive(Clone, Debug)]
pub struct Group {
    /// The construct with which it begins.
    pub id: ConstructId,
    pub how: CancellableGroup,
    /// The object that says whether it is cancelled.
    pub name: String,
}

/// The construct that `inner` builds, and the label at its end.
pub fn construct(k: &Kernel, p: &mut Printer, out: &mut Block, one: &Cancellable, inner: Inner) {
    let label = k.made_name("cancelled");
    let region = one.what == Leaf::Parallel;
    let begin = if region {
        DeviceFn::BeginCancellation
    } else {
        DeviceFn::BeginCancellable
    };
    k.converge(out);
    out.call(k.on_team(begin, ""));
    let target = Target {
        what: one.what,
        label: label.clone(),
        team: k.team(),
    };
    out.scope(|out| {
        let change = |context: &mut Context| context.cancels.push(target);
        k.within(p, change, |k, p| {
            inner(k, p, out);
            if region {
                out.call(k.on_team(DeviceFn::EndCancellation, ""));
            }
        });
    });
    out.landing(label);
    if !region {
        k.converge(out);
        let end = k.on_team(DeviceFn::EndCancellable, "").of(one.work_queue);
        out.call(end);
    }
}

/// The code of a task, with a label at its end where its taskgroup may be cancelled.
pub fn task(k: &Kernel, p: &mut Printer, out: &mut Block, inner: Inner) {
    let label = k.made_name("cancelled");
    let target = Target {
        what: Leaf::Task,
        label: label.clone(),
        team: k.team(),
    };
    let change = |context: &mut Context| context.cancels.push(target);
    k.within(p, change, |k, p| out.scope(|out| inner(k, p, out)));
    out.landing(label);
}

/// The code of a `cancel` or `cancellation point`.
pub fn directive(k: &Kernel, p: &mut Printer, out: &mut Block, one: &Cancel) {
    let mut around = k.context.cancels.iter();
    let target = around.rfind(|t| t.what == one.what);
    let label = target
        .expect("what it names may be cancelled")
        .label
        .clone();
    let condition = match (one.point, one.condition) {
        (true, _) => "false".into(),
        (false, Some(condition)) => bare(p.truth_text(condition)),
        (false, None) => String::new(),
    };
    let leaves = match (one.what, one.group) {
        (Leaf::Parallel, _) => k.on_team(DeviceFn::CancelRegion, &condition),
        (Leaf::Task, Some(group)) => {
            let group = k.group(group);
            let mut list = vec![group.name.as_str()];
            list.extend(Some(condition.as_str()).filter(|text| !text.is_empty()));
            let list = list.join(", ");
            match group.how {
                CancellableGroup::AtOnce => Call::plain(DeviceFn::CancelUndeferred, list),
                CancellableGroup::ByState => k.on_team(DeviceFn::CancelTaskgroup, &list),
            }
        }
        (Leaf::Task, None) => k.on_team(DeviceFn::CancelTaskgroup, &condition),
        _ => k.on_team(DeviceFn::CancelConstruct, &condition),
    };
    out.if_styled(leaves, Style::Indented, |out| out.jump(Jump::To(label)));
}

/// The text without parentheses around all of it, for an argument.
fn bare(text: String) -> String {
    let inner = text
        .strip_prefix('(')
        .and_then(|text| text.strip_suffix(')'));
    match inner {
        Some(inner) if !inner.contains(['(', ')', ',']) => inner.to_string(),
        _ => text,
    }
}

impl Kernel<'_> {
    /// The label to which the team's threads jump when their region is cancelled.
    pub(super) fn region_end(&self) -> Option<String> {
        let context = &self.context;
        let region = context.cancels.iter().rfind(|t| t.what == Leaf::Parallel)?;
        (context.team == region.team).then(|| region.label.clone())
    }

    /// The enclosing taskgroup that begins with a construct.
    pub(super) fn group(&self, id: ConstructId) -> &Group {
        let mut groups = self.context.groups.iter();
        groups
            .rfind(|group| group.id == id)
            .expect("it stands around its tasks")
    }

    /// A convergence point in front of what needs all threads of the team, where some may have left a cancelled region.
    pub fn converge(&self, out: &mut Block) {
        if self.region_end().is_some() {
            self.barrier(out);
        }
    }
}
