//! The loop nests of a unit's loop-associated constructs (OpenMP 5.2, 4.4.1), found once.
//!
//! From the canonical form of loops (`loops`).

use super::loops;
use super::use_table::UseTable;
use crate::diag::{Code, Diagnostic};
use crate::ir::nests::Nest;
use crate::ir::*;
use la_arena::ArenaMap;

/// The nest that each construct distributes, or why it has none.
#[derive(Debug, Default)]
pub struct Nests(ArenaMap<ConstructId, Result<Nest, Box<Diagnostic>>>);

impl Nests {
    /// The nests of all loop-associated constructs.
    pub fn of_program(table: &UseTable) -> Nests {
        let all = table.program.constructs.iter();
        let of_loops = all.filter(|(_, one)| one.directive.shares_loops());
        let nests = of_loops.map(|(id, one)| (id, loops::nest_in(table, one).map_err(Box::new)));
        Nests(nests.collect())
    }

    /// The nest that the construct distributes, or why it distributes none.
    pub fn of(&self, construct: &Construct) -> Result<&Nest, Box<Diagnostic>> {
        match self.0.get(construct.id) {
            Some(Ok(nest)) => Ok(nest),
            Some(Err(why)) => Err(why.clone()),
            None => {
                let name = construct.name();
                let message = format!("`{name}` is associated with no loop");
                Err(Box::new(Diagnostic::error(
                    Code::CanonicalLoop,
                    construct.pragma,
                    message,
                )))
            }
        }
    }
}
