//! The head of a loop that one thread executes and whose iterations are counted: the increment behind the last one would
//! leave the type of the variable (`analyze/last_increment.rs`).
//!
//! From the canonical loop. The device header counts (`romp/ranges.cuh`).

use super::{loop_variable, range};
use crate::device::{Call, DeviceFn};
use crate::emit::cuda::{Around, CountedLoop, Hooks, Printer};
use crate::emit::kernel::Kernel;
use crate::ir::nests::CanonicalLoop;

/// The loop over its iterations.
pub fn counted(k: &Kernel, p: &mut Printer, one: &CanonicalLoop) -> CountedLoop {
    let what = range(p, one);
    let own = p.names.var(one.var).to_string();
    // A variable that other threads access, too, is declared where they find it.
    let is_plain = k.var(one.var).is_none() && k.task_variable(one.var).is_none();
    if one.declared && is_plain {
        let variable = loop_variable(p, one, &own);
        let each = Call::plain(DeviceFn::Each, what);
        return CountedLoop {
            head: format!("{variable} : {each}"),
            around: None,
        };
    }
    let iterations = k.made_name(&format!("{own}_range"));
    let value = k.name_beside(&own, "value");
    let variable = loop_variable(p, one, &value);
    let each = Call::plain(DeviceFn::Each, iterations.as_str());
    let original = k.spelling(p, one.var);
    CountedLoop {
        head: format!("{variable} : {each}"),
        around: Some(Around {
            before: format!("const auto {iterations} = {what};"),
            first: format!("{original} = {value};"),
            behind: (!one.declared)
                .then(|| format!("{original} = {iterations}[{iterations}.trips()];")),
        }),
    }
}
