//! How a region with a sequential part and several threads a team runs: guarded SPMD or fork-join.
//!
//! From the guarded plan, where there is one, and the parallel regions: a cost model counts what either
//! way adds to the program, in cycles of one H200 (docs/measured.md). Must not know how code is printed.

use super::Planner;
use crate::ir::*;
use crate::plan::fork_join::ForkJoin;
use crate::plan::sequential::{How, Sequential};

/// What a loop of unknown length multiplies by.
const TRIPS: u64 = 8;
/// A barrier of the block, by its warps: 14 cycles for one, 75 for 31.
fn barrier(threads: u32) -> u64 {
    12 + 2 * u64::from(threads.div_ceil(32))
}
/// Fork and join besides their two barriers: the region's number is written, read and branched on.
const DISPATCH: u64 = 70;
/// A value that passes from the master to the workers.
const BROADCAST: u64 = 30;

/// What either way costs, in cycles for each team.
#[derive(Clone, Copy, Debug)]
pub struct Costs {
    pub guarded: u64,
    pub fork_join: u64,
}

impl Planner<'_> {
    pub(super) fn costs(&self, body: StmtId, guarded: &Sequential, forked: &ForkJoin) -> Costs {
        let mut count = Count {
            program: self.program,
            guarded,
            forked,
            threads: self.shape.block,
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
    guarded: &'a Sequential,
    forked: &'a ForkJoin,
    threads: u32,
    costs: Costs,
}

impl Count<'_> {
    fn stmt(&mut self, id: StmtId, weight: u64) {
        let program = self.program;
        let node = program.stmt(id);
        match &node.kind {
            StmtKind::Omp(construct) => {
                if let Some(number) = self.forked.number(*construct) {
                    let broadcast = self.forked.regions[number - 1].broadcast.len() as u64;
                    let barriers = 2 * barrier(self.threads);
                    self.costs.fork_join += weight * (barriers + DISPATCH + BROADCAST * broadcast);
                    self.costs.guarded += weight * barrier(self.threads);
                    if self.guarded.reads {
                        self.costs.guarded += weight * barrier(self.threads);
                    }
                } else if let Some(body) = program.constructs[*construct].body {
                    self.stmt(body, weight);
                }
            }
            StmtKind::Block(stmts) => {
                let mut open = false;
                for &stmt in stmts {
                    let guarded = self.is_guarded(stmt);
                    if guarded && !open {
                        self.segment(weight);
                    }
                    open = guarded;
                    if !guarded {
                        self.stmt(stmt, weight);
                    }
                }
            }
            StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::DoWhile { .. } => {
                self.exprs(node, weight.saturating_mul(TRIPS));
                program.each_child(node, &mut |child| {
                    self.stmt(child, weight.saturating_mul(TRIPS));
                });
            }
            _ => {
                if self.is_guarded(id) {
                    self.segment(weight);
                    return;
                }
                self.exprs(node, weight);
                program.each_child(node, &mut |child| self.stmt(child, weight));
            }
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

    /// A run of statements that one thread does for all.
    fn segment(&mut self, weight: u64) {
        let barriers = if self.guarded.reads { 2 } else { 1 };
        self.costs.guarded += weight * barriers * barrier(self.threads);
    }

    fn exprs(&mut self, node: &Stmt, weight: u64) {
        let program = self.program;
        let mut guarded = 0;
        program.each_expr_of(node, &mut |e| {
            guarded += u64::from(self.guarded.is_guarded_expr(e))
        });
        self.costs.guarded += weight * guarded * 2 * barrier(self.threads);
    }
}
