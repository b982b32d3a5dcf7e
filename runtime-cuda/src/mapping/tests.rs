//! The present table against the emulated device's memory, construct by construct.

mod around;

use super::*;
use crate::emulated::Emulated;
use crate::env::Settings;
use crate::ffi::{ALWAYS, DELETE, FROM, PRESENT, RELEASE, TO};
use std::ptr;
use std::sync::MutexGuard;

pub(super) struct Bench {
    device: Emulated,
    present: Present,
}

impl Bench {
    pub(super) fn new() -> Bench {
        let settings =
            Settings::from(|name| (name == "ROMP_EMULATED_MEMORY").then(|| "1M".to_string()))
                .unwrap();
        Bench {
            device: Emulated::open(0, &settings).unwrap(),
            present: Present::default(),
        }
    }

    pub(super) fn with<T>(&self, work: impl FnOnce(&Present, &Context) -> T) -> T {
        let place = || "t.c:1".to_string();
        let cx = Context {
            device: &self.device,
            number: 0,
            stream: 0,
            under_way: false,
            place: &place,
        };
        work(&self.present, &cx)
    }

    pub(super) fn table(&self) -> MutexGuard<'_, Table> {
        self.present.lock()
    }

    fn enter(&self, list: &[Arg]) -> Traffic {
        self.with(|present, cx| present.enter(list, cx)).unwrap()
    }

    fn exit(&self, list: &[Arg]) -> Traffic {
        self.with(|present, cx| present.exit(list, End::ExitData, cx))
            .unwrap()
    }

    fn count(&self, host: usize) -> Option<u64> {
        self.table().find(host)?.named.count(host)
    }

    /// A number as the device sees it.
    fn on_device<T: Copy>(&self, host: *const T) -> T {
        // SAFETY: mapped, in the emulated memory.
        unsafe { *(self.table().device_address(host as usize).expect("mapped") as *const T) }
    }

    fn set_on_device<T>(&self, host: *const T, value: T) {
        // SAFETY: as above.
        unsafe { *(self.table().device_address(host as usize).expect("mapped") as *mut T) = value }
    }
}

pub(super) fn section<T>(text: &'static CStrLiteral, begin: *const T, n: usize, flags: u32) -> Arg {
    Arg {
        kind: ffi::KIND_MAP,
        flags,
        text: text.0.as_ptr(),
        base: begin.cast_mut().cast(),
        begin: begin.cast_mut().cast(),
        bytes: n * size_of::<T>(),
        pointer: ptr::null_mut(),
    }
}

pub(super) struct CStrLiteral(&'static std::ffi::CStr);
pub(super) static X: CStrLiteral = CStrLiteral(c"x[0:n]");
static S: CStrLiteral = CStrLiteral(c"s");

fn x(begin: *const i32, n: usize, flags: u32) -> Arg {
    section(&X, begin, n, flags)
}

#[test]
fn copies_at_the_ends_of_the_outermost_mapping_only() {
    let mut host = [1, 2, 3, 4];
    let at = host.as_mut_ptr();
    let list = [x(at, 4, TO | FROM)];
    let bench = Bench::new();
    assert_eq!(
        bench.enter(&list),
        Traffic {
            to: 16,
            from: 0,
            put: true,
            pending: false
        }
    );
    assert_eq!(bench.enter(&list), Traffic::default());
    assert_eq!(bench.count(at as usize), Some(2));
    bench.set_on_device(at, 50);
    assert_eq!(bench.exit(&list), Traffic::default());
    assert_eq!(unsafe { *at }, 1);
    assert_eq!(
        bench.exit(&list),
        Traffic {
            to: 0,
            from: 16,
            put: true,
            pending: false
        }
    );
    assert_eq!(unsafe { *at }, 50);
    assert_eq!(bench.count(at as usize), None);
}

#[test]
fn regions_that_find_everything_present_only_count() {
    let mut host = [1, 2, 3, 4];
    let at = host.as_mut_ptr();
    let bench = Bench::new();
    let region = |list: &[Arg]| {
        let begun = bench.with(|present, cx| present.enter(list, cx)).unwrap();
        let count = bench.count(at as usize);
        let ended = bench.with(|present, cx| present.exit(list, End::Region, cx));
        (begun, count, ended.unwrap())
    };
    let nothing = Traffic::default();
    bench.enter(&[x(at, 4, TO)]);
    // A list item that is named twice, and a part of it, count once.
    for list in [
        vec![x(at, 4, TO | FROM); 2],
        vec![x(at.wrapping_add(1), 2, TO)],
    ] {
        assert_eq!(region(&list), (nothing, Some(2), nothing));
        assert_eq!(bench.count(at as usize), Some(1));
    }
    // Another list item that is not present, or is copied always, is treated as ever.
    let other = [7];
    let (begun, count, ended) = region(&[x(at, 4, TO), x(other.as_ptr(), 1, TO | FROM)]);
    assert_eq!((begun.to, count, ended.from), (4, Some(2), 4));
    bench.set_on_device(at, 50);
    let (begun, count, ended) = region(&[x(at, 4, FROM | ALWAYS)]);
    assert_eq!((begun, count, ended.from), (nothing, Some(2), 16));
    assert_eq!((unsafe { *at }, bench.count(at as usize)), (50, Some(1)));
    // What the region has mapped itself ends with it.
    bench.exit(&[x(at, 4, 0)]);
    let (begun, count, ended) = region(&[x(at, 4, TO | FROM)]);
    assert_eq!((begun.to, count, ended.from), (16, Some(1), 16));
    assert_eq!(bench.count(at as usize), None);
}

#[test]
fn always_copies_whatever_the_count() {
    let mut host = [1, 2, 3, 4];
    let at = host.as_mut_ptr();
    let bench = Bench::new();
    bench.enter(&[x(at, 4, TO)]);
    unsafe { *at = 9 };
    bench.enter(&[x(at, 1, TO | ALWAYS)]);
    assert_eq!(bench.on_device(at), 9);
    bench.set_on_device(at, 10);
    bench.exit(&[x(at, 1, FROM | ALWAYS)]);
    assert_eq!((unsafe { *at }, bench.count(at as usize)), (10, Some(1)));
}

#[test]
fn a_construct_counts_an_entry_once_however_often_it_names_it() {
    let host = [1, 2, 3, 4];
    let at = host.as_ptr();
    let bench = Bench::new();
    let list = [x(at.wrapping_add(2), 1, TO), x(at, 4, 0), x(at, 2, TO)];
    assert_eq!(
        bench.enter(&list).to,
        12,
        "sections of a new entry are all copied"
    );
    assert_eq!(bench.count(at as usize), Some(1));
    bench.exit(&list);
    assert_eq!(bench.count(at as usize), None);
}

#[test]
fn sections_of_one_base_keep_their_distance() {
    let host = [0i32; 100];
    let at = host.as_ptr();
    let mut first = x(at.wrapping_add(10), 5, TO);
    let mut second = x(at.wrapping_add(80), 5, TO);
    (first.base, second.base) = (at.cast_mut().cast(), at.cast_mut().cast());
    let bench = Bench::new();
    bench.enter(&[first, second]);
    let a = bench.table().device_address(at as usize + 40).unwrap();
    let b = bench.table().device_address(at as usize + 320).unwrap();
    assert_eq!(b - a, 280);
}

#[test]
fn delete_and_release() {
    let host = [1, 2];
    let at = host.as_ptr();
    let bench = Bench::new();
    for _ in 0..3 {
        bench.enter(&[x(at, 2, TO)]);
    }
    bench.exit(&[x(at, 2, RELEASE)]);
    assert_eq!(bench.count(at as usize), Some(2));
    bench.exit(&[x(at, 2, DELETE)]);
    assert_eq!(bench.count(at as usize), None);
    assert_eq!(
        bench.exit(&[x(at, 2, FROM)]),
        Traffic::default(),
        "what is not mapped is left alone"
    );
}

#[test]
fn an_attached_pointer_is_the_devices_there_and_the_hosts_here() {
    let mut values = [1.0f32, 2.0];
    #[repr(C)]
    struct Holder {
        n: i64,
        values: *mut f32,
        after: i64,
    }
    let mut s = Holder {
        n: 2,
        values: values.as_mut_ptr(),
        after: 3,
    };
    let at = &raw mut s;
    let whole = section(&S, at, 1, TO | FROM);
    let mut member = section(&S, values.as_ptr(), 2, TO);
    member.pointer = unsafe { (&raw mut (*at).values).cast() };
    let pointer = unsafe { &raw const (*at).values };
    for list in [[member, whole], [whole, member]] {
        let bench = Bench::new();
        bench.enter(&list);
        let device = bench
            .table()
            .device_address(values.as_ptr() as usize)
            .unwrap();
        assert_eq!(bench.on_device(pointer) as u64, device);
        // `to` keeps the device's pointer, `from` the host's.
        bench
            .with(|table, cx| table.update(&[section(&S, at, 1, TO)], cx))
            .unwrap();
        assert_eq!(bench.on_device(pointer) as u64, device);
        bench.set_on_device(unsafe { &raw const (*at).n }, 20);
        bench.set_on_device(unsafe { &raw const (*at).after }, 30);
        bench.exit(&list);
        let s = unsafe { &*at };
        assert_eq!((s.n, s.values, s.after), (20, values.as_mut_ptr(), 30));
        assert_eq!(bench.table().entries().count(), 0);
    }
    // The pointee goes first: its pointer on the device is the host's again.
    let bench = Bench::new();
    bench.enter(&[whole]);
    bench.enter(&[member]);
    assert_ne!(bench.on_device(pointer), values.as_mut_ptr());
    bench.exit(&[member]);
    assert_eq!(bench.on_device(pointer), values.as_mut_ptr());
}

#[test]
fn permanent_entries_stay() {
    let host = [1, 2];
    let at = host.as_ptr();
    let bench = Bench::new();
    let device = bench.device.allocate(8).unwrap();
    bench
        .table()
        .insert_forever(at as usize, 8, device, "x", "declare target")
        .unwrap();
    assert_eq!(bench.enter(&[x(at, 2, TO)]), Traffic::default());
    assert_eq!(bench.exit(&[x(at, 2, DELETE | FROM)]).from, 0);
    assert_eq!(bench.count(at as usize), Some(FOREVER));
    assert!(
        bench
            .table()
            .insert_forever(at as usize + 4, 8, device, "y", "")
            .is_err()
    );
}

#[test]
fn a_linked_variables_pointer_follows_its_mapping() {
    let host = [7, 8];
    let at = host.as_ptr();
    let bench = Bench::new();
    let pointer = bench.device.allocate(8).unwrap();
    bench.table().add_link(at as usize, pointer);
    let read = || unsafe { *(pointer as *const u64) };
    bench.enter(&[x(at, 2, TO)]);
    assert_eq!(Some(read()), bench.table().device_address(at as usize));
    bench.exit(&[x(at, 2, RELEASE)]);
    assert_eq!(read(), 0);
}

#[test]
fn errors_say_what_is_there() {
    let host = [0i32; 100];
    let at = host.as_ptr();
    let bench = Bench::new();
    bench.enter(&[x(at.wrapping_add(10), 10, TO)]);
    for (first, n) in [(0, 11), (15, 10), (0, 100)] {
        let failure = bench
            .with(|t, cx| t.enter(&[x(at.wrapping_add(first), n, TO)], cx))
            .unwrap_err();
        assert!(
            failure
                .message
                .starts_with("x[0:n]: only a part of it is mapped on device 0: "),
            "{failure}"
        );
        assert_eq!(failure.notes[0], "x[0:n] was mapped at t.c:1");
    }
    // Neighbours are no overlap.
    bench.enter(&[x(at, 10, TO), x(at.wrapping_add(20), 10, TO)]);
    assert_eq!(bench.table().entries().count(), 3);
    let failure = bench
        .with(|t, cx| t.enter(&[x(at.wrapping_add(50), 1, PRESENT)], cx))
        .unwrap_err();
    assert!(failure.message.contains("must be present"), "{failure}");
    let failure = bench
        .with(|t, cx| t.enter(&[x(at.wrapping_add(40), 1 << 20, 0)], cx))
        .unwrap_err();
    assert_eq!(
        failure.message,
        "x[0:n]: device 0 has no memory left for its 4194304 bytes"
    );
}

#[test]
fn what_is_there_in_part_stays_when_the_whole_leaves() {
    let host = [0i32; 100];
    let at = host.as_ptr();
    for flags in [RELEASE, DELETE, TO] {
        let bench = Bench::new();
        bench.enter(&[x(at.wrapping_add(10), 10, TO)]);
        for (first, n) in [(0, 11), (15, 10), (0, 100)] {
            bench.exit(&[x(at.wrapping_add(first), n, flags)]);
        }
        assert_eq!(bench.count(at.wrapping_add(10) as usize), Some(1));
        bench.exit(&[x(at.wrapping_add(10), 10, flags)]);
        assert_eq!(bench.table().entries().count(), 0);
    }
    // Its values would be lost; `present` asks for the whole.
    let bench = Bench::new();
    bench.enter(&[x(at.wrapping_add(10), 10, TO)]);
    for flags in [FROM, PRESENT | RELEASE] {
        let failure = bench
            .with(|t, cx| t.exit(&[x(at, 100, flags)], End::ExitData, cx))
            .unwrap_err();
        let expected = "x[0:n]: only a part of it is mapped on device 0: ";
        assert!(failure.message.starts_with(expected), "{failure}");
    }
    assert_eq!(bench.count(at.wrapping_add(10) as usize), Some(1));
}

#[test]
fn zero_length_sections_map_nothing() {
    let host = [1, 2];
    let bench = Bench::new();
    bench.enter(&[x(host.as_ptr(), 0, TO), x(ptr::null(), 0, TO)]);
    assert_eq!(bench.table().entries().count(), 0);
}

/// Random constructs against a plain model: an array of counts a byte.
#[test]
fn counts_agree_with_a_model() {
    let bench = Bench::new();
    let host = [0i32; 64];
    let at = host.as_ptr();
    let mut counts = [0u64; 8];
    let mut state = 12345u32;
    let mut random = |below: u32| {
        state = state.wrapping_mul(1664525).wrapping_add(1013904223);
        (state >> 16) % below
    };
    for _ in 0..2000 {
        let block = random(8) as usize;
        let (skip, n) = if counts[block] > 0 {
            (random(4) as usize, 1 + random(4) as usize)
        } else {
            (0, 8)
        };
        let arg = |flags| x(at.wrapping_add(block * 8 + skip), n, flags);
        match random(5) {
            0 | 1 => {
                bench.enter(&[arg(TO)]);
                counts[block] += 1;
            }
            2 | 3 => {
                bench.exit(&[arg(FROM)]);
                counts[block] = counts[block].saturating_sub(1);
            }
            _ => {
                bench.exit(&[arg(DELETE)]);
                counts[block] = 0;
            }
        }
        for (block, &count) in counts.iter().enumerate() {
            assert_eq!(
                bench.count(at as usize + block * 32),
                (count > 0).then_some(count)
            );
        }
    }
}

/// Elements behind one pointer share device memory, and come and go one by one.
#[test]
fn siblings_are_counted_apart() {
    let mut host = [0i32; 40];
    let at = host.as_mut_ptr();
    let part = |first: usize, n: usize, flags: u32| Arg {
        base: at.cast(),
        ..x(at.wrapping_add(first).cast_const(), n, flags)
    };
    let bench = Bench::new();
    bench.enter(&[part(0, 4, TO), part(20, 4, TO)]);
    assert_eq!(bench.table().entries().count(), 1);
    bench.set_on_device(at.wrapping_add(2), 7);
    bench.set_on_device(at.wrapping_add(22), 8);
    // What lies between them is new to the device.
    unsafe { *at.add(10) = 5 };
    let traffic = bench.enter(&[part(8, 4, TO)]);
    assert_eq!((traffic.to, bench.on_device(at.wrapping_add(10))), (16, 5));
    let traffic = bench.enter(&[part(0, 24, TO)]);
    assert_eq!(traffic.to, (4 + 8) * 4);
    assert_eq!(bench.count(at as usize), Some(2));
    assert_eq!(bench.count(at.wrapping_add(4) as usize), Some(1));
    let traffic = bench.exit(&[part(0, 24, FROM)]);
    assert_eq!(traffic.from, (4 + 8) * 4);
    assert_eq!(unsafe { (*at.add(2), *at.add(22)) }, (0, 0));
    bench.exit(&[part(0, 4, FROM)]);
    assert_eq!(unsafe { (*at.add(2), *at.add(22)) }, (7, 0));
    assert_eq!(bench.count(at as usize), None);
    assert_eq!(bench.table().entries().count(), 1);
    bench.exit(&[part(8, 4, RELEASE)]);
    bench.exit(&[part(20, 4, FROM)]);
    assert_eq!(unsafe { *at.add(22) }, 8);
    assert_eq!(bench.table().entries().count(), 0);
}
