//! One access as the shadow remembers it: where in the code, by whom, when, in two words.

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Plain,
    Atomic,
    /// By a reduction, which combines its original variable with private copies. Long arrays it may update
    /// atomically, so that these do not race with atomic ones.
    Reduction,
    /// By a reduction whose result one thread of the team adds to the original variable. The team's other threads do
    /// the same, as it were; another team must not do it at the same time.
    Result,
}

/// One access: where in the code, by whom, when.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Access {
    /// From the lowest bit: the address of the code (47 bits), the strand's number in its team (10), whether it is
    /// atomic, its size (4: a power of two, or 15), whether it is a reduction's of its original variable, and whether
    /// it is no access but leads elsewhere: to several readers, or to the cells of single bytes.
    pub what: u64,
    /// The strand's clock (32 bits) and its team.
    pub when: u64,
}

const CODE: u64 = (1 << 47) - 1;
const STRAND: u64 = 1023 << 47;
const ATOMIC: u64 = 1 << 57;
const SIZE: u32 = 58;
const REDUCTION: u64 = 1 << 62;

const ELSEWHERE: u64 = 1 << 63;
/// The team of what leads elsewhere: of no strand.
const NO_TEAM: u32 = u32::MAX;

impl Access {
    pub const NONE: Access = Access { what: 0, when: 0 };

    pub fn of(team: u32, strand: u32, clock: u32) -> Access {
        Access {
            what: u64::from(strand) << 47,
            when: u64::from(team) << 32 | u64::from(clock),
        }
    }

    #[inline]
    pub fn at(self, code: usize, bytes: usize, kind: Kind) -> Access {
        let size = if bytes.is_power_of_two() {
            bytes.trailing_zeros().min(15)
        } else {
            15
        };
        Access {
            what: self.what
                | (code as u64 & CODE)
                | u64::from(size) << SIZE
                | match kind {
                    Kind::Plain => 0,
                    Kind::Atomic => ATOMIC,
                    Kind::Reduction => ATOMIC | REDUCTION,
                    Kind::Result => REDUCTION,
                },
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

    /// Whether it races with fewer accesses than a plain one does.
    pub(super) fn is_weak(self) -> bool {
        self.what & (ATOMIC | REDUCTION) != 0
    }

    /// Whether two accesses to a location are of one kind (both atomic, or both a reduction's of one team), which do not
    /// race.
    pub(super) fn goes_with(self, other: Access) -> bool {
        let of_one_team =
            || self.is_reduction() && other.is_reduction() && self.team() == other.team();
        self.is_atomic() && other.is_atomic() || of_one_team()
    }

    pub fn is_reduction(self) -> bool {
        self.what & REDUCTION != 0
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
    pub(super) fn same_time(self, other: Access) -> bool {
        self.when == other.when && (self.what ^ other.what) & STRAND == 0
    }

    /// `clock`: any of the present launch.
    pub(super) fn elsewhere(index: usize, clock: u32) -> Access {
        Access {
            what: ELSEWHERE | index as u64,
            when: u64::from(NO_TEAM) << 32 | u64::from(clock),
        }
    }

    /// Where an entry of the present launch leads.
    #[inline]
    pub(super) fn index(self) -> Option<usize> {
        (self.what & ELSEWHERE != 0).then_some((self.what & !ELSEWHERE) as usize)
    }

    /// By team, then by thread.
    pub(super) fn place(self) -> (u32, u32) {
        (self.team(), self.strand())
    }
}
