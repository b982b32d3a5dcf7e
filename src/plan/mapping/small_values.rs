//! Small structures and arrays that the host passes by value, as parameters of the kernel: no device memory, no
//! copies.
//!
//! From the attributes and uses of captured variables. A mapped variable is passed by value where the region only
//! reads it and nothing can have mapped it before: then its device copy would have the host's value from the region's
//! beginning to its end. A firstprivate array needs only the first.

use crate::analyze::facts::Facts;
use crate::analyze::sharing::{self, Captured, DeviceAttr, DeviceData};
use crate::analyze::{loops, unmapped};
use crate::ir::*;
use crate::omp::{ClauseKind, MapKind};
use std::collections::BTreeSet;

/// The bytes that such variables of a kernel take together.
const MOST: u64 = 256;
/// The bytes of an array whose elements threads choose: parameters are constants, of which a warp reads one a time.
const MOST_CHOSEN: u64 = 64;
/// The bytes of all parameters up to which there are such variables: a kernel may have 4 KB.
const MOST_OF_ALL: u64 = 2048;

/// The captured variables that the host passes by value, though they are mapped or arrays.
pub fn of(facts: &Facts, construct: &Construct, data: &DeviceData) -> BTreeSet<VarId> {
    let program = facts.program;
    let size = |var: VarId| program.size_of(program.vars[var].ty.id);
    let mut all: u64 = data
        .vars
        .iter()
        .map(|one| size(one.var).unwrap_or(8).max(8))
        .sum();
    let mut sum = 0;
    let mut found = BTreeSet::new();
    // Tasks may be executed when the kernel's variables are out of their sight.
    if unmapped::is_deferred(construct)
        || facts
            .task_regions(construct.id)
            .is_ok_and(|tasks| !tasks.regions.is_empty())
    {
        return found;
    }
    let region = Region::of(facts, construct, data);
    for captured in &data.vars {
        let Some(bytes) = size(captured.var) else {
            continue;
        };
        let most = match region.chooses(captured.var) {
            true => MOST_CHOSEN,
            false => MOST,
        };
        if bytes <= most
            && sum + bytes <= MOST
            && all + bytes <= MOST_OF_ALL
            && region.is_read_only(captured)
            && region.has_hosts_value(captured)
        {
            sum += bytes;
            all += bytes;
            found.insert(captured.var);
        }
    }
    found
}

struct Region<'a> {
    facts: &'a Facts<'a>,
    construct: &'a Construct,
    /// Variables that clauses of inner constructs list, of which these may make copies.
    listed: BTreeSet<VarId>,
    /// Variables with elements that threads choose by values of their own.
    chosen: BTreeSet<VarId>,
}

impl<'a> Region<'a> {
    fn of(facts: &'a Facts, construct: &'a Construct, data: &'a DeviceData) -> Region<'a> {
        let program = facts.program;
        let mut region = Region {
            facts,
            construct,
            listed: BTreeSet::new(),
            chosen: BTreeSet::new(),
        };
        let Some(body) = construct.body else {
            return region;
        };
        let mut distributed: BTreeSet<VarId> = loops::iteration_variables(program, construct)
            .into_iter()
            .collect();
        let mut counted = BTreeSet::new();
        program.walk_all_stmts(body, &mut |_, stmt| match stmt.kind {
            StmtKind::Omp(id) => {
                let inner = &program.constructs[id];
                let items = inner.clauses.iter().flat_map(Clause::items);
                region.listed.extend(items.filter_map(|item| item.var()));
                distributed.extend(loops::iteration_variables(program, inner));
            }
            StmtKind::For { .. } => counted.extend(loops::counter(program, stmt)),
            _ => {}
        });
        program.walk_exprs_in(body, &mut |_, expr| {
            let ExprKind::Index { base, index } = expr.kind else {
                return;
            };
            let Some(array) = root(program, base) else {
                return;
            };
            program.walk_expr(index, &mut |_, expr| match expr.kind {
                ExprKind::Var(var) => {
                    let own = data.get(var).is_none_or(|one| one.usage.maybe_written());
                    if own && (!counted.contains(&var) || distributed.contains(&var)) {
                        region.chosen.insert(array);
                    }
                }
                ExprKind::Call { .. } | ExprKind::Deref(_) | ExprKind::Index { .. } => {
                    region.chosen.insert(array);
                }
                _ => {}
            });
        });
        region
    }

    /// Whether threads choose elements of the variable by values of their own.
    fn chooses(&self, var: VarId) -> bool {
        self.chosen.contains(&var)
    }

    /// Whether the region does nothing with the variable but read it, by its name.
    fn is_read_only(&self, captured: &Captured) -> bool {
        let program = self.facts.program;
        let v = &program.vars[captured.var];
        captured.usage.read
            && !captured.usage.maybe_written()
            && !captured.usage.whole
            && !v.register
            && !v.pinned
            && !self.listed.contains(&captured.var)
            && is_plain(program, v.ty)
    }

    /// Whether the region's variable has the host's value at its beginning.
    fn has_hosts_value(&self, captured: &Captured) -> bool {
        let program = self.facts.program;
        let var = captured.var;
        let is_array = program.types.is_array(program.vars[var].ty.id);
        let is_record = program.types.is_record(program.vars[var].ty.id);
        match captured.attr {
            DeviceAttr::Firstprivate => is_array && self.is_named_plainly(var, true),
            DeviceAttr::Map(MapKind::To | MapKind::Tofrom) => {
                (is_array || is_record)
                    && !sharing::asks_presence(program, self.construct, captured)
                    && self.is_named_plainly(var, false)
                    && self.facts.unmapped.has(&self.facts.uses, var)
            }
            _ => false,
        }
    }

    /// Whether no clause of the construct says more of the variable than that it is mapped, or, where `copied`, that
    /// it is firstprivate.
    fn is_named_plainly(&self, var: VarId, copied: bool) -> bool {
        self.construct.clauses.iter().all(|clause| {
            let mut items = clause.items().iter();
            let named = items.any(|item| item.var() == Some(var));
            match &clause.kind {
                ClauseKind::Map(map) => {
                    !named || !map.always && !map.present && !map.close && map.iterators.is_empty()
                }
                ClauseKind::Shared(_) => true,
                ClauseKind::Firstprivate { .. } => copied || !named,
                _ => !named,
            }
        })
    }
}

/// The variable whose element or member an lvalue, or an array that decays to a pointer, is.
fn root(program: &Program, e: ExprId) -> Option<VarId> {
    match program.expr(e).kind {
        ExprKind::Var(var) => Some(var),
        ExprKind::Index { base, .. }
        | ExprKind::Member {
            base, arrow: false, ..
        } => root(program, base),
        ExprKind::Convert {
            arg,
            why: Conversion::ArrayDecay,
        } => root(program, arg),
        _ => None,
    }
}

/// Whether a type consists of numbers: a pointer in mapped storage may be attached to other storage.
fn is_plain(program: &Program, ty: QualType) -> bool {
    let ty = program.types.resolve_qual(ty);
    if ty.quals.is_volatile || ty.quals.is_atomic {
        return false;
    }
    match program.types.resolve(ty.id) {
        Type::Bool | Type::Int(_) | Type::Float(_) | Type::Enum(_) => true,
        Type::Array {
            elem,
            len: ArrayLen::Known(_),
        } => is_plain(program, *elem),
        Type::Record(id) => {
            let record = &program.records[*id];
            let fields = record.fields.as_ref();
            record.attribute.is_none()
                && fields.is_some_and(|fields| fields.iter().all(|one| is_plain(program, one.ty)))
        }
        _ => false,
    }
}
