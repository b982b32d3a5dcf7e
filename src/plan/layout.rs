//! The shared storage of one kernel: one struct of exactly the bytes that are alive together.
//!
//! From a tree of scopes with their members to places in the struct. A scope's members are alive as long as
//! control is in its block, so that scopes beside each other take the same bytes and inner ones lie behind
//! what is around them. Sizes and alignments are C's; members stand by falling alignment, which leaves no
//! gap between them. Must not know how anything is spelled.
//!
//! [`Scope`] is the interface for whatever needs shared storage: [`scopes`] makes the tree of a kernel's
//! sequential part (its variables, the copies of constructs, values that thread 0 computes for all), and
//! takes what a parallel region hands to its threads as members of a scope of the region's own, at its
//! place in the tree: such values are alive across the fork only, all regions overlay each other and the
//! blocks beside them. Bytes change their owner only behind a barrier: the rules that order writes of one
//! variable after the reads of other threads (`Sequential::reads`, fork and join barriers) order these too.

use super::{CodePlan, Mode, Spread, Step, Storage, TeamSize};
use crate::analyze::sharing::{DeviceData, Private};
use crate::ir::*;

/// What needs a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Member {
    /// A variable that the sequential part declares, or that the kernel has for a captured one.
    Var(VarId),
    /// The copy that a construct privatises.
    Copy(ConstructId, VarId),
    /// The value of a condition or step, computed by thread 0 for all.
    Value(ExprId),
    /// A compound literal whose address may go to the workers.
    Literal(ExprId),
    /// A variable's value, handed to the threads of a parallel region.
    Broadcast(ConstructId, VarId),
    /// What a master tells its workers: `romp::fork_point`.
    Work,
}

/// Bytes of `romp::fork_point`, which asserts it.
const FORK_POINT: u64 = 8;

/// Members that are alive as long as control is inside, and the scopes inside.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    pub members: Vec<Member>,
    pub inner: Vec<Scope>,
}

impl Scope {
    pub fn remove(&mut self, member: Member) {
        self.members.retain(|m| *m != member);
        self.inner.iter_mut().for_each(|scope| scope.remove(member));
    }

    /// Without these members.
    pub fn without(&self, members: &[Member]) -> Scope {
        self.filtered(&|member| !members.contains(member))
    }

    /// These members only, in their scopes.
    pub fn only(&self, members: &[Member]) -> Scope {
        self.filtered(&|member| members.contains(member))
    }

    fn filtered(&self, keep: &dyn Fn(&Member) -> bool) -> Scope {
        Scope {
            members: self.members.iter().copied().filter(keep).collect(),
            inner: self.inner.iter().map(|s| s.filtered(keep)).collect(),
        }
    }

    fn holds(&self, var: VarId) -> bool {
        let is =
            |member: &Member| matches!(member, Member::Var(v) | Member::Copy(_, v) if *v == var);
        self.members.iter().any(is) || self.inner.iter().any(|scope| scope.holds(var))
    }
}

/// The struct: nothing where no member is.
#[derive(Clone, Debug, Default)]
pub struct SharedLayout {
    pub parts: Vec<Part>,
    pub bytes: u64,
    pub align: u64,
    /// The bytes without room between members.
    pub packed: u64,
}

/// One after the other in a struct.
#[derive(Clone, Debug)]
pub enum Part {
    Slot(Slot),
    /// Structs that are never alive together.
    Union(Vec<SharedLayout>),
    /// Bytes that are nobody's ([`super::rooms`]).
    Room(u64),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    pub member: Member,
    /// None: a type of the device header's.
    pub ty: Option<QualType>,
    /// From the beginning of the kernel's struct.
    pub offset: u64,
    pub bytes: u64,
    pub align: u64,
}

impl SharedLayout {
    pub fn build(program: &Program, root: Scope) -> SharedLayout {
        let mut layout = place(program, normal(root));
        shift(&mut layout, 0);
        layout.packed = layout.bytes;
        layout
    }

    /// Nothing may touch what is between the members.
    pub fn is_apart(&self) -> bool {
        matches!(self.parts.first(), Some(Part::Room(_)))
    }

    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// All members, outer ones first.
    pub fn slots(&self) -> Vec<Slot> {
        let mut all = vec![];
        self.collect(&mut all);
        all
    }

    fn collect(&self, all: &mut Vec<Slot>) {
        for part in &self.parts {
            if let Part::Slot(slot) = part {
                all.push(*slot);
            }
        }
        for part in &self.parts {
            if let Part::Union(structs) = part {
                structs.iter().for_each(|s| s.collect(all));
            }
        }
    }
}

/// Without empty scopes; a scope inside that has none beside it belongs to the one around it, and a scope
/// that only holds others leaves them to the union around it.
fn normal(scope: Scope) -> Scope {
    let Scope { mut members, inner } = scope;
    let mut kept: Vec<Scope> = vec![];
    for one in inner.into_iter().map(normal) {
        if one.members.is_empty() {
            kept.extend(one.inner);
        } else {
            kept.push(one);
        }
    }
    if kept.len() == 1 {
        let one = kept.remove(0);
        members.extend(one.members);
        kept = one.inner;
    }
    Scope {
        members,
        inner: kept,
    }
}

/// Sizes from the inside out; offsets count from the beginning of each struct.
fn place(program: &Program, scope: Scope) -> SharedLayout {
    let mut parts: Vec<(u64, u64, Part)> = scope
        .members
        .into_iter()
        .map(|member| {
            let slot = slot(program, member);
            (slot.align, slot.bytes, Part::Slot(slot))
        })
        .collect();
    let structs: Vec<SharedLayout> = scope
        .inner
        .into_iter()
        .map(|one| place(program, one))
        .collect();
    if !structs.is_empty() {
        let align = structs.iter().map(|s| s.align).max().unwrap_or(1);
        let bytes = structs.iter().map(|s| s.bytes).max().unwrap_or(0);
        let bytes = bytes.next_multiple_of(align);
        parts.push((align, bytes, Part::Union(structs)));
    }
    parts.sort_by_key(|(align, ..)| std::cmp::Reverse(*align));
    let mut layout = SharedLayout {
        align: parts.first().map_or(1, |(align, ..)| *align),
        ..SharedLayout::default()
    };
    for (align, bytes, mut part) in parts {
        let at = layout.bytes.next_multiple_of(align);
        match &mut part {
            Part::Slot(slot) => slot.offset = at,
            Part::Union(structs) => structs.iter_mut().for_each(|s| shift(s, at)),
            Part::Room(_) => {}
        }
        layout.bytes = at + bytes;
        layout.parts.push(part);
    }
    layout.bytes = layout.bytes.next_multiple_of(layout.align);
    layout
}

fn shift(layout: &mut SharedLayout, by: u64) {
    for part in &mut layout.parts {
        match part {
            Part::Slot(slot) => slot.offset += by,
            Part::Union(structs) => structs.iter_mut().for_each(|s| shift(s, by)),
            Part::Room(_) => {}
        }
    }
}

fn slot(program: &Program, member: Member) -> Slot {
    let (ty, wanted) = match member {
        Member::Var(var) | Member::Copy(_, var) | Member::Broadcast(_, var) => {
            let v = &program.vars[var];
            (v.ty, v.align.map_or(1, u64::from))
        }
        Member::Value(expr) | Member::Literal(expr) => (program.expr(expr).ty, 1),
        Member::Work => {
            return Slot {
                member,
                ty: None,
                offset: 0,
                bytes: FORK_POINT,
                align: FORK_POINT,
            };
        }
    };
    // An array of variable length is a pointer to its elements.
    let bytes = program.size_of(ty.id);
    let align = bytes.and(program.align_of(ty.id)).unwrap_or(8).max(wanted);
    let bytes = bytes.unwrap_or(8);
    Slot {
        member,
        ty: Some(ty),
        offset: 0,
        // An empty record takes a byte in C++.
        bytes: bytes.max(1),
        align,
    }
}

/// The scopes of a kernel's sequential part, with what its parallel regions hand to their threads.
pub fn scopes(program: &Program, region: ConstructId, data: &DeviceData, plan: &CodePlan) -> Scope {
    let mut root = Scope::default();
    for captured in &data.vars {
        if plan.storage_of(captured.var) == Some(&Storage::Local) && plan.is_shared(captured.var) {
            root.members.push(Member::Var(captured.var));
        }
    }
    root.members.extend(literals(plan));
    if tells_work(plan) {
        root.members.push(Member::Work);
    }
    Tree { program, plan }.construct(region, &mut root);
    // What is declared in a place that is no statement's is there all the time.
    for &var in &plan.fork_join.shared {
        if plan.storage_of(var).is_none() && !root.holds(var) {
            root.members.push(Member::Var(var));
        }
    }
    root
}

/// A master tells its workers what to do. Where there is one region, of all of them, the barrier does; kernels with
/// `romp/state.cuh` have a place there.
fn tells_work(plan: &CodePlan) -> bool {
    if plan.mode != Mode::ForkJoin || plan.state {
        return false;
    }
    let asked = |id: ConstructId| {
        let steps = plan.lowering(id).map_or(&[][..], |l| &l.steps);
        matches!(steps.first(), Some(Step::Parallel(p)) if matches!(p.team, TeamSize::Asked { .. }))
    };
    let regions = &plan.fork_join.regions;
    regions.len() != 1 || asked(regions[0].construct)
}

/// The same of a function: what it shares of its parameters, and its body.
pub fn function_scopes(
    program: &Program,
    params: &[VarId],
    body: StmtId,
    plan: &CodePlan,
) -> Scope {
    let shared = params.iter().copied().filter(|&var| plan.is_shared(var));
    let mut root = Scope {
        members: shared.map(Member::Var).collect(),
        inner: vec![],
    };
    root.members.extend(literals(plan));
    Tree { program, plan }.stmt(body, &mut root);
    root
}

fn literals(plan: &CodePlan) -> impl Iterator<Item = Member> + '_ {
    plan.fork_join.literals.iter().map(|&e| Member::Literal(e))
}

struct Tree<'a> {
    program: &'a Program,
    plan: &'a CodePlan,
}

impl Tree<'_> {
    fn construct(&self, id: ConstructId, around: &mut Scope) {
        let construct = &self.program.constructs[id];
        let mut scope = Scope::default();
        let fork_join = &self.plan.fork_join;
        if let Some(number) = fork_join.number(id) {
            let vars = &fork_join.regions[number - 1].broadcast;
            let handed = vars.iter().map(|&var| Member::Broadcast(id, var));
            scope.members.extend(handed);
        }
        let steps = self.plan.lowering(id).map_or(&[][..], |l| &l.steps);
        for step in steps {
            if let Step::Parallel(parallel) = step
                && let TeamSize::Asked { threads, condition } = parallel.team
            {
                let asked = threads.into_iter().chain(condition);
                asked.for_each(|e| self.value(e, around));
            }
        }
        if !steps.iter().any(|step| forks(self.plan, step)) {
            for step in steps {
                if let Step::Reduce(reduction) = step {
                    let items = reduction.items.iter().filter(|item| !item.is_long());
                    let items = items.map(|item| item.var);
                    let shared = items.filter(|&var| self.plan.is_shared(var));
                    scope
                        .members
                        .extend(shared.map(|var| Member::Copy(id, var)));
                }
                if let Step::Task(task) = step {
                    let vars = task.copies.iter().map(|(var, _)| *var);
                    let shared = vars.filter(|&var| self.plan.is_shared(var));
                    scope
                        .members
                        .extend(shared.map(|var| Member::Copy(id, var)));
                }
                let private = match step {
                    Step::Block { private } => private,
                    Step::Loop(one) => &one.private,
                    Step::Scope(one) => &one.private,
                    _ => continue,
                };
                for &(var, how) in private {
                    if self.plan.is_shared(var)
                        && has_copy(step, how)
                        && self
                            .plan
                            .needs_copy(self.program, copied_for(step, construct), var, how)
                    {
                        scope.members.push(Member::Copy(id, var));
                    }
                }
            }
            if let Some(body) = construct.body {
                self.stmt(body, &mut scope);
            }
        }
        around.inner.push(scope);
    }

    /// A value that thread 0 computes for all. It is read once, behind the barrier that follows.
    fn value(&self, expr: ExprId, around: &mut Scope) {
        if self.plan.sequential.is_guarded_expr(expr) {
            around.inner.push(Scope {
                members: vec![Member::Value(expr)],
                inner: vec![],
            });
        }
    }

    fn stmt(&self, id: StmtId, around: &mut Scope) {
        let node = self.program.stmt(id);
        let condition = match &node.kind {
            StmtKind::If { cond, .. }
            | StmtKind::While { cond, .. }
            | StmtKind::DoWhile { cond, .. }
            | StmtKind::Switch { cond, .. } => Some(*cond),
            StmtKind::For { cond, .. } => *cond,
            _ => None,
        };
        if let Some(condition) = condition {
            self.value(condition, around);
        }
        match &node.kind {
            StmtKind::Omp(construct) => self.construct(*construct, around),
            StmtKind::Decl(decls) => {
                for decl in decls {
                    if let Decl::Var(var) = decl
                        && self.plan.is_shared(*var)
                    {
                        around.members.push(Member::Var(*var));
                    }
                }
            }
            StmtKind::Block(_)
            | StmtKind::For { .. }
            | StmtKind::If { .. }
            | StmtKind::While { .. }
            | StmtKind::DoWhile { .. }
            | StmtKind::Switch { .. } => {
                let mut scope = Scope::default();
                self.program
                    .each_child(node, &mut |child| self.stmt(child, &mut scope));
                around.inner.push(scope);
            }
            _ => self
                .program
                .each_child(node, &mut |child| self.stmt(child, around)),
        }
    }
}

/// What belongs to a region's threads is not the sequential part's. Loops of a function are: its team meets them as
/// one, and what they hold may fork.
fn forks(plan: &CodePlan, step: &Step) -> bool {
    match step {
        Step::Parallel(_) => true,
        Step::Loop(_) if plan.mode == Mode::Function => false,
        Step::Loop(one) => matches!(one.spread, Spread::League | Spread::Team),
        _ => false,
    }
}

/// One thread that runs a loop as it stands writes last values and the iteration variable themselves.
fn has_copy(step: &Step, how: Private) -> bool {
    match step {
        Step::Loop(one) if one.spread == Spread::Thread => !matches!(
            how,
            Private::Lastprivate | Private::FirstLastprivate | Private::Linear | Private::LoopVar
        ),
        _ => how != Private::LoopVar,
    }
}

fn copied_for(step: &Step, construct: &Construct) -> Option<StmtId> {
    match step {
        Step::Loop(one) => Some(one.nest.body),
        _ => construct.body,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variables(sizes: &[(&str, FloatOrInt)]) -> (Program, Vec<VarId>) {
        let mut program = Program::default();
        let vars = sizes
            .iter()
            .map(|(name, kind)| {
                let ty = match kind {
                    FloatOrInt::Int(kind) => program.types.int(*kind),
                    FloatOrInt::Float(kind) => program.types.intern(Type::Float(*kind)),
                };
                program.vars.alloc(Var {
                    name: name.to_string(),
                    ty: ty.into(),
                    storage: crate::ir::Storage::Auto,
                    init: None,
                    span: Default::default(),
                    func: None,
                    declare_target: None,
                    threadprivate: false,
                    register: false,
                    pinned: false,
                    align: None,
                    system: false,
                    thread_local: false,
                    weak: false,
                    extent: false,
                    extent_of: None,
                })
            })
            .collect();
        (program, vars)
    }

    enum FloatOrInt {
        Int(IntKind),
        Float(FloatKind),
    }
    use FloatOrInt::*;

    fn scope(vars: &[VarId], inner: Vec<Scope>) -> Scope {
        Scope {
            members: vars.iter().map(|&v| Member::Var(v)).collect(),
            inner,
        }
    }

    fn offset(layout: &SharedLayout, var: VarId) -> u64 {
        let slots = layout.slots();
        let slot = slots.iter().find(|s| s.member == Member::Var(var));
        slot.expect("it has a place").offset
    }

    #[test]
    fn scopes_beside_each_other_take_the_same_bytes() {
        let (program, v) = variables(&[
            ("c", Int(IntKind::Char)),
            ("d", Float(FloatKind::Double)),
            ("i", Int(IntKind::Int)),
            ("e", Float(FloatKind::Double)),
            ("k", Int(IntKind::Int)),
        ]);
        let tree = scope(
            &[v[0]],
            vec![
                scope(&[v[1], v[2]], vec![]),
                scope(
                    &[],
                    vec![
                        Scope::default(),
                        scope(&[v[3]], vec![scope(&[v[4]], vec![])]),
                    ],
                ),
            ],
        );
        let layout = SharedLayout::build(&program, tree);
        assert_eq!((layout.bytes, layout.align), (24, 8));
        assert_eq!((offset(&layout, v[1]), offset(&layout, v[3])), (0, 0));
        assert_eq!((offset(&layout, v[2]), offset(&layout, v[4])), (8, 8));
        assert_eq!(offset(&layout, v[0]), 16);
    }

    #[test]
    fn no_gap_between_members_and_nothing_for_nobody() {
        let (program, v) = variables(&[
            ("c", Int(IntKind::Char)),
            ("i", Int(IntKind::Int)),
            ("s", Int(IntKind::Short)),
            ("b", Int(IntKind::Char)),
        ]);
        assert_eq!(SharedLayout::build(&program, scope(&v, vec![])).bytes, 8);
        let nobody = scope(&[], vec![Scope::default(), scope(&[], vec![])]);
        let layout = SharedLayout::build(&program, nobody);
        assert!(layout.is_empty() && layout.bytes == 0);
    }
}
