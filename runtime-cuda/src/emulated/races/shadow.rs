//! The shadow of memory for races: for each 8 bytes, or each 4, the last write and the reads since.
//!
//! The scheme is that of FastTrack (Flanagan and Freund, 2009): one write is enough, since earlier ones are ordered
//! before it or were reported; so is one read until several strands have read, of which four are then kept. 8 bytes
//! share a cell while accesses cover all of them; where accesses do not cover a half of them, each byte of it has a cell
//! of its own. Knows no clocks: [`Order`] says what came before.

mod access;

pub use access::{Access, Kind};

/// Bytes that share a granule.
pub const GRAIN: usize = 8;
/// Bytes that may have a cell of their own.
pub const HALF: usize = 4;

/// In the place of the second half: it has no cell of its own. A clock that no strand has.
const JOINED: u64 = u32::MAX as u64;

#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cell {
    write: Access,
    read: Access,
}

/// What is remembered of 8 bytes: one cell for all, or one for each half of them. Fills a line of the cache.
#[repr(C, align(64))]
#[derive(Clone, Copy, Debug, Default)]
pub struct Granule {
    halves: [Cell; 2],
}

/// What is known of an access without asking who ordered it.
#[derive(Clone, Copy)]
pub struct Own {
    /// Clocks up to this one are of earlier launches.
    pub floor: u32,
    /// From this clock on what the present strand did comes before what it does.
    pub since: u32,
}

/// Answers which accesses are ordered, and receives the races.
pub trait Order {
    /// Whether what an access of another strand did is ordered before what the present strand does now.
    fn before(&self, access: Access) -> bool;
    /// Whether what the present strand did itself may happen at once with what it does now.
    fn beside(&self, access: Access) -> bool;
    /// Neither is ordered before the other, from byte `at` of the granule on: `first` was there already.
    fn race(&mut self, at: usize, first: (Access, bool), second: (Access, bool));
}

/// Of many readers the lowest, the highest and the last two, in this order; some may be the same. A write that is not
/// ordered after all readers is most likely unordered with one of these.
#[repr(align(64))]
#[derive(Clone, Copy, Default)]
struct Readers([Access; 4]);

const LOWEST: usize = 0;
const HIGHEST: usize = 1;
const LAST: usize = 2;
const LAST_BUT_ONE: usize = 3;

impl Readers {
    fn of(first: Access) -> Readers {
        Readers([first; 4])
    }

    fn add(&mut self, mine: Access, order: &impl Order) {
        let list = &mut self.0;
        if let Some(own) = list.iter().position(|&old| is_own(old, mine, order)) {
            if list[own].is_weak() || !mine.is_weak() {
                let before = list[own];
                for old in list.iter_mut().filter(|old| **old == before) {
                    *old = mine;
                }
            }
        } else if list.iter().all(|&old| order.before(old)) {
            // What is not ordered behind one of them is not ordered behind this one.
            *self = Readers::of(mine);
        } else {
            let out = if mine.place() < list[LOWEST].place() {
                std::mem::replace(&mut list[LOWEST], mine)
            } else if mine.place() > list[HIGHEST].place() {
                std::mem::replace(&mut list[HIGHEST], mine)
            } else {
                mine
            };
            list[LAST_BUT_ONE] = std::mem::replace(&mut list[LAST], out);
        }
    }
}

/// What did not find room in a cell. All of it is of one launch: what cells have of earlier ones leads nowhere.
#[derive(Default)]
pub struct Shadow {
    /// Clocks up to this one are of earlier launches.
    floor: u32,
    readers: Vec<Readers>,
    free: Vec<usize>,
    bytes: Vec<[Cell; HALF]>,
}

impl Cell {
    /// The case of most accesses that cover the cell: the strand itself accessed it before, or nobody in this launch. True
    /// where the access is recorded and done with.
    #[inline(always)]
    fn quick(&mut self, mine: Access, write: bool, Own { floor, since }: Own) -> bool {
        // Nobody else's since the floor; what leads elsewhere is of no strand.
        let own = |access: Access| {
            access.clock() <= floor || access.same_strand(mine) && access.clock() >= since
        };
        if write {
            if own(self.write) && own(self.read) {
                self.written(mine);
                return true;
            }
            return false;
        }
        if self.read.same_time(mine) && (mine.is_weak() || !self.read.is_weak()) {
            return true;
        }
        if own(self.write) && own(self.read) {
            self.read = mine;
            return true;
        }
        false
    }

    /// A plain write counts more than an atomic one, or a reduction's, of the same time.
    #[inline(always)]
    fn written(&mut self, mine: Access) {
        if !(self.write.same_time(mine) && mine.is_weak()) {
            self.write = mine;
        }
        self.read = Access::NONE;
    }

    /// Nothing that it remembers can be part of a race.
    fn is_over(&self, floor: u32) -> bool {
        self.write.clock() <= floor && self.read.clock() <= floor
    }

    /// Forgets where it led in an earlier launch.
    fn renew(&mut self, floor: u32) {
        if self.is_over(floor) {
            *self = Cell::default();
        } else if self.read.clock() <= floor {
            self.read = Access::NONE;
        }
    }
}

impl Granule {
    /// The first cell is that of all 8 bytes.
    #[inline(always)]
    fn is_joined(&self) -> bool {
        self.halves[1].write.when == JOINED
    }

    fn join(&mut self) {
        self.halves[1] = Cell {
            write: Access {
                what: 0,
                when: JOINED,
            },
            read: Access::NONE,
        };
    }

    /// [`Cell::quick`] for an access of all 8 bytes.
    #[inline(always)]
    pub fn quick(&mut self, mine: Access, write: bool, own: Own) -> bool {
        self.is_joined() && self.halves[0].quick(mine, write, own)
    }

    /// [`Cell::quick`] for an access of the first or the second 4 bytes.
    #[inline(always)]
    pub fn quick_half(&mut self, half: usize, mine: Access, write: bool, own: Own) -> bool {
        !self.is_joined() && self.halves[half].quick(mine, write, own)
    }
}

impl Shadow {
    /// A launch begins, behind all that was up to a clock.
    pub fn begin(&mut self, floor: u32) {
        self.floor = floor;
        self.readers.clear();
        self.free.clear();
        self.bytes.clear();
    }

    /// An access of the bytes `first..last` of a granule.
    pub fn access(
        &mut self,
        granule: &mut Granule,
        mine: Access,
        write: bool,
        (first, last): (usize, usize),
        order: &mut impl Order,
    ) {
        granule.halves[0].renew(self.floor);
        if !granule.is_joined() {
            granule.halves[1].renew(self.floor);
        }
        if (first, last) != (0, GRAIN) {
            self.part(granule);
            for half in first / HALF..last.div_ceil(HALF) {
                let start = half * HALF;
                let bytes = (first.max(start) - start, last.min(start + HALF) - start);
                self.half(granule, half, mine, write, bytes, order);
            }
            return;
        }
        if granule.halves == [Cell::default(); 2] {
            granule.join();
        }
        if granule.is_joined() {
            return self.whole(&mut granule.halves[0], mine, write, 0, order);
        }
        for half in [0, 1] {
            self.half(granule, half, mine, write, (0, HALF), order);
        }
        let [low, high] = granule.halves;
        if low == high && low.read == Access::NONE && low.write.index().is_none() {
            granule.join();
        }
    }

    /// Forgets all accesses to these granules.
    pub fn clear(&mut self, granules: &mut [Granule]) {
        for granule in granules {
            for cell in granule.halves {
                if cell.read.clock() > self.floor {
                    self.free.extend(cell.read.index());
                }
            }
            *granule = Granule::default();
        }
    }

    /// Gives each half a cell of its own, with what was known of both.
    fn part(&mut self, granule: &mut Granule) {
        if granule.is_joined() {
            granule.halves[1] = self.copy(granule.halves[0]);
        }
    }

    fn copy(&mut self, cell: Cell) -> Cell {
        match cell.read.index() {
            Some(readers) => Cell {
                read: self.keep(self.readers[readers]),
                ..cell
            },
            None => cell,
        }
    }

    /// An access of the bytes `first..last` of a half.
    fn half(
        &mut self,
        granule: &mut Granule,
        half: usize,
        mine: Access,
        write: bool,
        (first, last): (usize, usize),
        order: &mut impl Order,
    ) {
        let cell = &mut granule.halves[half];
        if cell.write.index().is_none() {
            if (first, last) == (0, HALF) {
                return self.whole(cell, mine, write, half * HALF, order);
            }
            self.split(cell);
        }
        let index = cell.write.index().expect("split above");
        let mut bytes = self.bytes[index];
        for (byte, cell) in (first..last).zip(&mut bytes[first..last]) {
            self.whole(cell, mine, write, half * HALF + byte, order);
        }
        self.bytes[index] = bytes;
    }

    /// Gives each byte a cell of its own, with what was known of all.
    fn split(&mut self, cell: &mut Cell) {
        let bytes = [*cell, self.copy(*cell), self.copy(*cell), self.copy(*cell)];
        *cell = Cell {
            write: Access::elsewhere(self.bytes.len(), self.floor + 1),
            read: Access::NONE,
        };
        self.bytes.push(bytes);
    }

    fn keep(&mut self, list: Readers) -> Access {
        let index = match self.free.pop() {
            Some(index) => {
                self.readers[index] = list;
                index
            }
            None => {
                self.readers.push(list);
                self.readers.len() - 1
            }
        };
        Access::elsewhere(index, self.floor + 1)
    }

    /// An access of all bytes of a cell, the first of which is byte `at` of its granule.
    fn whole(
        &mut self,
        cell: &mut Cell,
        mine: Access,
        write: bool,
        at: usize,
        order: &mut impl Order,
    ) {
        if is_unordered(cell.write, mine, order) {
            order.race(at, (cell.write, true), (mine, write));
        }
        if !write {
            return self.read(cell, mine, order);
        }
        match cell.read.index() {
            None => {
                if is_unordered(cell.read, mine, order) {
                    order.race(at, (cell.read, false), (mine, true));
                }
            }
            Some(index) => {
                let Readers(list) = self.readers[index];
                if let Some(&other) = list.iter().find(|&&other| is_unordered(other, mine, order)) {
                    order.race(at, (other, false), (mine, true));
                }
                self.free.push(index);
            }
        }
        cell.written(mine);
    }

    fn read(&mut self, cell: &mut Cell, mine: Access, order: &mut impl Order) {
        if let Some(index) = cell.read.index() {
            self.readers[index].add(mine, order);
        } else if is_own(cell.read, mine, order) || order.before(cell.read) {
            if !cell.read.same_time(mine) || cell.read.is_weak() {
                cell.read = mine;
            }
        } else {
            let mut readers = Readers::of(cell.read);
            readers.add(mine, order);
            cell.read = self.keep(readers);
        }
    }
}

/// Whether the other access is the present strand's, and comes before.
#[inline]
fn is_own(other: Access, mine: Access, order: &impl Order) -> bool {
    other.same_strand(mine) && !order.beside(other)
}

/// Whether nothing orders two accesses, one of another strand or of a concurrent iteration.
#[inline]
fn is_unordered(other: Access, mine: Access, order: &impl Order) -> bool {
    !(is_own(other, mine, order) || other.goes_with(mine) || order.before(other))
}

#[cfg(test)]
mod tests;
