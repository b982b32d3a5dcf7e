//! Plans of small programs: what the launch becomes, and where variables lie.

mod launch;
mod memory;

use super::options::Options;
use super::unit;
use crate::analyze::tests::{Known, known};
use crate::ir::VarId;
use crate::plan::decisions::kernel::KernelPlan;
use crate::plan::decisions::shared::{Member, SharedLayout};

/// Calls `look` with the plan of the only kernel of a function `f(int n, int *x)` that holds the statements.
fn kernel(statements: &str, options: Options, look: impl FnOnce(&Known, &KernelPlan) + Send) {
    let text = format!("void f(int n, int *x)\n{{\n{statements}\n}}\n");
    known(&text, |known| {
        let planned = unit::plan(&known.facts, &Default::default(), options);
        let planned = planned.unwrap_or_else(|found| panic!("{found:#?}"));
        match planned.kernels.as_slice() {
            [one] => look(known, one),
            found => panic!("{} kernels", found.len()),
        }
    });
}

/// Where a variable lies in a struct of the team; none where it does not lie there.
fn offset(layout: &SharedLayout, var: VarId) -> Option<u64> {
    let slots = layout.slots();
    let slot = slots.iter().find(|slot| slot.member == Member::Var(var));
    slot.map(|slot| slot.offset)
}
