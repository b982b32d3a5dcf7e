//! Loops whose iterations wait for earlier ones, and how one iteration signals another (`romp/doacross.cuh`).

use super::cuda::Printer;
use super::kernel::Kernel;
use crate::device::{Block, DeviceFn};
use crate::ir::*;
use crate::plan::decisions::loops::{Across, Doacross};

/// Such a loop, which encloses the code that is being built.
#[derive(Clone, Debug)]
pub struct Around {
    /// The name of the object that keeps the iterations in order.
    pub name: String,
    /// For each loop its range, its variable, and whether it runs downward.
    pub parts: Vec<(String, VarId, bool)>,
}

/// Prints what stands before the loop: `outer` are the ranges of the distributed loops, `inner` those of the loops
/// inside them.
pub fn begin(
    k: &Kernel,
    out: &mut Block,
    across: &Across,
    outer: &[String],
    inner: &[String],
) -> Around {
    let rows: Vec<String> = inner
        .iter()
        .map(|range| format!("{range}.trips()"))
        .collect();
    let rows = match rows.as_slice() {
        [] => "1".to_string(),
        rows => format!("(unsigned long long){}", rows.join(" * ")),
    };
    let name = k.made_name("across");
    out.declare_as(
        format!("auto {name}"),
        k.on_team(DeviceFn::BeginDoacross, &rows),
    );
    let names = outer.iter().chain(inner).cloned();
    let parts = names.zip(&across.loops).map(|(range, one)| {
        let down = one.step.value.is_some_and(|step| step < 0);
        (range, one.var, down)
    });
    let parts = parts.collect();
    Around { name, parts }
}

/// Prints the directive: first its iteration waits.
pub fn directive(k: &Kernel, p: &mut Printer, out: &mut Block, one: &Doacross) {
    let around = k.context.across.last();
    let around = around.expect("the loop around it has `ordered(n)`");
    let vector = |distances: &[i64]| {
        let parts = around
            .parts
            .iter()
            .enumerate()
            .map(|(at, (range, var, down))| {
                let by = distances.get(at).copied().unwrap_or(0);
                let value = k.spelling(p, *var);
                let way = if *down { "down" } else { "up" };
                match by {
                    0 => format!("romp::{way}({range}, {value})"),
                    by => format!("romp::{way}({range}, {value}, {by})"),
                }
            });
        parts.collect::<Vec<_>>().join(", ")
    };
    for sink in &one.sinks {
        out.method(&around.name, "sink", &vector(sink));
    }
    if one.source {
        out.method(&around.name, "source", &vector(&[]));
    }
}
