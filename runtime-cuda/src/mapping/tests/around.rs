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
