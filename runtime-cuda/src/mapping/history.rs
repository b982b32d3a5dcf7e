//! The last sections that were unmapped, and where: for messages on accesses that come too late.

use super::extent;
use crate::device::Address;
use std::collections::VecDeque;

/// The number of sections that are remembered.
const MOST: usize = 512;

/// A section that was unmapped.
pub struct Unmapped {
    pub begin: usize,
    pub bytes: usize,
    /// Where its device copy was.
    pub device: Address,
    /// The section and the place that mapped it.
    pub text: Box<str>,
    pub place: Box<str>,
    /// The place that unmapped it.
    pub gone: Box<str>,
}

impl Unmapped {
    /// The note of a message: what was mapped, where it was mapped and where it was unmapped.
    pub fn note(&self) -> String {
        format!(
            "{} ({}) was mapped at {} and unmapped at {}",
            self.text,
            extent(self.begin, self.bytes),
            self.place,
            self.gone
        )
    }
}

#[derive(Default)]
pub struct History(VecDeque<Unmapped>);

impl History {
    pub fn push(&mut self, one: Unmapped) {
        if self.0.len() == MOST {
            self.0.pop_front();
        }
        self.0.push_back(one);
    }

    pub fn at_host(&self, host: usize) -> Option<&Unmapped> {
        let mut latest = self.0.iter().rev();
        latest.find(|one| host.wrapping_sub(one.begin) < one.bytes)
    }

    pub fn on_device(&self, at: Address) -> Option<&Unmapped> {
        let mut latest = self.0.iter().rev();
        latest.find(|one| at.wrapping_sub(one.device) < one.bytes as u64)
    }
}
