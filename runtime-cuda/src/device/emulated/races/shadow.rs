//! What is remembered of memory: for each 4 bytes the last write and the reads since.
//!
//! The scheme is that of FastTrack (Flanagan and Freund, 2009): one write is enough, since earlier ones are ordered
//! before it or were told; so is one read until reads of several strands come together, of which then four are
//! kept. Where accesses do not cover the 4 bytes, each byte has a cell of its own. Knows no clocks: [`Order`] says
//! what came before.

/// Bytes that share a cell.
pub const GRAIN: usize = 4;

/// One access: where in the code, by whom, when.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Access {
    /// From the lowest bit: the address of the code (47 bits), the strand's number in its team (10), whether it is
    /// atomic, and its size (4: a power of two, or 15).
    pub what: u64,
    /// The strand's clock (32 bits) and its team.
    pub when: u64,
}

const CODE: u64 = (1 << 47) - 1;
const STRAND: u64 = 1023 << 47;
const ATOMIC: u64 = 1 << 57;
const SIZE: u32 = 58;

/// The clock of an entry that leads elsewhere: to several readers, or to the cells of single bytes.
const ELSEWHERE: u32 = u32::MAX;

impl Access {
    pub const NONE: Access = Access { what: 0, when: 0 };

    pub fn of(team: u32, strand: u32, clock: u32) -> Access {
        Access {
            what: u64::from(strand) << 47,
            when: u64::from(team) << 32 | u64::from(clock),
        }
    }

    #[inline]
    pub fn at(self, code: usize, bytes: usize, atomic: bool) -> Access {
        let size = if bytes.is_power_of_two() {
            bytes.trailing_zeros().min(15)
        } else {
            15
        };
        Access {
            what: self.what
                | (code as u64 & CODE)
                | u64::from(size) << SIZE
                | if atomic { ATOMIC } else { 0 },
            when: self.when,
        }
    }

    pub fn code(self) -> usize {
        (self.what & CODE) as usize
    }

    pub fn strand(self) -> u32 {
        ((self.what & STRAND) >> 47) as u32
    }

    pub fn is_atomic(self) -> bool {
        self.what & ATOMIC != 0
    }

    /// None: a range of some other size.
    pub fn bytes(self) -> Option<usize> {
        let size = self.what >> SIZE & 15;
        (size != 15).then_some(1 << size)
    }

    #[inline]
    pub fn clock(self) -> u32 {
        self.when as u32
    }

    pub fn team(self) -> u32 {
        (self.when >> 32) as u32
    }

    #[inline]
    pub fn same_strand(self, other: Access) -> bool {
        (self.when ^ other.when) >> 32 == 0 && (self.what ^ other.what) & STRAND == 0
    }

    /// By one strand between two of its synchronisations.
    #[inline]
    fn same_time(self, other: Access) -> bool {
        self.when == other.when && (self.what ^ other.what) & STRAND == 0
    }

    fn elsewhere(index: usize) -> Access {
        Access {
            what: index as u64,
            when: u64::from(ELSEWHERE),
        }
    }

    fn index(self) -> Option<usize> {
        (self.clock() == ELSEWHERE).then_some(self.what as usize)
    }

    /// By team, then by thread.
    fn place(self) -> (u32, u32) {
        (self.team(), self.strand())
    }
}

#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cell {
    write: Access,
    read: Access,
}

/// Who knows what is ordered, and takes what is not.
pub trait Order {
    /// Whether what an access of another strand did is ordered before what the present strand does now.
    fn before(&self, access: Access) -> bool;
    /// Neither is ordered before the other: `first` was there already.
    fn race(&mut self, first: Access, first_writes: bool, second: Access, second_writes: bool);
}

/// Of many readers the lowest, the highest and the last two: who writes without having met all of them is most
/// likely unordered with one of these.
#[derive(Clone, Copy, Default)]
struct Readers {
    list: [Access; 4],
    count: usize,
}

impl Readers {
    fn add(&mut self, mine: Access, order: &impl Order) {
        if let Some(own) = (0..self.count).find(|&i| self.list[i].same_strand(mine)) {
            if self.list[own].is_atomic() || !mine.is_atomic() {
                self.list[own] = mine;
            }
            return;
        }
        if let Some(old) = (0..self.count).find(|&i| order.before(self.list[i])) {
            self.list[old] = mine;
        } else if self.count < 4 {
            self.list[self.count] = mine;
            self.count += 1;
        } else {
            // 0 is the lowest, 3 the highest; of those between the older one goes.
            if mine.place() < self.list[0].place() {
                self.list[1] = self.list[0];
                self.list[0] = mine;
            } else if mine.place() > self.list[3].place() {
                self.list[1] = self.list[2];
                self.list[2] = self.list[3];
                self.list[3] = mine;
            } else {
                self.list[1] = self.list[2];
                self.list[2] = mine;
            }
            return;
        }
        self.list[..self.count].sort_unstable_by_key(|access| access.place());
    }
}

/// What did not find room in a cell.
#[derive(Default)]
pub struct Shadow {
    readers: Vec<Readers>,
    free: Vec<usize>,
    bytes: Vec<[Cell; GRAIN]>,
}

impl Cell {
    /// What most accesses come to: the strand itself had this before, or nobody since `floor`. True: done.
    ///
    /// Of an access that covers the cell.
    #[inline(always)]
    pub fn quick(&mut self, mine: Access, write: bool, floor: u32) -> bool {
        // Nobody else's since the floor.
        let own = |access: Access| {
            access.clock() <= floor || access.same_strand(mine) && access.clock() != ELSEWHERE
        };
        if write {
            if own(self.write) && own(self.read) {
                // A plain write counts more than an atomic one of the same time.
                if !(self.write.same_time(mine) && mine.is_atomic()) {
                    self.write = mine;
                }
                self.read = Access::NONE;
                return true;
            }
            return false;
        }
        if self.read.same_time(mine) && (mine.is_atomic() || !self.read.is_atomic()) {
            return true;
        }
        if own(self.write) && own(self.read) {
            self.read = mine;
            return true;
        }
        false
    }
}

impl Shadow {
    /// An access of the bytes `first..last` of a cell.
    pub fn access(
        &mut self,
        cell: &mut Cell,
        mine: Access,
        write: bool,
        (first, last): (usize, usize),
        order: &mut impl Order,
    ) {
        if cell.write.index().is_none() {
            if (first, last) == (0, GRAIN) {
                return self.whole(cell, mine, write, order);
            }
            self.split(cell);
        }
        let index = cell.write.index().expect("split above");
        let mut bytes = self.bytes[index];
        for byte in &mut bytes[first..last] {
            self.whole(byte, mine, write, order);
        }
        self.bytes[index] = bytes;
    }

    /// Gives each byte a cell of its own, with what was known of all.
    fn split(&mut self, cell: &mut Cell) {
        let mut bytes = [*cell; GRAIN];
        if let Some(readers) = cell.read.index() {
            let list = self.readers[readers];
            for byte in &mut bytes[1..] {
                byte.read = self.keep(list);
            }
        }
        *cell = Cell {
            write: Access::elsewhere(self.bytes.len()),
            read: Access::NONE,
        };
        self.bytes.push(bytes);
    }

    fn keep(&mut self, list: Readers) -> Access {
        match self.free.pop() {
            Some(index) => {
                self.readers[index] = list;
                Access::elsewhere(index)
            }
            None => {
                self.readers.push(list);
                Access::elsewhere(self.readers.len() - 1)
            }
        }
    }

    fn whole(&mut self, cell: &mut Cell, mine: Access, write: bool, order: &mut impl Order) {
        let meets = |other: Access, order: &dyn Order| {
            !(other.same_strand(mine)
                || other.is_atomic() && mine.is_atomic()
                || order.before(other))
        };
        if meets(cell.write, order) {
            order.race(cell.write, true, mine, write);
        }
        if !write {
            return self.read(cell, mine, order);
        }
        match cell.read.index() {
            None => {
                if meets(cell.read, order) {
                    order.race(cell.read, false, mine, true);
                }
            }
            Some(index) => {
                let readers = self.readers[index];
                let list = &readers.list[..readers.count];
                if let Some(&other) = list.iter().find(|&&other| meets(other, order)) {
                    order.race(other, false, mine, true);
                }
                self.free.push(index);
            }
        }
        cell.write = mine;
        cell.read = Access::NONE;
    }

    fn read(&mut self, cell: &mut Cell, mine: Access, order: &mut impl Order) {
        if let Some(index) = cell.read.index() {
            self.readers[index].add(mine, order);
        } else if cell.read.same_strand(mine) || order.before(cell.read) {
            if !cell.read.same_time(mine) || cell.read.is_atomic() {
                cell.read = mine;
            }
        } else {
            let mut readers = Readers::default();
            readers.add(cell.read, order);
            readers.add(mine, order);
            cell.read = self.keep(readers);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All that was before clock `.0` is ordered.
    struct Barriers(u32, Vec<(u32, u32)>);

    impl Order for Barriers {
        fn before(&self, access: Access) -> bool {
            access.clock() <= self.0
        }
        fn race(&mut self, first: Access, _: bool, second: Access, _: bool) {
            self.1.push((first.strand(), second.strand()));
        }
    }

    fn by(strand: u32, clock: u32) -> Access {
        Access::of(0, strand, clock).at(0x40_1000, 4, false)
    }

    const ALL: (usize, usize) = (0, GRAIN);

    #[test]
    fn an_access_is_what_was_put_in() {
        let access = Access::of(0xfff0_0001, 1023, 77).at(0x7fff_ffff_fff1, 8, true);
        assert_eq!(
            (access.team(), access.strand(), access.clock()),
            (0xfff0_0001, 1023, 77)
        );
        assert_eq!((access.code(), access.bytes()), (0x7fff_ffff_fff1, Some(8)));
        assert!(access.is_atomic());
        assert_eq!(access.at(0, 24, false).bytes(), None);
    }

    #[test]
    fn writes_of_two_strands_race_unless_ordered() {
        let (mut shadow, mut cell, mut order) =
            (Shadow::default(), Cell::default(), Barriers(0, vec![]));
        shadow.access(&mut cell, by(1, 1), true, ALL, &mut order);
        shadow.access(&mut cell, by(1, 1), true, ALL, &mut order);
        assert_eq!(order.1, []);
        shadow.access(&mut cell, by(2, 1), true, ALL, &mut order);
        assert_eq!(order.1, [(1, 2)]);
        order.0 = 1;
        shadow.access(&mut cell, by(3, 2), false, ALL, &mut order);
        assert_eq!(order.1.len(), 1);
    }

    #[test]
    fn a_writer_meets_every_reader_that_is_kept() {
        for writer in 0..8 {
            let (mut shadow, mut cell, mut order) =
                (Shadow::default(), Cell::default(), Barriers(0, vec![]));
            for reader in [3, 0, 7, 5, 4, 1] {
                shadow.access(&mut cell, by(reader, 1), false, ALL, &mut order);
            }
            shadow.access(&mut cell, by(writer, 1), true, ALL, &mut order);
            assert_eq!(
                order.1.len(),
                1,
                "thread {writer} writes what six have read"
            );
            assert_eq!(shadow.free.len(), 1);
        }
    }

    #[test]
    fn reads_alone_and_atomics_alone_never_race() {
        let (mut shadow, mut cell, mut order) =
            (Shadow::default(), Cell::default(), Barriers(0, vec![]));
        for strand in 0..9 {
            shadow.access(&mut cell, by(strand, 1), false, ALL, &mut order);
        }
        let mut cell = Cell::default();
        for strand in 0..9 {
            let atomic = Access::of(0, strand, 1).at(1, 4, true);
            shadow.access(&mut cell, atomic, strand % 2 == 0, ALL, &mut order);
        }
        assert_eq!(order.1, []);
        shadow.access(&mut cell, by(9, 1), false, ALL, &mut order);
        assert_eq!(
            order.1,
            [(8, 9)],
            "a plain read of what others change atomically"
        );
    }

    #[test]
    fn bytes_beside_each_other_are_different_places() {
        let (mut shadow, mut cell, mut order) =
            (Shadow::default(), Cell::default(), Barriers(0, vec![]));
        for byte in 0..4 {
            shadow.access(
                &mut cell,
                by(byte as u32, 1),
                true,
                (byte, byte + 1),
                &mut order,
            );
        }
        assert_eq!(order.1, []);
        shadow.access(&mut cell, by(2, 1), false, (2, 3), &mut order);
        assert_eq!(order.1, []);
        shadow.access(&mut cell, by(2, 1), false, ALL, &mut order);
        assert_eq!(order.1, [(0, 2), (1, 2), (3, 2)]);
    }

    #[test]
    fn the_quick_way_says_no_where_order_matters() {
        let mut cell = Cell::default();
        assert!(cell.quick(by(1, 5), true, 4));
        assert!(cell.quick(by(1, 6), false, 4));
        assert!(!cell.quick(by(2, 5), false, 4), "another's write");
        assert!(!cell.quick(by(2, 5), true, 4));
        assert!(cell.quick(by(2, 8), true, 6), "the launch before");
    }
}
