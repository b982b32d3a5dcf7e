use super::*;

/// All that was before clock `.0` is ordered, by barriers; the races that were found, with their byte.
struct Barriers(u32, Vec<(u32, u32)>, Vec<usize>);

impl Order for Barriers {
    fn before(&self, access: Access) -> bool {
        access.clock() <= self.0
    }
    fn beside(&self, _: Access) -> bool {
        false
    }
    fn race(&mut self, at: usize, first: (Access, bool), second: (Access, bool)) {
        self.1.push((first.0.strand(), second.0.strand()));
        self.2.push(at);
    }
}

fn by(strand: u32, clock: u32) -> Access {
    Access::of(0, strand, clock).at(0x40_1000, 4, Kind::Plain)
}

const ALL: (usize, usize) = (0, GRAIN);
const LOW: (usize, usize) = (0, HALF);
const HIGH: (usize, usize) = (HALF, GRAIN);

fn fresh() -> (Shadow, Granule, Barriers) {
    let order = Barriers(0, vec![], vec![]);
    (Shadow::default(), Granule::default(), order)
}

#[test]
fn an_access_is_what_was_put_in() {
    let access = Access::of(0xfff0_0001, 1023, 77).at(0x7fff_ffff_fff1, 8, Kind::Atomic);
    assert_eq!(
        (access.team(), access.strand(), access.clock()),
        (0xfff0_0001, 1023, 77)
    );
    assert_eq!((access.code(), access.bytes()), (0x7fff_ffff_fff1, Some(8)));
    assert!(access.is_atomic());
    assert_eq!(access.at(0, 24, Kind::Plain).bytes(), None);
}

#[test]
fn writes_of_two_strands_race_unless_ordered() {
    let (mut shadow, mut granule, mut order) = fresh();
    shadow.access(&mut granule, by(1, 1), true, ALL, &mut order);
    shadow.access(&mut granule, by(1, 1), true, ALL, &mut order);
    assert_eq!(order.1, []);
    shadow.access(&mut granule, by(2, 1), true, ALL, &mut order);
    assert_eq!(order.1, [(1, 2)]);
    order.0 = 1;
    shadow.access(&mut granule, by(3, 2), false, ALL, &mut order);
    assert_eq!(order.1.len(), 1);
}

#[test]
fn a_writer_meets_every_reader_that_is_kept() {
    for writer in 0..8 {
        let (mut shadow, mut granule, mut order) = fresh();
        for reader in [3, 0, 7, 5, 4, 1] {
            shadow.access(&mut granule, by(reader, 1), false, ALL, &mut order);
        }
        shadow.access(&mut granule, by(writer, 1), true, ALL, &mut order);
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
    let (mut shadow, mut granule, mut order) = fresh();
    for strand in 0..9 {
        shadow.access(&mut granule, by(strand, 1), false, ALL, &mut order);
    }
    let mut granule = Granule::default();
    for strand in 0..9 {
        let atomic = Access::of(0, strand, 1).at(1, 4, Kind::Atomic);
        shadow.access(&mut granule, atomic, strand % 2 == 0, ALL, &mut order);
    }
    assert_eq!(order.1, []);
    shadow.access(&mut granule, by(9, 1), false, ALL, &mut order);
    assert_eq!(
        order.1,
        [(8, 9)],
        "a plain read of what others change atomically"
    );
}

#[test]
fn a_plain_write_outlives_an_atomic_one_of_its_time() {
    let (mut shadow, mut granule, mut order) = fresh();
    let by = |strand, kind| Access::of(0, strand, 1).at(1, 4, kind);
    for part in [LOW, ALL] {
        shadow.access(&mut granule, by(0, Kind::Plain), true, part, &mut order);
        shadow.access(&mut granule, by(0, Kind::Atomic), true, part, &mut order);
    }
    shadow.access(&mut granule, by(1, Kind::Atomic), true, LOW, &mut order);
    assert_eq!(order.1, [(0, 1)]);
}

#[test]
fn reductions_race_with_plain_accesses_alone() {
    let (mut shadow, mut granule, mut order) = fresh();
    let by = |strand, kind| Access::of(0, strand, 1).at(1, 4, kind);
    for strand in 0..4 {
        let access = by(strand, Kind::Reduction);
        shadow.access(&mut granule, access, true, ALL, &mut order);
    }
    assert_eq!(order.1, []);
    let plain = by(5, Kind::Plain);
    shadow.access(&mut granule, plain, false, ALL, &mut order);
    assert_eq!(order.1, [(3, 5)]);
}

#[test]
fn results_of_two_teams_race() {
    let by = |team, strand, kind| Access::of(team, strand, 1).at(1, 4, kind);
    let races = |first: (u32, Kind), second: (u32, Kind)| {
        let (mut shadow, mut granule, mut order) = fresh();
        let (first, second) = (by(first.0, 1, first.1), by(second.0, 2, second.1));
        shadow.access(&mut granule, first, true, ALL, &mut order);
        shadow.access(&mut granule, second, true, ALL, &mut order);
        !order.1.is_empty()
    };
    assert!(!races((0, Kind::Result), (0, Kind::Result)));
    assert!(races((0, Kind::Result), (1, Kind::Result)));
    assert!(races((0, Kind::Result), (1, Kind::Reduction)));
    assert!(races((0, Kind::Atomic), (0, Kind::Result)));
    assert!(!races((0, Kind::Reduction), (1, Kind::Reduction)));
}

#[test]
fn bytes_beside_each_other_are_different_places() {
    let (mut shadow, mut granule, mut order) = fresh();
    for byte in 0..GRAIN {
        let alone = (byte, byte + 1);
        shadow.access(&mut granule, by(byte as u32, 1), true, alone, &mut order);
    }
    assert_eq!(order.1, []);
    shadow.access(&mut granule, by(2, 1), false, (2, 3), &mut order);
    assert_eq!(order.1, []);
    shadow.access(&mut granule, by(2, 1), false, LOW, &mut order);
    assert_eq!(order.1, [(0, 2), (1, 2), (3, 2)]);
    shadow.access(&mut granule, by(9, 1), false, (3, 5), &mut order);
    assert_eq!(order.1[3..], [(3, 9), (4, 9)]);
    assert_eq!(order.2, [0, 1, 3, 3, 4]);
}

#[test]
fn halves_are_different_places_before_and_after_an_access_of_both() {
    let (mut shadow, mut granule, mut order) = fresh();
    shadow.access(&mut granule, by(1, 1), true, LOW, &mut order);
    shadow.access(&mut granule, by(2, 1), true, HIGH, &mut order);
    assert_eq!(order.1, []);
    shadow.access(&mut granule, by(3, 1), false, ALL, &mut order);
    assert_eq!(
        (&order.1[..], &order.2[..]),
        (&[(1, 3), (2, 3)][..], &[0, 4][..])
    );
    // What both know is remembered of each half.
    let (mut shadow, mut granule, mut order) = fresh();
    shadow.access(&mut granule, by(1, 1), true, ALL, &mut order);
    assert!(granule.is_joined());
    shadow.access(&mut granule, by(1, 1), true, HIGH, &mut order);
    assert!(!granule.is_joined());
    shadow.access(&mut granule, by(2, 1), true, LOW, &mut order);
    shadow.access(&mut granule, by(3, 1), false, HIGH, &mut order);
    assert_eq!(order.1, [(1, 2), (1, 3)]);
    // A write of both is one thing again.
    order.0 = 1;
    shadow.access(&mut granule, by(4, 2), true, ALL, &mut order);
    assert!(granule.is_joined());
}

#[test]
fn readers_of_both_halves_are_readers_of_each() {
    let (mut shadow, mut granule, mut order) = fresh();
    for reader in [4, 5, 6] {
        shadow.access(&mut granule, by(reader, 1), false, ALL, &mut order);
    }
    for (writer, half) in [(4, LOW), (6, HIGH)] {
        shadow.access(&mut granule, by(writer, 1), true, half, &mut order);
    }
    assert_eq!(order.1, [(6, 4), (4, 6)]);
    assert_eq!(shadow.free.len(), 2);
    shadow.access(&mut granule, by(1, 1), false, LOW, &mut order);
    shadow.clear(std::slice::from_mut(&mut granule));
    assert_eq!(granule.halves, Granule::default().halves);
}

#[test]
fn readers_that_are_ordered_make_room() {
    let (mut shadow, mut granule, mut order) = fresh();
    for reader in 0..9 {
        shadow.access(&mut granule, by(reader, 1), false, ALL, &mut order);
    }
    order.0 = 1;
    for reader in 3..6 {
        shadow.access(&mut granule, by(reader, 2), false, ALL, &mut order);
    }
    shadow.access(&mut granule, by(8, 2), true, ALL, &mut order);
    assert_eq!(order.1, [(3, 8)]);
}

#[test]
fn the_quick_way_says_no_where_order_matters() {
    let mut cell = Cell::default();
    let own = |floor, since| Own { floor, since };
    assert!(cell.quick(by(1, 5), true, own(4, 0)));
    assert!(cell.quick(by(1, 6), false, own(4, 0)));
    assert!(!cell.quick(by(2, 5), false, own(4, 0)), "another's write");
    assert!(!cell.quick(by(2, 5), true, own(4, 0)));
    assert!(!cell.quick(by(1, 7), true, own(4, 7)), "another iteration");
    assert!(cell.quick(by(2, 8), true, own(6, 0)), "the launch before");
}
