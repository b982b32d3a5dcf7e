//! What statements access of the memory that threads of a team share: data that builders attach to statements, and that
//! passes compare.

/// An access to memory that other threads of the team can reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Access {
    /// Where.
    pub place: Place,
    /// Whether the memory may be written.
    pub writes: bool,
    /// Which threads do it.
    pub by: By,
}

/// A piece of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// Any of it.
    Anything,
    /// What pointers may lead to.
    Pointed,
    /// These bytes of the struct of the team's variables, to which no pointer leads: from the first on, up to the second.
    Team(u64, u64),
    /// The device header's own.
    Header,
}

/// Which threads of the team.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum By {
    /// Any of them.
    All,
    /// Thread 0 alone.
    First,
}

impl Place {
    /// Whether two places may have bytes in common.
    fn meets(self, other: Place) -> bool {
        match (self, other) {
            (Place::Anything, _) | (_, Place::Anything) => true,
            (Place::Team(from, to), Place::Team(other_from, other_to)) => {
                from < other_to && other_from < to
            }
            _ => self == other,
        }
    }
}

impl Access {
    /// Any access of any thread to anything.
    pub const ANY: Access = Access {
        place: Place::Anything,
        writes: true,
        by: By::All,
    };

    /// Whether two threads of a team that do one each need an order.
    pub fn conflicts(self, other: Access) -> bool {
        let both_first = self.by == By::First && other.by == By::First;
        (self.writes || other.writes) && !both_first && self.place.meets(other.place)
    }
}

/// Where control may go behind statements that are text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// To the statement behind them.
    Behind,
    /// There, to the next iteration of the loop around them, or out of it.
    Jumps,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accesses_conflict_where_one_writes_what_another_thread_may_reach() {
        let access = |place, writes, by| Access { place, writes, by };
        let read = access(Place::Pointed, false, By::All);
        let write = access(Place::Pointed, true, By::First);
        assert!(read.conflicts(write) && write.conflicts(read));
        assert!(!read.conflicts(read));
        assert!(!write.conflicts(write));
        assert!(Access::ANY.conflicts(Access::ANY));
        let bytes = |from, to| access(Place::Team(from, to), true, By::All);
        assert!(bytes(0, 8).conflicts(bytes(4, 12)));
        assert!(!bytes(0, 8).conflicts(bytes(8, 12)));
        assert!(!bytes(0, 8).conflicts(read));
        assert!(bytes(0, 8).conflicts(Access::ANY));
        assert!(!access(Place::Header, true, By::All).conflicts(read));
    }
}
