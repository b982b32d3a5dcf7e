//! The uses of every statement, collected once.
//!
//! Blocks of constructs are nested: an outer one uses what its inner ones use, besides its own. Each is collected
//! once, from the inside out, so that a unit takes time in proportion to its text, however deeply its constructs are
//! nested and however many questions are asked of them.

use super::sharing::privatised_of;
use super::uses::Uses;
use crate::ir::*;
use la_arena::ArenaMap;
use std::cell::OnceCell;
use std::collections::BTreeSet;

/// A program and the uses of its statements.
pub struct UseTable<'a> {
    /// The unit itself.
    pub program: &'a Program,
    known: ArenaMap<StmtId, OnceCell<Box<Uses>>>,
    /// The variables that constructs privatise, by their blocks.
    private: ArenaMap<StmtId, OnceCell<Vec<(VarId, Private)>>>,
    /// The variables whose declarations are statements of blocks.
    in_blocks: BTreeSet<VarId>,
}

impl<'a> UseTable<'a> {
    /// A table that collects uses when it is first asked for them.
    pub fn new(program: &'a Program) -> UseTable<'a> {
        let stmts = || program.stmts.iter().map(|(id, _)| id);
        UseTable {
            program,
            known: stmts().map(|id| (id, OnceCell::new())).collect(),
            private: stmts().map(|id| (id, OnceCell::new())).collect(),
            in_blocks: declared_in_blocks(program),
        }
    }

    /// Whether the variable's declaration is a statement of a block: not the head of a loop, nor a parameter.
    pub fn is_declared_in_block(&self, var: VarId) -> bool {
        self.in_blocks.contains(&var)
    }

    /// What a statement uses, with the bodies of its constructs.
    pub fn of(&self, stmt: StmtId) -> &Uses {
        self.known[stmt].get_or_init(|| Box::new(Uses::in_table(self, stmt)))
    }

    /// What a function's body uses; none where the unit does not define the function.
    pub fn of_func(&self, func: FuncId) -> Option<&Uses> {
        self.program.funcs[func].body.map(|body| self.of(body))
    }

    /// The variables that a construct gives its threads copies of ([`super::sharing::privatised`]).
    pub(super) fn privatised(&self, construct: &Construct) -> Vec<(VarId, Private)> {
        let find = |inside| privatised_of(self.program, construct, inside);
        match construct.body {
            None => find(None),
            Some(body) => self.private[body]
                .get_or_init(|| find(Some(self.of(body))))
                .clone(),
        }
    }

    /// What a construct as a whole does to what is outside of it: a variable that it privatises counts only as far as
    /// the copies are initialised from, or written back to, the original.
    pub fn of_construct(&self, id: ConstructId) -> Uses {
        Uses::of_construct_in(self, id)
    }
}

fn declared_in_blocks(program: &Program) -> BTreeSet<VarId> {
    let mut found = BTreeSet::new();
    for (_, stmt) in program.stmts.iter() {
        let StmtKind::Block(stmts) = &stmt.kind else {
            continue;
        };
        for &inner in stmts {
            if let StmtKind::Decl(decls) = &program.stmt(inner).kind {
                found.extend(decls.iter().filter_map(|decl| match decl {
                    Decl::Var(var) => Some(*var),
                    _ => None,
                }));
            }
        }
    }
    found
}
