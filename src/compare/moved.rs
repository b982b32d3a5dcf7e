//! Lines that are gone in one place and new in another: they have moved.
//!
//! Looks at lines without a counterpart, of all items of a file. A few short lines, such as a closing brace, are the same
//! by chance, so that a run of lines has to say something.

use super::{Entry, Line, Row};
use std::collections::HashMap;

/// The fewest leaves of lines that have moved.
const LEAST: usize = 10;

/// A line without a counterpart.
struct Candidate {
    entry: usize,
    row: usize,
    number: usize,
    code: Vec<String>,
}

/// Marks the lines that have moved, on both sides.
pub(super) fn mark(entries: &mut [Entry]) {
    let gone = candidates(entries, |row| {
        row.old.as_ref().filter(|_| row.new.is_none())
    });
    let new = candidates(entries, |row| {
        row.new.as_ref().filter(|_| row.old.is_none())
    });
    let mut places: HashMap<&[String], Vec<usize>> = HashMap::new();
    for (at, one) in new.iter().enumerate() {
        places.entry(&one.code).or_default().push(at);
    }
    let mut taken = vec![false; new.len()];
    let mut found = vec![];
    let mut at = 0;
    while at < gone.len() {
        let starts = places.get(gone[at].code.as_slice()).into_iter().flatten();
        let free = starts.filter(|&&start| !taken[start]);
        let runs = free.map(|&start| (run(&gone, at, &new, start, &taken), start));
        // The longest one; of several the first.
        let longest = runs.max_by_key(|(length, start)| (*length, std::cmp::Reverse(*start)));
        let Some((length, start)) = longest else {
            at += 1;
            continue;
        };
        let leaves: usize = gone[at..at + length].iter().map(|it| it.code.len()).sum();
        if leaves < LEAST {
            at += 1;
            continue;
        }
        for step in 0..length {
            taken[start + step] = true;
            found.push((at + step, start + step));
        }
        at += length;
    }
    for (from, to) in found {
        let (from, to) = (&gone[from], &new[to]);
        if let Some(line) = &mut entries[from.entry].rows[from.row].old {
            line.moved = Some(to.number);
        }
        if let Some(line) = &mut entries[to.entry].rows[to.row].new {
            line.moved = Some(from.number);
        }
    }
}

fn candidates(entries: &[Entry], side: impl Fn(&Row) -> Option<&Line>) -> Vec<Candidate> {
    let mut found = vec![];
    for (entry, one) in entries.iter().enumerate() {
        for (row, it) in one.rows.iter().enumerate() {
            if let Some(line) = side(it).filter(|line| !line.code.is_empty() && it.state.counts()) {
                found.push(Candidate {
                    entry,
                    row,
                    number: line.number,
                    code: line.code.clone(),
                });
            }
        }
    }
    found
}

/// How many lines are the same from two places on, within an item.
fn run(gone: &[Candidate], from: usize, new: &[Candidate], to: usize, taken: &[bool]) -> usize {
    let pairs = gone[from..].iter().zip(&new[to..]).zip(&taken[to..]);
    pairs
        .take_while(|((a, b), taken)| {
            let here = a.entry == gone[from].entry && b.entry == new[to].entry;
            here && !**taken && a.code == b.code
        })
        .count()
}
