//! Everything that is known of a unit besides its IR, computed once and never changed.
//!
//! `plan`, `lint` and `report` ask here. A question about a statement or an expression walks no function that it
//! calls: what calls do is known of every function, by a fixed point from the called functions up.

use super::atomics;
use super::call_graph::CallGraph;
use super::effects::{Effects, FunctionEffects};
use super::nested_calls::NestedCalls;
use super::nested_targets::NestedTargets;
use super::nests::Nests;
use super::orphans::{Needs, Orphans};
use super::read_only::{Behind, Hears, Reads};
use super::regions::Regions;
use super::sharing::{self, DeviceData};
use super::strides::Summaries;
use super::tasks::cancellation::Cancellation;
use super::tasks::deferral::{Deferral, Obstacle, TaskRegions};
use super::thread_arrays::ThreadArrays;
use super::unmapped::Unmapped;
use super::use_table::UseTable;
use super::uses::Uses;
use crate::diag::Diagnostic;
use crate::ir::atomics::Atomic;
use crate::ir::nests::Nest;
use crate::ir::*;
use crate::omp::Leaf;
use la_arena::ArenaMap;
use std::collections::{BTreeMap, BTreeSet};

/// The facts of one program.
pub struct Facts<'a> {
    /// The unit itself.
    pub program: &'a Program,
    /// What statements use.
    pub uses: UseTable<'a>,
    /// Which functions code calls.
    pub calls: CallGraph,
    /// The loop nests that constructs distribute.
    pub nests: Nests,
    /// What target constructs capture.
    data: ArenaMap<ConstructId, Result<DeviceData, Vec<Diagnostic>>>,
    /// Which tasks may be deferred.
    pub deferral: Deferral,
    /// The regions of target constructs whose tasks may be.
    task_regions: ArenaMap<ConstructId, Result<TaskRegions, Obstacle>>,
    /// Which constructs calls lead to.
    pub nested_calls: NestedCalls,
    /// Which device constructs calls in target regions lead to.
    pub nested_targets: NestedTargets,
    /// What each `atomic` construct does, or the error that says which form its statement lacks.
    pub atomics: ArenaMap<ConstructId, Result<Atomic, Box<Diagnostic>>>,
    /// Which tasks stop early when their taskgroup is cancelled.
    pub cancellation: Cancellation,
    /// The device constructs, and the names of their kernels.
    pub regions: Regions,
    /// Which variables nothing can have mapped in front of a region.
    pub unmapped: Unmapped,
    /// What calling a function does.
    pub effects: FunctionEffects,
    /// What calling a function asks of the team around it.
    pub orphans: Orphans,
    /// What regions only read.
    reads: Reads,
    /// Whether calling a function may need memory for arrays of variable length.
    pub arrays: ThreadArrays,
    /// What calling a function accesses.
    pub(super) accesses: Summaries,
}

impl<'a> Facts<'a> {
    /// Computes the facts of a program.
    pub fn of(program: &'a Program) -> Facts<'a> {
        let uses = UseTable::new(program);
        let calls = CallGraph::of(&uses);
        let nests = Nests::of_program(&uses);
        let deferral = Deferral::of(&uses, &calls, &nests);
        let constructs = program.constructs.iter();
        let targets = constructs.filter(|(_, one)| one.directive.has(Leaf::Target));
        let targets: Vec<ConstructId> = targets.map(|(id, _)| id).collect();
        let data = targets
            .iter()
            .map(|&id| (id, sharing::device_data(&uses, id)));
        let tasks = targets
            .iter()
            .map(|&id| (id, deferral.of_kernel(&uses, &nests, id)));
        Facts {
            program,
            regions: Regions::of(program),
            unmapped: Unmapped::of(program),
            effects: FunctionEffects::of(&uses, &calls),
            orphans: Orphans::of(&uses, &calls, &deferral),
            data: data.collect(),
            task_regions: tasks.collect(),
            nested_calls: NestedCalls::of(program, &calls),
            nested_targets: NestedTargets::of(&uses, &calls, &targets),
            reads: Reads::of(&uses, &calls, &targets),
            arrays: ThreadArrays::of(&uses, &calls),
            atomics: atomics::all(program),
            cancellation: Cancellation::of(program),
            accesses: Summaries::of(program),
            calls,
            deferral,
            nests,
            uses,
        }
    }

    /// The nest that a loop-associated construct distributes, or why it distributes none.
    pub fn nest(&self, construct: &Construct) -> Result<&Nest, Box<Diagnostic>> {
        self.nests.of(construct)
    }

    /// What a target construct captures, or why it cannot.
    pub fn device_data(&self, target: ConstructId) -> Result<&DeviceData, Vec<Diagnostic>> {
        self.data[target].as_ref().map_err(Vec::clone)
    }

    /// The regions of a target construct whose tasks may be deferred, or why none are.
    pub fn task_regions(&self, target: ConstructId) -> Result<&TaskRegions, Obstacle> {
        self.task_regions[target].as_ref().map_err(|why| *why)
    }

    /// What a statement uses, with the bodies of its constructs.
    pub fn uses(&self, stmt: StmtId) -> &Uses {
        self.uses.of(stmt)
    }

    /// What a construct does to variables and memory outside of it.
    pub fn uses_of_construct(&self, id: ConstructId) -> Uses {
        self.uses.of_construct(id)
    }

    /// The variables that a construct gives its threads copies of ([`sharing::privatised`]).
    pub fn privatised(&self, construct: &Construct) -> Vec<(VarId, Private)> {
        sharing::privatised(&self.uses, construct)
    }

    /// What is known of the memory behind the captured pointers and arrays of a target region. `reached`: the functions
    /// that it calls.
    pub fn behind(
        &self,
        construct: &Construct,
        data: &DeviceData,
        reached: &BTreeSet<FuncId>,
    ) -> BTreeMap<VarId, Behind> {
        let waits =
            |body| self.effects(body).waits || self.calls.of_stmt(&self.uses, body).others();
        let hears = match construct.body.is_some_and(waits) {
            true => Hears::Others,
            false => Hears::Nobody,
        };
        let reads = &self.reads;
        reads.in_region(&self.uses, construct, data, reached, hears)
    }

    /// Whether two pointers of a function lead to different memory, as the user's `restrict` on one of them says.
    pub fn are_apart(&self, p: VarId, q: VarId) -> bool {
        self.reads.are_apart(self.program, p, q)
    }

    /// Whether the user's `restrict` on a parameter says in all regions of its function that it leads to no variable.
    pub fn leads_to_no_variable(&self, var: VarId) -> bool {
        self.reads.leads_to_no_variable(self.program, var)
    }

    /// The effects of running a statement once.
    pub fn effects(&self, stmt: StmtId) -> Effects {
        self.effects.of_stmt(&self.uses, stmt)
    }

    /// What the functions that a statement of a region calls ask of the team.
    pub fn needs(&self, stmt: StmtId) -> Needs {
        self.orphans.of_stmt(&self.uses, stmt)
    }
}
