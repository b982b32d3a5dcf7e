//! The pointers and arrays of a region that are accessed by themselves alone in each launch in which they lead to separate
//! list items.
//!
//! From the accesses of the region, which all have to be known, and what the unit does with its variables. Whether the list
//! items of a launch are separate only the runtime knows, which has their device addresses. Must not know how kernels are
//! launched.
//!
//! It is worth asking where a loop of one thread writes memory and reads some besides: without a promise no load passes a
//! store in front of it, so each iteration waits for memory, and sums that are kept in memory are loaded again.

use super::accesses::Accesses;
use super::leads::Leads;
use super::storage::{Root, When, is_linked};
use super::{Reads, is_own, piece};
use crate::analyze::loops::collapse;
use crate::analyze::sharing::{Captured, DeviceAttr, DeviceData};
use crate::analyze::use_table::UseTable;
use crate::ir::*;
use std::collections::BTreeSet;

/// A region whose accesses are known.
pub(super) struct Region<'a> {
    pub construct: &'a Construct,
    pub data: &'a DeviceData,
    /// The accesses of its body and of the functions that it calls.
    pub parts: &'a [&'a Accesses],
}

/// What an access to a root says of the promise.
#[derive(PartialEq, Eq)]
enum Kind {
    /// The storage is the thread's own, or the launch's.
    Own,
    /// A variable leads there whose device address the launch looks up.
    LookedUp(VarId),
    /// A variable of the device image.
    OfImage,
    /// Nobody can tell.
    Open,
}

/// The variables that lead to what the region accesses, each by its own name alone if their list items are separate; none
/// where that cannot be said, or where it would not help.
pub(super) fn pointers(
    reads: &Reads,
    table: &UseTable,
    region: &Region,
    reached: &BTreeSet<FuncId>,
) -> Vec<VarId> {
    let program = table.program;
    // What a device address leads to is no list item, and is read by its name, too.
    let by_address = |one: &Captured| {
        matches!(
            one.attr,
            DeviceAttr::HasDeviceAddr | DeviceAttr::IsDevicePtr
        )
    };
    if region.data.vars.iter().any(by_address) {
        return vec![];
    }
    if !is_worth_it(program, region) {
        return vec![];
    }
    let mut accessed = accessed(program, region);
    // Variables with static storage duration may be accessed by their names.
    let mut used: Vec<VarId> = vec![];
    used.extend(table.of_construct(region.construct.id).vars.keys());
    for body in reached.iter().filter_map(|func| program.funcs[*func].body) {
        used.extend(table.of(body).vars.keys());
    }
    used.retain(|var| !program.vars[*var].storage.is_local());
    // Functions reach a variable with `link` through a pointer of the device, beside the region's own.
    if used.iter().any(|var| is_linked(program, *var)) {
        return vec![];
    }
    accessed.extend(used.into_iter().map(Root::Object));
    let mut found = vec![];
    let mut of_image = vec![];
    for root in &accessed {
        match kind(program, region.data, *root) {
            Kind::Own => {}
            Kind::LookedUp(var) => found.push((var, *root)),
            Kind::OfImage => of_image.push(*root),
            Kind::Open => return vec![],
        }
    }
    let separate = |a: Root, b: Root| {
        let piece = |root| piece(program, region.construct, region.data, root);
        reads
            .storages
            .differ(program, piece(a), piece(b), When::Deferred)
    };
    let alone = found
        .iter()
        .all(|(_, root)| of_image.iter().all(|other| separate(*root, *other)));
    match alone && found.len() > 1 {
        true => found.into_iter().map(|(var, _)| var).collect(),
        false => vec![],
    }
}

/// All storage that the region accesses through pointers, or changes.
fn accessed(program: &Program, region: &Region) -> BTreeSet<Root> {
    let leads = Leads::of(program, region.data, region.parts);
    let mut roots = BTreeSet::new();
    for part in region.parts {
        part.through
            .iter()
            .chain(&part.read)
            .for_each(|pointer| leads.of_pointer(*pointer, &mut roots));
        roots.extend(part.objects.iter().map(|var| Root::Object(*var)));
        roots.extend(part.named.iter().map(|var| Root::Object(*var)));
    }
    roots
}

fn kind(program: &Program, data: &DeviceData, root: Root) -> Kind {
    match root {
        Root::Object(var) if is_own(program, data, var) => Kind::Own,
        Root::Object(var) => match data.get(var).map(|captured| captured.attr) {
            Some(DeviceAttr::Map(_)) => Kind::LookedUp(var),
            Some(DeviceAttr::Firstprivate | DeviceAttr::Private) => Kind::Own,
            // The pointer's own value, which the kernel gets as a parameter.
            Some(DeviceAttr::PointerLookup | DeviceAttr::SectionBase) => Kind::Own,
            Some(DeviceAttr::DeclareTarget | DeviceAttr::ConstantTable) | None => Kind::OfImage,
            Some(DeviceAttr::HasDeviceAddr | DeviceAttr::IsDevicePtr) => Kind::Open,
        },
        Root::Behind(var) => match data.get(var).map(|captured| captured.attr) {
            Some(DeviceAttr::PointerLookup | DeviceAttr::SectionBase) => Kind::LookedUp(var),
            _ => Kind::Open,
        },
        Root::Unknown => Kind::Open,
    }
}

/// Whether a loop that one thread executes stores to what a list item of the region leads to, and loads from some.
fn is_worth_it(program: &Program, region: &Region) -> bool {
    let Some(body) = region.construct.body else {
        return false;
    };
    let leads = Leads::of(program, region.data, region.parts);
    let of_items = |pointers: &[ExprId]| {
        let mut roots = BTreeSet::new();
        for pointer in pointers {
            leads.of_pointer(*pointer, &mut roots);
        }
        roots.retain(|root| matches!(kind(program, region.data, *root), Kind::LookedUp(_)));
        roots
    };
    let mut loops = vec![];
    program.walk_all_stmts(body, &mut |id, stmt| {
        let is_loop = matches!(
            stmt.kind,
            StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::DoWhile { .. }
        );
        if is_loop {
            loops.push(id);
        }
    });
    // The outermost ones are those of the directive, whose iterations threads share.
    loops
        .iter()
        .skip(collapse(program, region.construct))
        .any(|one| {
            let accesses = Accesses::of(program, *one);
            !of_items(&accesses.through).is_empty() && !of_items(&accesses.read).is_empty()
        })
}
