//! The device constructs of a unit, and the names of their kernels.
//!
//! From the IR. Names are `function_N`, N the region's ordinal in its function, so that a line added above does not
//! rename everything.

use crate::ir::*;
use crate::omp::Leaf;
use la_arena::ArenaMap;
use std::collections::HashSet;

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
        let funcs = program.funcs.values().map(|f| f.name.as_str());
        let vars = program.vars.values().map(|v| v.name.as_str());
        let taken: HashSet<&str> = funcs.chain(vars).collect();
        let mut ordinals: ArenaMap<FuncId, usize> = ArenaMap::new();
        for (id, construct) in program.constructs.iter() {
            let is_target = construct.directive.has(Leaf::Target);
            if !is_target && !construct.directive.is_data() {
                continue;
            }
            let kernel = is_target.then(|| {
                let ordinal = ordinals.entry(construct.func).or_default();
                *ordinal += 1;
                free_name(&taken, &program.funcs[construct.func].name, *ordinal)
            });
            regions.all.push(Region {
                construct: id,
                func: construct.func,
                kernel,
            });
        }
        regions
    }
}

/// `function_N`, with underscores added until nothing of the unit has that name.
fn free_name(taken: &HashSet<&str>, func: &str, ordinal: usize) -> String {
    let mut name = format!("{func}_{ordinal}");
    while taken.contains(name.as_str()) {
        name.push('_');
    }
    name
}
