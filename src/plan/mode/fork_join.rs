//! Fork-join: which parallel regions a master thread forks, and how the workers get the variables of its sequential
//! part.
//!
//! From the IR, the uses, and which constructs fork. A variable that workers only read is broadcast at the fork, or
//! recomputed by each of them where its value follows from launch constants; what they write, or what has its address
//! taken, lies in the team's memory. Must not know how code is printed, nor where that memory is.

use crate::analyze::facts::Facts;
use crate::analyze::orphans::Needs;
use crate::analyze::uses::{Use, Uses};
use crate::ir::*;
use crate::omp::ClauseKind;
use crate::plan::decisions::sequential::{ForkJoin, Forked, Forks, Fused};
use std::collections::{BTreeMap, BTreeSet};

/// The uses of each part of a region, the parts, and between which of them threads wait.
type Captures = (Vec<Uses>, Vec<ConstructId>, Vec<bool>);

/// What the analysis is about.
pub struct Input<'a> {
    pub facts: &'a Facts<'a>,
    /// The sequential part and everything in it.
    pub body: StmtId,
    /// Variables of the sequential part that are not declared in it: parameters, private copies.
    pub owned: &'a [VarId],
    pub forks: &'a dyn Fn(ConstructId) -> Forks,
    /// Variables that have one value for the whole launch, known to every thread.
    pub launch_constant: &'a dyn Fn(VarId) -> bool,
    pub fused: &'a Fused,
}

/// What functions that the sequential part calls need of the team; calls inside of the regions do not count.
pub fn sequential_needs(input: &Input) -> Needs {
    let mut survey = Survey::new(input);
    survey.stmt(input.body);
    input
        .facts
        .orphans
        .of_region(input.facts.program, &survey.sequential)
}

pub fn plan(input: &Input) -> ForkJoin {
    let mut survey = Survey::new(input);
    survey.stmt(input.body);
    let Survey {
        owned,
        sequential,
        regions,
        literals,
        ..
    } = survey;
    let captures: Vec<Captures> = regions
        .iter()
        .filter_map(|&id| {
            let (parts, waits) = input.fused.parts(id)?;
            let uses = parts.iter().map(|&id| input.facts.uses_of_construct(id));
            Some((uses.collect(), parts, waits))
        })
        .collect();
    let program = input.facts.program;
    let needs = input.facts.orphans.of_region(program, &sequential);
    let forks = !regions.is_empty() || needs.forks;
    let mut everywhere: BTreeMap<VarId, Use> = BTreeMap::new();
    for uses in captures.iter().flat_map(|(uses, ..)| uses) {
        for (&id, how) in &uses.vars {
            let all = everywhere.entry(id).or_default();
            all.read |= how.read;
            all.written |= how.written;
            all.escapes |= how.escapes;
        }
    }
    let shared: Vec<VarId> = owned
        .iter()
        .copied()
        .filter(|&var| {
            let inside = everywhere.get(&var).copied();
            let aggregate = program.types.is_array(program.vars[var].ty.id)
                || program.types.is_record(program.vars[var].ty.id);
            inside.is_some_and(|how| how.maybe_written() || aggregate)
                || forks && sequential.get(var).escapes
                || crate::plan::check::allocators::of_team(program, var)
        })
        .collect();
    let shared_set: BTreeSet<VarId> = shared.iter().copied().collect();
    let recomputable = Recomputable {
        input,
        owned: &owned,
        sequential: &sequential,
        shared: &shared_set,
    };
    let regions = captures
        .into_iter()
        .map(|(uses, parts, waits)| {
            let mut recomputed = vec![];
            let mut broadcast = vec![];
            let of_parts = uses.iter().zip(&parts);
            let captured = of_parts.flat_map(|(uses, part)| {
                let captured = uses.captured();
                captured.filter(|var| !only_launches(input.facts, *part, *var))
            });
            for var in captured {
                if !owned.contains(&var) || shared_set.contains(&var) {
                    continue;
                }
                if recomputable.needs(var, &mut recomputed) {
                    continue;
                }
                broadcast.push(var);
            }
            recomputed.sort_by_key(|v| *v);
            recomputed.dedup();
            broadcast.sort_by_key(|v| *v);
            broadcast.dedup();
            Forked {
                construct: parts[parts.len() - 1],
                parts,
                waits,
                broadcast,
                recomputed,
            }
        })
        .collect();
    ForkJoin {
        regions,
        shared,
        needs,
        literals: if forks { literals } else { vec![] },
    }
}

/// Whether a region needs a variable for no more than to know whether it is executed in parallel, and by how many threads,
/// which the master says.
fn only_launches(facts: &Facts, region: ConstructId, var: VarId) -> bool {
    let program = facts.program;
    let construct = &program.constructs[region];
    let condition = construct.parallel_if();
    construct.clauses.iter().all(|clause| match &clause.kind {
        ClauseKind::NumThreads { threads, .. } if threads.len() == 1 => true,
        ClauseKind::If(e) if Some(*e) == condition => true,
        kind => {
            let mut items = kind.items().iter();
            items.all(|item| matches!(item.kind, ItemKind::Var(one) if one != var))
                && !{ kind.exprs() }.iter().any(|e| program.mentions(**e, var))
        }
    }) && !{ construct.body }.is_some_and(|body| facts.uses(body).uses(var))
}

/// Collects the sequential part: its variables, what it does with them, the regions that it forks.
struct Survey<'a> {
    input: &'a Input<'a>,
    owned: Vec<VarId>,
    sequential: Uses,
    regions: Vec<ConstructId>,
    literals: Vec<ExprId>,
}

impl<'a> Survey<'a> {
    fn new(input: &'a Input<'a>) -> Self {
        Survey {
            input,
            owned: input.owned.to_vec(),
            sequential: Uses::default(),
            regions: vec![],
            literals: vec![],
        }
    }

    fn stmt(&mut self, id: StmtId) {
        let program = self.input.facts.program;
        let node = program.stmt(id);
        match &node.kind {
            StmtKind::Omp(construct) => self.construct(*construct),
            StmtKind::Decl(decls) => {
                for decl in decls {
                    let Decl::Var(var) = decl else { continue };
                    if !program.vars[*var].storage.is_local() {
                        continue;
                    }
                    self.owned.push(*var);
                    if let Some(init) = &program.vars[*var].init {
                        walk::each_in_init(init, &mut |e| self.expr(e));
                    }
                }
            }
            _ => {
                program.each_expr_of(node, &mut |e| self.expr(e));
                program.each_child(node, &mut |child| self.stmt(child));
            }
        }
    }

    fn construct(&mut self, id: ConstructId) {
        let program = self.input.facts.program;
        let construct = &program.constructs[id];
        let exprs: Vec<ExprId> = construct
            .clauses
            .iter()
            .flat_map(|clause| clause.kind.exprs())
            .copied()
            .collect();
        exprs.into_iter().for_each(|e| self.expr(e));
        match (self.input.forks)(id) {
            Forks::Yes => self.regions.push(id),
            Forks::No | Forks::Distributed => {
                if construct.directive.shares_loops()
                    && let Ok(nest) = self.input.facts.nest(construct)
                {
                    self.owned.extend(nest.loops.iter().map(|one| one.var));
                }
                if let Some(body) = construct.body {
                    self.stmt(body);
                }
            }
        }
    }

    fn expr(&mut self, expr: ExprId) {
        let program = self.input.facts.program;
        self.sequential.add_expr(program, expr);
        // Statement expressions declare, too.
        let mut blocks = vec![];
        let literals = &mut self.literals;
        program.walk_expr(expr, &mut |_, e| match e.kind {
            ExprKind::StmtExpr(block) => blocks.push(block),
            ExprKind::AddrOf(arg)
            | ExprKind::Convert {
                arg,
                why: Conversion::ArrayDecay,
            } if matches!(program.expr(arg).kind, ExprKind::CompoundLiteral { .. }) => {
                literals.push(arg);
            }
            _ => {}
        });
        blocks.into_iter().for_each(|block| self.stmt(block));
    }
}

/// Finds variables that every worker can compute itself at little cost.
struct Recomputable<'a> {
    input: &'a Input<'a>,
    owned: &'a [VarId],
    sequential: &'a Uses,
    shared: &'a BTreeSet<VarId>,
}

/// The most operations that are cheaper than a word of shared memory.
const CHEAP: usize = 6;

impl Recomputable<'_> {
    /// Whether `var` can be recomputed; then it, and the variables that its value needs, are added to `list`.
    fn needs(&self, var: VarId, list: &mut Vec<VarId>) -> bool {
        let mut found = vec![];
        let mut budget = CHEAP;
        if self.var(var, &mut found, &mut budget) {
            list.extend(found);
            return true;
        }
        false
    }

    fn var(&self, var: VarId, found: &mut Vec<VarId>, budget: &mut usize) -> bool {
        let never_written = !self.sequential.get(var).maybe_written();
        // A variable that the sequential part changes does not have its launch value any more.
        let constant = never_written || !self.owned.contains(&var);
        if found.contains(&var) || constant && (self.input.launch_constant)(var) {
            return true;
        }
        let program = self.input.facts.program;
        let data = &program.vars[var];
        let scalar = !program.types.is_array(data.ty.id) && !program.types.is_record(data.ty.id);
        let own = self.owned.contains(&var) && !self.shared.contains(&var);
        let Some(Init::Expr(init)) = &data.init else {
            return false;
        };
        if !(own && never_written && scalar && self.expr(*init, found, budget)) {
            return false;
        }
        found.push(var);
        true
    }

    fn expr(&self, expr: ExprId, found: &mut Vec<VarId>, budget: &mut usize) -> bool {
        if *budget == 0 {
            return false;
        }
        match &self.input.facts.program.expr(expr).kind {
            ExprKind::Int { .. } | ExprKind::Float { .. } | ExprKind::Imaginary { .. } => true,
            ExprKind::EnumConst { .. } => true,
            ExprKind::Var(var) => self.var(*var, found, budget),
            ExprKind::Convert { arg, why } => {
                !matches!(why, Conversion::ArrayDecay | Conversion::FunctionDecay)
                    && self.expr(*arg, found, budget)
            }
            ExprKind::Unary { arg, .. } => {
                *budget -= 1;
                self.expr(*arg, found, budget)
            }
            ExprKind::Binary { op, lhs, rhs } => {
                *budget -= 1;
                // The division may stand under a condition that the worker does not evaluate.
                !matches!(op, BinOp::Div | BinOp::Rem)
                    && self.expr(*lhs, found, budget)
                    && self.expr(*rhs, found, budget)
            }
            ExprKind::SizeOf { value, .. } => value.is_some(),
            _ => false,
        }
    }
}
