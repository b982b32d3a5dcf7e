//! The variables that the team of a kernel shares: a tree of scopes with the variables that live in each, and the
//! struct made from it.

use crate::ir::*;

/// What has a place in shared memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Member {
    /// A variable that the sequential part declares, or with which the kernel replaces a captured one.
    Var(VarId),
    /// The copy of a variable that a construct privatises.
    Copy(ConstructId, VarId),
    /// The value of a condition or step that thread 0 computes for all threads.
    Value(ExprId),
    /// A compound literal whose address the workers may use.
    Literal(ExprId),
    /// A variable's value, broadcast to the threads of a parallel region.
    Broadcast(ConstructId, VarId),
    /// What a master tells its workers at a fork: `romp::fork_point`.
    Work,
}

/// A block of the program: its members live as long as control is inside.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    /// The members.
    pub members: Vec<Member>,
    /// The scopes inside.
    pub inner: Vec<Scope>,
}

impl Scope {
    /// Removes a member, here and in the scopes inside.
    pub fn remove(&mut self, member: Member) {
        self.members.retain(|m| *m != member);
        self.inner.iter_mut().for_each(|scope| scope.remove(member));
    }

    /// The scopes without these members.
    pub fn without(&self, members: &[Member]) -> Scope {
        self.filtered(&|member| !members.contains(member))
    }

    /// The scopes with these members only.
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

/// The struct made from a scope; empty where the scope has no members.
#[derive(Clone, Debug, Default)]
pub struct SharedLayout {
    /// The parts, one behind the other.
    pub parts: Vec<Part>,
    /// The size of the struct.
    pub bytes: u64,
    /// Its alignment.
    pub align: u64,
    /// The size that it would have without room between members for checks.
    pub packed: u64,
}

/// A part of the struct.
#[derive(Clone, Debug)]
pub enum Part {
    /// A member.
    Slot(Slot),
    /// Structs of scopes that never live at the same time.
    Union(Vec<SharedLayout>),
    /// Bytes that no member has, for checks ([`crate::plan::memory::redzones`]).
    Room(u64),
}

/// The place of a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// The member.
    pub member: Member,
    /// Its type; none for a type of the device header.
    pub ty: Option<QualType>,
    /// Its offset from the beginning of the kernel's struct.
    pub offset: u64,
    /// Its size.
    pub bytes: u64,
    /// Its alignment.
    pub align: u64,
}

impl SharedLayout {
    /// Whether there are gaps between the members, in which an access is an error.
    pub fn is_apart(&self) -> bool {
        matches!(self.parts.first(), Some(Part::Room(_)))
    }

    /// Whether it has no parts.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// The places of all members, those of enclosing scopes first.
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
