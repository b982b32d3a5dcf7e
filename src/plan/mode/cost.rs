//! How a region with a sequential part and several threads a team runs: guarded SPMD or fork-join.
//!
//! From the guarded plan, where there is one, and the parallel regions: a cost model counts what either way adds to
//! the program, in cycles of one H200. The figures are those of docs/measured.md. Must not know how code is printed.

use crate::analyze::facts::Facts;
use crate::ir::*;
use crate::plan::decisions::launch::WARP;
use crate::plan::decisions::sequential::{ForkJoin, Fused, How, Sequential};
use crate::plan::planner::Planner;

/// The number of iterations that a loop of unknown length is taken to have.
const TRIPS: u64 = 8;
/// The cycles of a barrier of the block, by its warps: 14 for one, 28 for eight, 75 for 31.
fn barrier(threads: u32) -> u64 {
    12 + 2 * warps(threads)
}
/// The cycles of a barrier of a region's threads in a larger block: 31 for a warp, 46 for eight, 93 for 31.
fn region_barrier(threads: u32) -> u64 {
    29 + 2 * warps(threads)
}
/// The cycles of a fork and a join besides their two barriers: the master's warp wakes the workers, and they wake it.
/// 67 to 87 cycles, the same for 32 and for 992 workers.
const HANDOVER: u64 = 75;
/// The cycles of a value that the master broadcasts to the workers.
const BROADCAST: u64 = 30;
/// The cycles that an access or a branch of thread 0 under a guard takes more than one of a master: its warp diverges
/// and converges again. Kernels with much sequential work lose 44 and 32 cycles so, where barriers alone say that
/// they gain 60; those with little lose nothing.
const GUARDED_ACCESS: u64 = 12;
/// The cycles by which a store of thread 0 under a guard delays every warp of the block above the eighth: two
/// barriers of 512 threads with a store before them take 300 cycles more than those of 256.
const STORE_SEEN: u64 = 37;
const UNDISTURBED: u64 = 8;

fn warps(threads: u32) -> u64 {
    u64::from(threads.div_ceil(WARP))
}

/// Adds `cycles` for each of `times`, without overflow: nested loops multiply.
fn add(sum: &mut u64, times: u64, cycles: u64) {
    *sum = sum.saturating_add(times.saturating_mul(cycles));
}

/// The cost of either mode, in cycles for each team.
#[derive(Clone, Copy, Debug)]
pub struct Costs {
    pub guarded: u64,
    pub fork_join: u64,
}

impl Planner<'_> {
    pub(in crate::plan) fn costs(
        &self,
        body: StmtId,
        guarded: &Sequential,
        forked: &ForkJoin,
    ) -> Costs {
        let mut count = Count {
            program: self.program,
            facts: self.facts,
            guarded,
            forked,
            fused: &self.fused,
            threads: match self.loops_of_small_teams().is_empty() {
                true => self.shape.block,
                // So few where there are iterations enough for all teams that a device holds.
                false => WARP,
            },
            barrier_before: false,
            costs: Costs {
                guarded: 0,
                fork_join: 0,
            },
        };
        count.stmt(body, 1);
        count.costs
    }
}

struct Count<'a> {
    program: &'a Program,
    facts: &'a Facts<'a>,
    guarded: &'a Sequential,
    forked: &'a ForkJoin,
    fused: &'a Fused,
    threads: u32,
    /// A barrier of the block stands directly before the next statement: it serves for two.
    barrier_before: bool,
    costs: Costs,
}

impl Count<'_> {
    fn stmt(&mut self, id: StmtId, weight: u64) {
        let program = self.program;
        let node = program.stmt(id);
        match &node.kind {
            StmtKind::Omp(construct) => {
                if self.forked.region_of(*construct).is_some() {
                    self.region(*construct, weight);
                } else if let Some(body) = program.constructs[*construct].body {
                    self.stmt(body, weight);
                }
            }
            StmtKind::Block(stmts) => {
                let mut segment: Vec<StmtId> = vec![];
                for &stmt in stmts {
                    if self.is_guarded(stmt) {
                        segment.push(stmt);
                        continue;
                    }
                    self.segment(&std::mem::take(&mut segment), weight);
                    self.stmt(stmt, weight);
                }
                self.segment(&segment, weight);
            }
            StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::DoWhile { .. } => {
                let weight = weight.saturating_mul(TRIPS);
                self.barrier_before = false;
                self.exprs(node, weight);
                program.each_child(node, &mut |child| self.stmt(child, weight));
                self.barrier_before = false;
            }
            StmtKind::Null => {}
            _ if self.is_guarded(id) => self.segment(&[id], weight),
            _ => {
                self.barrier_before = false;
                self.exprs(node, weight);
                program.each_child(node, &mut |child| self.stmt(child, weight));
            }
        }
    }

    fn region(&mut self, id: ConstructId, weight: u64) {
        if let Some(number) = self.forked.number(id) {
            let region = &self.forked.regions[number - 1];
            let broadcast = region.broadcast.len() as u64;
            let waits = region.waits.iter().filter(|waits| **waits).count() as u64;
            let barriers = 2 * barrier(self.threads + WARP) + waits * region_barrier(self.threads);
            let cycles = barriers + HANDOVER + BROADCAST * broadcast;
            add(&mut self.costs.fork_join, weight, cycles);
        }
        if self.guarded.reads {
            self.full_barrier(weight);
        }
        let mut unbarred = self.fused.unbarred();
        if !unbarred.any(|(first, ..)| first == id) {
            self.barrier_before = false;
            self.full_barrier(weight);
        }
    }

    fn is_guarded(&self, stmt: StmtId) -> bool {
        match &self.program.stmt(stmt).kind {
            StmtKind::Decl(decls) => decls.iter().any(|decl| match decl {
                Decl::Var(var) => {
                    self.guarded.is_shared(*var) && self.program.vars[*var].init.is_some()
                }
                _ => false,
            }),
            _ => self.guarded.how(stmt) == How::Guarded,
        }
    }

    /// Counts a barrier of guarded SPMD, unless one stands there already.
    fn full_barrier(&mut self, weight: u64) {
        if !self.barrier_before {
            add(&mut self.costs.guarded, weight, barrier(self.threads));
        }
        self.barrier_before = true;
    }

    /// Counts a sequence of statements that one thread executes for all.
    fn segment(&mut self, stmts: &[StmtId], weight: u64) {
        if stmts.is_empty() {
            return;
        }
        if self.guarded.reads {
            self.full_barrier(weight);
        }
        let mut accesses: u64 = 0;
        let mut stores = false;
        for &stmt in stmts {
            accesses = accesses.saturating_add(self.accesses(stmt, 1));
            let uses = self.facts.uses(stmt);
            stores |= uses.stores
                || uses
                    .captured()
                    .any(|var| uses.get(var).maybe_written() && !self.guarded.is_shared(var));
        }
        let mut cost = accesses.saturating_mul(GUARDED_ACCESS);
        if stores {
            let warps = warps(self.threads).saturating_sub(UNDISTURBED);
            add(&mut cost, STORE_SEEN, warps);
        }
        add(&mut self.costs.guarded, weight, cost);
        self.barrier_before = false;
        self.full_barrier(weight);
    }

    /// Counts accesses to memory, and branches, of a statement that thread 0 executes.
    fn accesses(&self, id: StmtId, weight: u64) -> u64 {
        let program = self.program;
        let node = program.stmt(id);
        let (inside, branches) = match &node.kind {
            StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::DoWhile { .. } => {
                (weight.saturating_mul(TRIPS), 1)
            }
            StmtKind::If { .. } | StmtKind::Switch { .. } => (weight, 1),
            _ => (weight, 0),
        };
        let mut count: u64 = branches;
        if let StmtKind::Decl(decls) = &node.kind {
            let shared = |decl: &&Decl| matches!(decl, Decl::Var(var) if self.in_memory(*var));
            count += decls.iter().filter(shared).count() as u64;
        }
        program.each_expr_of(node, &mut |expr| {
            program.walk_expr(expr, &mut |_, e| match e.kind {
                ExprKind::Index { .. } | ExprKind::Deref(_) => count += 1,
                ExprKind::Member { arrow: true, .. } => count += 1,
                ExprKind::Var(var) => count += u64::from(self.in_memory(var)),
                // Read, then written.
                ExprKind::CompoundAssign { .. } | ExprKind::IncDec { .. } => count += 1,
                _ => {}
            });
        });
        let mut sum = count.saturating_mul(inside);
        program.each_child(node, &mut |child| {
            sum = sum.saturating_add(self.accesses(child, inside));
        });
        sum
    }

    /// Whether a scalar is in shared memory under guards, though a master has it in a register.
    fn in_memory(&self, var: VarId) -> bool {
        self.guarded.is_shared(var) && !self.forked.is_shared(var)
    }

    fn exprs(&mut self, node: &Stmt, weight: u64) {
        let program = self.program;
        let mut guarded = 0;
        program.each_expr_of(node, &mut |e| {
            guarded += u64::from(self.guarded.is_guarded_expr(e))
        });
        add(
            &mut self.costs.guarded,
            weight,
            guarded * 2 * barrier(self.threads),
        );
    }
}
