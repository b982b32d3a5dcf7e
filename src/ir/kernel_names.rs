//! The names of kernels: `function_N`, N the region's ordinal in its function, so that a line added above does not rename
//! everything; in ASCII.
//!
//! From the constructs, and from all names that the program gives. Must not know what a kernel becomes.

use super::device_names::{in_ascii, is_plain};
use super::{ConstructId, FuncId, Program};
use crate::omp::Leaf;
use la_arena::ArenaMap;
use std::collections::HashSet;

impl Program {
    /// The name of each target region's kernel.
    pub fn kernel_names(&self) -> ArenaMap<ConstructId, String> {
        let mut taken = names(self);
        let mut ordinals: ArenaMap<FuncId, usize> = ArenaMap::new();
        let mut all = ArenaMap::new();
        for (id, construct) in self.constructs.iter() {
            if construct.directive.has(Leaf::Target) {
                let ordinal = ordinals.entry(construct.func).or_default();
                *ordinal += 1;
                let func = &self.funcs[construct.func].name;
                let name = free_name(&taken, func, *ordinal);
                if !is_plain(func) {
                    taken.insert(name.clone());
                }
                all.insert(id, name);
            }
        }
        all
    }
}

/// All names that declarations of the unit give, also as device code spells them. Kernels stand at file scope, where the CUDA file also has the types of
/// functions, and tags are names of types in C++; labels and members have names of their own.
fn names(program: &Program) -> HashSet<String> {
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
        .flat_map(|name| [name.to_string(), in_ascii(name).into_owned()])
        .collect()
}

/// `function_N`, with underscores added until nothing of the unit has that name, or that of the kernel beside it for
/// launches with separate list items.
fn free_name(taken: &HashSet<String>, func: &str, ordinal: usize) -> String {
    let mut name = format!("{}_{ordinal}", in_ascii(func));
    while taken.contains(&name) || taken.contains(&format!("{name}_apart")) {
        name.push('_');
    }
    name
}
