//! The advice in a race's message: what would order the accesses, or make an order needless.

/// Properties of the races between two places of the source. Each but `one_place` is true where one of the races has it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// In one, one access is of a reduction that uses its original variable.
    pub reduction: bool,
    /// In one, they were of iterations that one thread ran one after the other, and that may be executed concurrently.
    pub iterations: bool,
    /// In one, they were of one thread, one of them of a unit of work that any thread of the team may execute.
    pub units: bool,
    /// In one, they were of two threads or tasks.
    pub strands: bool,
    /// In one, one access is atomic and the other is not.
    pub half_atomic: bool,
    /// In one, one access is of a task.
    pub task: bool,
    /// In one, they are of threads of different teams.
    pub teams: bool,
    /// In one, the memory is the team's own: what its threads share.
    pub team_memory: bool,
    /// Both accesses are at one place of the source.
    pub one_place: bool,
    /// In one, both accesses wrote.
    pub both_write: bool,
    /// In one, an access read.
    pub reads: bool,
    /// There were races for more than one location.
    pub many_locations: bool,
}

impl Seen {
    pub fn and(self, other: Seen) -> Seen {
        Seen {
            reduction: self.reduction | other.reduction,
            iterations: self.iterations | other.iterations,
            units: self.units | other.units,
            strands: self.strands | other.strands,
            half_atomic: self.half_atomic | other.half_atomic,
            task: self.task | other.task,
            teams: self.teams | other.teams,
            team_memory: self.team_memory | other.team_memory,
            one_place: self.one_place,
            both_write: self.both_write | other.both_write,
            reads: self.reads | other.reads,
            many_locations: self.many_locations | other.many_locations,
        }
    }

    /// Whether a barrier of the team between the two places orders them.
    pub fn barrier_orders(&self) -> bool {
        !(self.one_place || self.teams || self.task || self.reduction || self.half_atomic)
            && (self.strands || self.units)
    }

    pub fn advice(&self) -> &'static str {
        if self.reduction && self.teams {
            return "a reduction of one team uses its original variable without regard to other teams: reduce the variable on \
                    teams, too, or give each team a variable of its own and add these atomically";
        }
        if self.reduction {
            return "a reduction uses its original variable from where a thread encounters the construct until all have arrived at \
                    the next barrier: a barrier before the construct, or no nowait on it, orders the other access";
        }
        if self.iterations && !self.strands {
            return "iterations of simd, of loop and under order(concurrent) may run at once, on one thread as well: leave \
                    that out, give each what it writes for itself, or say by safelen how far apart they lie";
        }
        if self.units && !self.strands && !self.half_atomic {
            return "which thread of the team executes a single region or a section is left open: a barrier between the \
                    two (no nowait) orders them, or one region that holds both; in one sections construct make two of it";
        }
        if self.half_atomic {
            return "an atomic access and a plain one do not go together, nor do atomic and critical: make both atomic, \
                    or order them by a barrier, or by flushes around the atomic ones";
        }
        if self.task {
            return "tasks are ordered by depend clauses, taskwait, taskgroup and barriers; atomic and critical order \
                    single accesses";
        }
        match (
            self.one_place,
            self.both_write,
            self.reads,
            self.many_locations,
        ) {
            (false, ..) if self.teams => {
                "no barrier orders teams: make two target regions of the one, with the second access in the second one"
            }
            (false, ..) => {
                "a barrier between the two orders the threads of a team; in one worksharing loop or sections construct, which \
                 have no place for a barrier, make two constructs of it; where a critical section or lock is to do it, \
                 both need the same one; where an atomic flag is, the write needs release and the read acquire"
            }
            (true, _, true, true) if self.team_memory && self.strands && !self.teams => {
                "threads of a team read what others of it write, at one place: where each of them executes a loop around it, as \
                 for a sum by halves, a barrier at the end of each round, which all of them reach, orders the rounds; where \
                 the loop's iterations are distributed, put the results into a second array"
            }
            (true, true, true, false) => {
                "threads update one location: a reduction clause, or atomic in front of the update"
            }
            (true, true, true, true) => {
                "threads update the same elements: atomic in front of the update, or a reduction over the array"
            }
            (true, true, false, false) => {
                "threads write one location: a private variable where each needs a value of its own, lastprivate where \
                 the last one counts; the same value from all is a race still: let one thread write it, or atomic write"
            }
            (true, true, false, true) => {
                "threads write the same elements or members: give each to one iteration, make the object private, or put \
                 atomic write in front"
            }
            (true, false, ..) => {
                "iterations read what others of the same loop write: put the results into a second array, or what is \
                 read into a copy made before the loop"
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_barrier_is_proposed_where_none_can_stand() {
        for bits in 0..16u32 {
            let bit = |number: u32| bits >> number & 1 != 0;
            let seen = Seen {
                one_place: true,
                teams: bit(0),
                both_write: bit(1),
                reads: bit(2),
                many_locations: bit(3),
                ..Seen::default()
            };
            assert!(!seen.advice().contains("barrier"), "{seen:?}");
        }
        let teams = Seen {
            teams: true,
            ..Seen::default()
        };
        assert!(teams.advice().contains("two target regions"));
    }

    #[test]
    fn a_barrier_orders_threads_of_one_team() {
        let threads = Seen {
            strands: true,
            ..Seen::default()
        };
        assert!(threads.barrier_orders());
        for other in [
            Seen {
                teams: true,
                ..threads
            },
            Seen {
                one_place: true,
                ..threads
            },
            Seen {
                reduction: true,
                ..threads
            },
            Seen::default(),
        ] {
            assert!(!other.barrier_orders(), "{other:?}");
        }
    }

    #[test]
    fn rounds_of_a_team_have_a_barrier() {
        let rounds = Seen {
            one_place: true,
            strands: true,
            team_memory: true,
            reads: true,
            many_locations: true,
            ..Seen::default()
        };
        assert!(rounds.advice().contains("barrier at the end of each round"));
        for other in [
            Seen {
                teams: true,
                ..rounds
            },
            Seen {
                team_memory: false,
                ..rounds
            },
            Seen {
                strands: false,
                iterations: true,
                ..rounds
            },
        ] {
            assert!(!other.advice().contains("barrier"), "{other:?}");
        }
    }

    #[test]
    fn threads_count_more_than_iterations_of_one() {
        let one = Seen {
            one_place: true,
            iterations: true,
            both_write: true,
            reads: true,
            many_locations: true,
            ..Seen::default()
        };
        assert!(one.advice().contains("safelen"));
        let two = Seen {
            strands: true,
            ..Seen::default()
        };
        assert!(
            one.and(two)
                .advice()
                .contains("atomic in front of the update")
        );
    }

    #[test]
    fn later_races_tell_more() {
        let read = Seen {
            one_place: true,
            reads: true,
            ..Seen::default()
        };
        assert!(read.advice().contains("second array"));
        let write = Seen {
            one_place: true,
            both_write: true,
            ..Seen::default()
        };
        assert!(read.and(write).advice().contains("reduction clause"));
    }
}
