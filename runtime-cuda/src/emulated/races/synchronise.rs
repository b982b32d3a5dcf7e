//! Synchronisation: which strands' pasts become ordered before which strands, by barriers, atomics, fences and tasks.

use super::clocks::{Known, Strand};
use super::concurrent::Loop;
use super::{Detector, HOT, TASKS};
use std::collections::HashMap;
use std::ffi::c_int;
use std::sync::atomic::Ordering::Relaxed;

// C's memory orders as the compiler numbers them: relaxed, consume, acquire, release, acq_rel, seq_cst.
pub fn acquires(order: c_int) -> bool {
    matches!(order, 1 | 2 | 4 | 5)
}

pub fn releases(order: c_int) -> bool {
    order >= 3
}

/// What orders tasks (OpenMP 5.2, 12.9, 15.5 and 15.9.5), as the device header reports it.
#[derive(Default)]
pub struct Tasks {
    /// How many tasks there were: the number of the last one's strand.
    count: u32,
    made: HashMap<usize, Made>,
    /// The pasts of complete child tasks, by the strand that generated them.
    children: HashMap<(u32, u32), Known>,
    /// The pasts of complete tasks of each taskgroup.
    groups: HashMap<usize, Known>,
    /// The pasts of complete child tasks with a dependence, by the parent, the dependence's kind and its address.
    dependences: HashMap<((u32, u32), u32, usize), Known>,
    /// The pasts of all complete tasks of the team.
    all: Known,
}

/// A task that is not complete.
struct Made {
    parent: (u32, u32),
    group: usize,
    /// The past of its parent when it generated the task.
    start: Known,
    dependences: Vec<Dependence>,
}

/// `romp::dependence`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Dependence {
    at: usize,
    kind: u32,
}

impl Detector {
    /// These threads have passed a barrier: the past of each is ordered before what all do from now on.
    pub fn barrier(&mut self, threads: &[usize]) {
        let Some(&first) = threads.first() else {
            return;
        };
        if threads.iter().any(|&thread| thread >= self.fibers.len()) {
            return;
        }
        // A barrier of threads that are all in the device header's own code is the header's, and orders nothing for the
        // program.
        if threads
            .iter()
            .all(|&thread| self.fibers[thread].now().internal != 0)
        {
            return;
        }
        let before = self.fibers[first].now().known.clone();
        let mut all = before.clone();
        for &thread in threads {
            let known = &self.fibers[thread].now().known;
            if !known.is(&before) {
                all.join(known);
            }
            all.join(&self.fibers[thread].now().units);
        }
        // Strands of one team, as a rule; tasks stand alone.
        let mut own: Vec<(u32, u32, u32)> = threads
            .iter()
            .map(|&thread| {
                let me = self.fibers[thread].now();
                (me.team, me.number, me.clock)
            })
            .collect();
        own.sort_by_key(|&(team, ..)| team);
        for team in own.chunk_by(|a, b| a.0 == b.0) {
            all.raise(
                team[0].0,
                team.iter().map(|&(_, number, clock)| (number, clock)),
            );
        }
        for &thread in threads {
            let fiber = &mut self.fibers[thread];
            fiber.units.renew();
            let me = fiber.now_mut();
            me.units = Known::default();
            me.at_barrier = all.clone();
            me.known = all.clone();
            me.clock += 1;
            self.latest = self.latest.max(me.clock);
        }
    }

    pub fn internal(&mut self, begins: bool) {
        let me = self.me();
        if begins {
            me.internal += 1;
        } else {
            me.internal = me.internal.saturating_sub(1);
        }
        let on = me.internal == 0;
        HOT.on.store(on, Relaxed);
    }

    pub fn concurrent(&mut self, moment: Concurrent, about: u64, bytes: usize) {
        let me = self.me();
        let clock = me.clock;
        match (moment, me.concurrent.last_mut()) {
            (Concurrent::Begins, _) => me.concurrent.push(Loop::new(about, bytes != 0, clock + 1)),
            (Concurrent::Ends, _) => drop(me.concurrent.pop()),
            (_, None) => {}
            (Concurrent::Next, Some(one)) => {
                me.clock += 1;
                one.next(me.clock);
            }
            (Concurrent::Spares, Some(one)) => one.spare(about as usize, bytes),
            (Concurrent::SequenceBegins, Some(one)) => one.begin_sequence(),
            (Concurrent::SequenceEnds, Some(one)) => {
                one.end_sequence(clock);
                me.clock += 1;
            }
        }
        self.go_on();
    }

    fn is_internal(&mut self) -> bool {
        self.me().internal != 0
    }

    pub fn fence(&mut self, order: c_int) {
        if self.is_internal() {
            return;
        }
        let me = self.me();
        if acquires(order) && !me.seen.is_empty() {
            let seen = std::mem::take(&mut me.seen);
            me.known.join(&seen);
        }
        if releases(order) {
            me.released = Some(me.publish());
            self.go_on();
        }
    }

    /// An atomic read: acquires what was published there.
    pub fn learn(&mut self, at: usize, acquires: bool) {
        if self.published.is_empty() || self.is_internal() {
            return;
        }
        let Some(past) = self.published.get(&at).cloned() else {
            return;
        };
        let me = self.me();
        if acquires {
            me.known.join(&past);
        } else {
            me.seen.join(&past);
        }
    }

    /// An atomic write: publishes the strand's past there; one that reads, too, adds to what was published before.
    pub fn publish(&mut self, at: usize, reads: bool, releases: bool) {
        if self.is_internal() {
            return;
        }
        let me = self.me();
        let past = if releases {
            let past = me.publish();
            self.go_on();
            Some(past)
        } else {
            me.released.clone()
        };
        match (past, reads) {
            (Some(past), true) => self.published.entry(at).or_default().join(&past.known()),
            (Some(past), false) => {
                self.published.insert(at, past.known());
            }
            (None, true) => {}
            (None, false) => {
                self.published.remove(&at);
            }
        }
    }

    /// The present strand, as what its children know it by.
    fn identity(&mut self) -> (u32, u32) {
        let me = self.me();
        (me.team, me.number)
    }

    pub fn task(&mut self, moment: Moment, about: usize, group: usize, dependences: &[Dependence]) {
        match moment {
            Moment::Made => {
                let parent = self.identity();
                let start = self.me().publish().known();
                let dependences = dependences.to_vec();
                let made = Made {
                    parent,
                    group,
                    start,
                    dependences,
                };
                self.tasks.made.insert(about, made);
            }
            Moment::Begins => self.begin_task(about),
            Moment::Ends => {
                let past = self.leave();
                self.tasks.complete(about, &past);
            }
            Moment::Fulfilled => {
                let past = self.me().publish().known();
                self.tasks.complete(about, &past);
            }
            Moment::ChildrenComplete => {
                let me = self.identity();
                let known = self.tasks.children.get(&me).cloned().unwrap_or_default();
                self.me().known.join(&known);
            }
            Moment::GroupComplete => {
                let known = self.tasks.groups.remove(&about).unwrap_or_default();
                self.me().known.join(&known);
            }
            Moment::SiblingsComplete => {
                let me = self.identity();
                let known = self.tasks.before(me, dependences);
                self.me().known.join(&known);
            }
            Moment::AllComplete => {
                let known = self.tasks.all.clone();
                self.me().known.join(&known);
            }
        }
        self.go_on();
    }

    fn begin_task(&mut self, about: usize) {
        let Some(made) = self.tasks.made.get(&about) else {
            return;
        };
        let mut known = made.start.clone();
        known.join(&self.tasks.before(made.parent, &made.dependences));
        let number = self.tasks.count;
        self.tasks.count += 1;
        let clock = HOT.floor.load(Relaxed) + 1;
        let mut strand = Strand::new(TASKS + number / 1024, number % 1024, clock);
        strand.known = known;
        self.fiber().strands.push(strand);
    }
}

impl Tasks {
    /// What a child of `parent` with these dependences is ordered behind.
    fn before(&self, parent: (u32, u32), dependences: &[Dependence]) -> Known {
        let mut known = Known::default();
        for mine in dependences {
            for ((of, kind, at), past) in &self.dependences {
                let other = Dependence {
                    at: *at,
                    kind: *kind,
                };
                if *of == parent && mine.conflicts(other) {
                    known.join(past);
                }
            }
        }
        known
    }

    fn complete(&mut self, about: usize, past: &Known) {
        let Some(made) = self.made.get(&about) else {
            return;
        };
        self.children.entry(made.parent).or_default().join(past);
        if made.group != 0 {
            self.groups.entry(made.group).or_default().join(past);
        }
        for dependence in &made.dependences {
            self.dependences
                .entry((made.parent, dependence.kind, dependence.at))
                .or_default()
                .join(past);
        }
        self.all.join(past);
    }
}

impl Dependence {
    /// As `romp::detail::conflict` has it.
    fn conflicts(self, other: Dependence) -> bool {
        const OUT: u32 = 1;
        (self.at == other.at || self.at == 0 || other.at == 0)
            && (self.kind == OUT || self.kind != other.kind)
    }
}

/// `romp::concurrent_moment`.
#[derive(Clone, Copy)]
pub enum Concurrent {
    Begins,
    Next,
    Ends,
    Spares,
    SequenceBegins,
    SequenceEnds,
}

/// `romp::task_moment`.
pub enum Moment {
    Made,
    Begins,
    Ends,
    ChildrenComplete,
    GroupComplete,
    SiblingsComplete,
    AllComplete,
    Fulfilled,
}
