//! Vector clocks: what a thread knows of the others' past.
//!
//! A strand is a sequence of operations in one order: of a thread of a team, of a task or of a unit of work. Its clock
//! counts how often it published its past: what happened before, for other strands to synchronise with. [`Known`] has for
//! each strand the last of its clocks that is ordered before the present. The clocks of one team's strands are one array,
//! and teams that never synchronised share none: a barrier costs time by the size of a team, not of the league.

use super::concurrent::Loop;
use std::sync::Arc;

/// The clocks of a team's strands by their number; what is missing is 0.
type Clocks = Arc<Vec<u32>>;

/// For teams in increasing order. Clones share until one of them changes.
#[derive(Clone, Default)]
pub struct Known(Option<Arc<Vec<(u32, Clocks)>>>);

impl Known {
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// The clocks of one team.
    pub fn of(&self, team: u32) -> &[u32] {
        let Some(teams) = &self.0 else { return &[] };
        match teams.binary_search_by_key(&team, |&(number, _)| number) {
            Ok(at) => &teams[at].1,
            Err(_) => &[],
        }
    }

    /// Whether both are one and the same.
    pub fn is(&self, other: &Known) -> bool {
        match (&self.0, &other.0) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b),
            (None, None) => true,
            _ => false,
        }
    }

    pub fn join(&mut self, other: &Known) {
        if self.is(other) || other.is_empty() {
            return;
        }
        let (Some(mine), Some(theirs)) = (&mut self.0, &other.0) else {
            *self = other.clone();
            return;
        };
        let mine = Arc::make_mut(mine);
        for (team, clocks) in theirs.iter() {
            match mine.binary_search_by_key(team, |&(number, _)| number) {
                Ok(at) => join_clocks(&mut mine[at].1, clocks),
                Err(at) => mine.insert(at, (*team, clocks.clone())),
            }
        }
    }

    /// Notes clocks of strands of one team.
    pub fn raise(&mut self, team: u32, clocks: impl IntoIterator<Item = (u32, u32)>) {
        let teams = Arc::make_mut(self.0.get_or_insert_default());
        let at = match teams.binary_search_by_key(&team, |&(number, _)| number) {
            Ok(at) => at,
            Err(at) => {
                teams.insert(at, (team, Clocks::default()));
                at
            }
        };
        let known = Arc::make_mut(&mut teams[at].1);
        for (strand, clock) in clocks {
            let strand = strand as usize;
            if known.len() <= strand {
                known.resize(strand + 1, 0);
            }
            known[strand] = known[strand].max(clock);
        }
    }
}

fn join_clocks(mine: &mut Clocks, theirs: &Clocks) {
    if Arc::ptr_eq(mine, theirs) {
        return;
    }
    let at_least =
        |a: &[u32], b: &[u32]| a.len() >= b.len() && a.iter().zip(b).all(|(a, b)| a >= b);
    if at_least(mine, theirs) {
        return;
    }
    if at_least(theirs, mine) {
        *mine = theirs.clone();
        return;
    }
    let mine = Arc::make_mut(mine);
    if mine.len() < theirs.len() {
        mine.resize(theirs.len(), 0);
    }
    for (mine, &theirs) in mine.iter_mut().zip(theirs.iter()) {
        *mine = theirs.max(*mine);
    }
}

/// The past of a strand when it published it. Its own clock is not yet part of `known`: [`Past::known`] adds it.
#[derive(Clone)]
pub struct Past {
    known: Known,
    team: u32,
    strand: u32,
    clock: u32,
}

impl Past {
    pub fn known(&self) -> Known {
        let mut known = self.known.clone();
        known.raise(self.team, [(self.strand, self.clock)]);
        known
    }
}

/// A thread of a team, or a task.
#[derive(Clone, Default)]
pub struct Strand {
    pub team: u32,
    pub number: u32,
    pub clock: u32,
    pub known: Known,
    /// The past at its last release fence, which its atomic stores from then on publish.
    pub released: Option<Past>,
    /// The pasts that its atomic loads have read, which are ordered before it from its next acquire fence on.
    pub seen: Known,
    /// How many parts of the device header's own code enclose what it executes.
    pub internal: u32,
    /// What was ordered before the last barrier: what any thread of the team knows that may execute its units of work.
    pub at_barrier: Known,
    /// The pasts of the units of work that it has executed since that barrier.
    pub units: Known,
    /// Whether it is a unit of work.
    pub is_unit: bool,
    /// Whether it has asked for the number of its thread.
    pub knows_number: bool,
    /// The enclosing loops whose iterations may be executed concurrently, the innermost last.
    pub concurrent: Vec<Loop>,
}

impl Strand {
    pub fn new(team: u32, number: u32, clock: u32) -> Strand {
        Strand {
            team,
            number,
            clock,
            ..Strand::default()
        }
    }

    /// [`Strand::new`] in its place; most threads leave nothing behind to free.
    pub fn renew(&mut self, team: u32, number: u32, clock: u32) {
        if self.known.is_empty() && self.released.is_none() && self.seen.is_empty() {
            (self.team, self.number, self.clock, self.internal) = (team, number, clock, 0);
            (self.units, self.knows_number) = (Known::default(), false);
            self.concurrent.clear();
        } else {
            *self = Strand::new(team, number, clock);
        }
    }

    /// Returns the past for other strands to synchronise with. What this strand does from now on is not part of it.
    pub fn publish(&mut self) -> Past {
        let past = Past {
            known: self.known.clone(),
            team: self.team,
            strand: self.number,
            clock: self.clock,
        };
        self.clock += 1;
        past
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_told_knows() {
        let mut a = Strand::new(0, 1, 5);
        let mut b = Strand::new(3, 0, 5);
        let past = a.publish();
        assert_eq!(a.clock, 6);
        b.known.join(&past.known());
        assert_eq!(b.known.of(0), [0, 5]);
        assert_eq!(b.known.of(3), []);
        // And passes it on.
        let mut c = Strand::new(3, 2, 5);
        c.known.join(&b.publish().known());
        assert_eq!(c.known.of(0), [0, 5]);
        assert_eq!(c.known.of(3), [5]);
    }

    #[test]
    fn joining_takes_the_later_of_each() {
        let mut a = Known::default();
        a.raise(1, [(0, 7), (2, 1)]);
        let mut b = Known::default();
        b.raise(1, [(0, 3), (1, 4)]);
        b.raise(0, [(5, 2)]);
        let before = a.clone();
        a.join(&b);
        assert_eq!(a.of(1), [7, 4, 1]);
        assert_eq!(a.of(0), [0, 0, 0, 0, 0, 2]);
        assert_eq!(before.of(1), [7, 0, 1], "clones share nothing that changes");
    }
}
