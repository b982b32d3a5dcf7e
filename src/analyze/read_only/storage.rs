//! Which pieces of storage are certainly not the same one.
//!
//! From the whole unit, once: what pointer variables are assigned, and of which variables an address goes anywhere.

use super::confined::{keeps_nothing, leaking};
use crate::analyze::unmapped;
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

/// Which memory a variable leads to device code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Space {
    /// What corresponds to memory of the host.
    Host,
    /// What a device address leads to.
    Device,
    /// One or the other: a pointer without a mapped section keeps the value that it has.
    Either,
}

/// A piece of storage in a region.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    pub root: Root,
    pub space: Space,
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
    /// Pointer variables that get results of the C library's allocations alone, as far as they get such results.
    of_host: BTreeSet<VarId>,
    /// Functions in which regions may be executed after they have returned.
    deferring: BTreeSet<FuncId>,
    /// The unit may make device memory correspond to several pieces of host memory (`omp_target_associate_ptr`), or has
    /// functions whose bodies are not known, or variables with another variable's storage.
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
        // An alias of another variable.
        found.unusual |= { program.vars.iter() }
            .any(|(_, var)| var.odd_attribute.is_some() || var.symbol.is_some());
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
            if unmapped::is_deferred(construct) {
                found.deferring.insert(construct.func);
            }
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
        match value.and_then(|value| Some((value, allocated_in(program, value)?))) {
            Some((_, space)) => {
                if self.allocated.insert(var) && space == Space::Host {
                    self.of_host.insert(var);
                } else if space != Space::Host {
                    self.of_host.remove(&var);
                }
            }
            None => self.give_other(program, var, value),
        }
    }

    fn give_other(&mut self, program: &Program, var: VarId, value: Option<ExprId>) {
        match value {
            Some(value) if int_value(program, value) == Some(0) => {}
            _ => {
                self.elsewhere.insert(var);
            }
        }
    }

    /// Whether no byte belongs to both pieces of storage, at any moment of a region that one function encounters.
    pub(super) fn differ(&self, program: &Program, a: Piece, b: Piece, when: When) -> bool {
        if self.unusual {
            return false;
        }
        let spaces = [self.space(a), self.space(b)];
        let (a, b) = (a.root, b.root);
        // `omp_target_associate_ptr`, wherever it stands, makes device memory correspond to memory of the host, if it
        // gets both addresses (5.2, 18.8.9).
        let associated = spaces != [Space::Host; 2] && spaces != [Space::Device; 2];
        let known = |root| !self.is_for_itself(program, root, when);
        if associated && known(a) && known(b) {
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

    /// Which memory a piece is of: results of the C library's allocations are addresses of the host.
    fn space(&self, piece: Piece) -> Space {
        match (piece.root, piece.space) {
            (Root::Behind(var), Space::Either)
                if self.of_host.contains(&var) && !self.elsewhere.contains(&var) =>
            {
                Space::Host
            }
            (_, space) => space,
        }
    }

    /// Whether nothing but one variable leads to the storage.
    fn is_for_itself(&self, program: &Program, root: Root, when: When) -> bool {
        match root {
            Root::Object(var) => self.is_unnamed(program, var),
            Root::Behind(var) => {
                self.is_fresh(program, var) && !self.leaking.contains(&var)
                    || self.is_restricted(program, var, when)
            }
            Root::Unknown => false,
        }
    }

    /// Whether two pointers of a function lead to storage of which no byte belongs to both, as the user's `restrict` on
    /// one of them says.
    pub(super) fn are_apart(&self, program: &Program, p: VarId, q: VarId) -> bool {
        let earlier = |var| self.is_from_caller(program, var);
        let promised = |var| self.is_always_restricted(program, var);
        p != q && earlier(p) && earlier(q) && (promised(p) || promised(q))
    }

    /// Whether the user's `restrict` on a parameter holds in all regions of its function.
    pub(super) fn is_always_restricted(&self, program: &Program, var: VarId) -> bool {
        let deferred = { program.vars[var].func }.is_none_or(|func| self.deferring.contains(&func));
        !deferred && self.is_restricted(program, var, When::Encountered)
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
        // Functions reach a variable with `link` through a pointer of the device.
        if is_linked(program, var) {
            return false;
        }
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
        when == When::Encountered && program.is_restricted(var) && self.is_from_caller(program, var)
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

/// The memory that the value leads to where it is the result of an allocation, or of a function of the program that passes
/// on results of allocations alone.
fn allocated_in(program: &Program, value: ExprId) -> Option<Space> {
    let ExprKind::Call { callee, .. } = &program.expr(program.unconverted(value)).kind else {
        return None;
    };
    let func = program.direct_callee(*callee)?;
    returned_by(program, &program.funcs[func], &mut vec![])
}

/// Whether the result of a function leads to memory to which nothing else leads: it is one of the library, or the user says
/// so by the attribute `malloc`.
pub fn allocates(func: &Func) -> bool {
    func.allocates || !func.is_defined() && of_library(&func.name).is_some()
}

/// The memory that a function of the library allocates.
fn of_library(name: &str) -> Option<Space> {
    match name {
        _ if c::allocates(name) => Some(Space::Host),
        "omp_target_alloc" => Some(Space::Device),
        _ => ALLOCATE.contains(&name).then_some(Space::Either),
    }
}

/// The memory to which the results of a function lead, where they are those of allocations alone; `asked`: the functions
/// about which that is asked already.
fn returned_by<'a>(
    program: &'a Program,
    func: &'a Func,
    asked: &mut Vec<&'a str>,
) -> Option<Space> {
    if !func.is_defined() {
        let other = || func.allocates.then_some(Space::Either);
        return of_library(&func.name).or_else(other);
    }
    let passed = || {
        let results = func.results.as_ref()?;
        if func.body.is_some() || func.weak || asked.contains(&func.name.as_str()) {
            return None;
        }
        asked.push(&func.name);
        let named = |name: &str| program.funcs.values().find(|func| func.name == name);
        let forgotten = |name: &String| {
            keeps_nothing(name) && !named(name).is_some_and(|func| func.is_defined())
        };
        if !results.given_to.iter().all(forgotten) {
            return None;
        }
        let spaces = results.of.iter().map(|name| match named(name) {
            Some(func) => returned_by(program, func, asked),
            None => of_library(name),
        });
        let spaces: Option<Vec<Space>> = spaces.collect();
        let (first, others) = spaces?.split_first().map(|(a, b)| (*a, b.to_vec()))?;
        let alike = others.iter().all(|space| *space == first);
        Some(if alike { first } else { Space::Either })
    };
    let mut passed = passed;
    passed().or_else(|| func.allocates.then_some(Space::Either))
}

/// Whether a `declare target` directive names the variable in `link`.
pub(super) fn is_linked(program: &Program, var: VarId) -> bool {
    let declared = program.vars[var].declare_target.as_ref();
    declared.is_some_and(|one| one.kind == DeclareTargetKind::Link)
}
