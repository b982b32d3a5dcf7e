//! Non-rectangular nests that a host compiler does not accept, as the plan says: they lose `collapse`.

use crate::ir::{Construct, Program};
use crate::omp::{self, ClauseKind, ExprText, ItemText};
use crate::plan::decisions::host::HostNest;

type Clause = omp::Clause<ExprText, ItemText>;

/// The clauses of a construct in a form that the host compiler accepts; none where it accepts the present ones.
pub fn clauses(
    program: &Program,
    nests: &[HostNest],
    construct: &Construct,
    clauses: &[Clause],
) -> Option<Vec<Clause>> {
    // They stand in the order of the text.
    let at = nests.binary_search_by_key(&construct.id, |nest| nest.construct);
    let nest = &nests[at.ok()?];
    let is_collapse = |c: &&Clause| matches!(c.kind, ClauseKind::Collapse(_));
    let collapse = clauses.iter().find(is_collapse)?;
    let mut clauses: Vec<Clause> = clauses
        .iter()
        .filter(|c| !is_collapse(c))
        .cloned()
        .collect();
    if !nest.private.is_empty() {
        let names = nest.private.iter().map(|&var| &program.vars[var].name);
        let items = names.map(|name| ItemText::name(name, collapse.span));
        clauses.push(Clause {
            kind: ClauseKind::Private(items.collect()),
            ..collapse.clone()
        });
    }
    Some(clauses)
}
