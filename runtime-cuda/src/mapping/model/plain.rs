//! A plain model of the present table (OpenMP 5.2, 5.8.3): lists that are searched from one end to the other, and device
//! memory that is a map of words.

use super::WORDS;
use super::blocks::{Block, Held, Item, Part, Word};
use crate::ffi::{ALWAYS, AROUND, DELETE, FROM, IMPLICIT, PRESENT, TO};

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
        let only = item.has(IMPLICIT) && !item.has(AROUND);
        let only = only && item.from <= from && to <= item.to();
        if inside || only {
            Ok(Some(one))
        } else {
            Err(Wrong)
        }
    }

    /// Ends structures that lie across an item, where their blocks have other items elsewhere.
    fn make_way(&mut self, item: &Item) {
        let (turn, mut ended) = (self.turn, false);
        for at in self.overlapping(item) {
            let block = &mut self.blocks[at];
            let (from, to) = block.hull();
            let inside = from <= item.from && item.to() <= to;
            let mut named = block.named.iter();
            let mut parts = block.named.iter().chain(&block.around);
            let used = parts.any(|p| p.counted == turn);
            let overlaps = |p: &Part| p.from < item.to() && item.from < p.to;
            if used || inside || block.named.is_empty() || named.any(overlaps) {
                continue;
            }
            let across = |p: &Part| overlaps(p) && (p.from < item.from || p.to > item.to());
            let before = block.around.len();
            block.around.retain(|p| !across(p));
            ended |= block.around.len() < before;
        }
        if !ended {
            return;
        }
        // What this construct has made has room for items that are still to come.
        let of_this = |b: &&Block| b.named.iter().chain(&b.around).any(|p| p.counted == turn);
        let kept: Vec<Block> = self.blocks.iter().filter(of_this).cloned().collect();
        self.drop_ended();
        for block in &mut self.blocks {
            if let Some(kept) = kept.iter().find(|one| one.id == block.id) {
                *block = kept.clone();
            }
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
        let mut stale = vec![];
        for item in &order {
            self.make_way(item);
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
            let made = fresh.clone();
            if around {
                if item.has(ALWAYS) {
                    fresh = (from..to).collect();
                }
                fresh.retain(|&w| block.named(w).is_none());
                if item.has(ALWAYS) {
                    stale.extend(self.verify_structure(at, &fresh));
                }
            } else if item.has(ALWAYS) {
                fresh = (from..to).filter(|&w| block.named(w).is_some()).collect();
            }
            if !around {
                stale.extend(self.verify(at, &fresh, item, &made));
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
            let held = Held {
                at: pointer,
                to: id,
                base: item.base as i64,
                host: self.host[pointer].number(),
                assumed: 0,
            };
            let holds = |a: &Held| a.word() == held.word() && [0, turn].contains(&a.assumed);
            let there = holder.attached.iter().find(|a| a.at == pointer);
            if !there.is_some_and(holds) {
                holder.words[pointer] = Some(held.word());
            }
            holder.attached.retain(|a| a.at != pointer);
            holder.attached.push(held);
        }
        for item in list.iter().filter(|item| data && item.words == 0) {
            if let Some(part) = self.pointed_into(item)
                && part.counted != turn
            {
                part.count += 1;
                part.counted = turn;
            }
        }
        self.end_emptied(&stale);
        Ok(())
    }

    /// Forgets attachments of pointer objects with another value on the host, of what an item has made, and where it copies
    /// of what is assumed; returns them.
    fn verify(&mut self, at: usize, copied: &[usize], item: &Item, made: &[usize]) -> Vec<usize> {
        let turn = self.turn;
        let mut stale = vec![];
        for held in &mut self.blocks[at].attached {
            let is_made = made.contains(&held.at);
            if is_made {
                held.assumed = turn;
            }
            let looked_at = is_made || item.has(TO) && copied.contains(&held.at);
            if looked_at && held.assumed != 0 && self.host[held.at].number() != held.host {
                stale.push(held.at);
            }
        }
        let attached = &mut self.blocks[at].attached;
        attached.retain(|held| !stale.contains(&held.at));
        stale
    }

    /// Ends structures that were there for pointers which are attached no more.
    fn end_emptied(&mut self, stale: &[usize]) {
        let turn = self.turn;
        for &pointer in stale {
            for block in &mut self.blocks {
                let mut around = block.around.iter_mut();
                let structure = around.find(|p| p.from <= pointer && pointer < p.to);
                let Some(part) = structure else { continue };
                let mut attached = block.attached.iter();
                let used = attached.any(|a| part.from <= a.at && a.at < part.to);
                if !used && part.counted != turn {
                    part.count = 0;
                }
            }
        }
        self.drop_ended();
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
            for held in block.attached.iter_mut().filter(|held| held.to == old) {
                // A block whose memory has room for the other bytes stays where it is, and so do pointers to it: where a
                // kernel has written one, its value is not known.
                let was = held.word();
                held.to = new;
                let kept = block.words[held.at] == Some(was);
                block.words[held.at] = Some(if kept { held.word() } else { Word::Unknown });
            }
        }
    }

    pub fn copy_to(&mut self, at: usize, w: usize) {
        let block = &mut self.blocks[at];
        let held = block.attached.iter().find(|a| a.at == w);
        block.words[w] = Some(held.map_or(self.host[w], Held::word));
    }

    pub fn copy_back(&mut self, at: usize, w: usize) {
        let block = &self.blocks[at];
        let word = block.words[w].expect("within the block");
        // What a kernel has written where a pointer object was assumed comes back, but no address.
        let written = |a: &Held| a.assumed != 0 && !matches!(word, Word::Device(..));
        let mut attached = block.attached.iter();
        if attached.all(|a| a.at != w || written(a)) {
            self.host[w] = word;
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
                Err(Wrong) if !item.has(FROM) || item.has(AROUND) => None,
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
            let located = match self.locate(item) {
                Err(Wrong) if item.has(AROUND) => None,
                located => located?,
            };
            let Some(at) = located else {
                continue;
            };
            for w in item.from..item.to() {
                let block = &self.blocks[at];
                let part = block.named(w);
                let back = match item.has(AROUND) {
                    true => part.is_none() && block.mapped(w),
                    false => part.is_some_and(|p| p.count == 0 || item.has(ALWAYS)),
                };
                if back {
                    self.copy_back(at, w);
                }
            }
        }
        self.drop_ended();
        Ok(())
    }

    /// Removes parts whose count is zero, and structures that were present for pointers to them. A structure stays while a
    /// list item has some of it.
    pub fn drop_ended(&mut self) {
        let mut again = true;
        while std::mem::take(&mut again) {
            let mut gone = vec![];
            for block in &mut self.blocks {
                block.drop_parts();
                let mapped: Vec<bool> = (0..WORDS).map(|w| block.mapped(w)).collect();
                block.attached.retain(|a| mapped[a.at]);
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
                let leads = |a: &&Held| gone.contains(&a.to);
                let lost: Vec<Held> = block.attached.iter().filter(leads).copied().collect();
                block.attached.retain(|a| !leads(&a));
                for held in lost {
                    let pointer = held.at;
                    if held.assumed == 0 || block.words[pointer] == Some(held.word()) {
                        // The values of a structure that nothing maps are not seen.
                        let named = block.named(pointer).is_some();
                        let host = self.host[pointer];
                        block.words[pointer] = Some(if named { host } else { Word::Unknown });
                    }
                    let attached = &block.attached;
                    let structure = block
                        .around
                        .iter_mut()
                        .find(|p| p.from <= pointer && pointer < p.to);
                    if let Some(part) = structure
                        && attached.iter().all(|a| a.at < part.from || a.at >= part.to)
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
            let named = (item.from..item.to()).filter(|&w| self.blocks[at].named(w).is_some());
            let named: Vec<usize> = named.collect();
            self.verify(at, &named, item, &[]);
            for w in named {
                match item.has(TO) {
                    true => self.copy_to(at, w),
                    false => self.copy_back(at, w),
                }
            }
        }
        Ok(())
    }
}

/// Larger ones first, else in the list's order.
fn by_size(list: &[Item]) -> Vec<Item> {
    let mut order: Vec<Item> = list.iter().filter(|i| i.words > 0).copied().collect();
    order.sort_by_key(|i| std::cmp::Reverse(i.words));
    order
}
