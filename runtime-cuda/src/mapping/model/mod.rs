//! Random sequences of constructs against a plain model of the present table: lists that are searched from one end to
//! the other, and device memory that is a map of words.
//!
//! `ROMP_SEED=N` draws others, `ROMP_MODEL_SEQUENCES=N` more of them.

mod blocks;
mod plain;
mod pointers;

use super::tests::{Bench, X, section};
use super::*;
use crate::ffi::{ALWAYS, AROUND, DELETE, FROM, IMPLICIT, PRESENT, RELEASE, TO};
use blocks::{Item, Word};
use plain::Model;
use std::ptr;

/// Words of the host that list items may name.
const WORDS: usize = 40;
/// Sequences of constructs, and constructs in each.
const SEQUENCES: u64 = 600;
const CONSTRUCTS: usize = 24;

/// Words of the host that hold the addresses of others.
const POINTERS: [(usize, usize); 4] = [(9, 32), (13, 36), (17, 24), (33, 26)];

/// What of the host's words list items name: variables, members of a structure (8..16), a section behind a pointer
/// whose base lies below, one whose base lies above, arrays, one of them of structures, and what lies across structures. First word, words, the word that is its base address.
const ITEMS: [(usize, usize, usize); 21] = [
    (0, 4, 0),
    (0, 2, 0),
    (2, 2, 0),
    (4, 4, 4),
    (5, 1, 4),
    (8, 8, 8),
    (8, 1, 8),
    (9, 1, 8),
    (12, 2, 8),
    (13, 1, 8),
    (18, 4, 16),
    (17, 1, 16),
    (20, 2, 16),
    (24, 4, 28),
    (26, 2, 26),
    (32, 4, 32),
    (33, 1, 32),
    (36, 4, 30),
    (6, 6, 6),
    (8, 16, 8),
    (22, 8, 22),
];

/// Structures that pointers in them bring along, two of an array and one that a pointer leads to.
const STRUCTURES: [(usize, usize, usize); 4] = [(8, 8, 8), (8, 8, 8), (16, 8, 8), (24, 4, 24)];

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % n
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}

/// The present table and the model, side by side.
struct Both {
    bench: Bench,
    model: Model,
    host: Box<[u64; WORDS]>,
}

impl Both {
    fn new(random: &mut Random) -> Both {
        let mut host = Box::new([0; WORDS]);
        for (w, word) in host.iter_mut().enumerate() {
            *word = 1000 * (w as u64 + 1) + random.below(1000) as u64;
        }
        let at = host.as_ptr();
        for (pointer, to) in POINTERS {
            host[pointer] = at.wrapping_add(to) as u64;
        }
        Both {
            bench: Bench::new(),
            model: Model {
                host: host.iter().map(|&n| Word::Number(n)).collect(),
                ..Model::default()
            },
            host,
        }
    }

    /// The list element of an item.
    fn arg(&mut self, item: &Item) -> Arg {
        let at = self.host.as_mut_ptr();
        let of = |w: usize| at.wrapping_add(w);
        Arg {
            base: of(item.base).cast(),
            pointer: item.pointer.map_or(ptr::null_mut(), |p| of(p).cast()),
            ..section(&X, of(item.from).cast_const(), item.words, item.flags)
        }
    }

    /// Executes a random construct on both; false where it was an error, which both must find.
    fn construct(&mut self, random: &mut Random) -> bool {
        let kind = random.below(6);
        let mut list: Vec<Item> = (0..1 + random.below(3))
            .map(|_| {
                let (from, words, base) = ITEMS[random.below(ITEMS.len())];
                let motion = [0, TO, FROM, TO | FROM, TO | FROM, TO][random.below(6)];
                let mut flags = match kind {
                    2 | 3 => [RELEASE, DELETE, FROM, FROM, 0, FROM][random.below(6)],
                    5 => [TO, FROM][random.below(2)],
                    _ => motion,
                };
                flags |= [0, 0, 0, 0, ALWAYS, PRESENT][random.below(6)];
                let mut item = Item {
                    from,
                    words,
                    base,
                    flags,
                    pointer: None,
                };
                if random.one_in(12) {
                    item.words = 0;
                }
                let leads = POINTERS.iter().find(|p| p.1 == item.base);
                if let Some(leads) = leads.filter(|_| random.one_in(2)) {
                    item.pointer = Some(leads.0);
                }
                item
            })
            .collect();
        if kind == 5 {
            list.iter_mut().for_each(|i| i.flags &= !ALWAYS);
            let same = list[0].flags & (TO | FROM);
            list.iter_mut()
                .for_each(|i| i.flags = i.flags & !(TO | FROM) | same);
        } else if random.one_in(4) {
            // A section behind a pointer in the structure, which is there for the pointer.
            let (from, words, base) = STRUCTURES[random.below(STRUCTURES.len())];
            let leads = POINTERS.iter().find(|p| p.1 == base);
            let how = match kind < 2 {
                true => [TO, TO | ALWAYS][random.below(2)],
                false => [RELEASE, FROM | ALWAYS][random.below(2)],
            };
            list.push(Item {
                from,
                words,
                base,
                flags: AROUND | IMPLICIT | how,
                pointer: leads.map(|p| p.0),
            });
        }
        let before = self.model.clone();
        let expected = match kind {
            0 | 1 => self.model.enter(&list, kind == 0),
            2 | 3 => self.model.exit(&list, kind == 2),
            4 => {
                self.change(random);
                Ok(())
            }
            _ => self.model.update(&list),
        };
        if expected.is_err() && !random.one_in(50) {
            // Errors end the program: few of them are tried.
            self.model = before;
            return true;
        }
        let args: Vec<Arg> = list.iter().map(|item| self.arg(item)).collect();
        let done = self.bench.with(|present, cx| match kind {
            0 => present.enter_data(&args, cx),
            1 => present.enter(&args, cx),
            2 => present.exit(&args, End::ExitData, cx),
            3 => present.exit(&args, End::Region, cx),
            4 => Ok(Traffic::default()),
            _ => present.update(&args, cx),
        });
        if let Err(failure) = &done {
            assert!(expected.is_err(), "{failure}");
        }
        assert_eq!(done.is_ok(), expected.is_ok(), "only the model fails");
        done.is_ok()
    }

    /// The host or the device writes a word; over a pointer the host mostly writes another one.
    fn change(&mut self, random: &mut Random) {
        let w = random.below(WORDS);
        let mut number = 1_000_000 + random.below(1_000_000) as u64;
        if POINTERS.iter().any(|p| p.0 == w) && random.one_in(2) {
            number = self.host[POINTERS[random.below(POINTERS.len())].0];
        }
        let at = self.model.hull_at(w).filter(|_| random.one_in(2));
        match at {
            Some(at) => {
                self.model.blocks[at].words[w] = Some(Word::Number(number));
                let host = &raw const self.host[w];
                let device = self
                    .bench
                    .table()
                    .hull_at(host as usize)
                    .unwrap()
                    .to_device(host as usize);
                // SAFETY: within the emulated device's memory.
                unsafe { *(device as *mut u64) = number };
            }
            None => {
                self.model.host[w] = Word::Number(number);
                self.host[w] = number;
            }
        }
    }

    /// Compares all that can be observed of the two.
    fn compare(&mut self) {
        let at = self.host.as_ptr() as usize;
        let table = self.bench.table();
        assert_eq!(table.entries().count(), self.model.blocks.len());
        assert_eq!(
            (table.by_device.len(), table.by_id.len()),
            (table.entries.len(), table.entries.len())
        );
        // The device address that a block gives to the host's first word.
        let bases: Vec<(usize, u64)> = self
            .model
            .blocks
            .iter()
            .map(|b| {
                let entry = table.hull_at(at + b.hull().0 * 8).expect("a block");
                let hull = (entry.begin - at, entry.end() - at);
                assert_eq!(hull, (b.hull().0 * 8, b.hull().1 * 8));
                (b.id, entry.to_device(at))
            })
            .collect();
        let of_block = |id: usize| bases.iter().find(|b| b.0 == id).map(|b| b.1);
        let base = |id: usize| of_block(id).expect("a block");
        for w in 0..WORDS {
            let host = at + w * 8;
            let block = self.model.hull_at(w).map(|i| &self.model.blocks[i]);
            let part = block.and_then(|b| b.named(w));
            assert_eq!(table.is_present(host), part.is_some(), "word {w}");
            let count = table.hull_at(host).and_then(|e| e.named.count(host));
            assert_eq!(count, part.map(|p| p.count), "word {w}");
            for inside in [0, 3] {
                let found = table.lookup(host + inside).map(|e| e.to_device(at));
                let expected = self.model.lookup(w * 8 + inside);
                let expected = expected.map(|i| base(self.model.blocks[i].id));
                assert_eq!(found, expected, "word {w}");
            }
            if let Some(block) = block {
                let device = base(block.id) + w as u64 * 8;
                assert_eq!(
                    table.find_device(device).map(|e| e.begin - at),
                    Some(block.hull().0 * 8)
                );
                // SAFETY: within the emulated device's memory.
                let there = unsafe { *(device as *const u64) };
                let expected = match block.words[w].expect("within the block") {
                    Word::Unknown => there,
                    Word::Number(n) => n,
                    // Of a block that is gone: copied as a number before.
                    Word::Device(id, from) => {
                        of_block(id).map_or(there, |at| at.wrapping_add_signed(from * 8))
                    }
                };
                assert_eq!(there, expected, "word {w} on the device");
            }
            match self.model.host[w] {
                Word::Number(n) => assert_eq!(self.host[w], n, "word {w} on the host"),
                _ => self.model.host[w] = Word::Number(self.host[w]),
            }
        }
    }
}

/// Maps, unmaps, updates and look-ups of sections, members, pointers and zero-length sections.
#[test]
fn random_constructs_do_what_a_plain_model_says() {
    let number = |name: &str| std::env::var(name).ok()?.parse().ok();
    let first = number("ROMP_SEED").unwrap_or(1);
    let sequences = number("ROMP_MODEL_SEQUENCES").unwrap_or(SEQUENCES);
    let (mut right, mut wrong) = (0u64, 0u64);
    for seed in first..first + sequences {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut both = Both::new(&mut random);
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            for _ in 0..CONSTRUCTS {
                if !both.construct(&mut random) {
                    // An error ends the program.
                    wrong += 1;
                    return;
                }
                right += 1;
                both.compare();
            }
        }));
        assert!(
            outcome.is_ok(),
            "ROMP_SEED={seed} ROMP_MODEL_SEQUENCES=1 shows it"
        );
    }
    assert!(
        right > 12 * sequences && wrong > 0,
        "{right} constructs, {wrong} errors"
    );
}
