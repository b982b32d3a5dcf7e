//! One `target` construct from its argument list to its end: map, launch, wait, unmap (OpenMP 5.2, 13.8).
//!
//! A region whose data is present allocates nothing and copies nothing: it takes a few short critical sections and a
//! launch, and the host waits for the kernel where it could see that it has not ended ([`effects`]). [`launch`] has the
//! memory and the parameters of a launch, [`data`] the constructs without a kernel. Must not know what a device is made
//! of.

pub mod data;
mod effects;
mod launch;
mod signature;

use crate::device::{Fault, GridPart, Kernel, LaunchOf, Shape, Stream};
use crate::env::Settings;
use crate::error::{Failure, Result};
use crate::ffi::{self, Arg, Site};
use crate::mapping::End;
use crate::queue::flight::{Launched, Pointer};
use crate::queue::{Trouble, Turn};
use crate::runtime::{DeviceState, Runtime};
use crate::{failures, opening, shape, trace};
use launch::Launch;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicPtr, AtomicU64, AtomicUsize, Ordering};
use std::time::Instant;

/// One execution of a `target` construct on a device.
#[derive(Clone, Copy)]
struct Execution<'a> {
    site: &'static Site,
    list: &'a [Arg],
    settings: &'a Settings,
    state: &'a DeviceState,
    /// The encountering host thread's turn, and its stream on the device.
    turn: &'a Turn<'a>,
    stream: Stream,
    kernel: Kernel,
    shape: Shape,
    /// Threads that parallel regions get beside the master; none where the kernel has none.
    workers: Option<u32>,
}

/// Executes a `target` construct (5.2, 13.8). True where its region was not run: the host then has to run it.
pub fn target(site: &'static Site, list: &[Arg]) -> Result<bool> {
    let runtime = opening::get();
    let Some(state) = runtime.choose(list, site)? else {
        if trace::on() {
            trace::on_host(site, &runtime.why_host(list));
        }
        return Ok(true);
    };
    let settings = &runtime.settings;
    let icvs = settings.teams.of_device(state.number);
    let turn = state
        .enter()
        .map_err(|trouble| failures::of_work(Some(site), state, trouble))?;
    let kernel = kernel(runtime, state, site, list)?.own;
    let resident = |threads| resident_teams(site, state, &kernel, threads);
    let workers = shape::workers(list, site, icvs, &kernel, resident)?;
    let shape = shape::shape(list, site, icvs, &kernel, workers, resident)?;
    let execution = Execution {
        site,
        list,
        settings,
        state,
        turn: &turn,
        stream: turn.stream,
        kernel,
        shape,
        workers,
    };
    execution.run()?;
    Ok(false)
}

impl Execution<'_> {
    /// Maps, launches the kernel, waits for it where it has to, unmaps, and records all of it for the trace.
    fn run(&self) -> Result<()> {
        let Execution { state, stream, .. } = *self;
        let place = || self.site.place();
        let cx = state.context(stream, &place);
        let mut traffic = state.present.enter(self.list, &cx)?;
        let mut launch = Launch::prepare(self)?;
        self.reserve_stack()?;
        let started = trace::on().then(|| {
            // The time of copies that are still under way is not the kernel's.
            let waited = state.device.finish(stream, None);
            (waited, Instant::now())
        });
        self.launch(&mut launch)?;
        let time = started.map(|(_, at)| at.elapsed());
        launch.release(state, stream);
        let cx = state.context(stream, &place);
        let left = state.present.exit(self.list, End::Region, &cx)?;
        data::end_of_copies(left, self.turn, self.site, state)?;
        traffic.from += left.from;
        if let Some(time) = time {
            let asked = state.device.threads_asked(&self.kernel, stream);
            let most = self.kernel.max_threads;
            let unmet = shape::asked_in_vain(self.list, self.workers, self.shape, most);
            let launched = trace::Launched {
                shape: self.shape,
                time,
                asked: u64::from(asked).max(unmet),
            };
            trace::region(self.site, state, Some(launched), traffic);
        }
        Ok(())
    }

    /// Gives each thread the stack that kernels need whose functions call themselves.
    fn reserve_stack(&self) -> Result<()> {
        let Some(bytes) = stack_bytes(&self.kernel, self.list) else {
            return Ok(());
        };
        let bytes = self.settings.stack.unwrap_or(bytes);
        let reserved = self.state.device.need_stack(bytes);
        reserved.map_err(|fault| self.device_failure(fault))
    }

    /// Launches the kernel. It is under way then, or has ended.
    fn launch(&self, launch: &mut Launch) -> Result<()> {
        let mut part = self
            .shape
            .nest
            .map_or(GridPart::default(), |nest| nest.whole());
        let mut params = launch.params(self.list, &mut part);
        if let Some(signature) = self.kernel.params {
            let elements = params.elements.iter().map(|&at| &self.list[at]);
            let elements = elements.zip(params.sizes.iter().copied());
            if let Some(difference) = signature::difference(elements, signature) {
                let what = format!("kernel {} {difference}", self.site.kernel());
                return Err(Failure::new(self.site.place(), what));
            }
        }
        let kernel = self.kernel_for(launch)?;
        let device = &*self.state.device;
        let launched = || self.launched();
        let seen = count(self.site);
        device
            .launch(
                &LaunchOf {
                    kernel,
                    shape: self.shape,
                    params: params.values.as_mut_slice(),
                    sizes: &params.sizes,
                    part: self.shape.nest.map(|_| &raw mut part),
                    site: self.site,
                    list: self.list,
                },
                self.stream,
            )
            .map_err(|fault| Trouble::Launches(vec![launched()], fault))
            .and_then(|()| {
                let effect = effects::of(self, launch);
                let timeout = self.settings.timeout;
                self.turn.launched(&launched, seen, effect, device, timeout)
            })
            .map_err(|trouble| failures::of_work(Some(self.site), self.state, trouble))
    }

    /// The kernel of a launch: the one for separate list items where there is one, and they are.
    fn kernel_for(&self, launch: &Launch) -> Result<Kernel> {
        if !launch.is_apart() {
            return Ok(self.kernel);
        }
        let kernels = kernel(opening::get(), self.state, self.site, self.list)?;
        let fits = |kernel: &Kernel| kernel.max_threads >= self.shape.threads;
        Ok(kernels.apart.filter(fits).unwrap_or(self.kernel))
    }

    /// What is remembered of the launch while it is under way.
    fn launched(&self) -> Launched {
        let passed = |arg: &&Arg| arg.kind == ffi::KIND_MAP && arg.has(ffi::PARAM);
        Launched {
            site: self.site,
            shape: self.shape,
            stack: stack_bytes(&self.kernel, self.list),
            pointers: self.list.iter().filter(passed).map(Pointer::of).collect(),
        }
    }

    fn device_failure(&self, fault: Fault) -> Failure {
        failures::of_device(self.site, self.state, fault)
    }
}

/// The number of teams of a construct that are resident on the device at once, which asking the driver takes as long as
/// half a launch: the last answers, for smaller and for larger teams, are kept at the construct.
fn resident_teams(site: &'static Site, state: &DeviceState, kernel: &Kernel, threads: u32) -> u32 {
    const LARGER: u32 = 256;
    let slot = if threads >= LARGER { 3 } else { 2 };
    // SAFETY: cache[2] and cache[3] are the runtime's, zero at first, and only ever accessed through this atomic.
    let kept =
        unsafe { AtomicU64::from_ptr((&raw const site.cache[slot]).cast_mut().cast::<u64>()) };
    let device = state.number as u64 + 1;
    let question = device << 16 | u64::from(threads);
    let known = kept.load(Ordering::Relaxed);
    if known >> 32 == question {
        return known as u32;
    }
    let teams = state.device.resident_teams(kernel, threads);
    kept.store(question << 32 | u64::from(teams), Ordering::Relaxed);
    teams
}

/// How many launches of a construct there were before this one.
fn count(site: &'static Site) -> u32 {
    // SAFETY: cache[1] is the runtime's, zero at first, and only ever accessed through this atomic.
    let counter =
        unsafe { AtomicUsize::from_ptr((&raw const site.cache[1]).cast_mut().cast::<usize>()) };
    let before = counter.fetch_add(1, Ordering::Relaxed);
    u32::try_from(before).unwrap_or(u32::MAX)
}

/// Bytes of stack of a thread whose functions call themselves by way of another unit.
const RECURSION: usize = 16 << 10;

/// Bytes of stack that each thread of a kernel needs whose functions call themselves, where ROMP_STACK does not say it.
fn stack_bytes(kernel: &Kernel, list: &[Arg]) -> Option<usize> {
    let asked = list.iter().find(|arg| arg.kind == ffi::KIND_STACK);
    let asked = asked.map(|arg| arg.bytes);
    asked.or(kernel.recursive.then_some(RECURSION))
}

/// The kernels of a construct.
#[derive(Clone, Copy)]
struct Kernels {
    own: Kernel,
    /// The one for launches whose list items are separate. Device code that was edited by hand need not have it.
    apart: Option<Kernel>,
}

/// The construct's kernels, looked up once on each device and cached in the construct's [`Site`].
fn kernel(runtime: &Runtime, state: &DeviceState, site: &Site, list: &[Arg]) -> Result<Kernels> {
    type Cache = Box<[OnceLock<Kernels>]>;
    // SAFETY: cache[0] is the runtime's, null at first, and only ever accessed through this atomic.
    let slot =
        unsafe { AtomicPtr::from_ptr((&raw const site.cache[0]).cast_mut().cast::<*mut Cache>()) };
    let mut cached = slot.load(Ordering::Acquire);
    if cached.is_null() {
        let made: Cache = runtime.devices.iter().map(|_| OnceLock::new()).collect();
        let made = Box::into_raw(Box::new(made));
        cached = match slot.compare_exchange(
            std::ptr::null_mut(),
            made,
            Ordering::AcqRel,
            Ordering::Acquire,
        ) {
            Ok(_) => made,
            Err(theirs) => {
                // SAFETY: `made` was not published.
                drop(unsafe { Box::from_raw(made) });
                theirs
            }
        };
    }
    // SAFETY: published pointers are never freed.
    let cache = unsafe { &*cached };
    let cell = &cache[state.number as usize];
    if let Some(kernels) = cell.get() {
        return Ok(*kernels);
    }
    let name = site.kernel();
    let mut kernel = state.kernel(site, &name)?;
    let asked = list.iter().any(|arg| arg.kind == ffi::KIND_APART);
    let apart = asked.then(|| state.kernel(site, &format!("{name}_apart")).ok());
    if let Some(arg) = list.iter().find(|arg| arg.kind == ffi::KIND_SHARED) {
        let bytes = u32::try_from(arg.bytes).unwrap_or(u32::MAX);
        state
            .device
            .need_shared(&mut kernel, bytes)
            .map_err(|fault| {
                Failure::new(
                    site.place(),
                    format!(
                        "kernel {} on {}: {}",
                        site.kernel(),
                        state.device.name(),
                        fault.text()
                    ),
                )
                .note("translate it with --offload-arch of this device, or with a smaller --shared-budget")
            })?;
    }
    Ok(*cell.get_or_init(|| Kernels {
        own: kernel,
        apart: apart.flatten(),
    }))
}
