//! The names of kernels: `function_N`, N the region's ordinal in its function, so that a line added above does not rename
//! everything.
//!
//! From the constructs, and from all names that the program gives. Must not know what a kernel becomes.

use super::{ConstructId, FuncId, Program};
use crate::omp::Leaf;
use la_arena::ArenaMap;
use std::collections::HashSet;

impl Program {
    /// The name of each target region's kernel.
    pub fn kernel_names(&self) -> ArenaMap<ConstructId, String> {
        let taken = names(self);
        let mut ordinals: ArenaMap<FuncId, usize> = ArenaMap::new();
        let mut all = ArenaMap::new();
        for (id, construct) in self.constructs.iter() {
            if construct.directive.has(Leaf::Target) {
                let ordinal = ordinals.entry(construct.func).or_default();
                *ordinal += 1;
                let func = &self.funcs[construct.func].name;
                all.insert(id, free_name(&taken, func, *ordinal));
            }
        }
        all
    }
}

/// All names that declarations of the unit give. Kernels stand at file scope, where the CUDA file also has the types of
/// functions, and tags are names of types in C++; labels and members have names of their own.
fn names(program: &Program) -> HashSet<&str> {
    let funcs = program.funcs.values().map(|f| f.name.as_str());
    let vars = program.vars.values().map(|v| v.name.as_str());
    let records = program.records.values();
    let records = records.flat_map(|r| [r.tag.as_deref(), Some(r.made_name.as_str())]);
    let enums = program.enums.values();
    let enums = enums.flat_map(|e| [e.tag.as_deref(), Some(e.made_name.as_str())]);
    let constants = program.enums.values().flat_map(|e| &e.consts);
    let aliases = program.aliases.values().map(|a| a.name.as_str());
    funcs
        .chain(vars)
        .chain(records.chain(enums).flatten())
        .chain(constants.map(|one| one.name.as_str()))
        .chain(aliases)
        .collect()
}

/// `function_N`, with underscores added until nothing of the unit has that name.
fn free_name(taken: &HashSet<&str>, func: &str, ordinal: usize) -> String {
    let mut name = format!("{func}_{ordinal}");
    while taken.contains(name.as_str()) {
        name.push('_');
    }
    name
}
