//! The structs of `include/romp.h` and `include/romp/emulated.h`, field for field.
//!
//! Computes nothing; it must stay in step with the headers (a test in `tests/programs/headers.rs` compares them).

use std::ffi::{CStr, c_char, c_void};
use std::ops::Range;

pub const ABI: u32 = 10;

pub const KIND_MAP: u32 = 1;
pub const KIND_VALUE: u32 = 2;
pub const KIND_BLOCK: u32 = 3;
pub const KIND_ITERATIONS: u32 = 4;
pub const KIND_TEAMS: u32 = 5;
pub const KIND_THREADS: u32 = 6;
pub const KIND_LIMIT: u32 = 7;
pub const KIND_IF: u32 = 8;
pub const KIND_DEVICE: u32 = 9;
pub const KIND_TEAMS_OPEN: u32 = 10;
pub const KIND_WORKERS: u32 = 11;
pub const KIND_SCRATCH: u32 = 12;
pub const KIND_TEAM_MEMORY: u32 = 13;
pub const KIND_STACK: u32 = 14;
pub const KIND_TASKS: u32 = 15;
pub const KIND_SHARED: u32 = 16;
pub const KIND_GRID: u32 = 17;
pub const KIND_ROWS: u32 = 18;
pub const KIND_ITEMS: u32 = 19;
pub const KIND_MANY: u32 = 20;
pub const KIND_WHOLE: u32 = 21;
pub const KIND_PRINTS: u32 = 22;
pub const KIND_TEAMS_IF: u32 = 23;
pub const KIND_APART: u32 = 24;

pub const TO: u32 = 0x1;
pub const FROM: u32 = 0x2;
pub const ALWAYS: u32 = 0x4;
pub const PRESENT: u32 = 0x8;
pub const RELEASE: u32 = 0x10;
pub const DELETE: u32 = 0x20;
pub const IMPLICIT: u32 = 0x40;
pub const PARAM: u32 = 0x80;
pub const FRESH: u32 = 0x100;
pub const ZERO_LENGTH: u32 = 0x200;
pub const FEW: u32 = 0x800;
pub const OPEN: u32 = 0x1000;
pub const THREADS: u32 = 0x2000;
pub const LINKED: u32 = 0x4000;
pub const EXACT: u32 = 0x8000;
pub const AROUND: u32 = 0x10000;
pub const POINTER: u32 = 0x20000;
pub const FLOATING: u32 = 0x80000;
pub const ANY: u32 = 0x100000;
pub const SMALL: u32 = 0x40000;
/// The flags from this bit on are the bytes of what a parameter points to; 0: they are not known.
pub const POINTEE: u32 = 21;

pub const MASTER: u32 = 1;

pub const GLOBAL_LINK: u32 = 1;

const IMAGE_EMULATED: u32 = 1;
const IMAGE_RECURSIVE: u32 = 2;
const IMAGE_NAMED: u32 = 4;
/// The bits of an image's flags above this one are a part's number.
const IMAGE_PART: u32 = 8;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Arg {
    pub kind: u32,
    pub flags: u32,
    pub text: *const c_char,
    pub base: *mut c_void,
    pub begin: *mut c_void,
    pub bytes: usize,
    pub pointer: *mut *mut c_void,
}

impl Arg {
    pub fn has(&self, flag: u32) -> bool {
        self.flags & flag != 0
    }

    /// Whether the present table is concerned with a range of bytes (not a mere look-up).
    pub fn maps(&self) -> bool {
        self.kind == KIND_MAP && self.bytes > 0 && !self.has(FRESH | ZERO_LENGTH)
    }

    pub fn host(&self) -> usize {
        self.begin as usize
    }

    /// The element with only these of its bytes.
    pub fn piece(&self, bytes: &Range<usize>) -> Arg {
        Arg {
            begin: self
                .begin
                .wrapping_byte_add(bytes.start.wrapping_sub(self.host())),
            bytes: bytes.len(),
            ..*self
        }
    }

    pub fn number(&self) -> i64 {
        self.bytes as i64
    }

    /// Of an element for the threads of a team: the iterations that they share at most, where fewer threads serve as
    /// well.
    pub fn shared_iterations(&self) -> Option<u64> {
        self.has(SMALL).then(|| (self.base as isize).max(0) as u64)
    }

    /// Of an element for a team's threads: how many such teams a block may have.
    pub fn teams_of_block(&self) -> u32 {
        match self.has(EXACT) {
            true => (self.base as isize).max(1) as u32,
            false => 1,
        }
    }

    /// Of an element for the grid of a nest: whether threads may execute several iterations of the outermost loop.
    pub fn takes_several(&self) -> bool {
        self.bytes != 0
    }

    /// Of an element for iterations: the loop's first value.
    pub fn first(&self) -> i64 {
        self.base as i64
    }

    /// Of an element for the threads of a team: the iterations of the longest loop that they share, where more threads
    /// serve as well.
    pub fn useful_iterations(&self) -> Option<u64> {
        let useful = self.begin as isize;
        (useful > 0).then_some(useful as u64)
    }

    /// Of an element for scratch memory: the bytes that a team of so many threads needs; none where that overflows.
    pub fn scratch_of(&self, threads: u32) -> Option<usize> {
        let copies = (self.base as usize).checked_mul(threads as usize)?;
        self.bytes.checked_add(copies)
    }

    pub fn text(&self) -> String {
        string(self.text)
    }
}

#[repr(C)]
pub struct Site {
    pub abi: u32,
    pub reserved: u32,
    pub unit: *const c_char,
    pub place: *const c_char,
    pub kernel: *const c_char,
    pub cache: [*mut c_void; 4],
}

impl Site {
    pub fn place(&self) -> String {
        string(self.place)
    }

    pub fn kernel(&self) -> String {
        string(self.kernel)
    }
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Global {
    pub host: *mut c_void,
    pub bytes: usize,
    pub symbol: *const c_char,
    pub flags: u32,
    pub reserved: u32,
}

pub type RunBlocks = unsafe extern "C" fn(*const *mut c_void, *const Launch);

/// A parameter of an emulated kernel, as its signature has it.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EmulatedParameter {
    pub bytes: u32,
    /// `POINTER`, with the bytes of what it points to from `POINTEE` on, `FLOATING` or `ANY`.
    pub flags: u32,
}

impl EmulatedParameter {
    /// Which of `POINTER`, `FLOATING` and `ANY` it is.
    pub fn kind(self) -> u32 {
        self.flags & ((1 << POINTEE) - 1)
    }

    /// The bytes of what it points to; none where they are not known.
    pub fn pointee(self) -> Option<u32> {
        let bytes = self.flags >> POINTEE;
        (bytes != 0).then_some(bytes)
    }
}

#[repr(C)]
pub struct EmulatedKernel {
    pub name: *const c_char,
    pub run: Option<RunBlocks>,
    pub barriers: u32,
    pub params: u32,
    pub told: *const c_char,
    pub parameters: *const EmulatedParameter,
}

#[repr(C)]
pub struct EmulatedGlobal {
    pub name: *const c_char,
    pub address: *mut c_void,
    pub bytes: usize,
}

#[repr(C)]
pub struct Image {
    pub abi: u32,
    /// `IMAGE_...`
    pub flags: u32,
    pub unit: *const c_char,
    pub suffix: *const c_char,
    pub data: *const c_void,
    pub bytes: usize,
    pub kernels: *const EmulatedKernel,
    pub kernel_count: usize,
    pub globals: *const EmulatedGlobal,
    pub global_count: usize,
}

impl Image {
    /// Whether it has tables of functions of the host, and no machine code.
    pub fn is_emulated(&self) -> bool {
        self.flags & IMAGE_EMULATED != 0
    }

    /// Whether its kernels call functions of other units that call themselves.
    pub fn is_recursive(&self) -> bool {
        self.flags & IMAGE_RECURSIVE != 0
    }

    /// Whether its unit is named after a file, so that another folder's unit may have the same name.
    pub fn is_named(&self) -> bool {
        self.flags & IMAGE_NAMED != 0
    }

    /// The machine code; nothing where it is emulated.
    pub fn code(&self) -> &[u8] {
        if self.is_emulated() || self.data.is_null() {
            return &[];
        }
        // SAFETY: whoever registers an image says where it is, and it stays until it is unregistered.
        unsafe { std::slice::from_raw_parts(self.data.cast(), self.bytes) }
    }

    /// Which part of its unit it is, from 1 on; 0 where it is the whole unit.
    pub fn part(&self) -> u32 {
        self.flags >> IMAGE_PART
    }
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Extent {
    pub begin: *const c_void,
    pub end: *const c_void,
}

#[repr(C)]
pub struct EmulatedShared {
    pub name: *const c_char,
    pub declaration: *const c_char,
    pub kind: *const c_char,
    pub length: u64,
    pub place: *const c_char,
    pub function: u32,
    pub defined: u32,
}

#[repr(C)]
pub struct EmulatedData {
    pub checked: u32,
    pub extent_count: u32,
    pub extents: *const Extent,
    pub shared: *const EmulatedShared,
    pub shared_count: u64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Launch {
    pub teams: u32,
    pub threads: u32,
    pub first: u32,
    pub last: u32,
    pub device: i32,
    pub seed: u32,
    pub grid_x: u32,
    pub grid_y: u32,
    pub block_x: u32,
}

/// A C string that may be null, as text for a message or a key.
pub fn string(at: *const c_char) -> String {
    if at.is_null() {
        return String::new();
    }
    // SAFETY: the ABI's strings are literals of translated text, NUL-terminated and never written.
    unsafe { CStr::from_ptr(at) }.to_string_lossy().into_owned()
}

/// `count` elements at `at`; none where `at` is null.
///
/// # Safety
/// `at` must be null or point to `count` elements that live and stay unchanged for `'a`.
pub unsafe fn slice<'a, T>(at: *const T, count: usize) -> &'a [T] {
    if at.is_null() {
        &[]
    } else {
        unsafe { std::slice::from_raw_parts(at, count) }
    }
}
