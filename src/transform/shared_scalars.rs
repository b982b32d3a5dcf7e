//! Scalars that the threads of a loop share, though each iteration assigns them before it reads them: variables that
//! stand in front of the loop where C has them, and in no clause.
//!
//! Where two threads execute iterations, such a program has a data race, and what it does is unspecified (OpenMP 5.2,
//! 1.4.1; W7001 says so). So every iteration may have a variable of its own, in a register. Where one thread executes
//! all of them, nothing changes either: a variable that nothing else reads is private; another one gets the value of
//! the sequentially last iteration, which is the one that its thread executes last. That takes an assignment on every
//! path through the iteration.
//!
//! Variables are left alone whose address something takes, and loops in which threads may wait for each other, so that
//! an iteration could read what another one has assigned, in an order that the program has seen to.

use crate::analyze::assigned;
use crate::analyze::call_graph::CallGraph;
use crate::analyze::effects::FunctionEffects;
use crate::analyze::loops;
use crate::analyze::sharing::{self, DeviceAttr};
use crate::analyze::use_table::UseTable;
use crate::ir::*;
use crate::omp::{ClauseKind, DefaultSharing, DirectiveKind, Leaf};
use std::collections::{BTreeMap, BTreeSet};

/// Records such variables in the constructs of their loops (`Construct::shared_scalars`).
pub fn mark(program: &mut Program) {
    for (id, vars) in all(program) {
        program.constructs[id].shared_scalars = vars;
    }
}

fn all(program: &Program) -> Vec<(ConstructId, Vec<(VarId, Private)>)> {
    let mut known = None;
    let mut found = vec![];
    for (id, construct) in program.constructs.iter() {
        let candidates = candidates(program, construct);
        if candidates.is_empty() {
            continue;
        }
        let known = known.get_or_insert_with(|| Known::of(program));
        let vars = known.of_loop(construct, candidates);
        if !vars.is_empty() {
            found.push((id, vars));
        }
    }
    found
}

/// The scalars that the loop of a construct assigns and that are declared in front of it, in no clause of it but `map`
/// and `shared`.
fn candidates(program: &Program, construct: &Construct) -> BTreeSet<VarId> {
    let leaves = construct.directive.leaves();
    let shares = |leaf: &Leaf| matches!(leaf, Leaf::For | Leaf::Distribute | Leaf::Loop);
    let orders = |c: &Clause| matches!(c.kind, ClauseKind::Ordered(_));
    let Some(body) = construct.body.filter(|_| leaves.iter().any(shares)) else {
        return BTreeSet::new();
    };
    if construct.clauses.iter().any(orders) || construct.inscan().is_some() {
        return BTreeSet::new();
    }
    let mut found = BTreeSet::new();
    program.walk_exprs_in(body, &mut |_, expr| {
        if let ExprKind::Assign { lhs, .. } = expr.kind
            && let ExprKind::Var(var) = program.expr(lhs).kind
        {
            found.insert(var);
        }
    });
    let iterated = loops::iteration_variables(program, construct);
    found.retain(|&var| {
        let v = &program.vars[var];
        program.types.is_scalar(v.ty.id)
            && v.storage.is_local()
            && !v.ty.quals.is_volatile
            && !v.pinned
            && !program.is_declared_in(var, construct.id)
            && !iterated.contains(&var)
            && is_shared_by_clauses(construct, var)
    });
    found
}

/// Whether no clause of the construct says anything of the variable but that it is mapped, or shared.
fn is_shared_by_clauses(construct: &Construct, var: VarId) -> bool {
    construct.clauses.iter().all(|clause| {
        let named = clause.items().iter().any(|item| item.var() == Some(var));
        match clause.kind {
            ClauseKind::Map(_) | ClauseKind::Shared(_) => true,
            ClauseKind::Default(DefaultSharing::None) => construct.clauses.iter().any(|other| {
                matches!(other.kind, ClauseKind::Map(_) | ClauseKind::Shared(_))
                    && other.items().iter().any(|item| item.var() == Some(var))
            }),
            ClauseKind::Default(DefaultSharing::Private | DefaultSharing::Firstprivate) => false,
            _ => !named,
        }
    })
}

/// What is known of a program with candidates.
struct Known<'a> {
    program: &'a Program,
    uses: UseTable<'a>,
    effects: FunctionEffects,
    /// Variables that something may access in other ways than by name, or whose values types need.
    elsewhere: BTreeSet<VarId>,
    /// Whether there is code whose text is not followed, with addresses of whatever it names.
    opaque: bool,
    /// The uses of scalars in regions and functions, by their blocks.
    scopes: BTreeMap<StmtId, Scope>,
}

/// Which variables a region, or a function outside of regions, needs.
struct Scope {
    /// How often its code names each.
    mentions: BTreeMap<VarId, usize>,
    /// Those that clauses need, other than to map or share them.
    in_clauses: BTreeSet<VarId>,
    /// Whether a `default` clause speaks of all variables.
    default: bool,
    /// Those of the host of which the region has a copy.
    copied: BTreeSet<VarId>,
}

impl<'a> Known<'a> {
    fn of(program: &'a Program) -> Known<'a> {
        let uses = UseTable::new(program);
        let effects = FunctionEffects::of(&uses, &CallGraph::of(&uses));
        let mut elsewhere = BTreeSet::new();
        let mut opaque = program.funcs.iter().any(|(_, func)| func.nested);
        let types = program.exprs.iter().map(|(_, expr)| expr.ty);
        let types: BTreeSet<TypeId> = types
            .chain(program.vars.iter().map(|(_, var)| var.ty))
            .map(|ty| ty.id)
            .collect();
        for ty in types {
            extents(program, ty, &mut elsewhere);
        }
        for (_, expr) in program.exprs.iter() {
            match expr.kind {
                ExprKind::AddrOf(arg) => {
                    if let ExprKind::Var(var) = program.expr(arg).kind {
                        elsewhere.insert(var);
                    }
                }
                ExprKind::Opaque { .. } => opaque = true,
                _ => {}
            }
        }
        Known {
            program,
            uses,
            effects,
            elsewhere,
            opaque,
            scopes: BTreeMap::new(),
        }
    }

    /// The candidates that the construct may privatise, and how.
    fn of_loop(
        &mut self,
        construct: &Construct,
        mut candidates: BTreeSet<VarId>,
    ) -> Vec<(VarId, Private)> {
        let program = self.program;
        let Ok(nest) = loops::nest(program, construct) else {
            return vec![];
        };
        candidates.retain(|var| !self.elsewhere.contains(var) && self.is_shared(construct, *var));
        if candidates.is_empty() || self.opaque || !self.is_unordered(nest.body) {
            return vec![];
        }
        let assigned = assigned::in_each_execution(&self.uses, nest.body, candidates);
        let has_last = !construct.directive.has(Leaf::Loop);
        let in_body = mentions(program, nest.body);
        // The heads of the loops are evaluated in front of all iterations.
        let in_loop = construct.body.map(|body| mentions(program, body));
        let in_loop = in_loop.unwrap_or_default();
        let mut found = vec![];
        for &var in &assigned.first {
            if in_loop.get(&var) != in_body.get(&var) {
                continue;
            }
            if self.is_dead_outside(construct, var, in_body.get(&var)) {
                found.push((var, Private::Private));
            } else if has_last && assigned.always.contains(&var) {
                found.push((var, Private::Lastprivate));
            }
        }
        found
    }

    /// Whether nothing in an iteration orders accesses of different threads: locks, critical sections, atomics that
    /// order others, volatile objects.
    fn is_unordered(&self, body: StmtId) -> bool {
        let program = self.program;
        let effects = self.effects.of_stmt(&self.uses, body);
        let calls = self.uses.of(body).calls.iter();
        let mut unordered = !effects.waits
            && !effects.unknown
            && !{ calls }.any(|&func| self.effects.of_func(func).constructs)
            && program.requires.atomic_default_mem_order.is_none();
        program.walk_all_stmts(body, &mut |_, stmt| {
            if let StmtKind::Omp(id) = stmt.kind {
                let one = &program.constructs[id];
                let relaxed = |c: &Clause| {
                    !matches!(
                        c.kind,
                        ClauseKind::SeqCst
                            | ClauseKind::AcqRel
                            | ClauseKind::Acquire
                            | ClauseKind::Release
                    )
                };
                unordered &=
                    one.directive != DirectiveKind::Atomic || one.clauses.iter().all(relaxed);
            }
        });
        program.walk_exprs_in(body, &mut |_, expr| unordered &= !program.is_volatile(expr));
        unordered
    }

    /// Whether the threads (or teams) that execute the iterations of the construct share the variable.
    fn is_shared(&self, construct: &Construct, var: VarId) -> bool {
        let program = self.program;
        let leaves = construct.directive.leaves();
        let of_team = leaves.contains(&Leaf::For);
        let forks = |one: &Construct| {
            let has = |leaf| one.directive.has(leaf);
            has(Leaf::Parallel) || !of_team && has(Leaf::Teams)
        };
        // What no clause names under `default(none)` is refused.
        let unnamed = |one: &Construct| {
            let none = |c: &Clause| matches!(c.kind, ClauseKind::Default(DefaultSharing::None));
            one.clauses.iter().any(none) && !is_shared_by_clauses(one, var)
        };
        if program.around(construct).any(unnamed) {
            return false;
        }
        if forks(construct) {
            return true;
        }
        for id in program.enclosing(construct) {
            let outer = &program.constructs[id];
            if program.is_declared_in(var, id)
                || sharing::privatised(&self.uses, outer)
                    .iter()
                    .any(|(one, _)| *one == var)
                || !is_shared_by_clauses(outer, var)
            {
                return false;
            }
            if forks(outer) {
                return true;
            }
        }
        false
    }

    /// Whether nothing reads the variable but the loop's body, which names it so often: neither other code of the
    /// device nor, where the region has a copy of it, the host.
    fn is_dead_outside(
        &mut self,
        construct: &Construct,
        var: VarId,
        inside: Option<&usize>,
    ) -> bool {
        let program = self.program;
        let around = std::iter::once(construct).chain(program.around(construct));
        let region = { around }.find(|one| one.directive.has(Leaf::Target));
        let body = match region {
            Some(region) => region.body,
            None => program.funcs[construct.func].body,
        };
        let Some(body) = body else {
            return false;
        };
        let uses = &self.uses;
        let scope = self.scopes.entry(body);
        let scope = scope.or_insert_with(|| Scope::of(uses, region, body));
        let own = region.is_none_or(|region| program.is_declared_in(var, region.id));
        (own || scope.copied.contains(&var))
            && scope.mentions.get(&var) == inside
            && !scope.in_clauses.contains(&var)
            && !scope.default
    }
}

impl Scope {
    /// The scope of a region, or of a function's body.
    fn of(uses: &UseTable, region: Option<&Construct>, body: StmtId) -> Scope {
        let program = uses.program;
        let mut scope = Scope {
            mentions: mentions(program, body),
            in_clauses: BTreeSet::new(),
            default: false,
            copied: BTreeSet::new(),
        };
        if let Some(region) = region {
            scope.clauses(program, region);
            let data = sharing::device_data(uses, region.id).unwrap_or_default();
            let copied = data.vars.iter().filter(|captured| {
                matches!(
                    captured.attr,
                    DeviceAttr::Firstprivate | DeviceAttr::Private
                )
            });
            scope.copied.extend(copied.map(|captured| captured.var));
        }
        program.walk_all_stmts(body, &mut |_, stmt| {
            if let StmtKind::Omp(id) = stmt.kind {
                scope.clauses(program, &program.constructs[id]);
            }
        });
        scope
    }

    fn clauses(&mut self, program: &Program, construct: &Construct) {
        let mut add = |e: ExprId| {
            program.walk_expr(e, &mut |_, expr| {
                if let ExprKind::Var(var) = expr.kind {
                    self.in_clauses.insert(var);
                }
            });
        };
        for clause in &construct.clauses {
            clause.kind.exprs().into_iter().for_each(|e| add(*e));
            for item in clause.items() {
                if let ItemKind::Part { base, dims, .. } = &item.kind {
                    let dims = dims.iter().flat_map(|d| [d.lower, d.length, d.stride]);
                    std::iter::once(*base)
                        .chain(dims.flatten())
                        .for_each(&mut add);
                }
            }
        }
        for clause in &construct.clauses {
            match clause.kind {
                ClauseKind::Map(_) | ClauseKind::Shared(_) => {}
                ClauseKind::Default(sharing) => self.default |= sharing != DefaultSharing::Shared,
                _ => {
                    let items = clause.items().iter();
                    self.in_clauses.extend(items.filter_map(|item| item.var()));
                }
            }
        }
    }
}

/// How often the code of a statement names each variable, clauses left out.
fn mentions(program: &Program, stmt: StmtId) -> BTreeMap<VarId, usize> {
    let mut count = BTreeMap::new();
    program.walk_exprs_in(stmt, &mut |_, expr| {
        if let ExprKind::Var(var) = expr.kind {
            *count.entry(var).or_default() += 1;
        }
    });
    count
}

/// Adds the variables that the extents of a type name.
fn extents(program: &Program, ty: TypeId, found: &mut BTreeSet<VarId>) {
    match program.types.resolve(ty) {
        Type::Array { elem, len } => {
            if let ArrayLen::Vla(length) = len {
                program.walk_expr(*length, &mut |_, expr| {
                    if let ExprKind::Var(var) = expr.kind {
                        found.insert(var);
                    }
                });
            }
            extents(program, elem.id, found);
        }
        Type::Pointer(to) => extents(program, to.id, found),
        _ => {}
    }
}
