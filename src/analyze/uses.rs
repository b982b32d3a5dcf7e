//! Which variables a piece of the program uses, and how.
//!
//! From the IR alone. Exact about the variable itself: `p[i] = 1` reads the pointer `p`, `a[i] = 1`
//! writes the array `a`. Of OpenMP it knows only which variables a construct privatises (`sharing`).

mod collector;

use super::use_table::UseTable;
use crate::ir::*;
use collector::Collector;
use std::collections::{BTreeMap, BTreeSet};

/// How a variable is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Use {
    /// Its value is read.
    pub read: bool,
    /// Its value is read otherwise than to take the address of an array.
    pub value: bool,
    /// Its value is written.
    pub written: bool,
    /// Its address, or that of a part of it, goes somewhere that is not followed: the variable may be read, and
    /// written unless it is const.
    pub escapes: bool,
    /// An array is named other than through decay to its first element (`&a`; `sizeof` is folded already).
    pub whole: bool,
}

impl Use {
    /// Whether the variable may be written: directly, or through its address.
    pub fn maybe_written(self) -> bool {
        self.written || self.escapes
    }

    fn merge(&mut self, other: Use) {
        self.value |= other.value || other.read && !other.escapes;
        self.read |= other.read;
        self.written |= other.written;
        self.escapes |= other.escapes;
        self.whole |= other.whole;
    }
}

/// What a statement (or several) does to variables and memory.
#[derive(Clone, Debug, Default)]
pub struct Uses {
    /// How each variable is used, in the order of the ids, which is that of the declarations.
    pub vars: BTreeMap<VarId, Use>,
    /// The variables in the order of first use.
    pub order: Vec<VarId>,
    /// Variables declared inside.
    pub declared: Vec<VarId>,
    /// The variables that the text names; the extents of their types may use others.
    named: BTreeSet<VarId>,
    /// Whether the extents of a type are being read.
    in_extent: bool,
    /// Functions called by name, in the order of first use.
    pub calls: Vec<FuncId>,
    /// The same functions, for the question whether one is among them.
    called: BTreeSet<FuncId>,
    /// There are calls through pointers.
    pub calls_unknown: bool,
    /// Memory is read through a pointer (for global variables see `vars`).
    pub loads: bool,
    /// Memory is written through a pointer.
    pub stores: bool,
    /// Threads may wait for each other: a critical section, or an atomic that reads.
    pub waits: bool,
    /// There are constructs whose meaning depends on the team around them, or that make a team.
    pub constructs: bool,
    /// There are loops whose schedule is run-sched-var's.
    pub runtime_loops: bool,
    /// There is inline assembly, or an expression that is kept as text.
    pub opaque: bool,
}

impl Uses {
    /// What a statement uses, in a program that still changes. Afterwards ask [`UseTable::of`], which collects once.
    pub fn of_stmt(program: &Program, stmt: StmtId) -> Uses {
        Uses::collected(program, None, |all| all.stmt(stmt))
    }

    pub(super) fn in_table(table: &UseTable, stmt: StmtId) -> Uses {
        Uses::collected(table.program, Some(table), |all| all.stmt(stmt))
    }

    /// What a construct uses, in a program that still changes; see [`UseTable::of_construct`].
    pub fn of_construct(program: &Program, id: ConstructId) -> Uses {
        Uses::collected(program, None, |all| all.construct(id))
    }

    pub(super) fn of_construct_in(table: &UseTable, id: ConstructId) -> Uses {
        Uses::collected(table.program, Some(table), |all| all.construct(id))
    }

    /// What an expression uses.
    pub fn of_expr(program: &Program, expr: ExprId) -> Uses {
        Uses::collected(program, None, |all| all.read(expr))
    }

    fn collected(
        program: &Program,
        table: Option<&UseTable>,
        what: impl FnOnce(&mut Collector),
    ) -> Uses {
        let mut uses = Uses::default();
        what(&mut Collector {
            program,
            table,
            uses: &mut uses,
        });
        uses
    }

    /// How a variable is used; not at all where it is unknown here.
    pub fn get(&self, var: VarId) -> Use {
        self.vars.get(&var).copied().unwrap_or_default()
    }

    /// Whether a variable is used at all.
    pub fn uses(&self, var: VarId) -> bool {
        self.vars.contains_key(&var)
    }

    /// Variables used and not declared inside, in the order of first use.
    pub fn captured(&self) -> impl Iterator<Item = VarId> + '_ {
        let declared: BTreeSet<VarId> = self.declared.iter().copied().collect();
        let all = self.order.iter().copied();
        all.filter(move |var| !declared.contains(var))
    }

    /// Adds what an expression uses.
    pub fn add_expr(&mut self, program: &Program, expr: ExprId) {
        Collector {
            program,
            table: None,
            uses: self,
        }
        .read(expr);
    }

    /// Adds what the extents of a variably modified type use.
    pub fn add_extents(&mut self, program: &Program, ty: TypeId) {
        Collector {
            program,
            table: None,
            uses: self,
        }
        .extents(ty);
    }

    /// Adds what a statement uses.
    pub fn add_stmt(&mut self, program: &Program, stmt: StmtId) {
        Collector {
            program,
            table: None,
            uses: self,
        }
        .stmt(stmt);
    }

    fn note(&mut self, var: VarId, how: Use) {
        let slot = self.vars.entry(var).or_insert_with(|| {
            self.order.push(var);
            Use::default()
        });
        slot.merge(how);
        if !self.in_extent {
            self.named.insert(var);
        }
    }

    /// Whether the text names the variable; otherwise only the type of a named variable needs it.
    pub fn names(&self, var: VarId) -> bool {
        self.named.contains(&var)
    }
}
