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
