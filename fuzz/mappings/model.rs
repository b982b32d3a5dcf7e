//! What OpenMP says of mapped storage, as a model of two memories (5.2, 5.8): values that are definite, reference
//! counts, sections of arrays that came together.

use std::ops::Range;

/// An element's value; none where the program may not rely on it.
pub type Value = Option<u32>;

/// A section that was mapped as one, and its copy on the device.
#[derive(Clone)]
pub struct Part {
    pub range: Range<usize>,
    pub count: u32,
    pub device: Vec<Value>,
}

/// An array of the host.
#[derive(Clone)]
pub struct Array {
    pub name: String,
    pub host: Vec<Value>,
    pub parts: Vec<Part>,
    /// Sections of the data regions that the program is in: they must not go before these end.
    pub pins: Vec<Range<usize>>,
    /// Storage with a name of its own; else it stands behind a pointer.
    pub named: bool,
}

/// What a `map` clause says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Motion {
    pub to: bool,
    pub from: bool,
    pub always: bool,
    pub delete: bool,
}

impl Array {
    pub fn length(&self) -> usize {
        self.host.len()
    }

    /// The part that holds the whole section.
    pub fn part(&mut self, range: &Range<usize>) -> Option<&mut Part> {
        self.parts
            .iter_mut()
            .find(|part| part.range.start <= range.start && range.end <= part.range.end)
    }

    /// Nothing of the section is mapped.
    pub fn absent(&self, range: &Range<usize>) -> bool {
        self.parts
            .iter()
            .all(|part| part.range.end <= range.start || range.end <= part.range.start)
    }

    /// An exit would take away what a data region around it still has.
    pub fn is_needed(&mut self, range: &Range<usize>, delete: bool) -> bool {
        let Some(part) = self.part(range) else {
            return false;
        };
        let (whole, count) = (part.range.clone(), part.count);
        let pins = self
            .pins
            .iter()
            .filter(|pin| whole.start <= pin.start && pin.end <= whole.end)
            .count() as u32;
        pins > 0 && (delete || count <= pins)
    }

    /// A construct begins that maps the section.
    pub fn enter(&mut self, range: &Range<usize>, motion: Motion) {
        let values = self.host[range.clone()].to_vec();
        let known = self.part(range).is_some();
        if !known {
            self.parts.push(Part {
                range: range.clone(),
                count: 0,
                device: vec![None; range.len()],
            });
        }
        let part = self.part(range).expect("mapped");
        part.count += 1;
        if motion.to && (!known || motion.always) {
            let at = range.start - part.range.start;
            part.device[at..at + range.len()].copy_from_slice(&values);
        }
    }

    /// A construct ends that maps the section; nothing happens where it is absent.
    pub fn exit(&mut self, range: &Range<usize>, motion: Motion) {
        let Some(part) = self.part(range) else { return };
        part.count = if motion.delete { 0 } else { part.count - 1 };
        let gone = part.count == 0;
        let at = range.start - part.range.start;
        let values = part.device[at..at + range.len()].to_vec();
        let whole = part.range.clone();
        if motion.from && (gone || motion.always) {
            self.host[range.clone()].copy_from_slice(&values);
        }
        if gone {
            self.parts.retain(|part| part.range != whole);
        }
    }

    /// `target update`.
    pub fn update(&mut self, range: &Range<usize>, to_device: bool) {
        let values = self.host[range.clone()].to_vec();
        let Some(part) = self.part(range) else { return };
        let at = range.start - part.range.start..range.end - part.range.start;
        if to_device {
            part.device[at].copy_from_slice(&values);
        } else {
            let values = part.device[at].to_vec();
            self.host[range.clone()].copy_from_slice(&values);
        }
    }
}
