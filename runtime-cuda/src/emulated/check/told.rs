//! What images tell of a kernel for messages: the pointers in the structures that it gets, with their names, and the
//! constructs without a barrier at their end.
//!
//! From the text of `romp_emulated_kernel.told`, lines that the translator's `emit/for_checks.rs` describes.

use crate::ffi::Arg;
use crate::mapping::Table;
use std::collections::{HashSet, VecDeque};

/// A structure or union type, with its pointers.
#[derive(Debug, Default, PartialEq)]
struct Structure<'a> {
    bytes: usize,
    pointers: Vec<Pointer<'a>>,
}

#[derive(Debug, PartialEq)]
struct Pointer<'a> {
    at: usize,
    /// The type that it leads to, where that is a structure with pointers.
    to: Option<usize>,
    name: &'a str,
}

/// A construct with `nowait`: the first and the last line of its region, and the file's name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WithoutBarrier<'a> {
    pub first: u32,
    last: u32,
    pub file: &'a str,
}

impl WithoutBarrier<'_> {
    /// Whether a line belongs to it, of a file that may be named by its path.
    pub fn holds(&self, file: &str, line: u32) -> bool {
        let name = file.rsplit('/').next().unwrap_or(file);
        name == self.file && (self.first..=self.last).contains(&line)
    }
}

/// What is told of one kernel.
#[derive(Debug, Default)]
pub struct Told<'a> {
    structures: Vec<Structure<'a>>,
    /// Parameters, with the structures that they lead to.
    parameters: Vec<(&'a str, usize)>,
    pub without_barriers: Vec<WithoutBarrier<'a>>,
}

impl<'a> Told<'a> {
    pub fn of(text: &'a str) -> Told<'a> {
        let mut told = Told::default();
        for line in text.lines() {
            // Nothing is said where the line is none of these.
            let _ = told.add(line);
        }
        told
    }

    fn add(&mut self, line: &'a str) -> Option<()> {
        let (word, rest) = line.split_once(' ')?;
        match word {
            "struct" => self.structures.push(Structure {
                bytes: rest.parse().ok()?,
                pointers: vec![],
            }),
            "pointer" => {
                let mut words = rest.splitn(3, ' ');
                let pointer = Pointer {
                    at: words.next()?.parse().ok()?,
                    to: words.next()?.parse().ok(),
                    name: words.next()?,
                };
                self.structures.last_mut()?.pointers.push(pointer);
            }
            "of" => {
                let (number, name) = rest.split_once(' ')?;
                self.parameters.push((name, number.parse().ok()?));
            }
            "nowait" => {
                let mut words = rest.splitn(3, ' ');
                self.without_barriers.push(WithoutBarrier {
                    first: words.next()?.parse().ok()?,
                    last: words.next()?.parse().ok()?,
                    file: words.next()?,
                });
            }
            _ => {}
        }
        Some(())
    }

    /// The name of the pointer at a host address within what is mapped there, from a structure on, and the bytes of
    /// the structure.
    ///
    /// From the list's items, through pointers in what is mapped.
    pub fn member(&self, list: &[Arg], table: &Table, pointer: usize) -> Option<(&'a str, usize)> {
        let wanted = table.find(pointer)?.begin;
        let mut known = HashSet::new();
        let mut waiting: VecDeque<(usize, usize)> = list
            .iter()
            .filter(|arg| arg.host() != 0)
            .filter_map(|arg| {
                let text = arg.text();
                let name = super::host::pointer_of(&text);
                let of = self.parameters.iter().find(|of| of.0 == name)?;
                Some((arg.host(), of.1))
            })
            .collect();
        while let Some((at, number)) = waiting.pop_front() {
            let structure = self.structures.get(number)?;
            let Some(entry) = table.find(at) else {
                continue;
            };
            if structure.bytes == 0 || !known.insert(entry.begin) {
                continue;
            }
            // Where a structure begins, as elements follow each other.
            let offset = |address: usize| {
                (address as isize - at as isize).rem_euclid(structure.bytes as isize) as usize
            };
            if entry.begin == wanted {
                let here = offset(pointer);
                let found = structure.pointers.iter().find(|one| one.at == here)?;
                return Some((found.name, structure.bytes));
            }
            for (byte, value) in super::host::words(entry) {
                let here = offset(entry.begin + byte);
                let leads = structure.pointers.iter().find(|one| one.at == here);
                if let Some(to) = leads.and_then(|one| one.to) {
                    waiting.push_back((value, to));
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_a_kernel() {
        let told = Told::of(
            "struct 48\npointer 8 - x\npointer 24 1 i.q\nstruct 16\npointer 8 1 next\nof 0 s\n\
             nowait 9 11 a b.c\nanything else\nof x y\n",
        );
        assert_eq!(told.structures.len(), 2);
        assert_eq!(told.structures[0].bytes, 48);
        let inner = Pointer {
            at: 24,
            to: Some(1),
            name: "i.q",
        };
        assert_eq!(told.structures[0].pointers[1], inner);
        assert_eq!(told.structures[0].pointers[0].to, None);
        assert_eq!(told.parameters, [("s", 0)]);
        let nowait = told.without_barriers[0];
        assert!(nowait.holds("dir/a b.c", 11) && nowait.holds("a b.c", 9));
        assert!(!nowait.holds("a b.c", 12) && !nowait.holds("b.c", 10));
    }
}
