//! What a device can do: memory, copies, launches. Two back ends, [`cuda`](crate::cuda) and [`emulated`](crate::emulated).
//!
//! Knows nothing of OpenMP: no reference counts, no constructs, no messages with variables in them. A
//! [`Fault`] says what went wrong on the device; those who know the construct make a message of it.

use crate::error;
use crate::ffi::{self, EmulatedParameter};
use std::ffi::c_void;
use std::time::Duration;

/// A device address, or a host address where a call says so.
pub type Address = u64;

/// Pieces of memory of which each begins so many bytes behind the one before it, on both sides of a copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rows {
    /// The bytes of each piece.
    pub bytes: usize,
    /// The distance of their beginnings.
    pub pitch: usize,
    pub count: usize,
}

/// A queue of work on one device: a CUDA stream, or one of the emulated device.
pub type Stream = usize;

/// Why a device could not do what was asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    OutOfMemory,
    /// There is no image for this device, for this reason.
    Image(String),
    /// The kernel failed (an illegal address, a trap), as the device says.
    Kernel(String),
    Timeout,
    Other(String),
}

impl Fault {
    /// The fault as part of a message.
    pub fn text(&self) -> String {
        match self {
            Fault::OutOfMemory => "out of device memory".into(),
            Fault::Timeout => "the time of ROMP_TIMEOUT is over".into(),
            Fault::Image(text) | Fault::Kernel(text) | Fault::Other(text) => text.clone(),
        }
    }
}

/// The number of teams of a launch, and of threads in each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shape {
    pub teams: u32,
    pub threads: u32,
    /// Grid and block where a nest of loops gives them several dimensions, whose products are `teams` and `threads`; or
    /// where a block has several teams, each a row of it, of which the last block may have more than there are `teams`.
    pub nest: Option<Grid>,
}

/// CUDA's grid (x, y, z) and block (x, y). A grid above CUDA's limits is launched in several parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Grid {
    pub grid: [u64; 3],
    pub block: [u32; 2],
    /// How many threads of a row come before the one that executes its first iteration.
    pub before: u32,
    /// How many iterations of the outermost loop each thread executes at most.
    pub turns: u32,
}

/// `romp::grid_part` of the device headers: what a kernel that numbers its iterations by the grid is told.
#[repr(C)]
#[derive(Debug, Default, Clone, Copy)]
pub struct GridPart {
    /// Where in the whole grid (x, y, z) the launch begins.
    pub from: [u32; 3],
    /// As in [`Grid`].
    pub before: u32,
    /// As in [`Grid`].
    pub turns: u32,
    /// The number, modulo 2^32, of the iteration along x that the first thread of the launch executes.
    pub first: u32,
}

impl Grid {
    /// A grid and blocks of one dimension.
    pub fn of_one_dimension(shape: &Shape) -> Grid {
        Grid {
            grid: [u64::from(shape.teams), 1, 1],
            block: [shape.threads, 1],
            before: 0,
            turns: 1,
        }
    }

    /// What the kernel of a launch of the whole grid is told.
    pub fn whole(&self) -> GridPart {
        self.part([0; 3])
    }

    /// What the kernel is told of a launch that begins there in the grid.
    pub fn part(&self, from: [u32; 3]) -> GridPart {
        let first = from[0].wrapping_mul(self.block[0]);
        GridPart {
            from,
            before: self.before,
            turns: self.turns,
            first: first.wrapping_sub(self.before),
        }
    }
}

/// A kernel ready to launch, small enough to be cached at its construct.
#[derive(Debug, Clone, Copy)]
pub struct Kernel {
    pub handle: usize,
    pub max_threads: u32,
    /// The parameters, where the image says what they are.
    pub params: Option<&'static [EmulatedParameter]>,
    /// Bytes of dynamic shared memory, beside what its code declares.
    pub shared: u32,
    /// Whether its code marks what lies around variables on the stack, as checked emulated images do.
    pub marks_stack: bool,
    /// Whether its image has arrays of variable length that belong to threads.
    pub thread_arrays: bool,
    /// Whether functions of other units that it calls call themselves.
    pub recursive: bool,
}

/// The handle of a loaded image.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Module(pub usize);

/// What device memory is for, as messages of checks say it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose<'a> {
    /// Memory of list items that constructs map, which the present table knows.
    Mapped,
    /// A region's own copy of a list item.
    Private(&'a str),
    /// omp_target_alloc.
    Target,
}

/// An access to memory that a device routine of the host is about to make.
#[derive(Debug, Clone, Copy)]
pub struct HostAccess<'a> {
    pub routine: &'a str,
    pub at: usize,
    pub bytes: usize,
    pub write: bool,
    /// Whether the caller of the routine gave the address as one of the host, and not of this device.
    pub on_host: bool,
}

/// What CUDA's runtime and driver know a device by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Foreign {
    /// CUDA's number of the device.
    pub ordinal: i32,
    /// The driver's handle of its primary context.
    pub context: usize,
}

/// One device. Before a method other than `name`, `is_cuda` and `enter`
/// is called, the OS thread must have called [`Device::enter`].
pub trait Device: Send + Sync {
    /// For messages: `cuda 0: NVIDIA H200`.
    fn name(&self) -> String;
    /// Whether it is a GPU, not the emulated device.
    fn is_cuda(&self) -> bool;
    /// Whether kernels reach memory of `malloc` and of stacks by its host addresses.
    fn reaches_host_memory(&self) -> bool;
    /// Compares what the units of the program say of device code that they share, where the linker may have joined what
    /// does not agree.
    fn check_program(&self) -> error::Result<()> {
        Ok(())
    }
    /// Makes this device the current one of the calling OS thread.
    fn enter(&self) -> Result<(), Fault>;

    /// Allocates device memory, aligned for every type of C.
    fn allocate(&self, bytes: usize) -> Result<Address, Fault>;
    /// Frees what [`Device::allocate`] has returned for as many bytes, when all kernels that use it have ended.
    fn free(&self, at: Address, bytes: usize);
    /// Ends the program where checks know that a routine may not access these bytes.
    fn inspect(&self, _access: &HostAccess) {}
    /// Ends the program, where memory is checked: the argument of omp_target_free is not from omp_target_alloc.
    fn frees_wrongly(&self, _at: Address) {}
    /// Tells checks that memory of a launch in the stream is kept for later ones, whose variables lie elsewhere in it.
    fn keep(&self, _at: Address, _bytes: usize, _stream: Stream) {}
    /// Tells checks what allocated memory is for, and that it holds no values until something is written there.
    fn is_for(&self, _at: Address, _bytes: usize, _purpose: Purpose) {}
    /// Copies from the host to the device, in the order of the stream's work. The host may change its side when this
    /// returns.
    fn copy_to(
        &self,
        to: Address,
        from: *const u8,
        bytes: usize,
        stream: Stream,
    ) -> Result<(), Fault>;
    /// Copies from the device to the host; the bytes are there after [`Device::finish`].
    fn copy_from(
        &self,
        to: *mut u8,
        from: Address,
        bytes: usize,
        stream: Stream,
    ) -> Result<(), Fault>;
    /// Copies pieces to the device.
    fn copy_rows_to(
        &self,
        to: Address,
        from: *const u8,
        rows: Rows,
        stream: Stream,
    ) -> Result<(), Fault> {
        (0..rows.count).try_for_each(|row| {
            let at = row * rows.pitch;
            self.copy_to(to + at as u64, from.wrapping_add(at), rows.bytes, stream)
        })
    }
    /// Copies pieces from the device to the host.
    fn copy_rows_from(
        &self,
        to: *mut u8,
        from: Address,
        rows: Rows,
        stream: Stream,
    ) -> Result<(), Fault> {
        (0..rows.count).try_for_each(|row| {
            let at = row * rows.pitch;
            self.copy_from(to.wrapping_add(at), from + at as u64, rows.bytes, stream)
        })
    }
    /// Copies between two addresses of devices of this kind.
    fn copy_within(
        &self,
        to: Address,
        from: Address,
        bytes: usize,
        stream: Stream,
    ) -> Result<(), Fault>;
    /// Sets every byte of a range.
    fn fill(&self, at: Address, byte: u8, bytes: usize, stream: Stream) -> Result<(), Fault>;

    /// Loads an image.
    fn load(&self, image: &ffi::Image) -> Result<Module, Fault>;
    /// Unloads an image, of which no kernel runs.
    fn unload(&self, module: Module);
    /// The kernel of that name in an image.
    fn kernel(&self, module: Module, name: &str) -> Result<Kernel, Fault>;
    /// The address and the size of a variable of an image; none where it has no such variable.
    fn global(&self, module: Module, name: &str) -> Option<(Address, usize)>;

    /// The number of teams that are resident on the device at once, with so many threads each.
    fn resident_teams(&self, kernel: &Kernel, threads: u32) -> u32;
    /// Gives each thread a stack of so many bytes, for calls whose depth is not known.
    fn need_stack(&self, _bytes: usize) -> Result<(), Fault> {
        Ok(())
    }
    /// Gives a kernel so many bytes of dynamic shared memory. Fails where the device has less.
    fn need_shared(&self, kernel: &mut Kernel, bytes: u32) -> Result<(), Fault> {
        kernel.shared = bytes;
        Ok(())
    }
    /// Starts a kernel in the stream.
    fn launch(&self, launch: &LaunchOf<'_>, stream: Stream) -> Result<(), Fault>;
    /// After a launch: the most threads that one of its parallel regions asked for and did not get; 0 where all had
    /// what they asked for.
    fn threads_asked(&self, kernel: &Kernel, stream: Stream) -> u32;
    /// Puts into the stream that the device has come so far: [`Device::reached`] gives this number from then on.
    fn mark(&self, _stream: Stream, _number: u32) -> Result<(), Fault> {
        Ok(())
    }
    /// The number that the device has come to in the stream, also after a fault; 0 at first, none where it cannot say.
    fn reached(&self, _stream: Stream) -> Option<u32> {
        None
    }
    /// Whether this is the address of memory of the device, or of memory that host and device share: a word that a kernel
    /// receives and that may lead it there.
    fn leads_somewhere(&self, at: Address) -> bool;
    /// Waits until the stream's work is done, or fails when that takes longer than `timeout`.
    fn finish(&self, stream: Stream, timeout: Option<Duration>) -> Result<(), Fault>;
    /// Creates a stream.
    fn new_stream(&self) -> Result<Stream, Fault>;
    /// What other libraries know the device by; none where there is no such library.
    fn foreign(&self) -> Option<Foreign> {
        None
    }
    /// Creates a stream for other libraries, of a device that they know.
    fn foreign_stream(&self) -> Result<Stream, Fault> {
        Err(Fault::Other("no other library knows the device".into()))
    }
    /// Waits until the work of such a stream is done.
    fn finish_foreign(&self, _stream: Stream) -> Result<(), Fault> {
        Ok(())
    }
    /// Destroys such a stream.
    fn end_foreign(&self, _stream: Stream) {}
}

/// One launch; the pointers in `params` lead to the parameters' values.
pub struct LaunchOf<'a> {
    pub kernel: Kernel,
    pub shape: Shape,
    pub params: &'a mut [*mut c_void],
    /// The bytes of each value.
    pub sizes: &'a [usize],
    /// The value of the parameter that says which part of the grid a launch is, where the kernel has one.
    pub part: Option<*mut GridPart>,
    /// The construct and its list, for messages from inside the kernel.
    pub site: &'static ffi::Site,
    pub list: &'a [ffi::Arg],
}
