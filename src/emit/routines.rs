//! How calls of `omp_*` routines are spelled in device code.

use super::cuda::{Hooks, Printer, Writer};
use crate::ir::ConstructId;

/// `level` is `parallel` inside a parallel region of the kernel, `sequential` outside.
pub fn spelling(name: &str, level: &str) -> String {
    format!("romp::{level}::{name}")
}

/// Hooks for device functions: they hold no constructs.
pub struct InFunctions {
    pub parallel: bool,
}

impl Hooks for InFunctions {
    fn construct(&self, p: &Printer, out: &mut Writer, construct: ConstructId) {
        if let Some(body) = p.program.constructs[construct].body {
            p.stmt(out, body);
        }
    }

    fn omp_routine(&self, name: &str) -> String {
        spelling(
            name,
            if self.parallel {
                "parallel"
            } else {
                "sequential"
            },
        )
    }
}
