//! The shared storage of one kernel: a tree of scopes with the variables that live in each, and the struct made of it.

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

    pub(in crate::plan) fn holds(&self, var: VarId) -> bool {
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
    /// Bytes that are nobody's ([`crate::plan::memory::redzones`]).
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
