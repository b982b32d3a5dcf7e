//! What of a kernel shows on the host without a construct that waits for it.

use super::Execution;
use super::launch::Launch;
use crate::device::{Address, Device};
use crate::ffi::{self, Arg};
use crate::queue::order::Effect;
use crate::{held, registry};
use std::ops::Range;

/// Why the host has to wait at the end of a region beyond what its list copies back and frees; none where it need not.
pub fn of(execution: &Execution, launch: &Launch) -> Option<Effect> {
    let list = execution.list;
    let prints = list.iter().any(|arg| arg.kind == ffi::KIND_PRINTS);
    let effects = [
        (Effect::Prints, prints),
        (Effect::AddressHeld, held::any()),
        (Effect::Frees, launch.frees()),
    ];
    let known = effects.into_iter().find(|&(_, there)| there);
    known.map(|(effect, _)| effect).or_else(|| {
        let reaches = registry::shared_memory()
            || launch.passes_unmapped()
            || list
                .iter()
                .filter(|arg| arg.kind == ffi::KIND_VALUE)
                .any(|arg| leads_somewhere(arg, &*execution.state.device));
        reaches.then_some(Effect::HostMemory)
    })
}

/// The numbers that are taken for addresses where a value is a pointer, and where it is something else: no device has
/// memory at addresses of 32 bits, and floating-point numbers lie higher.
const POINTERS: Range<Address> = 1 << 12..1 << 57;
const WORDS: Range<Address> = 1 << 32..1 << 57;

/// Whether a value has a pointer in it to memory of the device, or to memory that host and device share, which the program
/// did not get by way of this runtime: a pointer, or a structure that holds one.
fn leads_somewhere(arg: &Arg, device: &dyn Device) -> bool {
    const WORD: usize = size_of::<Address>();
    let addresses = match arg.has(ffi::POINTER) {
        true => POINTERS,
        false => WORDS,
    };
    (0..arg.bytes / WORD).any(|word| {
        // SAFETY: bytes of the value, which live while the construct executes.
        let at = unsafe {
            arg.begin
                .cast::<u8>()
                .add(word * WORD)
                .cast::<Address>()
                .read_unaligned()
        };
        addresses.contains(&at) && device.leads_somewhere(at)
    })
}
