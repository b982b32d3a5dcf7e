//! Random sequences of constructs against a plain model of the present table: lists that are searched from one end to
//! the other, and device memory that is a map of words.
//!
//! `ROMP_SEED=N` draws others, `ROMP_MODEL_SEQUENCES=N` more of them.

use super::tests::{Bench, X, section};
use super::*;
use crate::ffi::{ALWAYS, AROUND, DELETE, FROM, IMPLICIT, PRESENT, RELEASE, TO};
use std::ptr;

const WORDS: usize = 40;
const SEQUENCES: u64 = 300;
const CONSTRUCTS: usize = 24;

/// Words of the host that hold the addresses of others.
const POINTERS: [(usize, usize); 4] = [(9, 32), (13, 36), (17, 24), (33, 26)];

/// What of the host's words list items name: variables, members of a structure (8..16), a section behind a pointer
/// whose base lies below, one whose base lies above, arrays. First word, words, the word that is its base address.
const ITEMS: [(usize, usize, usize); 18] = [
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
];

#[derive(Clone, Copy, PartialEq)]
enum Word {
    Unknown,
    Number(u64),
    /// An address on the device: block and word, counted from the host's first word.
    Device(usize, i64),
}

#[derive(Clone)]
struct Part {
    from: usize,
    to: usize,
    count: u64,
    made: u64,
    counted: u64,
}

#[derive(Clone, Default)]
struct Block {
    id: usize,
    /// From its first word to its end.
    room: (usize, usize),
    named: Vec<Part>,
    around: Vec<Part>,
    bases: Vec<usize>,
    words: Vec<Option<Word>>,
    /// Pointer objects, and the blocks that they lead to.
    attached: Vec<(usize, usize, i64)>,
}

impl Block {
    fn hull(&self) -> (usize, usize) {
        self.room
    }

    /// From its first part to its last.
    fn parts(&self) -> (usize, usize) {
        let all = || self.named.iter().chain(&self.around);
        let from = all().map(|p| p.from).min().unwrap_or(0);
        (from, all().map(|p| p.to).max().unwrap_or(0))
    }

    fn named(&self, word: usize) -> Option<&Part> {
        self.named.iter().find(|p| p.from <= word && word < p.to)
    }

    fn mapped(&self, word: usize) -> bool {
        let around = self.around.iter().any(|p| p.from <= word && word < p.to);
        around || self.named(word).is_some()
    }
}

#[derive(Clone, Copy)]
struct Item {
    from: usize,
    words: usize,
    base: usize,
    flags: u32,
    pointer: Option<usize>,
}

impl Item {
    fn to(&self) -> usize {
        self.from + self.words
    }

    fn has(&self, flag: u32) -> bool {
        self.flags & flag != 0
    }
}

struct Wrong;

#[derive(Clone, Default)]
struct Model {
    blocks: Vec<Block>,
    turn: u64,
    last: usize,
    host: Vec<Word>,
}

impl Model {
    fn meeting(&self, item: &Item) -> Vec<usize> {
        let meets = |b: &Block| b.hull().0 < item.to() && item.from < b.hull().1;
        (0..self.blocks.len())
            .filter(|&i| item.words > 0 && meets(&self.blocks[i]))
            .collect()
    }

    fn locate(&self, item: &Item) -> Result<Option<usize>, Wrong> {
        let there = self.meeting(item);
        let [one] = there[..] else {
            return if there.is_empty() {
                Ok(None)
            } else {
                Err(Wrong)
            };
        };
        let (from, to) = self.blocks[one].hull();
        let inside = from <= item.from && item.to() <= to;
        let only = item.has(IMPLICIT) && item.from <= from && to <= item.to();
        if inside || only {
            Ok(Some(one))
        } else {
            Err(Wrong)
        }
    }

    fn check_present(&self, item: &Item) -> Result<(), Wrong> {
        if !item.has(PRESENT) {
            return Ok(());
        }
        let block = self.locate(item)?.ok_or(Wrong)?;
        let mut words = item.from..item.to();
        match words.all(|w| self.blocks[block].named(w).is_some()) {
            true => Ok(()),
            false => Err(Wrong),
        }
    }

    fn enter(&mut self, list: &[Item], data: bool) -> Result<(), Wrong> {
        self.turn += 1;
        let turn = self.turn;
        let order = by_size(list);
        for item in &order {
            self.check_present(item)?;
        }
        for item in &order {
            let at = match self.locate(item)? {
                Some(at) => at,
                None => self.create(item, list),
            };
            let block = &mut self.blocks[at];
            let (from, to) = (item.from.max(block.room.0), item.to().min(block.room.1));
            block.bases.push(item.base);
            let around = item.has(AROUND);
            let mut fresh = vec![];
            let before: Vec<bool> = (from..to)
                .map(|w| {
                    let parts = if around { &block.around } else { &block.named };
                    parts.iter().any(|p| p.from <= w && w < p.to)
                })
                .collect();
            let parts = if around {
                &mut block.around
            } else {
                &mut block.named
            };
            for part in parts.iter_mut().filter(|p| p.from < to && from < p.to) {
                if part.counted != turn {
                    part.count += 1;
                    part.counted = turn;
                }
                if part.made == turn {
                    fresh.extend(part.from.max(from)..part.to.min(to));
                }
            }
            let only_these = item.has(IMPLICIT) && !around && before.contains(&true);
            let mut w = from;
            while w < to && !only_these {
                let mut end = w;
                while end < to && !before[end - from] {
                    end += 1;
                }
                if end > w {
                    fresh.extend(w..end);
                    parts.push(Part {
                        from: w,
                        to: end,
                        count: 1,
                        made: turn,
                        counted: turn,
                    });
                }
                w = end.max(w + 1);
            }
            if around {
                fresh.retain(|&w| block.named(w).is_none());
            } else if item.has(ALWAYS) {
                fresh = (from..to).filter(|&w| block.named(w).is_some()).collect();
            }
            for &w in fresh.iter().filter(|_| item.has(TO)) {
                self.copy_to(at, w);
            }
        }
        for item in list {
            let Some(pointer) = item.pointer else {
                continue;
            };
            let pointee = match item.words {
                0 => self.lookup(item.from * 8),
                _ => self.hull_at(item.from),
            };
            let (Some(pointee), Some(holder)) = (pointee, self.hull_at(pointer)) else {
                continue;
            };
            let id = self.blocks[pointee].id;
            let holder = &mut self.blocks[holder];
            if !holder.mapped(pointer) {
                continue;
            }
            holder.attached.retain(|a| a.0 != pointer);
            holder.attached.push((pointer, id, item.base as i64));
            holder.words[pointer] = Some(Word::Device(id, item.base as i64));
        }
        for item in list.iter().filter(|item| data && item.words == 0) {
            if let Some(part) = self.pointed_into(item)
                && part.counted != turn
            {
                part.count += 1;
                part.counted = turn;
            }
        }
        Ok(())
    }

    fn pointed_into(&mut self, item: &Item) -> Option<&mut Part> {
        let at = self.hull_at(item.from)?;
        let mut parts = self.blocks[at].named.iter_mut();
        parts.find(|p| p.from <= item.from && item.from < p.to)
    }

    fn create(&mut self, item: &Item, list: &[Item]) -> usize {
        // Neighbours of the same base, as far as no block stands between them.
        let (mut from, mut to) = (item.from, item.to());
        let mut same: Vec<&Item> = list
            .iter()
            .filter(|o| o.words > 0 && o.base == item.base)
            .collect();
        same.sort_by_key(|o| o.from);
        loop {
            let wider = same.iter().find(|o| {
                let both = Item {
                    from: from.min(o.from),
                    words: to.max(o.to()) - from.min(o.from),
                    ..***o
                };
                (o.from < from || o.to() > to) && self.meeting(&both).is_empty()
            });
            let Some(o) = wider else { break };
            (from, to) = (from.min(o.from), to.max(o.to()));
        }
        self.last += 1;
        let mut words = vec![None; WORDS];
        words[from..to].fill(Some(Word::Unknown));
        self.blocks.push(Block {
            id: self.last,
            room: (from, to),
            words,
            ..Block::default()
        });
        self.blocks.len() - 1
    }

    fn copy_to(&mut self, at: usize, w: usize) {
        let block = &mut self.blocks[at];
        let held = block.attached.iter().find(|a| a.0 == w);
        block.words[w] = Some(match held {
            Some(&(_, id, base)) => Word::Device(id, base),
            None => self.host[w],
        });
    }

    fn copy_back(&mut self, at: usize, w: usize) {
        let block = &self.blocks[at];
        if block.attached.iter().all(|a| a.0 != w) {
            self.host[w] = block.words[w].expect("within the block");
        }
    }

    fn exit(&mut self, list: &[Item], data: bool) -> Result<(), Wrong> {
        self.turn += 1;
        let turn = self.turn;
        let order = by_size(list);
        for item in order.iter().filter(|_| data) {
            self.check_present(item)?;
        }
        let down = |part: &mut Part, item: &Item| {
            if item.has(DELETE) && !item.has(AROUND) {
                part.count = 0;
            } else if part.counted != turn && part.count > 0 {
                part.count -= 1;
            }
            part.counted = turn;
        };
        for item in &order {
            let Some(at) = self.locate(item)? else {
                continue;
            };
            let block = &mut self.blocks[at];
            let parts = match item.has(AROUND) {
                true => &mut block.around,
                false => &mut block.named,
            };
            for part in parts
                .iter_mut()
                .filter(|p| p.from < item.to() && item.from < p.to)
            {
                down(part, item);
            }
        }
        for item in list.iter().filter(|item| data && item.words == 0) {
            if let Some(part) = self.pointed_into(item) {
                down(part, item);
            }
        }
        for item in order.iter().filter(|item| item.has(FROM)) {
            let Some(at) = self.locate(item)? else {
                continue;
            };
            for w in item.from..item.to() {
                let part = self.blocks[at].named(w);
                if part.is_some_and(|p| p.count == 0 || item.has(ALWAYS)) {
                    self.copy_back(at, w);
                }
            }
        }
        self.drop_ended();
        Ok(())
    }

    /// What nothing counts any more goes, and structures that were there for pointers to it.
    fn drop_ended(&mut self) {
        let mut again = true;
        while std::mem::take(&mut again) {
            let mut gone = vec![];
            for block in &mut self.blocks {
                block.named.retain(|p| p.count > 0);
                block.around.retain(|p| p.count > 0);
                let mapped: Vec<bool> = (0..WORDS).map(|w| block.mapped(w)).collect();
                block.attached.retain(|a| mapped[a.0]);
                block.room = block.parts();
                let (from, to) = block.room;
                for (w, word) in block.words.iter_mut().enumerate() {
                    if w < from || w >= to {
                        *word = None;
                    }
                }
                if from == to {
                    gone.push(block.id);
                }
            }
            self.blocks.retain(|b| !gone.contains(&b.id));
            for block in &mut self.blocks {
                let leads = |a: &(usize, usize, i64)| gone.contains(&a.1);
                let lost: Vec<usize> = block
                    .attached
                    .iter()
                    .filter(|a| leads(a))
                    .map(|a| a.0)
                    .collect();
                block.attached.retain(|a| !leads(a));
                for pointer in lost {
                    block.words[pointer] = Some(self.host[pointer]);
                    let attached = &block.attached;
                    let structure = block
                        .around
                        .iter_mut()
                        .find(|p| p.from <= pointer && pointer < p.to);
                    if let Some(part) = structure
                        && attached.iter().all(|a| a.0 < part.from || a.0 >= part.to)
                    {
                        part.count = 0;
                        again = true;
                    }
                }
            }
        }
    }

    fn update(&mut self, list: &[Item]) -> Result<(), Wrong> {
        for item in list.iter().filter(|item| item.words > 0) {
            self.locate(item)?;
            self.check_present(item)?;
        }
        // To and from: one list has one of them.
        for item in list.iter().filter(|item| item.words > 0) {
            let Some(at) = self.locate(item)? else {
                continue;
            };
            for w in item.from..item.to() {
                if self.blocks[at].named(w).is_none() {
                    continue;
                }
                match item.has(TO) {
                    true => self.copy_to(at, w),
                    false => self.copy_back(at, w),
                }
            }
        }
        Ok(())
    }

    fn hull_at(&self, word: usize) -> Option<usize> {
        let mut all = 0..self.blocks.len();
        all.find(|&i| self.blocks[i].hull().0 <= word && word < self.blocks[i].hull().1)
    }

    /// The block of a pointer's value, in bytes from the first word: by its bytes, then by a base address, then by the
    /// range that its base addresses give it, of these the nearest.
    fn lookup(&self, at: usize) -> Option<usize> {
        if let Some(found) = self.hull_at(at / 8) {
            return Some(found);
        }
        let distance = |b: &Block| (b.hull().0 * 8).abs_diff(at);
        let low = |b: &Block| b.bases.iter().min().map_or(usize::MAX, |base| base * 8);
        let high = |b: &Block| b.bases.iter().max().map_or(0, |base| base * 8);
        let outer_base = |b: &&(usize, &Block)| {
            let (from, to) = (b.1.hull().0 * 8, b.1.hull().1 * 8);
            low(b.1) == at && at < from || high(b.1) == at && at >= to
        };
        let within = |b: &&(usize, &Block)| {
            let (from, to) = (b.1.hull().0 * 8, b.1.hull().1 * 8);
            low(b.1) <= at && at < from || at >= to && at <= high(b.1)
        };
        let all: Vec<(usize, &Block)> = self.blocks.iter().enumerate().collect();
        let nearest = |of: Vec<&(usize, &Block)>| {
            let found = of.into_iter().min_by_key(|b| (distance(b.1), b.1.hull().0));
            found.map(|b| b.0)
        };
        nearest(all.iter().filter(outer_base).collect())
            .or_else(|| nearest(all.iter().filter(within).collect()))
    }
}

/// Larger ones first, else in the list's order.
fn by_size(list: &[Item]) -> Vec<Item> {
    let mut order: Vec<Item> = list.iter().filter(|i| i.words > 0).copied().collect();
    order.sort_by_key(|i| std::cmp::Reverse(i.words));
    order
}

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

    fn arg(&mut self, item: &Item) -> Arg {
        let at = self.host.as_mut_ptr();
        let of = |w: usize| at.wrapping_add(w);
        Arg {
            base: of(item.base).cast(),
            pointer: item.pointer.map_or(ptr::null_mut(), |p| of(p).cast()),
            ..section(&X, of(item.from).cast_const(), item.words, item.flags)
        }
    }

    /// Whether the construct was right; all that can be seen is compared behind it.
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
            list.push(Item {
                from: 8,
                words: 8,
                base: 8,
                flags: AROUND | IMPLICIT | if kind < 2 { TO } else { RELEASE },
                pointer: None,
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

    /// The host or the device writes a word that is no pointer.
    fn change(&mut self, random: &mut Random) {
        let w = random.below(WORDS);
        let number = 1_000_000 + random.below(1_000_000) as u64;
        if POINTERS.iter().any(|p| p.0 == w) {
            return;
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
        let told = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
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
            told.is_ok(),
            "ROMP_SEED={seed} ROMP_MODEL_SEQUENCES=1 shows it"
        );
    }
    assert!(
        right > 12 * sequences && wrong > 0,
        "{right} constructs, {wrong} errors"
    );
}
