//! The launches that are under way, so that a fault that shows later is told with its region's line.
//!
//! After a fault a CUDA context says nothing any more but that there was one. So numbers are put into the stream behind
//! some launches, and the device writes them where the host reads them even then: all launches up to the last number
//! that was written have ended, and the one that failed stands before the next one. A number costs about as much as a
//! third of a launch: each of the first launches of a construct gets one, and then one in [`EVERY`]. Knows no device.

use crate::device::Shape;
use crate::ffi::{self, Arg, Site};
use smallvec::SmallVec;
use std::collections::VecDeque;
use std::ffi::c_char;

/// A launch, as messages of its fault name it.
#[derive(Clone)]
pub struct Launched {
    pub site: &'static Site,
    pub shape: Shape,
    /// Bytes of stack of each thread, where the kernel's functions call themselves.
    pub stack: Option<usize>,
    /// What the pointers that the kernel received lead to.
    pub pointers: SmallVec<[Pointer; 6]>,
}

/// A pointer that a kernel received.
#[derive(Clone, Copy)]
pub struct Pointer {
    text: *const c_char,
    pub leads_to: Pointee,
}

/// What a kernel's pointer leads to.
#[derive(Clone, Copy)]
pub enum Pointee {
    /// Memory of this launch alone, of so many bytes.
    Fresh(usize),
    /// The device's copy of what the host has at `host`, where that is mapped; otherwise `base` was passed as it is.
    CopyOf { host: usize, base: usize },
}

impl Pointer {
    /// Of the list element that passes it.
    pub fn of(arg: &Arg) -> Pointer {
        let leads_to = match arg.has(ffi::FRESH) {
            true => Pointee::Fresh(arg.bytes),
            false => Pointee::CopyOf {
                host: arg.host(),
                base: arg.base as usize,
            },
        };
        Pointer {
            text: arg.text,
            leads_to,
        }
    }

    pub fn text(&self) -> String {
        ffi::string(self.text)
    }
}

// SAFETY: sites are static and texts are literals.
unsafe impl Send for Launched {}

/// So many launches at most have no number of their own between two that have one.
const EVERY: u32 = 32;
/// So many of the first launches of a construct have a number each.
const FIRST: u32 = 4;

struct Numbered {
    number: u32,
    marked: bool,
    launched: Launched,
}

/// The launches of one stream that have not been waited for, in their order.
#[derive(Default)]
pub struct Flight {
    launches: VecDeque<Numbered>,
    last: u32,
    unmarked: u32,
}

impl Flight {
    /// Adds the launch that was just put into the stream. `seen` says how many of the same construct there were before;
    /// none where the host waits for it at once. Returns the number to put into the stream behind it, where there has to
    /// be one.
    pub fn add(&mut self, launched: Launched, seen: Option<u32>) -> Option<u32> {
        self.last = self.last.wrapping_add(1);
        self.unmarked += 1;
        let marked = seen.is_some_and(|seen| seen < FIRST || self.unmarked >= EVERY);
        if marked {
            self.unmarked = 0;
        }
        self.launches.push_back(Numbered {
            number: self.last,
            marked,
            launched,
        });
        marked.then_some(self.last)
    }

    /// Forgets the launches up to a number that the device has written.
    pub fn reached(&mut self, number: u32) {
        let ended = |launch: &Numbered| (number.wrapping_sub(launch.number) as i32) >= 0;
        while self.launches.front().is_some_and(ended) {
            self.launches.pop_front();
        }
    }

    /// Forgets all launches, which have ended.
    pub fn ended(&mut self) {
        self.launches.clear();
        self.unmarked = 0;
    }

    pub fn len(&self) -> usize {
        self.launches.len()
    }

    pub fn is_empty(&self) -> bool {
        self.launches.is_empty()
    }

    /// The launches of which one has failed, the first of each construct, where the device has written this number last.
    pub fn suspects(&mut self, reached: Option<u32>) -> Vec<Launched> {
        if let Some(number) = reached {
            self.reached(number);
        }
        let next = match reached {
            Some(_) => self.launches.iter().position(|launch| launch.marked),
            None => None,
        };
        let among = next.map_or(self.launches.len(), |at| at + 1);
        let mut suspects: Vec<Launched> = vec![];
        for launch in self.launches.iter().take(among) {
            let same = |other: &Launched| std::ptr::eq(other.site, launch.launched.site);
            if !suspects.iter().any(same) {
                suspects.push(launch.launched.clone());
            }
        }
        suspects
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ptr;

    /// The sites of a program with several regions.
    fn sites<const N: usize>() -> [&'static Site; N] {
        std::array::from_fn(|_| {
            let site = Site {
                abi: 0,
                reserved: 0,
                unit: ptr::null(),
                place: ptr::null(),
                kernel: ptr::null(),
                cache: [ptr::null_mut(); 4],
            };
            &*Box::leak(Box::new(site))
        })
    }

    fn launch(site: &'static Site) -> Launched {
        Launched {
            site,
            shape: Shape {
                teams: 1,
                threads: 32,
                nest: None,
            },
            stack: None,
            pointers: SmallVec::new(),
        }
    }

    /// Which of the sites are suspects.
    fn suspects(flight: &mut Flight, sites: &[&'static Site], reached: Option<u32>) -> Vec<usize> {
        let at = |l: &Launched| sites.iter().position(|s| ptr::eq(*s, l.site)).unwrap();
        flight.suspects(reached).iter().map(at).collect()
    }

    #[test]
    fn first_executions_are_told_exactly() {
        let sites = sites::<5>();
        for failed in 0..5 {
            let mut flight = Flight::default();
            let marks: Vec<u32> = sites
                .iter()
                .map(|site| flight.add(launch(site), Some(0)).expect("a mark"))
                .collect();
            let reached = if failed == 0 { 0 } else { marks[failed - 1] };
            assert_eq!(suspects(&mut flight, &sites, Some(reached)), [failed]);
        }
    }

    #[test]
    fn later_ones_are_told_by_those_between_two_marks() {
        let sites = sites::<3>();
        let mut flight = Flight::default();
        let mut marks = vec![];
        for k in 0..300 {
            marks.extend(flight.add(launch(sites[k % 3]), Some(1000)));
        }
        assert_eq!(marks, (1..=9).map(|k| k * EVERY).collect::<Vec<_>>());
        assert_eq!(suspects(&mut flight, &sites, Some(64)).len(), 3);
        flight.reached(128);
        assert_eq!(flight.len(), 300 - 128);
        // Behind the last mark there are twelve more.
        assert_eq!(suspects(&mut flight, &sites, Some(288)).len(), 3);
        assert_eq!(flight.len(), 12);
    }

    #[test]
    fn one_construct_again_and_again_is_told_exactly() {
        let sites = sites::<1>();
        let mut flight = Flight::default();
        for _ in 0..100 {
            flight.add(launch(sites[0]), Some(1000));
        }
        assert_eq!(suspects(&mut flight, &sites, Some(32)), [0]);
        assert_eq!(suspects(&mut flight, &sites, None), [0]);
    }

    #[test]
    fn without_numbers_all_are_suspects() {
        let sites = sites::<4>();
        let mut flight = Flight::default();
        for site in &sites {
            flight.add(launch(site), Some(0));
        }
        assert_eq!(suspects(&mut flight, &sites, None), [0, 1, 2, 3]);
    }

    #[test]
    fn numbers_begin_again_at_their_end() {
        let sites = sites::<3>();
        let mut flight = Flight {
            last: u32::MAX - 1,
            ..Flight::default()
        };
        let marks: Vec<u32> = sites
            .iter()
            .map(|site| flight.add(launch(site), Some(0)).expect("a mark"))
            .collect();
        assert_eq!(marks, [u32::MAX, 0, 1]);
        assert_eq!(suspects(&mut flight, &sites, Some(u32::MAX)), [1]);
        flight.reached(0);
        assert_eq!(flight.len(), 1);
    }

    #[test]
    fn what_has_ended_is_forgotten() {
        let sites = sites::<1>();
        let mut flight = Flight::default();
        flight.add(launch(sites[0]), Some(0));
        flight.ended();
        assert!(flight.is_empty() && flight.suspects(None).is_empty());
    }
}
