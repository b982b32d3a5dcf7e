//! Pointers that the program declares `restrict`, where a compiler of device code must not hear of it.
//!
//! `restrict` is about all accesses of a block (C11, 6.7.3.1), whichever thread does them: they go through the pointer. In
//! device code each thread has a pointer of its own, and a compiler takes a barrier for code that does not access what
//! such a pointer leads to, so that a thread would not see what others have written. So the type says it no longer, but of
//! pointers of functions that devices execute in which threads cannot wait for each other. What kernels' parameters
//! promise is another question, which `analyze::read_only` answers: the variables are remembered
//! (`Program::restricted`).
//!
//! From the typed program, and from what functions call. Must not know how code is laid out.

use crate::analyze::call_graph::CallGraph;
use crate::analyze::effects::FunctionEffects;
use crate::analyze::use_table::UseTable;
use crate::ir::*;
use std::collections::BTreeSet;

/// Takes `restrict` from the types of all such variables.
pub fn apply(program: &mut Program) {
    let vars = program.vars.iter().map(|(id, _)| id);
    let mut found: BTreeSet<VarId> = vars.filter(|var| program.is_restricted(*var)).collect();
    if found.is_empty() {
        return;
    }
    let known = {
        let uses = UseTable::new(program);
        let calls = CallGraph::of(&uses);
        let effects = FunctionEffects::of(&uses, &calls);
        let quiet = |func: FuncId| {
            let does = effects.of_func(func);
            let others = calls.of_func(func).others();
            program.funcs[func].body.is_some() && !(does.constructs || does.waits || others)
        };
        let funcs = found.iter().filter_map(|var| program.vars[*var].func);
        let funcs: BTreeSet<FuncId> = funcs.filter(|func| quiet(*func)).collect();
        funcs
    };
    found.retain(|var| !{ program.vars[*var].func }.is_some_and(|func| known.contains(&func)));
    for &var in &found {
        let mut ty = program.types.resolve_qual(program.vars[var].ty);
        ty.quals.is_restrict = false;
        program.vars[var].ty = ty;
    }
    program.restricted.extend(found);
}
