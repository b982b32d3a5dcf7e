//! One construct from its list to its end: map, launch, wait, unmap.
//!
//! A region whose data is present allocates nothing and copies nothing: two short critical sections, a
//! launch and a wait. Must not know what a device is made of.

use crate::device::{Fault, Kernel, LaunchOf, Purpose, Shape, Stream};
use crate::error::{Failure, Result};
use crate::ffi::{self, Arg, Site};
use crate::mapping::{Context, End, Present, Table, Traffic};
use crate::opening;
use crate::runtime::{DeviceState, Runtime};
use crate::scratch::{self, Block};
use crate::team_memory::{self, Slices};
use crate::{shape, trace};
use smallvec::SmallVec;
use std::ffi::c_void;
use std::ptr;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::time::Instant;

/// `target`: whether the host has to run the region.
pub fn target(site: &Site, list: &[Arg]) -> Result<bool> {
    let runtime = opening::get();
    let Some(state) = runtime.choose(list, site)? else {
        if trace::on() {
            trace::on_host(site, &runtime.why_host(list));
        }
        return Ok(true);
    };
    let stream = state.stream().map_err(|f| device_failure(site, state, f))?;
    let kernel = kernel(runtime, state, site, list)?;
    let workers = shape::workers(list, site, &runtime.settings, &kernel)?;
    let shape = shape::shape(list, site, &runtime.settings, &kernel, workers, |threads| {
        state.device.resident_teams(&kernel, threads)
    })?;
    let place = || site.place();
    let cx = state.context(stream, &place);

    let mut launch = Launch {
        addresses: SmallVec::new(),
        fresh: SmallVec::new(),
        workers: workers.unwrap_or_default(),
        scratch: None,
        scratch_address: 0,
        team_memory: SmallVec::new(),
        task_memory: None,
        task_slices: Slices::default(),
    };
    let mut traffic = state.present.enter(list, &cx)?;
    launch.addresses(&state.table(), list, state, stream, site)?;
    launch.scratch(list, shape, state, stream, site)?;
    for arg in list.iter().filter(|a| a.kind == ffi::KIND_TEAM_MEMORY) {
        let arena = runtime.settings.team_arena;
        launch.team_memory(arg, arena, &kernel, shape, state, stream, site)?;
    }
    if list.iter().any(|arg| arg.kind == ffi::KIND_TASKS) {
        let bytes = runtime.settings.task_memory(shape.threads);
        launch.tasks(bytes, &kernel, shape, state, stream, site)?;
    }
    let mut part = [0; 3];
    let mut params = launch.params(list, &mut part);
    if let Some(expected) = kernel.params
        && expected as usize != params.len()
    {
        return Err(Failure::new(
            site.place(),
            format!(
                "kernel {} has {expected} parameters, its construct gives {}",
                site.kernel(),
                params.len()
            ),
        ));
    }
    for arg in list.iter().filter(|arg| arg.kind == ffi::KIND_STACK) {
        let bytes = runtime.settings.stack.unwrap_or(arg.bytes);
        state
            .device
            .need_stack(bytes)
            .map_err(|f| device_failure(site, state, f))?;
    }
    let started = trace::on().then(|| {
        // Copies are not the kernel's time.
        let waited = state.device.finish(stream, None);
        (waited, Instant::now())
    });
    state
        .device
        .launch(
            &LaunchOf {
                kernel,
                shape,
                params: params.as_mut_slice(),
                part: shape.nest.map(|_| &raw mut part),
                site,
                list,
            },
            stream,
        )
        .and_then(|()| state.device.finish(stream, runtime.settings.timeout))
        .map_err(|fault| kernel_failure(site, state, list, shape, fault))?;
    let time = started.map(|(_, at)| at.elapsed());
    launch.release(state);
    let left = state.present.exit(list, End::Region, &cx)?;
    if left.pending {
        state
            .device
            .finish(stream, None)
            .map_err(|f| device_failure(site, state, f))?;
    }
    traffic.from += left.from;
    if let Some(time) = time {
        let asked = state.device.threads_asked(&kernel, stream);
        let asked = u64::from(asked).max(shape::asked_in_vain(list, workers, shape));
        let launched = trace::Launched { shape, time, asked };
        trace::region(site, state, Some(launched), traffic);
    }
    Ok(false)
}

/// What one launch holds.
struct Launch {
    /// One for each list element that is a mapped parameter, in order.
    addresses: SmallVec<[u64; 24]>,
    /// Storage for this launch only.
    fresh: SmallVec<[(u64, usize); 4]>,
    /// Threads beside the master's warp, where there is one.
    workers: u32,
    scratch: Option<Block>,
    scratch_address: u64,
    /// One for each list element that asks for some, in order.
    team_memory: SmallVec<[(Option<team_memory::Block>, Slices); 2]>,
    task_memory: Option<team_memory::Block>,
    task_slices: Slices,
}

impl Launch {
    fn addresses(
        &mut self,
        table: &Table,
        list: &[Arg],
        state: &DeviceState,
        stream: Stream,
        site: &Site,
    ) -> Result<()> {
        for arg in list
            .iter()
            .filter(|arg| arg.kind == ffi::KIND_MAP && arg.has(ffi::PARAM))
        {
            let address = if arg.has(ffi::FRESH) {
                self.fresh(arg, state, stream)
                    .map_err(|fault| match fault {
                        Fault::OutOfMemory => Failure::new(
                            site.place(),
                            format!(
                                "{}: device {} has no memory left for {} bytes",
                                arg.text(),
                                state.number,
                                arg.bytes
                            ),
                        ),
                        other => device_failure(site, state, other),
                    })?
            } else {
                table.base_address(arg).unwrap_or(arg.base as u64)
            };
            self.addresses.push(address);
        }
        Ok(())
    }

    fn fresh(
        &mut self,
        arg: &Arg,
        state: &DeviceState,
        stream: Stream,
    ) -> std::result::Result<u64, Fault> {
        let bytes = arg.bytes.max(1);
        let at = state.device.allocate(bytes)?;
        self.fresh.push((at, bytes));
        state
            .device
            .is_for(at, bytes, Purpose::Private(&arg.text()));
        if arg.has(ffi::TO) {
            state
                .device
                .copy_to(at, arg.begin.cast(), arg.bytes, stream)?;
        }
        Ok(at.wrapping_add((arg.base as usize).wrapping_sub(arg.host()) as u64))
    }

    /// Pointers to the parameters' values, in the list's order.
    fn params(&mut self, list: &[Arg], part: &mut [u32; 3]) -> SmallVec<[*mut c_void; 24]> {
        let mut params = SmallVec::new();
        let mut next = 0;
        let mut slices = self.team_memory.iter_mut();
        for arg in list {
            match arg.kind {
                ffi::KIND_VALUE => params.push(arg.begin),
                ffi::KIND_WORKERS => params.push((&raw mut self.workers).cast()),
                ffi::KIND_SCRATCH => params.push((&raw mut self.scratch_address).cast()),
                ffi::KIND_TEAM_MEMORY => {
                    let (_, slices) = slices.next().expect("made before");
                    params.push(ptr::from_mut(slices).cast());
                }
                ffi::KIND_TASKS => params.push((&raw mut self.task_slices).cast()),
                ffi::KIND_GRID => params.push((&raw mut *part).cast()),
                ffi::KIND_MAP if arg.has(ffi::PARAM) => {
                    params.push((&raw mut self.addresses[next]).cast());
                    next += 1;
                }
                _ => {}
            }
        }
        params
    }

    fn release(&mut self, state: &DeviceState) {
        for (at, bytes) in self.fresh.drain(..) {
            state.device.free(at, bytes);
        }
        if let Some(block) = self.scratch.take() {
            state.scratch.give(&*state.device, block);
        }
        for block in self.team_memory.drain(..).filter_map(|(block, _)| block) {
            state.team_memory.give(&*state.device, block);
        }
        if let Some(block) = self.task_memory.take() {
            state.team_memory.give(&*state.device, block);
        }
    }

    /// Memory behind a counter that is zero: from an earlier launch, mostly.
    fn scratch(
        &mut self,
        list: &[Arg],
        shape: Shape,
        state: &DeviceState,
        stream: Stream,
        site: &Site,
    ) -> Result<()> {
        let Some(arg) = list.iter().find(|arg| arg.kind == ffi::KIND_SCRATCH) else {
            return Ok(());
        };
        let each = arg.scratch_of(shape.threads);
        let all = each.and_then(|each| each.checked_mul(shape.teams as usize));
        let Some(each) = each.filter(|_| all.is_some_and(|all| all <= scratch::MOST)) else {
            let message = format!(
                "the reduction's private copies of arrays need {} bytes for each of {} threads in {} teams, more than {} bytes in all",
                arg.base as usize,
                shape.threads,
                shape.teams,
                scratch::MOST
            );
            return Err(Failure::new(site.place(), message));
        };
        let block = state
            .scratch
            .take(&*state.device, stream, each, shape.teams)
            .map_err(|fault| match fault {
                Fault::OutOfMemory => Failure::new(
                    site.place(),
                    format!(
                        "device {} has no memory left for the results of {} teams, {each} bytes each",
                        state.number, shape.teams
                    ),
                ),
                other => device_failure(site, state, other),
            })?;
        self.scratch_address = block.at;
        self.scratch = Some(block);
        Ok(())
    }

    /// A slice for each team, or for as many as the device holds of them at once.
    #[expect(clippy::too_many_arguments)]
    fn team_memory(
        &mut self,
        arg: &Arg,
        arena: Option<usize>,
        kernel: &Kernel,
        shape: Shape,
        state: &DeviceState,
        stream: Stream,
        site: &Site,
    ) -> Result<()> {
        let Some(each) = team_memory::slice(arg, shape.threads as usize, arena) else {
            let message = format!("{} need more bytes than there are", arg.text());
            return Err(Failure::new(site.place(), message));
        };
        // The emulated device has threads' arrays one by one, so that it sees accesses beside them.
        let elsewhere = arg.has(ffi::THREADS) && !state.device.is_cuda();
        if elsewhere || arg.has(ffi::LINKED) && !kernel.thread_arrays {
            let bytes = if elsewhere { each } else { 0 };
            let none = Slices::of_nothing(bytes, shape.teams);
            self.team_memory.push((None, none));
            return Ok(());
        }
        let resident = state.device.resident_teams(kernel, shape.threads);
        let count = shape.teams.min(resident.max(1));
        let cleared = count < shape.teams;
        let take = |each| {
            let device = &*state.device;
            state.team_memory.take(device, stream, each, count, cleared)
        };
        let mut taken = take(each);
        if taken == Err(Fault::OutOfMemory) && arg.has(ffi::THREADS) {
            // The length of an array that the kernel may never come to.
            let open = Arg {
                flags: arg.flags | ffi::OPEN,
                base: ptr::null_mut(),
                ..*arg
            };
            let least = team_memory::slice(&open, shape.threads as usize, arena);
            taken = least.map_or(taken, take);
        }
        let (block, slices) = taken.map_err(|fault| match fault {
                Fault::OutOfMemory => Failure::new(
                    site.place(),
                    format!(
                        "device {} has no memory left for the variables of {count} teams, {each} bytes each",
                        state.number
                    ),
                )
                .note_if(
                    arg.has(ffi::OPEN),
                    "ROMP_TEAM_ARENA=bytes sets what each team has",
                ),
                other => device_failure(site, state, other),
            })?;
        self.team_memory.push((Some(block), slices));
        Ok(())
    }

    /// Likewise, for the tasks of each team.
    fn tasks(
        &mut self,
        bytes: usize,
        kernel: &Kernel,
        shape: Shape,
        state: &DeviceState,
        stream: Stream,
        site: &Site,
    ) -> Result<()> {
        let resident = state.device.resident_teams(kernel, shape.threads);
        let count = shape.teams.min(resident.max(1));
        let cleared = count < shape.teams;
        let (block, slices) = state
            .team_memory
            .take(&*state.device, stream, bytes, count, cleared)
            .map_err(|fault| match fault {
                Fault::OutOfMemory => Failure::new(
                    site.place(),
                    format!(
                        "device {} has no memory left for the tasks of {count} teams, {bytes} bytes each (ROMP_TASKS)",
                        state.number
                    ),
                ),
                other => device_failure(site, state, other),
            })?;
        self.task_slices = slices;
        self.task_memory = Some(block);
        Ok(())
    }
}

/// The construct's kernel, looked up once a device and kept in the construct's own storage.
fn kernel(runtime: &Runtime, state: &DeviceState, site: &Site, list: &[Arg]) -> Result<Kernel> {
    type Cache = Box<[OnceLock<Kernel>]>;
    // SAFETY: cache[0] is the runtime's, null at first, and only ever accessed through this atomic.
    let slot =
        unsafe { AtomicPtr::from_ptr((&raw const site.cache[0]).cast_mut().cast::<*mut Cache>()) };
    let mut known = slot.load(Ordering::Acquire);
    if known.is_null() {
        let made: Cache = runtime.devices.iter().map(|_| OnceLock::new()).collect();
        let made = Box::into_raw(Box::new(made));
        known = match slot.compare_exchange(
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
    let cache = unsafe { &*known };
    let cell = &cache[state.number as usize];
    if let Some(kernel) = cell.get() {
        return Ok(*kernel);
    }
    let mut kernel = state.kernel(site)?;
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
    Ok(*cell.get_or_init(|| kernel))
}

/// `target data` between its ends.
pub struct Data {
    site: &'static Site,
    list: Vec<Arg>,
    device: Option<&'static DeviceState>,
}

thread_local! {
    /// The devices of the data regions that this thread is in, innermost last.
    static ENCLOSING: std::cell::RefCell<Vec<Option<i32>>> = const { std::cell::RefCell::new(Vec::new()) };
}

pub fn data_begin(site: &'static Site, list: &[Arg]) -> Result<Box<Data>> {
    let device = opening::get().choose(list, site)?;
    if let Some(state) = device {
        with_present(state, site, |present, cx| present.enter(list, cx))?;
    }
    ENCLOSING.with_borrow_mut(|open| open.push(device.map(|state| state.number)));
    Ok(Box::new(Data {
        site,
        list: list.to_vec(),
        device,
    }))
}

pub fn data_end(data: &Data) -> Result<()> {
    ENCLOSING.with_borrow_mut(|open| open.pop());
    match data.device {
        Some(state) => with_present(state, data.site, |present, cx| {
            present.exit(&data.list, End::Region, cx)
        }),
        None => Ok(()),
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Standalone {
    Enter,
    Exit,
    Update,
}

pub fn standalone(what: Standalone, site: &Site, list: &[Arg]) -> Result<()> {
    let Some(state) = opening::get().choose(list, site)? else {
        return Ok(());
    };
    with_present(state, site, |present, cx| match what {
        Standalone::Enter => present.enter_data(list, cx),
        Standalone::Exit => present.exit(list, End::ExitData, cx),
        Standalone::Update => present.update(list, cx),
    })
}

fn with_present(
    state: &DeviceState,
    site: &Site,
    work: impl FnOnce(&Present, &Context) -> Result<Traffic>,
) -> Result<()> {
    let stream = state.stream().map_err(|f| device_failure(site, state, f))?;
    let place = || site.place();
    let traffic = work(&state.present, &state.context(stream, &place))?;
    if traffic.pending {
        state
            .device
            .finish(stream, None)
            .map_err(|f| device_failure(site, state, f))?;
    }
    if trace::on() {
        trace::region(site, state, None, traffic);
    }
    Ok(())
}

/// What a pointer of the host becomes on the device of the innermost data region (5.2, 5.8.6).
pub fn device_address(host: usize) -> Option<u64> {
    let runtime = opening::get();
    let number = match ENCLOSING.with_borrow(|open| open.last().copied()) {
        Some(number) => number?,
        None => crate::icv::default_device(runtime.settings.default_device),
    };
    runtime.device(number)?.table().device_pointer(host)
}

fn device_failure(site: &Site, state: &DeviceState, fault: Fault) -> Failure {
    Failure::new(
        site.place(),
        format!("{}: {}", state.device.name(), fault.text()),
    )
}

/// A kernel that faulted or hung: where, in what shape, with which pointers, and how to find out more.
fn kernel_failure(
    site: &Site,
    state: &DeviceState,
    list: &[Arg],
    shape: Shape,
    fault: Fault,
) -> Failure {
    let failure = Failure::new(
        site.place(),
        format!(
            "kernel {} on {}, {} teams of {} threads: {}",
            site.kernel(),
            state.device.name(),
            shape.teams,
            shape.threads,
            fault.text()
        ),
    );
    let mut failure = failure;
    let table = state.try_table();
    for arg in list
        .iter()
        .filter(|arg| arg.kind == ffi::KIND_MAP && arg.has(ffi::PARAM))
    {
        let there = table.as_ref().and_then(|t| t.find(arg.host()));
        failure = failure.note(match there {
            _ if arg.has(ffi::FRESH) => {
                format!("{}: {} bytes for this launch", arg.text(), arg.bytes)
            }
            Some(e) => format!(
                "{}: device {:#x}, {} bytes of {} (mapped at {})",
                arg.text(),
                e.device,
                e.bytes,
                e.text,
                e.place
            ),
            None => format!(
                "{}: {:p}, which is not mapped and was passed as it is",
                arg.text(),
                arg.base
            ),
        });
    }
    let stack = list.iter().find(|arg| arg.kind == ffi::KIND_STACK);
    if let Some(stack) = stack
        && state.device.is_cuda()
        && fault != Fault::Timeout
    {
        failure = failure.note(format!(
            "its functions call themselves: a thread has {} bytes of stack where ROMP_STACK does not say otherwise, \
             as in ROMP_STACK=64K",
            stack.bytes
        ));
    }
    if state.device.is_cuda() && fault != Fault::Timeout {
        let program = std::env::args_os()
            .next()
            .map_or_else(|| "program".into(), |a| a.to_string_lossy().into_owned());
        failure = failure.note(format!(
            "to find the access: `romp2cuda run --offload-arch=emulated` with its files, or ROMP_DEVICE=emulated {program} \
             where it was built with --offload-arch=emulated --check=memory"
        ));
        failure = failure.note(
            "the line on the GPU itself: `romp2cuda run --check=sanitizer` with its files, where compute-sanitizer is \
             installed",
        );
    }
    failure
}
