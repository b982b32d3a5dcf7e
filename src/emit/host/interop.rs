//! `interop` in the host text: calls of the runtime in the directive's place.
//!
//! From the plans of `plan::constructs::interop`. Cannot fail.

use super::{device_variables, dispatch};
use crate::edit::Edits;
use crate::emit::planned::Planned;
use crate::emit::source_text::{place, quoted};
use crate::plan::decisions::unit::{ForeignRuntime, InteropAction, InteropPlan};
use askama::Template;

/// The lines that replace the pragma of an `interop` construct.
#[derive(Template)]
#[template(path = "interop.c")]
struct InteropText {
    /// The pragma as the user wrote it.
    pragma: String,
    /// The directive of the task that waits for dependences.
    task: Option<String>,
    /// The device that the construct names.
    device: Option<String>,
    calls: Vec<String>,
}

pub fn edit(planned: &Planned, edits: &mut Edits) {
    for plan in &planned.plan.interops {
        one(planned, plan, edits);
    }
}

fn one(planned: &Planned, plan: &InteropPlan, edits: &mut Edits) {
    let program = planned.program;
    let construct = &program.constructs[plan.construct];
    let mut directives = planned.directives.iter();
    let directive = directives.find(|d| d.span.lo == construct.pragma.lo);
    let place = place(planned.pre, construct.pragma);
    let call = |action: &InteropAction| {
        let (verb, item, what) = match *action {
            InteropAction::Use(item) => ("use", item, ""),
            InteropAction::Destroy(item) => ("destroy", item, ""),
            InteropAction::Init {
                item,
                targetsync,
                runtime,
            } => {
                let what = match (targetsync, runtime) {
                    (true, ForeignRuntime::Cuda) => ", ROMP_TARGETSYNC",
                    (false, ForeignRuntime::Cuda) => ", 0",
                    (true, ForeignRuntime::CudaDriver) => ", ROMP_TARGETSYNC | ROMP_CUDA_DRIVER",
                    (false, ForeignRuntime::CudaDriver) => ", ROMP_CUDA_DRIVER",
                };
                ("init", item, what)
            }
        };
        let item = device_variables::text(planned, item);
        format!("romp_interop_{verb}(\"{place}\", (void **)&({item}){what})")
    };
    let lines = InteropText {
        pragma: quoted(planned.pre, construct.pragma),
        task: directive.and_then(dispatch::task),
        device: plan
            .device
            .map(|device| device_variables::text(planned, program.expr(device).span)),
        calls: plan.actions.iter().map(call).collect(),
    };
    let lines = lines.render().expect("the template has no fallible parts");
    let indent = planned.pre.indentation(construct.pragma);
    edits.replace(
        construct.pragma,
        lines.replace('\n', &format!("\n{indent}")),
    );
}
