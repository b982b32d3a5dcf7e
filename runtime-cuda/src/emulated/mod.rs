//! The emulated device: kernels compiled for the host run on its cores, in memory of their own.
//!
//! An image's `run` functions execute ranges of blocks; this module assigns the blocks to OS threads.
//! [`memory`] is the device's memory, [`team`] runs blocks with barriers as coroutines, [`check`] has the hooks of images
//! with checks of memory, [`races`] those of images with checks for races, [`encounters`] checks worksharing constructs,
//! [`interfaces`] compares what units share, [`arrays`] allocates threads' arrays, [`streams`] keeps what the host has not waited for, [`fault`] handles signals, [`stuck`]
//! finds loops that wait for ever, [`order`] chooses the order of threads and blocks. Knows nothing of mapping, but asks
//! the runtime for names in messages.

mod arrays;
pub mod check;
mod encounters;
mod fault;
pub mod interfaces;
pub mod memory;
mod order;
mod races;
mod running;
mod services;
mod streams;
mod stuck;
pub mod team;

use crate::checks::{CALLS_FOR_ACCESSES, Checks, LINES_OF_CUDA};
use crate::device::{
    Address, Device, Fault, Grid, HostAccess, Kernel, LaunchOf, Module, Purpose, Stream,
};
use crate::env::Settings;
use crate::error;
use crate::ffi::{self, EmulatedData, EmulatedKernel, Image, Launch};
use crate::message;
use crate::registry;
use memory::Memory;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};
use streams::{Owned, Streams, Work};

/// Launches with fewer threads in all stay on the calling OS thread.
const WORTH_THREADS: u64 = 8192;

/// Threads of kernels without barriers run on the stacks of OS threads; larger ones are made.
const THREADS_STACK: usize = 1 << 20;

/// The most threads that a parallel region asked for and did not get.
static THREADS_ASKED: AtomicU32 = AtomicU32::new(0);

#[unsafe(no_mangle)]
pub extern "C" fn romp_emulated_threads_asked(threads: u32) {
    THREADS_ASKED.fetch_max(threads, Ordering::Relaxed);
}

pub struct Emulated {
    number: i32,
    memory: Memory,
    streams: Streams,
    os_threads: usize,
    checks: Checks,
    /// Whether ROMP_EMULATED_CHECK named the checks.
    checks_named: bool,
    timeout: Option<Duration>,
    /// Bytes of stack for threads of kernels, where ROMP_STACK asks for more than OS threads have.
    stack: Option<usize>,
}

impl Emulated {
    pub fn open(number: i32, settings: &Settings) -> Result<Emulated, String> {
        fault::start();
        let checks = settings.check.unwrap_or_else(checks_of_images);
        let memory = Memory::reserve(settings.emulated_memory, checks.any())?;
        check::start(checks);
        order::start(settings.schedule_seed);
        if checks.races {
            races::start(&memory)?;
        }
        if let Some(bytes) = settings.stack {
            team::stacks::need(bytes);
        }
        Ok(Emulated {
            number,
            memory,
            streams: Streams::default(),
            os_threads: settings.emulated_threads,
            checks,
            checks_named: settings.check.is_some(),
            timeout: settings.timeout,
            stack: settings.stack.filter(|&bytes| bytes > THREADS_STACK),
        })
    }
}

/// An emulated image's data is one EmulatedData, or null.
fn data_of(image: &Image) -> Option<&'static EmulatedData> {
    // SAFETY: the image's own.
    unsafe { image.data.cast::<EmulatedData>().as_ref() }
}

/// The checks that the program's images were built for.
fn checks_of_images() -> Checks {
    registry::with(|registry| {
        let images = registry.images.iter().filter(|image| image.0.is_emulated());
        images.fold(Checks::NONE, |all, image| {
            let asked =
                data_of(image.0).map_or(Checks::NONE, |data| Checks::asked_of(data.checked));
            Checks {
                memory: all.memory || asked.memory,
                races: all.races || asked.races,
            }
        })
    })
}

fn image_of(module: Module) -> &'static Image {
    // SAFETY: modules of this device are addresses of registered images.
    unsafe { &*(module.0 as *const Image) }
}

impl Device for Emulated {
    fn name(&self) -> String {
        format!("emulated {}", self.number)
    }

    fn is_cuda(&self) -> bool {
        false
    }

    fn check_program(&self) -> error::Result<()> {
        interfaces::check()
    }

    fn reaches_host_memory(&self) -> bool {
        true
    }

    fn enter(&self) -> Result<(), Fault> {
        Ok(())
    }

    fn allocate(&self, bytes: usize) -> Result<Address, Fault> {
        self.memory.allocate(bytes).ok_or(Fault::OutOfMemory)
    }

    fn free(&self, at: Address, bytes: usize) {
        check::forget_layout(at as usize, bytes);
        self.memory.free(at, bytes);
    }

    fn keep(&self, at: Address, bytes: usize, stream: Stream) {
        let now = || check::forget_layout(at as usize, bytes);
        self.streams
            .now_or_put(stream, now, || Work::Keep(at, bytes));
    }

    fn is_for(&self, at: Address, bytes: usize, purpose: Purpose) {
        check::is_for(at as usize, bytes, purpose);
    }

    fn inspect(&self, access: &HostAccess) {
        check::from_host(self.number, access);
    }

    fn frees_wrongly(&self, at: Address) {
        check::target_free(at as usize);
    }

    fn copy_to(
        &self,
        to: Address,
        from: *const u8,
        bytes: usize,
        stream: Stream,
    ) -> Result<(), Fault> {
        let now = || {
            // SAFETY: the caller vouches for the host range, the table for the device range.
            unsafe { ptr::copy(from, to as *mut u8, bytes) };
            check::written(to as usize, bytes);
        };
        // SAFETY: as above.
        let later = || unsafe { std::slice::from_raw_parts(from, bytes) };
        self.streams
            .now_or_put(stream, now, || Work::To(to, later().into()));
        Ok(())
    }

    fn copy_from(
        &self,
        to: *mut u8,
        from: Address,
        bytes: usize,
        stream: Stream,
    ) -> Result<(), Fault> {
        self.put(Work::From(to as usize, from, bytes), stream)
    }

    fn copy_within(
        &self,
        to: Address,
        from: Address,
        bytes: usize,
        stream: Stream,
    ) -> Result<(), Fault> {
        self.put(Work::Within(to, from, bytes), stream)
    }

    fn fill(&self, at: Address, byte: u8, bytes: usize, stream: Stream) -> Result<(), Fault> {
        self.put(Work::Fill(at, byte, bytes), stream)
    }

    /// With ROMP_EMULATED_CHECK only an image that can be checked does.
    fn load(&self, image: &Image) -> Result<Module, Fault> {
        let data = data_of(image);
        let checked = data.map_or(0, |data| data.checked);
        if !self.checks.possible_in(checked) {
            let what = self.checks.word();
            if self.checks_named {
                return Err(Fault::Image(format!(
                    "it was not built to be checked for what ROMP_EMULATED_CHECK={what} asks: build it with \
                     `romp2cuda cc --offload-arch=emulated --check={what}`, start it with `romp2cuda run --check={what}`, or \
                     use `make emulated CHECK={what}` in a folder of romp2cuda translate"
                )));
            }
            message::say(format_args!(
                "romp: --check={what} asks for checks, but a part of the program was built without: nothing is checked there"
            ));
        }
        if checked & LINES_OF_CUDA != 0 {
            check::lines::are_of_cuda();
        }
        if checked & CALLS_FOR_ACCESSES != 0 && !check::stacks::reserve() {
            return Err(Fault::Image(
                "there is no address space for the stacks of checked threads: build with --check=none".into(),
            ));
        }
        if let Some(data) = data {
            // SAFETY: the image's own table.
            check::allow(unsafe { ffi::slice(data.extents, data.extent_count as usize) });
        }
        Ok(Module(ptr::from_ref(image) as usize))
    }

    fn unload(&self, _: Module) {}

    fn kernel(&self, module: Module, name: &str) -> Result<Kernel, Fault> {
        let image = image_of(module);
        // SAFETY: the image's own table.
        let kernels = unsafe { ffi::slice(image.kernels, image.kernel_count) };
        match kernels
            .iter()
            .find(|kernel| ffi::string(kernel.name) == name)
        {
            Some(kernel) => Ok(Kernel {
                handle: ptr::from_ref(kernel) as usize,
                max_threads: 1024,
                // SAFETY: the image's own table.
                params: Some(unsafe { ffi::slice(kernel.parameters, kernel.params as usize) }),
                shared: 0,
                marks_stack: data_of(image)
                    .is_some_and(|data| data.checked & CALLS_FOR_ACCESSES != 0),
                thread_arrays: true,
                recursive: false,
            }),
            None => Err(Fault::Image(format!(
                "the emulated image has no such kernel: one that was added by hand needs ROMP_KERNEL_ENTRY({name}, 1) in its file's .emulated.cpp (0 where no thread waits for another)"
            ))),
        }
    }

    fn global(&self, module: Module, name: &str) -> Option<(Address, usize)> {
        let image = image_of(module);
        // SAFETY: the image's own table.
        let globals = unsafe { ffi::slice(image.globals, image.global_count) };
        let global = globals
            .iter()
            .find(|global| ffi::string(global.name) == name)?;
        Some((global.address as Address, global.bytes))
    }

    fn resident_teams(&self, _: &Kernel, _: u32) -> u32 {
        (self.os_threads as u32).max(1)
    }

    fn launch(&self, launch: &LaunchOf<'_>, stream: Stream) -> Result<(), Fault> {
        // SAFETY: handles of this device are addresses of the image's entries.
        let kernel = unsafe { &*(launch.kernel.handle as *const EmulatedKernel) };
        if kernel.run.is_none() {
            return Err(Fault::Image("the kernel has no code".into()));
        }
        self.put(Work::Launch(Owned::of(launch)), stream)
    }

    fn leads_somewhere(&self, at: Address) -> bool {
        self.memory.contains(at as usize)
    }

    fn threads_asked(&self, _: &Kernel, _: Stream) -> u32 {
        THREADS_ASKED.swap(0, Ordering::Relaxed)
    }

    fn finish(&self, stream: Stream, _: Option<Duration>) -> Result<(), Fault> {
        self.streams.finish(stream, |work| {
            self.run(work);
            Ok(())
        })
    }

    fn new_stream(&self) -> Result<Stream, Fault> {
        Ok(self.streams.new_stream())
    }
}

impl Emulated {
    fn put(&self, work: Work, stream: Stream) -> Result<(), Fault> {
        self.streams.put(stream, work, |work| self.run(work));
        Ok(())
    }

    /// Does a piece of a stream's work.
    fn run(&self, work: Work) {
        // SAFETY: the caller of each copy vouches for the host range, the table for the device ranges.
        match work {
            Work::To(to, bytes) => {
                unsafe { ptr::copy(bytes.as_ptr(), to as *mut u8, bytes.len()) };
                check::written(to as usize, bytes.len());
            }
            Work::From(to, from, bytes) => unsafe {
                ptr::copy(from as *const u8, to as *mut u8, bytes);
            },
            Work::Within(to, from, bytes) => {
                unsafe { ptr::copy(from as *const u8, to as *mut u8, bytes) };
                check::copied(to as usize, from as usize, bytes);
            }
            Work::Fill(at, byte, bytes) => {
                unsafe { ptr::write_bytes(at as *mut u8, byte, bytes) };
                check::written(at as usize, bytes);
            }
            Work::Keep(at, bytes) => check::forget_layout(at as usize, bytes),
            Work::Launch(launch) => launch.launch(|launch| self.execute(launch)),
        }
    }

    /// Runs a kernel to its end.
    fn execute(&self, launch: &LaunchOf<'_>) {
        // SAFETY: handles of this device are addresses of the image's entries.
        let kernel = unsafe { &*(launch.kernel.handle as *const EmulatedKernel) };
        let run = kernel.run.expect("a kernel with code");
        let shape = launch.shape;
        let done = AtomicBool::new(false);
        let job = Job {
            launch,
            run,
            params: launch.params.as_ptr(),
            next: AtomicU32::new(0),
            device: self.number,
            stack: self.stack.unwrap_or(THREADS_STACK),
        };
        let work = u64::from(shape.teams) * u64::from(shape.threads);
        let watched = races::launch(launch);
        let workers = if watched.is_some() || work < WORTH_THREADS {
            1
        } else {
            self.os_threads.min(shape.teams as usize).max(1)
        };
        // Blocks in runs, so that taking one costs little; several runs for each worker, so that blocks of different
        // length even out.
        let grab = match order::seed() {
            0 => (shape.teams / (workers as u32 * 8)).max(1),
            _ => 1,
        };
        std::thread::scope(|scope| {
            if let Some(timeout) = self.timeout {
                let (job, done) = (&job, &done);
                scope.spawn(move || watch(job, timeout, done));
            }
            let takes_part = self.stack.is_none() && running::has_locals();
            let own = usize::from(takes_part);
            let helpers: Vec<_> = (own..workers)
                .map(|_| {
                    let bytes = self.stack.unwrap_or(2 * THREADS_STACK);
                    let helper = std::thread::Builder::new().stack_size(bytes);
                    helper.spawn_scoped(scope, || job.work(grab))
                })
                .map(|helper| helper.expect("an OS thread"))
                .collect();
            if takes_part {
                job.work(grab);
            }
            for helper in helpers {
                helper.join().expect("worker");
            }
            done.store(true, Ordering::Release);
        });
    }
}

/// One launch, as the OS threads that work on it see it.
struct Job<'a> {
    launch: &'a LaunchOf<'a>,
    run: ffi::RunBlocks,
    params: *const *mut std::ffi::c_void,
    next: AtomicU32,
    device: i32,
    /// Bytes of a stack for threads that need no stack of their own each.
    stack: usize,
}

// SAFETY: parameters and construct are read only while the launch lasts.
unsafe impl Sync for Job<'_> {}

impl Job<'_> {
    /// Takes blocks, `grab` at a time, and runs them until none is left.
    fn work(&self, grab: u32) {
        fault::prepare_thread();
        let _current = running::Current::enter(self.launch, self.launch.kernel.marks_stack);
        let _live = stuck::Live::enter();
        match self.launch.kernel.marks_stack {
            true => team::stacks::on_checked_stack(self.stack, || self.blocks(grab)),
            false => self.blocks(grab),
        }
        encounters::end_of_team();
    }

    fn blocks(&self, grab: u32) {
        let shape = self.launch.shape;
        let one_dimension = Grid::of_one_dimension(&shape);
        let Grid { grid, block, .. } = shape.nest.unwrap_or(one_dimension);
        loop {
            let first = self
                .next
                .fetch_add(grab.min(shape.teams), Ordering::Relaxed);
            if first >= shape.teams {
                // Not beyond the counter's end, however many workers ask.
                self.next.fetch_min(shape.teams, Ordering::Relaxed);
                return;
            }
            let (first, last) = match order::seed() {
                0 => (first, first.saturating_add(grab).min(shape.teams)),
                // With a seed, one block at a time in the seed's order.
                _ => {
                    let block = order::block(first, shape.teams);
                    (block, block + 1)
                }
            };
            let range = Launch {
                teams: shape.teams,
                threads: shape.threads,
                first,
                last,
                device: self.device,
                seed: order::seed() as u32,
                grid_x: grid[0] as u32,
                grid_y: grid[1] as u32,
                block_x: block[0],
            };
            // SAFETY: the image's own function, with as many parameters as it has.
            unsafe { (self.run)(self.params, &range) };
        }
    }
}

/// Ends the program when the launch takes longer than ROMP_TIMEOUT: a thread that hangs cannot be stopped.
fn watch(job: &Job<'_>, timeout: Duration, done: &AtomicBool) {
    let _helper = stuck::Helper::enter();
    let end = Instant::now() + timeout;
    while !done.load(Ordering::Acquire) {
        if Instant::now() >= end {
            let site = job.launch.site;
            let shape = job.launch.shape;
            crate::error::fatal(&crate::error::Failure::new(
                site.place(),
                format!(
                    "kernel {} on emulated {}, {} teams of {} threads: {}",
                    site.kernel(),
                    job.device,
                    shape.teams,
                    shape.threads,
                    Fault::Timeout.text()
                ),
            ));
        }
        std::thread::sleep(Duration::from_millis(1).min(timeout));
    }
}
