//! Structures that are present only for the pointers in them, and what is mapped over their memory.

use super::*;

/// An array with a structure whose member is mapped comes and goes with each region: it takes the same storage again.
#[test]
fn what_comes_again_around_a_structure_takes_the_same_storage() {
    const WORDS: usize = 1 << 14;
    let mut host = vec![0u64; WORDS];
    let values = [1.0f64, 2.0];
    host[4] = values.as_ptr() as u64;
    let at = host.as_ptr();
    let of = |first: usize, n: usize, flags: u32| section(&S, at.wrapping_add(first), n, flags);
    let mut member = section(&X, values.as_ptr(), 2, TO);
    member.pointer = at.wrapping_add(4).cast_mut().cast();
    let around = of(3, 2, TO | ffi::IMPLICIT | ffi::AROUND);
    let bench = Bench::new();
    bench.enter(&[around, member]);
    let array = of(0, WORDS, TO | FROM);
    // A megabyte is all that the device has.
    for _ in 0..100 {
        bench.enter(&[array]);
        let device = bench.table().device_address(values.as_ptr() as usize);
        assert_eq!(Some(bench.on_device(at.wrapping_add(4))), device);
        bench.set_on_device(at.wrapping_add(WORDS - 1), 9);
        bench.exit(&[array]);
    }
    assert_eq!((host[WORDS - 1], host[4]), (9, values.as_ptr() as u64));
    bench.exit(&[around, member]);
    assert_eq!(bench.table().entries().count(), 0);
}

/// The memory of a structure that was present only for its pointer becomes something else, with the same bytes or others.
#[test]
fn a_pointer_is_attached_while_its_object_is_there() {
    let values = [1.0f64, 2.0];
    let pointer = values.as_ptr() as u64;
    let mut host = [3u64, pointer, 0, 0];
    let at = host.as_mut_ptr();
    let of = |first: usize, n: usize, flags: u32| {
        section(&S, at.cast_const().wrapping_add(first), n, flags)
    };
    let second = at.wrapping_add(1);
    let put = |value: u64| unsafe { second.write_volatile(value) };
    let there = || unsafe { second.read_volatile() };
    let mut member = section(&X, values.as_ptr(), 2, TO);
    member.pointer = second.cast();
    let with_member = |then: &dyn Fn(&Bench)| {
        put(pointer);
        let bench = Bench::new();
        bench.enter(&[of(0, 2, TO | ffi::IMPLICIT | ffi::AROUND), member]);
        then(&bench);
        bench.exit(&[section(&X, values.as_ptr(), 2, DELETE)]);
        assert_eq!(bench.table().entries().count(), 0);
    };
    // The host writes something else before it is mapped, or while it is.
    with_member(&|bench| {
        put(5);
        bench.enter(&[of(0, 4, TO)]);
        assert_eq!(bench.on_device(second), 5);
        bench.exit(&[of(0, 4, DELETE)]);
        assert_eq!(bench.table().entries().count(), 1);
    });
    with_member(&|bench| {
        bench.enter(&[of(0, 4, 0)]);
        put(6);
        let update = bench.with(|present, cx| present.update(&[of(0, 4, TO)], cx));
        update.unwrap();
        assert_eq!(bench.on_device(second), 6);
        bench.exit(&[of(0, 4, DELETE)]);
        // Nothing leads to the section any more.
        assert!(
            bench
                .table()
                .entries()
                .all(|entry| entry.led_to_by.is_empty())
        );
        bench.exit(&[of(0, 2, RELEASE | ffi::IMPLICIT | ffi::AROUND)]);
    });
    // A kernel does.
    with_member(&|bench| {
        bench.enter(&[of(0, 4, 0)]);
        bench.set_on_device(second, 7);
        bench.exit(&[of(0, 4, FROM)]);
        assert_eq!(there(), 7);
    });
    // An address of the device is none of the host's.
    with_member(&|bench| {
        bench.enter(&[of(0, 4, 0)]);
        bench.set_on_device(second, bench.on_device(second) + 8);
        bench.exit(&[of(0, 4, FROM)]);
        assert_eq!(there(), pointer);
    });
}

/// A list item in the memory of such a structure, and another one across its end.
#[test]
fn a_structure_makes_way_for_what_lies_across_it() {
    let values = [1.0f64, 2.0];
    let host = [3u64, values.as_ptr() as u64, 8, 9];
    let at = host.as_ptr();
    let of = |first: usize, n: usize, flags: u32| section(&S, at.wrapping_add(first), n, flags);
    let mut member = section(&X, values.as_ptr(), 2, TO);
    member.pointer = at.wrapping_add(1).cast_mut().cast();
    let bench = Bench::new();
    bench.enter(&[of(0, 2, TO | ffi::IMPLICIT | ffi::AROUND), member]);
    bench.enter(&[of(0, 1, TO)]);
    bench.enter(&[of(1, 3, TO)]);
    assert_eq!(bench.on_device(at.wrapping_add(1)), host[1]);
    assert_eq!(
        (bench.on_device(at), bench.on_device(at.wrapping_add(3))),
        (3, 9)
    );
    bench.exit(&[
        of(1, 3, DELETE),
        of(0, 1, DELETE),
        section(&X, values.as_ptr(), 2, DELETE),
    ]);
    assert_eq!(bench.table().entries().count(), 0);
}

/// Members that no list item names have the host's values in each region that uses them, and what it writes comes back.
#[test]
fn other_members_of_a_structure_are_the_hosts() {
    let values = [1.0f64, 2.0];
    let mut host = [3u64, values.as_ptr() as u64, 8, 9];
    let at = host.as_mut_ptr();
    let of = |first: usize, n: usize, flags: u32| {
        section(&S, at.cast_const().wrapping_add(first), n, flags)
    };
    let put = |word: usize, value: u64| unsafe { at.add(word).write_volatile(value) };
    let there = |word: usize| unsafe { at.add(word).read_volatile() };
    let mut member = section(&X, values.as_ptr(), 2, TO);
    member.pointer = at.wrapping_add(1).cast();
    let around = |flags: u32| of(0, 4, flags | ffi::IMPLICIT | ffi::AROUND);
    let bench = Bench::new();
    let on_device = |word: usize| {
        let device = on_device_address(&bench, at.wrapping_add(word) as usize);
        // SAFETY: mapped, in the emulated memory.
        unsafe { *(device as *const u64) }
    };
    bench.enter(&[around(TO | ALWAYS), member]);
    let attached = on_device(1);
    assert_ne!(attached, there(1));
    bench.enter(&[of(2, 1, TO)]);
    put(0, 4);
    put(2, 5);
    put(3, 6);
    // A region that uses its pointer alone.
    bench.enter(&[around(TO), member]);
    assert_eq!((on_device(0), on_device(3)), (3, 9));
    bench.exit(&[around(TO), member]);
    // One that uses others, too, of which a list item has mapped one.
    bench.enter(&[around(TO | FROM | ALWAYS), member]);
    assert_eq!((on_device(0), on_device(2), on_device(3)), (4, 8, 6));
    assert_eq!(on_device(1), attached);
    for (word, value) in [(0, 14), (2, 15), (3, 16)] {
        let device = on_device_address(&bench, at.wrapping_add(word) as usize);
        // SAFETY: mapped, in the emulated memory.
        unsafe { *(device as *mut u64) = value };
    }
    bench.exit(&[around(TO | FROM | ALWAYS), member]);
    assert_eq!((there(0), there(2), there(3)), (14, 5, 16));
    assert_eq!(there(1), values.as_ptr() as u64);
}

fn on_device_address(bench: &Bench, host: usize) -> Address {
    let table = bench.table();
    table.find(host).expect("the structure").to_device(host)
}

/// A structure stays as long as a list item has a member of it, whatever its pointers lead to.
#[test]
fn a_structure_stays_with_its_members() {
    let values = [1.0f64, 2.0];
    let host = [3u64, values.as_ptr() as u64, 8];
    let at = host.as_ptr();
    let of = |first: usize, n: usize, flags: u32| section(&S, at.wrapping_add(first), n, flags);
    let around = of(0, 3, TO | ffi::IMPLICIT | ffi::AROUND);
    let mut section = section(&X, values.as_ptr(), 2, TO);
    section.pointer = at.wrapping_add(1).cast_mut().cast();
    let deleted = |arg: Arg| Arg {
        flags: DELETE,
        ..arg
    };
    let bench = Bench::new();
    bench.enter(&[around, of(0, 1, TO)]);
    for _ in 0..3 {
        bench.enter(&[around, section]);
        assert_eq!(bench.table().entries().count(), 2);
        bench.exit(&[deleted(section)]);
        let table = bench.table();
        assert!(table.is_present(at as usize) && !table.is_present(at as usize + 16));
        assert!(table.find(at as usize + 16).is_some());
    }
    bench.exit(&[deleted(of(0, 1, 0))]);
    assert_eq!(bench.table().entries().count(), 0);
}

/// Host code says what memory stands for the bytes of a structure that was reached through.
#[test]
fn a_structure_makes_way_for_an_associated_pointer() {
    let values = [1.0f64, 2.0];
    let host = [values.as_ptr() as u64; 9];
    let at = host.as_ptr();
    let structure = |first: usize| {
        let at = at.wrapping_add(first);
        let mut member = section(&X, values.as_ptr(), 2, TO);
        member.pointer = at.cast_mut().cast();
        let flags = TO | ffi::IMPLICIT | ffi::AROUND;
        [section(&S, at, 3, flags), member]
    };
    let bench = Bench::new();
    let associate = |first: usize, words: usize| {
        let begin = at.wrapping_add(first) as usize;
        bench
            .with(|present, cx| present.lock().make_way_for_host(begin, 8 * words, cx))
            .unwrap();
        let mut table = bench.table();
        let made = table
            .insert_forever(begin, 8 * words, 4096, "w", "")
            .is_ok();
        made && table.remove_forever(begin)
    };
    bench.enter(&structure(0));
    assert!(associate(1, 4));
    bench.enter(&structure(3));
    bench.enter(&[section(&S, at.wrapping_add(6), 1, TO)]);
    // Not where a list item has mapped something.
    assert!(!associate(4, 3));
    let is_there = |word: usize| bench.table().find(at.wrapping_add(word) as usize).is_some();
    assert!(is_there(3) && is_there(6));
    assert!(associate(2, 3));
    assert!(!is_there(3) && is_there(6));
}

/// Another structure in the memory of one that was reached through: what was a pointer there is none now.
#[test]
fn another_structure_has_its_own_members() {
    let values = [1.0f64, 2.0];
    let pointer = values.as_ptr() as u64;
    let mut host = [3u64, pointer];
    let at = host.as_mut_ptr();
    let around = section(
        &S,
        at.cast_const(),
        2,
        TO | ALWAYS | ffi::IMPLICIT | ffi::AROUND,
    );
    let reached = |word: usize| {
        let mut member = section(&X, values.as_ptr(), 2, TO);
        member.pointer = at.wrapping_add(word).cast();
        member
    };
    let bench = Bench::new();
    bench.enter(&[around, reached(1)]);
    // SAFETY: words of the host.
    unsafe { [pointer, 7].as_ptr().copy_to(at, 2) };
    bench.enter(&[around, reached(0)]);
    let there = |word: usize| {
        let device = on_device_address(&bench, at.wrapping_add(word) as usize);
        // SAFETY: mapped, in the emulated memory.
        unsafe { *(device as *const u64) }
    };
    let section = bench.table().device_address(values.as_ptr() as usize);
    assert_eq!((Some(there(0)), there(1)), (section, 7));
}
