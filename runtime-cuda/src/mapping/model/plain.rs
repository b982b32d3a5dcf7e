//! A plain model of the present table (OpenMP 5.2, 5.8.3): lists that are searched from one end to the other, and device
//! memory that is a map of words.

use super::WORDS;
use crate::ffi::{ALWAYS, AROUND, DELETE, FROM, IMPLICIT, PRESENT, TO};

/// The value of a word.
#[derive(Clone, Copy, PartialEq)]
pub enum Word {
    Unknown,
    Number(u64),
    /// An address on the device: block and word, counted from the host's first word.
    Device(usize, i64),
}

/// A range of words that list items have mapped, with its reference count and the constructs that made and last
/// counted it.
#[derive(Clone)]
pub struct Part {
    pub from: usize,
    pub to: usize,
    pub count: u64,
    pub made: u64,
    pub counted: u64,
}

/// One piece of device memory.
#[derive(Clone, Default)]
pub struct Block {
    pub id: usize,
    /// From its first word to its end.
    pub room: (usize, usize),
    pub named: Vec<Part>,
    pub around: Vec<Part>,
    pub bases: Vec<usize>,
    pub words: Vec<Option<Word>>,
    /// Pointer objects, and the blocks that they lead to.
    pub attached: Vec<(usize, usize, i64)>,
}

impl Block {
    pub fn hull(&self) -> (usize, usize) {
        self.room
    }

    /// From its first part to its last.
    pub fn parts(&self) -> (usize, usize) {
        let all = || self.named.iter().chain(&self.around);
        let from = all().map(|p| p.from).min().unwrap_or(0);
        (from, all().map(|p| p.to).max().unwrap_or(0))
    }

    pub fn named(&self, word: usize) -> Option<&Part> {
        self.named.iter().find(|p| p.from <= word && word < p.to)
    }

    pub fn mapped(&self, word: usize) -> bool {
        let around = self.around.iter().any(|p| p.from <= word && word < p.to);
        around || self.named(word).is_some()
    }
}

/// A list item, in words.
#[derive(Clone, Copy)]
pub struct Item {
    pub from: usize,
    pub words: usize,
    pub base: usize,
    pub flags: u32,
    pub pointer: Option<usize>,
}

impl Item {
    pub fn to(&self) -> usize {
        self.from + self.words
    }

    pub fn has(&self, flag: u32) -> bool {
        self.flags & flag != 0
    }
}

/// The construct is an error.
pub struct Wrong;

/// The present table, as plainly as it can be written.
#[derive(Clone, Default)]
pub struct Model {
    pub blocks: Vec<Block>,
    pub turn: u64,
    pub last: usize,
    pub host: Vec<Word>,
}

impl Model {
    pub fn overlapping(&self, item: &Item) -> Vec<usize> {
        let overlaps = |b: &Block| b.hull().0 < item.to() && item.from < b.hull().1;
        (0..self.blocks.len())
            .filter(|&i| item.words > 0 && overlaps(&self.blocks[i]))
            .collect()
    }

    /// Whether nothing of these blocks is mapped: what they have is there only for the pointers in it.
    fn can_move(&self, blocks: &[usize]) -> bool {
        blocks.iter().all(|&i| self.blocks[i].named.is_empty())
    }

    /// The block that holds a list item, none where nothing of it is mapped; an error where a part of it is elsewhere
    /// or nowhere.
    pub fn locate(&self, item: &Item) -> Result<Option<usize>, Wrong> {
        let there = self.overlapping(item);
        let inside = |i: usize| {
            let (from, to) = self.blocks[i].hull();
            from <= item.from && item.to() <= to
        };
        if self.can_move(&there) && !there.iter().any(|&i| inside(i)) {
            return Ok(None);
        }
        let [one] = there[..] else {
            return Err(Wrong);
        };
        let (from, to) = self.blocks[one].hull();
        let inside = inside(one);
        let only = item.has(IMPLICIT) && item.from <= from && to <= item.to();
        if inside || only {
            Ok(Some(one))
        } else {
            Err(Wrong)
        }
    }

    pub fn check_present(&self, item: &Item) -> Result<(), Wrong> {
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

    pub fn enter(&mut self, list: &[Item], data: bool) -> Result<(), Wrong> {
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

    pub fn pointed_into(&mut self, item: &Item) -> Option<&mut Part> {
        let at = self.hull_at(item.from)?;
        let mut parts = self.blocks[at].named.iter_mut();
        parts.find(|p| p.from <= item.from && item.from < p.to)
    }

    pub fn create(&mut self, item: &Item, list: &[Item]) -> usize {
        // Neighbours of the same base, as far as nothing is mapped between them.
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
                (o.from < from || o.to() > to) && self.can_move(&self.overlapping(&both))
            });
            let Some(o) = wider else { break };
            (from, to) = (from.min(o.from), to.max(o.to()));
        }
        let both = Item {
            from,
            words: to - from,
            ..*item
        };
        let moved: Vec<Block> = {
            let moved = self.overlapping(&both);
            let ids: Vec<usize> = moved.iter().map(|&i| self.blocks[i].id).collect();
            let (gone, stay) = std::mem::take(&mut self.blocks)
                .into_iter()
                .partition(|b| ids.contains(&b.id));
            self.blocks = stay;
            gone
        };
        for block in &moved {
            (from, to) = (from.min(block.room.0), to.max(block.room.1));
        }
        self.last += 1;
        let mut words = vec![None; WORDS];
        words[from..to].fill(Some(Word::Unknown));
        let mut made = Block {
            id: self.last,
            room: (from, to),
            words,
            ..Block::default()
        };
        for block in moved {
            for w in (0..WORDS).filter(|&w| block.mapped(w)) {
                made.words[w] = block.words[w];
            }
            made.around.extend(block.around);
            made.bases.extend(block.bases);
            made.attached.extend(block.attached);
            self.redirect(&mut made, block.id);
        }
        self.blocks.push(made);
        self.blocks.len() - 1
    }

    /// Pointers that led to a block lead to the one that it has become part of.
    fn redirect(&mut self, made: &mut Block, old: usize) {
        let new = made.id;
        for block in self.blocks.iter_mut().chain([made]) {
            for held in block.attached.iter_mut().filter(|held| held.1 == old) {
                held.1 = new;
                block.words[held.0] = Some(Word::Device(new, held.2));
            }
        }
    }

    pub fn copy_to(&mut self, at: usize, w: usize) {
        let block = &mut self.blocks[at];
        let held = block.attached.iter().find(|a| a.0 == w);
        block.words[w] = Some(match held {
            Some(&(_, id, base)) => Word::Device(id, base),
            None => self.host[w],
        });
    }

    pub fn copy_back(&mut self, at: usize, w: usize) {
        let block = &self.blocks[at];
        if block.attached.iter().all(|a| a.0 != w) {
            self.host[w] = block.words[w].expect("within the block");
        }
    }

    pub fn exit(&mut self, list: &[Item], data: bool) -> Result<(), Wrong> {
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
            // What is there in part only is not present.
            let located = match self.locate(item) {
                Err(Wrong) if !item.has(FROM) => None,
                located => located?,
            };
            let Some(at) = located else {
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

    /// Removes parts whose count is zero, and structures that were present for pointers to them.
    pub fn drop_ended(&mut self) {
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

    pub fn update(&mut self, list: &[Item]) -> Result<(), Wrong> {
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

    pub fn hull_at(&self, word: usize) -> Option<usize> {
        let mut all = 0..self.blocks.len();
        all.find(|&i| self.blocks[i].hull().0 <= word && word < self.blocks[i].hull().1)
    }

    /// The block of a pointer's value, in bytes from the first word: by its bytes, then by a base address, then by the
    /// range that its base addresses give it, of these the nearest.
    pub fn lookup(&self, at: usize) -> Option<usize> {
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
