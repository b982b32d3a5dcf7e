//! Data that a region copies to the device though the region before it had it there: two regions of a function, one after
//! the other, between which the host does not access what both map.
//!
//! From what both map, and the statements between them. What is in a loop of the host, and copied again in each of its
//! iterations, is told by `transfers`. An estimate for the report: nothing is decided by it.

use super::aliases::{Host, goes_elsewhere};
use super::brief;
use super::findings::{Kind, weight};
use super::transfers::{clauses, copied_by_loop, is_mapped_around, is_same, subscripts};
use super::work::Cost;
use crate::analyze::facts::Facts;
use crate::ir::*;
use crate::omp::{ClauseKind, Leaf, MapKind};
use crate::plan::decisions::kernel::KernelPlan;
use crate::plan::decisions::launch::ArgWhat;
use crate::source::Preprocessed;

/// What a region copies that the one before it has copied, or computed.
pub(super) fn of(facts: &Facts, pre: &Preprocessed, plan: &KernelPlan) -> Option<Cost> {
    let program = facts.program;
    let region = &program.constructs[plan.construct];
    let before = before(program, region)?;
    let by_loop = copied_by_loop(facts, plan);
    let mut copied: Vec<(MapKind, String)> = vec![];
    let mut earlier: Option<&Construct> = None;
    for arg in plan.args.iter().filter(|arg| !arg.always && !arg.around) {
        let (var, kind, text, subscripts) = match &arg.what {
            ArgWhat::Var(var, kind) if is_array(program, *var) => {
                (*var, kind, program.vars[*var].name.clone(), vec![])
            }
            ArgWhat::Item(item, kind) => match item.var() {
                Some(var) => (var, kind, brief(&item.text), subscripts(item)),
                None => continue,
            },
            _ => continue,
        };
        if !matches!(kind, MapKind::To | MapKind::Tofrom) || arg.implicit {
            continue;
        }
        if by_loop.iter().any(|(_, known)| *known == text) || is_mapped_around(program, region, var)
        {
            continue;
        }
        let wanted = Wanted {
            facts,
            func: region.func,
            text,
            subscripts,
            var,
        };
        let Some(one) = wanted.mapped_by(&before) else {
            continue;
        };
        // What one advice is about is mapped by one region.
        if earlier.is_none_or(|known| known.id == one.id) {
            earlier = Some(one);
            // What either of them computes is for the host afterwards.
            let is_computed = *kind == MapKind::Tofrom || wanted.kind_in(one) != Some(MapKind::To);
            let both = if is_computed {
                MapKind::Tofrom
            } else {
                MapKind::To
            };
            copied.push((both, wanted.text));
        }
    }
    let earlier = earlier?;
    let names: Vec<String> = copied.iter().map(|(_, text)| format!("`{text}`")).collect();
    let (_, line) = pre.location(earlier.pragma.lo as usize);
    Some(Cost {
        kind: Kind::Transfer,
        at: region.pragma,
        text: format!(
            "{}: copied to the device, where the region in line {line} had it, unless something has mapped it before",
            names.join(", ")
        ),
        help: format!(
            "`#pragma omp target data {}` around both regions",
            clauses(&copied)
        ),
        weight: weight::usual(Kind::Waiting),
        called: None,
    })
}

/// Whether a variable is more than a few bytes, which are copied for no more than a launch costs.
fn is_array(program: &Program, var: VarId) -> bool {
    let ty = program.types.resolve(program.vars[var].ty.id);
    matches!(ty, Type::Array { .. })
}

/// The statements in front of a region in the block that it stands in, the nearest one first.
fn before(program: &Program, region: &Construct) -> Option<Vec<StmtId>> {
    let mut found = None;
    let body = program.funcs[region.func].body?;
    let is_region =
        |id: &StmtId| matches!(program.stmt(*id).kind, StmtKind::Omp(one) if one == region.id);
    program.walk_all_stmts(body, &mut |_, stmt| {
        if let StmtKind::Block(all) = &stmt.kind
            && let Some(at) = all.iter().position(&is_region)
        {
            found = Some(all[..at].iter().rev().copied().collect());
        }
    });
    found
}

/// A list item that a region copies to the device.
struct Wanted<'a> {
    facts: &'a Facts<'a>,
    func: FuncId,
    text: String,
    /// The expressions on which it depends which part of the variable it is.
    subscripts: Vec<ExprId>,
    var: VarId,
}

impl<'a> Wanted<'a> {
    /// The region in front that has the same data on the device, and leaves the host's as the device's: nothing between
    /// may access it.
    fn mapped_by(&self, before: &[StmtId]) -> Option<&'a Construct> {
        let program = self.facts.program;
        for &id in before {
            let stmt = program.stmt(id);
            let region = match stmt.kind {
                StmtKind::Omp(one) => Some(&program.constructs[one]),
                _ => None,
            };
            let region = region.filter(|one| one.directive.has(Leaf::Target));
            if let Some(one) = region
                && let Some(kind) = self.kind_in(one)
            {
                let stays = match kind {
                    MapKind::From | MapKind::Tofrom => true,
                    MapKind::To => one.body.is_some_and(|body| self.is_only_read(body)),
                    _ => false,
                };
                return stays.then_some(one);
            }
            // It may map it by a rule, or map another part of it.
            let body = region.and_then(|one| one.body);
            if body.is_some_and(|body| self.facts.uses(body).uses(self.var)) {
                return None;
            }
            if Host::of(program, id).may_use(program, self.func, self.var)
                || !{ self.subscripts.iter() }.all(|&expr| is_same(self.facts, id, expr))
            {
                return None;
            }
        }
        None
    }

    /// How a region maps the same list item.
    fn kind_in(&self, region: &Construct) -> Option<MapKind> {
        region.clauses.iter().find_map(|clause| {
            let ClauseKind::Map(map) = &clause.kind else {
                return None;
            };
            let same =
                |one: &ListItem| one.var() == Some(self.var) && brief(&one.text) == self.text;
            let is_plain = map.iterators.is_empty() && map.mapper.is_none();
            (is_plain && map.items.iter().any(same)).then_some(map.kind.unwrap_or(MapKind::Tofrom))
        })
    }

    /// Whether code writes nothing of the variable, nor of what it points at, as far as it names it.
    fn is_only_read(&self, body: StmtId) -> bool {
        let program = self.facts.program;
        let is_behind = |lvalue: ExprId| {
            program.part_of(lvalue) == Some(self.var) || {
                let mut named = false;
                program.walk_expr(lvalue, &mut |_, expr| {
                    named |= matches!(expr.kind, ExprKind::Var(var) if var == self.var);
                });
                named
            }
        };
        let is_pointer = |expr: ExprId| matches!(program.type_of(expr), Type::Pointer(_));
        let mut written = false;
        program.walk_exprs_in(body, &mut |_, expr| match &expr.kind {
            ExprKind::Assign { lhs, .. } | ExprKind::CompoundAssign { lhs, .. } => {
                written |= is_behind(*lhs)
            }
            ExprKind::IncDec { arg, .. } => written |= is_behind(*arg),
            // What gets the address may write there; a value is no more than read.
            ExprKind::Call { args, .. } => {
                let mut pointers = args.iter().filter(|&&arg| is_pointer(arg));
                written |= pointers.any(|&arg| is_behind(arg));
            }
            _ => {}
        });
        !written && !goes_elsewhere(program, body, self.var)
    }
}
