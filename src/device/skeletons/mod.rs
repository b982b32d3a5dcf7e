//! What a CUDA file consists of, as values: structs of shared variables, device functions with regions, kernels, the
//! file itself.
//!
//! Each has blocks of code in the places that its skeleton under `templates/` shows. Passes change the blocks; the
//! skeleton is filled with their text.

mod function;
mod kernel;
mod shared_struct;
mod unit;

pub use function::{Function, RegionFunction};
pub use kernel::{AllThreads, Apart, Body, ForkJoin, Heading, Kernel};
pub use shared_struct::SharedStruct;
pub use unit::Unit;

use std::fmt;

/// A kernel or a device function with regions.
#[derive(Clone, Debug)]
pub enum Item {
    /// A kernel: the code of a target region.
    Kernel(Box<Kernel>),
    /// A function that has constructs of its own.
    Function(Box<Function>),
}

/// The text of a template's struct, which nothing can keep from being written.
fn text(template: &impl askama::Template) -> String {
    let text = template.render();
    text.expect("the template has no fallible parts")
}

/// The directive of the compiler in front of a definition, a line of its own.
fn directive(line: &Option<String>) -> String {
    let line = line.as_ref();
    line.map_or(String::new(), |line| format!("{line}\n"))
}

/// Shows the text of a template's struct.
fn show(template: &impl askama::Template, f: &mut fmt::Formatter) -> fmt::Result {
    f.write_str(&text(template))
}
