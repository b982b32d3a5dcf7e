//! Automatic variables of the host that no construct but the asking one can have mapped: device memory holds no copy
//! of them where a region begins, so that the value that the region gets is the host's (OpenMP 5.2, 5.8.3).
//!
//! From the IR and the uses of functions. A variable is mapped by a data directive that names it, by a region that
//! another thread executes meanwhile, or through its address.

use super::use_table::UseTable;
use crate::ir::*;
use crate::omp::ClauseKind;
use std::collections::BTreeSet;

/// The variables that constructs may leave mapped.
#[derive(Clone, Debug, Default)]
pub struct Unmapped {
    named: BTreeSet<VarId>,
    /// Whether there are nested functions of GNU C, whose bodies are not known.
    nested: bool,
}

impl Unmapped {
    /// The list items of a program's data directives, and of regions that are executed while the host goes on.
    pub fn of(program: &Program) -> Unmapped {
        let mut found = Unmapped {
            named: BTreeSet::new(),
            nested: program.funcs.iter().any(|(_, func)| func.nested),
        };
        for (_, construct) in program.constructs.iter() {
            let stays = construct.directive.is_data() || is_deferred(construct);
            for clause in &construct.clauses {
                let items = clause.items().iter();
                let items =
                    items.filter(|item| stays || matches!(item.kind, ItemKind::Part { .. }));
                found.named.extend(items.filter_map(|item| item.var()));
            }
        }
        found
    }

    /// Whether nothing but a construct that names or captures the whole variable while the host waits can map it.
    pub fn has(&self, table: &UseTable, var: VarId) -> bool {
        let v = &table.program.vars[var];
        let uses = v.func.and_then(|func| table.of_func(func));
        v.storage.is_local()
            && !self.nested
            && !self.named.contains(&var)
            && uses.is_some_and(|uses| !uses.opaque && !uses.get(var).escapes)
    }
}

/// Whether the host may go on before the construct's region has ended, or the region begins after others.
pub fn is_deferred(construct: &Construct) -> bool {
    let defers = |c: &Clause| matches!(c.kind, ClauseKind::Nowait(_) | ClauseKind::Depend { .. });
    construct.clauses.iter().any(defers)
}
