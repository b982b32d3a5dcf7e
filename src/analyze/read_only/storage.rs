//! Which pieces of storage are certainly not the same one.
//!
//! From the whole unit, once: what pointer variables are assigned, and of which variables an address goes anywhere.

use super::confined::{keeps_nothing, leaking};
use crate::analyze::use_table::UseTable;
use crate::ir::constants::int_value;
use crate::ir::*;
use crate::library::c;
use crate::omp::ClauseKind;
use std::collections::BTreeSet;

/// Storage that device code accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Root {
    /// A variable's own.
    Object(VarId),
    /// What a pointer variable of the host points into when the region begins.
    Behind(VarId),
    /// Any.
    Unknown,
}

/// When a region is executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum When {
    /// While its function waits for it.
    Encountered,
    /// Perhaps when its function has returned.
    Deferred,
}

/// Routines of OpenMP whose result points to storage that nothing else points to (5.2, 18.8 and 18.13).
const ALLOCATE: [&str; 3] = ["omp_alloc", "omp_calloc", "omp_target_alloc"];

/// What a unit does with its variables' storage.
#[derive(Debug, Default)]
pub(super) struct Storages {
    /// Pointer variables that get a value behind their declaration, or in a way that is not followed.
    assigned: BTreeSet<VarId>,
    /// Pointer variables that get a value which is not the result of an allocation.
    elsewhere: BTreeSet<VarId>,
    /// Pointer variables that get the result of an allocation.
    allocated: BTreeSet<VarId>,
    /// Variables whose address goes somewhere that is not followed.
    escaping: BTreeSet<VarId>,
    /// Pointer variables whose value may go somewhere else.
    leaking: BTreeSet<VarId>,
    /// The unit may make device memory correspond to several pieces of host memory (`omp_target_associate_ptr`), or has
    /// functions whose bodies are not known.
    unusual: bool,
}

impl Storages {
    pub(super) fn of(table: &UseTable) -> Storages {
        let program = table.program;
        let mut found = Storages {
            leaking: leaking(program),
            ..Storages::default()
        };
        for (_, expr) in program.exprs.iter() {
            match &expr.kind {
                ExprKind::Assign { lhs, rhs } => found.assign(program, *lhs, Some(*rhs)),
                ExprKind::CompoundAssign { lhs: place, .. }
                | ExprKind::IncDec { arg: place, .. } => found.assign(program, *place, None),
                ExprKind::Func(func) => {
                    found.unusual |= program.funcs[*func].name == "omp_target_associate_ptr";
                }
                _ => {}
            }
        }
        found.unusual |= program.funcs.values().any(|func| func.nested);
        for (id, var) in program.vars.iter() {
            match &var.init {
                Some(Init::Expr(value)) if program.types.is_pointer(var.ty.id) => {
                    found.give(program, id, Some(*value));
                }
                _ => {}
            }
            // Addresses in the initialiser of a static variable.
            if !var.storage.is_local() {
                found.escaping.extend(program.vars_of_init(id));
            }
        }
        for (_, construct) in program.constructs.iter() {
            // Copies, and what is copied back from them, are not followed.
            let clauses = construct.clauses.iter();
            let items = clauses.filter(|clause| !keeps_values(&clause.kind));
            let items = items.flat_map(|clause| clause.items());
            for var in items.filter_map(ListItem::var) {
                found.assigned.insert(var);
                found.elsewhere.insert(var);
            }
        }
        found.escaping.extend(program.exposed.iter().copied());
        for func in program.funcs.values() {
            let Some(body) = func.body else { continue };
            let uses = table.of(body);
            found.unusual |= uses.opaque;
            let escaping = uses.vars.iter().filter(|(_, how)| how.escapes);
            found.escaping.extend(escaping.map(|(var, _)| *var));
        }
        found
    }

    fn assign(&mut self, program: &Program, place: ExprId, value: Option<ExprId>) {
        if let ExprKind::Var(var) = program.expr(place).kind
            && program.types.is_pointer(program.vars[var].ty.id)
        {
            self.assigned.insert(var);
            self.give(program, var, value);
        }
    }

    fn give(&mut self, program: &Program, var: VarId, value: Option<ExprId>) {
        match value {
            Some(value) if is_allocated(program, value) || is_passed_on(program, value) => {
                self.allocated.insert(var);
            }
            Some(value) if int_value(program, value) == Some(0) => {}
            _ => {
                self.elsewhere.insert(var);
            }
        }
    }

    /// Whether no byte belongs to both pieces of storage, at any moment of a region that one function encounters.
    pub(super) fn differ(&self, program: &Program, a: Root, b: Root, when: When) -> bool {
        if self.unusual {
            return false;
        }
        match (a, b) {
            (Root::Object(a), Root::Object(b)) => a != b,
            (Root::Object(object), Root::Behind(pointer))
            | (Root::Behind(pointer), Root::Object(object)) => {
                self.is_unnamed(program, object)
                    || self.is_fresh(program, pointer)
                    || self.is_restricted(program, pointer, when)
            }
            (Root::Behind(p), Root::Behind(q)) => {
                let apart = |p, q| {
                    // A pointer that has its value since the function began leads to nothing that was allocated
                    // since, and to nothing that is accessed through a restricted parameter (C11, 6.7.3.1).
                    let earlier = self.is_from_caller(program, q);
                    let fresh = self.is_fresh(program, p);
                    let own = fresh || self.is_restricted(program, p, when);
                    // Where nothing else leads to what was allocated, other pointers do not.
                    let alone = fresh && !self.leaking.contains(&p);
                    alone || own && (earlier || self.is_fresh(program, q))
                };
                p != q && (apart(p, q) || apart(q, p))
            }
            (Root::Unknown, _) | (_, Root::Unknown) => false,
        }
    }

    /// Whether a pointer has no value that the function has based on another pointer.
    pub(super) fn is_independent(&self, program: &Program, var: VarId) -> bool {
        self.is_from_caller(program, var) || self.is_fresh(program, var)
    }

    /// Whether a pointer keeps one value, on which no other pointer is based.
    pub(super) fn is_alone(&self, var: VarId) -> bool {
        let known = !self.unusual && !self.assigned.contains(&var);
        known && !self.escaping.contains(&var) && !self.leaking.contains(&var)
    }

    /// Whether nothing but the variable leads to its storage, or, of a pointer, to what it points into.
    pub(super) fn is_sole(&self, program: &Program, var: VarId) -> bool {
        let sole = match program.types.is_array(program.vars[var].ty.id) {
            true => self.is_unnamed(program, var),
            false => self.is_fresh(program, var) && !self.leaking.contains(&var),
        };
        !self.unusual && sole
    }

    /// Whether no pointer of the program leads to the variable.
    fn is_unnamed(&self, program: &Program, var: VarId) -> bool {
        let data = &program.vars[var];
        let own_file = !matches!(data.storage, Storage::Global | Storage::Extern);
        own_file && data.odd_attribute.is_none() && !self.escaping.contains(&var)
    }

    /// Whether a local pointer holds results of allocations alone.
    fn is_fresh(&self, program: &Program, var: VarId) -> bool {
        program.vars[var].storage == Storage::Auto
            && self.allocated.contains(&var)
            && !self.elsewhere.contains(&var)
            && !self.escaping.contains(&var)
    }

    /// Whether a pointer is a parameter that keeps the value that it got from the caller.
    fn is_from_caller(&self, program: &Program, var: VarId) -> bool {
        program.vars[var].storage == Storage::Param
            && !self.assigned.contains(&var)
            && !self.escaping.contains(&var)
    }

    fn is_restricted(&self, program: &Program, var: VarId, when: When) -> bool {
        let ty = program.types.resolve_qual(program.vars[var].ty);
        when == When::Encountered && ty.quals.is_restrict && self.is_from_caller(program, var)
    }
}

/// Whether the list items of a clause keep the values that they have, as far as the clause is concerned.
fn keeps_values(clause: &ClauseKind<ExprId, ListItem>) -> bool {
    matches!(
        clause,
        ClauseKind::Map(_)
            | ClauseKind::To(_)
            | ClauseKind::From(_)
            | ClauseKind::IsDevicePtr(_)
            | ClauseKind::Firstprivate { .. }
            | ClauseKind::Shared(_)
            | ClauseKind::Depend { .. }
    )
}

/// Whether the value is the result of an allocation.
fn is_allocated(program: &Program, value: ExprId) -> bool {
    let ExprKind::Call { callee, .. } = &program.expr(program.unconverted(value)).kind else {
        return false;
    };
    program
        .direct_callee(*callee)
        .is_some_and(|func| allocates(&program.funcs[func]))
}

/// Whether the result of a function leads to memory to which nothing else leads: it is one of the library, or the user says
/// so by the attribute `malloc`.
pub fn allocates(func: &Func) -> bool {
    func.allocates || func.body.is_none() && is_of_library(&func.name)
}

fn is_of_library(name: &str) -> bool {
    c::allocates(name) || ALLOCATE.contains(&name)
}

/// Whether the value is the result of a function of the program that passes on results of allocations alone.
fn is_passed_on(program: &Program, value: ExprId) -> bool {
    let ExprKind::Call { callee, .. } = &program.expr(program.unconverted(value)).kind else {
        return false;
    };
    let func = program.direct_callee(*callee);
    func.is_some_and(|func| passes_on(program, &program.funcs[func], &mut vec![]))
}

/// The same of a function; `asked`: the functions about which that is asked already.
fn passes_on<'a>(program: &'a Program, func: &'a Func, asked: &mut Vec<&'a str>) -> bool {
    let Some(results) = &func.results else {
        return false;
    };
    if func.body.is_some() || func.weak || asked.contains(&func.name.as_str()) {
        return false;
    }
    asked.push(&func.name);
    let mut of = results.of.iter();
    let mut given_to = results.given_to.iter();
    given_to.all(|name| keeps_nothing(name))
        && of.all(|name| {
            let mut funcs = program.funcs.values().filter(|func| func.name == *name);
            is_of_library(name)
                || funcs.any(|func| func.allocates || passes_on(program, func, asked))
        })
}
