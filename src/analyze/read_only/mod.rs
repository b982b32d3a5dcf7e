//! The memory that a target region only reads: which variables' kernel parameters may point to `const`, and which of
//! these may be `__restrict__` besides.
//!
//! From the IR of the region and of the functions that it calls, and from what the unit does with its pointers. Must
//! not know where variables live in a kernel.
//!
//! `const`: the region uses a captured pointer, or a captured array, in no other way than to read what it leads to, to
//! compare it, and to convert it to a pointer to const. So its uses have C++ types that allow `const`.
//!
//! `__restrict__` (C11, 6.7.3.1) promises that whatever is read through the pointer is written by nobody while the
//! kernel runs; nvcc then reads it through the cache for constant data (`LDG.E.CONSTANT`) and in another order. This is
//! claimed where all of the following hold:
//!
//! 1. It is `const` in the sense above.
//! 2. All writes of the region are known. They go to variables, and through pointers that lead (by assignments,
//!    initialisers and arguments of calls, in any order) to variables or to what captured pointers point into. A
//!    pointer that is loaded from memory, returned by a function, made from an integer, or changed where it is not
//!    followed may lead anywhere, and so may calls of functions without a body, calls through pointers, inline
//!    assembly and combiners of `declare reduction`: then nothing is claimed of any parameter. List items of clauses
//!    inside of the region (reductions, `lastprivate`) count as written.
//! 3. Each piece of storage that is written differs from what the parameter leads to:
//!    - two variables are two objects;
//!    - a variable whose address goes nowhere is behind no pointer;
//!    - local pointers that hold results of allocations alone (of the library's functions, and of those that the user
//!      declares with the attribute `malloc`) lead to storage that is no variable, is not behind
//!      another such pointer, and is not behind a parameter that keeps its value;
//!    - the user's `restrict` on a parameter says that what it leads to is no variable and is not behind another
//!      parameter, as long as both keep their values and the function has not returned.
//!      Functions of the program that pass on results of allocations count as allocations (`front/results.rs`). Where the
//!      values of a pointer to allocated storage go nowhere else (`confined`), no other pointer leads there.
//! 4. Nobody else writes it meanwhile. Without synchronisation that would be a data race, so the region must not be able
//!    to wait for others: no `flush`, `critical`, `atomic` that reads, lock, or volatile object.
//!
//! The user's `restrict` on a captured pointer stays on the parameter, whether or not it is `const`, unless another
//! captured variable may be or hold a pointer that the function has based on it, or the region accesses memory through
//! pointers that may be: loaded ones, and those that are made from integers. Where its value goes nowhere else, none is.
//!
//! What a region that is one loop writes is `__restrict__`, too, where nothing but the variable leads there: a declared array
//! whose address goes nowhere, allocated memory to which nothing else leads.
//!
//! Of what a region writes, neither is claimed where its threads may hand memory over to each other (`handover`): the
//! promise is about one thread's accesses, and a compiler takes barriers for code that does not access such memory.
//!
//! Where all accesses of a region that is one loop lead to list items, the runtime can tell in front of a launch whether no
//! byte belongs to two of them, and launch a kernel whose parameters are `__restrict__` then (`apart`).
//!
//! A device address may lead to what corresponds to memory of the host: any file may call `omp_target_associate_ptr`. So
//! of the two, storage for which one variable alone stands must be one.
//!
//! Not used as proofs of a kernel: that list items of one construct must not share storage (OpenMP 5.2, 5.8.3), since nothing
//! checks it and a program in which they do would get wrong results; and effective types (C11, 6.5), since allocated
//! memory that is read as one type may be written as another one afterwards, and `-fno-strict-aliasing` exists.

mod accesses;
mod apart;
mod confined;
pub mod handover;
mod leads;
mod storage;

use super::call_graph::CallGraph;
use super::sharing::{DeviceAttr, DeviceData};
use super::unmapped;
use super::use_table::UseTable;
use crate::ir::*;
use crate::omp::{ClauseKind, Leaf};
use accesses::Accesses;
pub use confined::keeps_nothing;
use leads::Leads;
use std::collections::{BTreeMap, BTreeSet};
pub use storage::allocates;
use storage::{Piece, Root, Space, Storages, When};

/// What is known of the memory that a pointer or an array leads to, while a region is executed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Behind {
    /// The region writes none of it through this variable.
    pub only_read: bool,
    /// Nobody writes it.
    pub unchanged: bool,
    /// It is accessed through this variable alone, as far as it is written: the user's `restrict` says so, or nothing
    /// else leads there.
    pub promised: bool,
    /// The same holds in launches whose pointers and arrays lead to list items of which no byte belongs to two.
    pub apart: bool,
}

impl Behind {
    /// Whether a kernel's parameter may be `__restrict__`.
    pub fn is_restricted(self) -> bool {
        self.only_read && self.unchanged || self.promised
    }
}

/// Whether threads of a region may wait for others, or call what may.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hears {
    /// They do not.
    Nobody,
    /// They may.
    Others,
}

/// What is known of all regions of a unit.
#[derive(Debug, Default)]
pub struct Reads {
    storages: Storages,
    functions: BTreeMap<FuncId, Accesses>,
}

impl Reads {
    /// The accesses of the functions that target regions call, and what the unit does with its pointers.
    pub fn of(table: &UseTable, calls: &CallGraph, targets: &[ConstructId]) -> Reads {
        let program = table.program;
        let bodies = targets.iter().filter_map(|&id| program.constructs[id].body);
        let reached = calls.reached(table, bodies);
        let functions = reached.into_iter().filter_map(|func| {
            let body = program.funcs[func].body?;
            Some((func, Accesses::of(program, body)))
        });
        Reads {
            storages: Storages::of(table),
            functions: functions.collect(),
        }
    }

    /// What is known of the memory behind the captured pointers and arrays of a region. `reached`: the functions that it
    /// calls.
    pub fn in_region(
        &self,
        table: &UseTable,
        construct: &Construct,
        data: &DeviceData,
        reached: &BTreeSet<FuncId>,
        hears: Hears,
    ) -> BTreeMap<VarId, Behind> {
        let program = table.program;
        let Some(body) = construct.body else {
            return BTreeMap::new();
        };
        let when = match unmapped::is_deferred(construct) {
            true => When::Deferred,
            false => When::Encountered,
        };
        let captured = data.vars.iter().map(|captured| captured.var);
        let captured = captured.filter(|var| leads_to_memory(program, *var));
        let mut found: BTreeMap<VarId, Behind> =
            captured.map(|var| (var, Behind::default())).collect();
        let changed = changed_by_clauses(construct);
        found.retain(|var, _| !changed.contains(var));
        if found.is_empty() {
            return found;
        }
        let own = Accesses::of(program, body);
        let called = reached.iter().filter_map(|func| self.functions.get(func));
        let parts: Vec<&Accesses> = std::iter::once(&own).chain(called).collect();
        let mut written = written_by(program, data, &parts);
        let uses = table.of_construct(construct.id);
        let stored = uses.vars.iter().filter(|(_, how)| how.written);
        let stored = stored.map(|(var, _)| *var).chain(changed.iter().copied());
        written.extend(stored.map(Root::Object));
        written.extend(changed.iter().map(|var| Root::Behind(*var)));
        let heard = hears == Hears::Others || parts.iter().any(|part| part.volatile);
        let combines = !construct.user_reductions.is_empty();
        let known = !heard && !combines && !parts.iter().any(|part| part.lost);
        let hands_over = heard || handover::happens_in(program, construct, reached);
        let one_loop = is_one_loop(program, construct) && !hands_over;
        let followed = is_followed(program, data, &parts);
        let mut sole = vec![];
        for (&var, what) in &mut found {
            let root = match program.types.is_array(program.vars[var].ty.id) {
                true => Root::Object(var),
                false => Root::Behind(var),
            };
            // What an inner construct reduces, say, other teams change as well.
            let combined = parts.iter().any(|part| part.named.contains(&var));
            let quiet = !(hands_over || combined) || !written.contains(&root);
            what.promised = when == When::Encountered
                && quiet
                && self.is_promised(program, data, var, followed);
            what.only_read = !own.exposed.contains(&var) && !written.contains(&root);
            let of_host = data.get(var).is_some_and(|one| is_of_host(one.attr));
            let differs = |other: &Root| match other {
                // What the region itself declares was nowhere when the pointer got its value.
                Root::Object(local) if is_own(program, data, *local) => true,
                other => {
                    let piece = |root| piece(program, construct, data, root);
                    self.storages
                        .differ(program, piece(root), piece(*other), when)
                }
            };
            what.unchanged = what.only_read && known && of_host && written.iter().all(differs);
            // A pointer that is mapped itself may get other values on the device.
            let is_array = matches!(root, Root::Object(_));
            let mapped = data
                .get(var)
                .is_some_and(|one| matches!(one.attr, DeviceAttr::Map(_)));
            let suits = one_loop && of_host && (is_array || !mapped);
            if suits && self.storages.is_sole(program, var) {
                sole.push(var);
            }
        }
        if one_loop && known && followed == Followed::All {
            let region = apart::Region {
                construct,
                data,
                parts: &parts,
            };
            for var in apart::pointers(self, table, &region, reached) {
                found.entry(var).and_modify(|what| what.apart = true);
            }
        }
        // One of two pointers that says so suffices.
        for var in sole {
            let mut others = found.iter().filter(|(other, _)| **other != var);
            let open = others.any(|(_, what)| !what.is_restricted());
            if let Some(what) = found.get_mut(&var) {
                what.promised |= open;
            }
        }
        found
    }

    /// Whether two pointers of a function lead to different memory, as the user's `restrict` on one of them says.
    pub fn are_apart(&self, program: &Program, p: VarId, q: VarId) -> bool {
        self.storages.are_apart(program, p, q)
    }

    /// Whether the user's `restrict` on a parameter says in all regions of its function that it leads to no variable.
    pub fn leads_to_no_variable(&self, program: &Program, var: VarId) -> bool {
        self.storages.is_always_restricted(program, var)
    }

    /// Whether the `restrict` of a captured pointer says the same of the kernel's parameter: no other captured variable
    /// is, or holds, a pointer that the function may have based on it (C11, 6.7.3.1), and where all pointers of the
    /// region lead is `followed`.
    fn is_promised(
        &self,
        program: &Program,
        data: &DeviceData,
        var: VarId,
        followed: Followed,
    ) -> bool {
        let types = &program.types;
        let mut others = data.vars.iter().map(|captured| captured.var);
        program.is_restricted(var)
            && (self.storages.is_alone(var)
                || followed == Followed::All
                    && others.all(|other| {
                        let ty = program.vars[other].ty.id;
                        match types.resolve(ty) {
                            _ if other == var => true,
                            Type::Pointer(to) => {
                                self.storages.is_independent(program, other)
                                    && !holds_pointers(program, *to)
                            }
                            _ => !holds_pointers(program, program.vars[other].ty),
                        }
                    }))
    }
}

/// Of which pointers of a region it is known where they lead.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Followed {
    All,
    Some,
}

/// Whether a region accesses memory through pointers alone of which it is known where they lead.
fn is_followed(program: &Program, data: &DeviceData, parts: &[&Accesses]) -> Followed {
    let leads = Leads::of(program, data, parts);
    let pointers = parts
        .iter()
        .flat_map(|part| part.through.iter().chain(&part.read));
    let mut lost = parts.iter().any(|part| part.lost);
    for &pointer in pointers {
        let mut roots = BTreeSet::new();
        leads.of_pointer(pointer, &mut roots);
        lost |= roots.contains(&Root::Unknown);
    }
    match lost {
        true => Followed::Some,
        false => Followed::All,
    }
}

/// The storage of a region with the memory to which it belongs.
fn piece(program: &Program, construct: &Construct, data: &DeviceData, root: Root) -> Piece {
    let attr = |var| data.get(var).map(|captured| captured.attr);
    let space = match root {
        Root::Object(var) => match attr(var) {
            Some(DeviceAttr::HasDeviceAddr) => Space::Device,
            _ => Space::Host,
        },
        Root::Behind(var) => match attr(var) {
            Some(DeviceAttr::SectionBase) => Space::Host,
            Some(DeviceAttr::Map(_)) if program.types.is_array(program.vars[var].ty.id) => {
                Space::Host
            }
            Some(DeviceAttr::IsDevicePtr) => Space::Device,
            // What is mapped around the region is of the host.
            Some(DeviceAttr::PointerLookup) if is_mapped_around(program, construct, var) => {
                Space::Host
            }
            _ => Space::Either,
        },
        Root::Unknown => Space::Either,
    };
    Piece { root, space }
}

/// Whether a construct around maps a section that begins where a pointer leads.
fn is_mapped_around(program: &Program, construct: &Construct, var: VarId) -> bool {
    let mut around = program.around(construct);
    around.any(|one| {
        let maps = one.clauses.iter();
        let mut maps = maps.filter(|clause| matches!(clause.kind, ClauseKind::Map(_)));
        maps.any(|clause| {
            clause.items().iter().any(|item| match &item.kind {
                ItemKind::Part { base, dims, .. } if !dims.is_empty() => {
                    let base = program.unconverted(*base);
                    matches!(program.expr(base).kind, ExprKind::Var(one) if one == var)
                }
                _ => false,
            })
        })
    })
}

/// Whether a region is one loop: its threads do not wait for each other, and have no lanes that do.
fn is_one_loop(program: &Program, construct: &Construct) -> bool {
    let mut constructs = false;
    if let Some(body) = construct.body {
        program.walk_all_stmts(body, &mut |_, stmt| {
            constructs |= matches!(stmt.kind, StmtKind::Omp(_));
        });
    }
    let directive = &construct.directive;
    (directive.has(Leaf::For) || directive.has(Leaf::Loop)) && !constructs
}

/// Whether an object of the type may be a pointer, or have one in it.
fn holds_pointers(program: &Program, ty: QualType) -> bool {
    use Type::{Array, Bool, Complex, Enum, Float, Int, Record};
    program.has_part(ty.id, &|part| {
        let number = matches!(part, Bool | Int(_) | Float(_) | Complex(_) | Enum(_));
        !number && !matches!(part, Array { .. } | Record(_))
    })
}

/// Whether a variable is declared in the region or in a function that it calls.
fn is_own(program: &Program, data: &DeviceData, var: VarId) -> bool {
    program.vars[var].storage.is_local() && data.get(var).is_none()
}

/// Whether a variable is an array, or a pointer to objects, without volatile ones.
fn leads_to_memory(program: &Program, var: VarId) -> bool {
    let types = &program.types;
    let Some(elem) = types.element(program.vars[var].ty.id) else {
        return false;
    };
    let elem = types.resolve_qual(elem);
    let quals = elem.quals;
    let object = !matches!(types.get(elem.id), Type::Void | Type::Function { .. });
    object && !quals.is_volatile && !quals.is_atomic
}

/// Whether a captured variable leads to memory that a host address stands for, or the host's own.
fn is_of_host(attr: DeviceAttr) -> bool {
    matches!(
        attr,
        DeviceAttr::Map(_)
            | DeviceAttr::Firstprivate
            | DeviceAttr::PointerLookup
            | DeviceAttr::SectionBase
            | DeviceAttr::IsDevicePtr
    )
}

/// The variables that clauses of the target construct name other than to map them or to pass them.
fn changed_by_clauses(construct: &Construct) -> BTreeSet<VarId> {
    let alone = construct.directive.leaves() == [Leaf::Target];
    let clauses = construct.clauses.iter();
    let changing = clauses.filter(|clause| match clause.kind {
        ClauseKind::Map(_)
        | ClauseKind::IsDevicePtr(_)
        | ClauseKind::Shared(_)
        | ClauseKind::Depend { .. } => false,
        ClauseKind::Firstprivate { .. } => !alone,
        _ => true,
    });
    let items = changing.flat_map(|clause| clause.items());
    items.filter_map(ListItem::var).collect()
}

/// The storage that `parts`, a region's body and the functions that it calls, write.
fn written_by(program: &Program, data: &DeviceData, parts: &[&Accesses]) -> BTreeSet<Root> {
    let leads = Leads::of(program, data, parts);
    let mut roots = BTreeSet::new();
    for part in parts {
        for &pointer in &part.through {
            leads.of_pointer(pointer, &mut roots);
        }
        roots.extend(part.objects.iter().map(|var| Root::Object(*var)));
        for &var in &part.named {
            roots.insert(Root::Object(var));
            // Through a number nothing is written: a pointer that is made from one is found where it is used.
            if !program.types.is_arithmetic(program.vars[var].ty.id) {
                leads.of_var(var, &mut roots);
            }
        }
    }
    roots
}
