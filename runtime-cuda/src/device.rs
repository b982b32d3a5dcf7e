//! What a device can do: memory, copies, launches. Two back ends, [`cuda`](crate::cuda) and [`emulated`](crate::emulated).
//!
//! Knows nothing of OpenMP: no reference counts, no constructs, no messages with variables in them. A
//! [`Fault`] says what went wrong on the device; those who know the construct make a message of it.

use crate::ffi;
use std::ffi::c_void;
use std::time::Duration;

/// A device address, or a host address where a call says so.
pub type Address = u64;

/// An order of work on one device: a CUDA stream, nothing on the emulated device.
pub type Stream = usize;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    OutOfMemory,
    /// No image for this device: the reason.
    Image(String),
    /// The kernel did something wrong (illegal address, trap).
    Kernel(String),
    Timeout,
    Other(String),
}

impl Fault {
    pub fn text(&self) -> String {
        match self {
            Fault::OutOfMemory => "out of device memory".into(),
            Fault::Timeout => "the time of ROMP_TIMEOUT is over".into(),
            Fault::Image(text) | Fault::Kernel(text) | Fault::Other(text) => text.clone(),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shape {
    pub teams: u32,
    pub threads: u32,
    /// Where a nest of loops gives them more dimensions than one; their products are `teams` and `threads`.
    pub nest: Option<Grid>,
}

/// CUDA's grid (x, y, z) and block (x, y), the grid before it is cut to CUDA's limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Grid {
    pub grid: [u64; 3],
    pub block: [u32; 2],
}

/// A kernel ready to launch, small enough to be cached at its construct.
#[derive(Debug, Clone, Copy)]
pub struct Kernel {
    pub handle: usize,
    pub max_threads: u32,
    /// Number of parameters, where the image says so.
    pub params: Option<u32>,
    /// Bytes of shared memory beside what its code declares.
    pub shared: u32,
    /// Its code marks what lies around variables on the stack: checked emulated images.
    pub marks_stack: bool,
    /// Its image has arrays of variable length that belong to threads.
    pub thread_arrays: bool,
}

/// A loaded image.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Module(pub usize);

/// What device memory is for, as messages of checks say it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose<'a> {
    /// What constructs map: the present table knows which.
    Mapped,
    /// A region's own copy of a list item.
    Private(&'a str),
    /// omp_target_alloc.
    Target,
}

/// What a routine of the host is about to touch.
#[derive(Debug, Clone, Copy)]
pub struct Touch<'a> {
    pub routine: &'a str,
    pub at: usize,
    pub bytes: usize,
    pub write: bool,
    /// The routine was told that the address is the host's, and not this device's.
    pub on_host: bool,
}

pub trait Device: Send + Sync {
    /// `cuda 0: NVIDIA H200`
    fn name(&self) -> String;
    fn is_cuda(&self) -> bool;
    /// Whether kernels reach memory of `malloc` and of stacks by its host addresses.
    fn reaches_host_memory(&self) -> bool;
    /// Makes this device the calling OS thread's. Before any of the calls below.
    fn enter(&self) -> Result<(), Fault>;

    fn allocate(&self, bytes: usize) -> Result<Address, Fault>;
    fn free(&self, at: Address, bytes: usize);
    /// Ends the program where it is known that a routine may not touch these bytes.
    fn inspect(&self, _touch: &Touch) {}
    /// Ends the program where it checks what omp_target_free is given: it was not omp_target_alloc's.
    fn frees_wrongly(&self, _at: Address) {}
    /// Memory that a launch has had is kept for later ones, which lay it out anew.
    fn keep(&self, _at: Address, _bytes: usize) {}
    /// What was allocated is for this, and holds no values until something is written there.
    fn is_for(&self, _at: Address, _bytes: usize, _purpose: Purpose) {}
    /// Copies are ordered with the stream's work; from pageable memory the host side may be changed at
    /// once, otherwise after `finish`.
    fn copy_to(
        &self,
        to: Address,
        from: *const u8,
        bytes: usize,
        stream: Stream,
    ) -> Result<(), Fault>;
    fn copy_from(
        &self,
        to: *mut u8,
        from: Address,
        bytes: usize,
        stream: Stream,
    ) -> Result<(), Fault>;
    /// `rows` pieces of `bytes` each, `pitch` bytes apart on both sides.
    fn copy_rows_to(
        &self,
        to: Address,
        from: *const u8,
        bytes: usize,
        pitch: usize,
        rows: usize,
        stream: Stream,
    ) -> Result<(), Fault> {
        (0..rows).try_for_each(|row| {
            let at = row * pitch;
            self.copy_to(to + at as u64, from.wrapping_add(at), bytes, stream)
        })
    }
    fn copy_rows_from(
        &self,
        to: *mut u8,
        from: Address,
        bytes: usize,
        pitch: usize,
        rows: usize,
        stream: Stream,
    ) -> Result<(), Fault> {
        (0..rows).try_for_each(|row| {
            let at = row * pitch;
            self.copy_from(to.wrapping_add(at), from + at as u64, bytes, stream)
        })
    }
    /// Between two addresses of this or another device of the same kind.
    fn copy_within(
        &self,
        to: Address,
        from: Address,
        bytes: usize,
        stream: Stream,
    ) -> Result<(), Fault>;
    fn fill(&self, at: Address, byte: u8, bytes: usize, stream: Stream) -> Result<(), Fault>;

    fn load(&self, image: &ffi::Image) -> Result<Module, Fault>;
    fn unload(&self, module: Module);
    fn kernel(&self, module: Module, name: &str) -> Result<Kernel, Fault>;
    fn global(&self, module: Module, name: &str) -> Option<(Address, usize)>;

    /// Teams that fill the device, for a launch whose number of teams nothing else says.
    fn resident_teams(&self, kernel: &Kernel, threads: u32) -> u32;
    /// Gives each thread that many bytes for calls whose depth is not known.
    fn need_stack(&self, _bytes: usize) -> Result<(), Fault> {
        Ok(())
    }
    /// Lets a kernel have that many bytes of shared memory beside what its code declares.
    fn need_shared(&self, kernel: &mut Kernel, bytes: u32) -> Result<(), Fault> {
        kernel.shared = bytes;
        Ok(())
    }
    fn launch(&self, launch: &LaunchOf<'_>, stream: Stream) -> Result<(), Fault>;
    /// After a launch: the most threads that one of its regions asked for and the block did not have, or 0.
    fn threads_asked(&self, kernel: &Kernel, stream: Stream) -> u32;
    /// Waits until the stream's work is done.
    fn finish(&self, stream: Stream, timeout: Option<Duration>) -> Result<(), Fault>;
    fn new_stream(&self) -> Result<Stream, Fault>;
}

/// One launch; the pointers in `params` lead to the parameters' values.
pub struct LaunchOf<'a> {
    pub kernel: Kernel,
    pub shape: Shape,
    pub params: &'a mut [*mut c_void],
    /// The parameter that says where in its grid a launch begins (x, y, z), where one does.
    pub part: Option<*mut [u32; 3]>,
    /// For messages from inside the kernel.
    pub site: &'a ffi::Site,
    pub list: &'a [ffi::Arg],
}
