//! The device constructs of a unit, and the names of their kernels.
//!
//! From the IR.

use crate::ir::*;
use crate::omp::Leaf;

/// A device construct: the host passes it to the runtime.
#[derive(Clone, Debug)]
pub struct Region {
    /// The construct.
    pub construct: ConstructId,
    /// The function that holds it.
    pub func: FuncId,
    /// The kernel's name; none for constructs that only map data.
    pub kernel: Option<String>,
}

/// The device constructs of a unit.
#[derive(Debug, Default)]
pub struct Regions {
    /// All of them, in the order of the text.
    pub all: Vec<Region>,
}

impl Regions {
    /// The device constructs of a program.
    pub fn of(program: &Program) -> Regions {
        let mut regions = Regions::default();
        let names = program.kernel_names();
        for (id, construct) in program.constructs.iter() {
            let is_target = construct.directive.has(Leaf::Target);
            if !is_target && !construct.directive.is_data() {
                continue;
            }
            regions.all.push(Region {
                construct: id,
                func: construct.func,
                kernel: names.get(id).cloned(),
            });
        }
        regions
    }
}
