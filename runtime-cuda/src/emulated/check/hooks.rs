//! What code of checked images calls: before each load and store (`-fsanitize=kernel-address`), and from the
//! device header for accesses of library functions.
//!
//! Each passes on its return address, just behind the code of the access, and the stack pointer of the code that accesses.

use super::{access, quick, shadow};
use std::arch::naked_asm;

/// `name(at)` becomes `quick::access::<bytes, write>(at, return address, stack pointer)`, and `name(at, bytes)`
/// `access(at, bytes, write, return address, stack pointer)`, where `write` is 0 or 1 as assembly has it.
macro_rules! hooks {
    ($($name:ident: $bytes:literal bytes, $write:literal;)*) => { $(
        #[unsafe(no_mangle)]
        #[unsafe(naked)]
        pub extern "C" fn $name(at: usize) {
            #[cfg(target_arch = "x86_64")]
            naked_asm!(
                "mov rsi, [rsp]",
                "lea rdx, [rsp + 8]",
                "jmp {access}",
                access = sym quick::access::<$bytes, $write>,
            );
            #[cfg(target_arch = "aarch64")]
            naked_asm!(
                "mov x1, x30",
                "mov x2, sp",
                "b {access}",
                access = sym quick::access::<$bytes, $write>,
            );
        }
    )* };
    ($($name:ident: $write:literal;)*) => { $(
        #[unsafe(no_mangle)]
        #[unsafe(naked)]
        pub extern "C" fn $name(at: usize, bytes: usize) {
            #[cfg(target_arch = "x86_64")]
            naked_asm!(
                "mov rcx, [rsp]",
                "lea r8, [rsp + 8]",
                "mov edx, {write}",
                "jmp {access}",
                write = const $write, access = sym access,
            );
            #[cfg(target_arch = "aarch64")]
            naked_asm!("mov x3, x30", "mov x4, sp", "mov w2, {write}", "b {access}", write = const $write, access = sym access);
        }
    )* };
}

hooks! {
    __asan_load1_noabort: 1 bytes, false;
    __asan_load2_noabort: 2 bytes, false;
    __asan_load4_noabort: 4 bytes, false;
    __asan_load8_noabort: 8 bytes, false;
    __asan_load16_noabort: 16 bytes, false;
    __asan_store1_noabort: 1 bytes, true;
    __asan_store2_noabort: 2 bytes, true;
    __asan_store4_noabort: 4 bytes, true;
    __asan_store8_noabort: 8 bytes, true;
    __asan_store16_noabort: 16 bytes, true;
}

// In place of the hooks above where g++ knows that the variable's scope has ended; the marks say so, too.
hooks! {
    __asan_report_load1_noabort: 1 bytes, false;
    __asan_report_load2_noabort: 2 bytes, false;
    __asan_report_load4_noabort: 4 bytes, false;
    __asan_report_load8_noabort: 8 bytes, false;
    __asan_report_load16_noabort: 16 bytes, false;
    __asan_report_store1_noabort: 1 bytes, true;
    __asan_report_store2_noabort: 2 bytes, true;
    __asan_report_store4_noabort: 4 bytes, true;
    __asan_report_store8_noabort: 8 bytes, true;
    __asan_report_store16_noabort: 16 bytes, true;
}

hooks! {
    __asan_loadN_noabort: 0;
    __asan_storeN_noabort: 1;
    __asan_report_load_n_noabort: 0;
    __asan_report_store_n_noabort: 1;
    romp_emulated_reads: 0;
    romp_emulated_writes: 1;
}

/// The scope of a variable on the stack ends. Frames mark the small ones themselves.
#[unsafe(no_mangle)]
pub extern "C" fn romp_asan_poison_stack_memory(at: usize, bytes: usize) {
    shadow::mark(at, bytes, shadow::OUT_OF_SCOPE);
}

/// The scope of a variable on the stack begins.
#[unsafe(no_mangle)]
pub extern "C" fn romp_asan_unpoison_stack_memory(at: usize, bytes: usize) {
    shadow::mark(at, bytes, 0);
}

/// Before a call that does not return: no frame of the thread goes on, and the program ends.
#[unsafe(no_mangle)]
pub extern "C" fn romp_asan_handle_no_return() {}
