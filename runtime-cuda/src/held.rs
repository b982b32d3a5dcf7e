//! How many device addresses host code holds: of memory that it has allocated on devices, and of mapped memory whose
//! address it has asked for.
//!
//! Other libraries may read and write there without a word to this one (cuBLAS, MPI, kernels of the user's own), on
//! streams that know nothing of this runtime's. While an address is held, the host waits at the end of each region.
//! Knows no device.

use std::sync::atomic::{AtomicUsize, Ordering};

static HELD: AtomicUsize = AtomicUsize::new(0);

/// Host code gets an address.
pub fn hold() {
    HELD.fetch_add(1, Ordering::SeqCst);
}

/// The memory at an address that host code got is freed or unmapped.
pub fn release() {
    HELD.fetch_sub(1, Ordering::SeqCst);
}

/// Whether host code holds an address of any device.
pub fn any() -> bool {
    HELD.load(Ordering::SeqCst) > 0
}
