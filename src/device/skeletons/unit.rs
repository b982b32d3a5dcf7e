//! The CUDA file of a translation unit.

use super::Kernel;
use askama::Template;
use std::fmt;

/// The whole file: `templates/unit.cu`.
#[derive(Clone, Debug)]
pub struct Unit<'a> {
    /// The name of the user's file.
    pub file: &'a str,
    /// Macros of the user's that stand for constants, a line each.
    pub definitions: &'a [String],
    /// Locks that all units have in common, a line each. Functions use them.
    pub locks: &'a [String],
    /// Types, variables and functions that kernels use.
    pub declarations: &'a str,
    /// The kernels, in the order of the user's text.
    pub kernels: &'a [&'a Kernel],
}

#[derive(Template)]
#[template(path = "unit.cu")]
struct UnitText<'a> {
    version: &'static str,
    unit: &'a Unit<'a>,
    declarations: &'a str,
}

impl fmt::Display for Unit<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let text = super::text(&UnitText {
            version: env!("CARGO_PKG_VERSION"),
            unit: self,
            declarations: self.declarations.trim_end(),
        });
        writeln!(f, "{}", text.trim_end())
    }
}
