//! The memory and the parameters of one launch of a kernel.

use super::Execution;
use crate::device::{Address, Fault, GridPart, Purpose, Stream};
use crate::error::{Failure, Result};
use crate::ffi::{self, Arg};
use crate::mapping::Entry;
use crate::runtime::DeviceState;
use crate::scratch::{self, Block};
use crate::team_memory::{self, Slices};
use smallvec::SmallVec;
use std::ffi::c_void;
use std::ops::Range;
use std::ptr;

/// The parameters of a launch.
#[derive(Default)]
pub struct Params {
    /// Pointers to the values.
    pub values: SmallVec<[*mut c_void; 24]>,
    /// The bytes of each value.
    pub sizes: SmallVec<[usize; 24]>,
    /// Which element of the list gives each.
    pub elements: SmallVec<[usize; 24]>,
}

/// What one launch holds until its kernel has ended.
#[derive(Default)]
pub struct Launch {
    /// The device address of each list element that is a mapped parameter, in the list's order.
    addresses: SmallVec<[u64; 24]>,
    /// Whether one of them is a pointer that leads to nothing mapped, and was passed as it is.
    unmapped: bool,
    /// Whether no byte belongs to two of the list elements that are mapped parameters, where the construct asks for that.
    apart: bool,
    /// Addresses and sizes of device copies that exist for this launch alone.
    fresh: SmallVec<[(u64, usize); 4]>,
    /// Threads that parallel regions get beside the master, where there is one.
    workers: u32,
    scratch: Option<Block>,
    scratch_address: u64,
    /// The slices of each list element that asks for memory of the teams, in the list's order.
    team_memory: SmallVec<[(Option<team_memory::Block>, Slices); 2]>,
    task_memory: Option<team_memory::Block>,
    task_slices: Slices,
}

impl Launch {
    /// Allocates what the kernel's parameters lead to. Mapped data is already present.
    pub fn prepare(execution: &Execution) -> Result<Launch> {
        let mut launch = Launch {
            workers: execution.workers.unwrap_or_default(),
            ..Launch::default()
        };
        launch.find_addresses(execution)?;
        launch.take_scratch(execution)?;
        let list = execution.list.iter();
        for arg in list.filter(|a| a.kind == ffi::KIND_TEAM_MEMORY) {
            launch.take_team_memory(arg, execution)?;
        }
        if execution.list.iter().any(|arg| arg.kind == ffi::KIND_TASKS) {
            launch.take_task_memory(execution)?;
        }
        Ok(launch)
    }

    /// Looks up the device addresses of mapped parameters, and makes the copies that are for this launch alone.
    fn find_addresses(&mut self, execution: &Execution) -> Result<()> {
        let table = execution.state.table();
        let passed = |arg: &&Arg| arg.kind == ffi::KIND_MAP && arg.has(ffi::PARAM);
        let asked = { execution.list.iter() }.any(|arg| arg.kind == ffi::KIND_APART);
        let mut reached = asked.then(Reached::default);
        for arg in execution.list.iter().filter(passed) {
            let address = if arg.has(ffi::FRESH) {
                self.copy_for_launch(arg, execution)
                    .map_err(|fault| match fault {
                        Fault::OutOfMemory => Failure::new(
                            execution.site.place(),
                            format!(
                                "{}: device {} has no memory left for {} bytes",
                                arg.text(),
                                execution.state.number,
                                arg.bytes
                            ),
                        ),
                        other => execution.device_failure(other),
                    })?
            } else {
                let entry = table.entry_of(arg);
                if let Some(reached) = &mut reached {
                    reached.add(arg, entry);
                }
                match entry {
                    Some(entry) => entry.to_device(arg.base as usize),
                    None => {
                        self.unmapped |= !arg.base.is_null();
                        arg.base as u64
                    }
                }
            };
            self.addresses.push(address);
        }
        self.apart = reached.is_some_and(Reached::are_apart);
        Ok(())
    }

    /// A device copy for this launch alone (firstprivate and private variables that are too large for a parameter):
    /// the device address of the variable's base.
    fn copy_for_launch(
        &mut self,
        arg: &Arg,
        execution: &Execution,
    ) -> std::result::Result<u64, Fault> {
        let device = &execution.state.device;
        let bytes = arg.bytes.max(1);
        let at = device.allocate(bytes)?;
        self.fresh.push((at, bytes));
        device.is_for(at, bytes, Purpose::Private(&arg.text()));
        if arg.has(ffi::TO) {
            device.copy_to(at, arg.begin.cast(), arg.bytes, execution.stream)?;
        }
        Ok(at.wrapping_add((arg.base as usize).wrapping_sub(arg.host()) as u64))
    }

    /// Takes scratch memory, if the kernel needs some. The counter in front of it is zero, as an earlier launch left it.
    fn take_scratch(&mut self, execution: &Execution) -> Result<()> {
        let Execution {
            site, state, shape, ..
        } = *execution;
        let mut list = execution.list.iter();
        let Some(arg) = list.find(|arg| arg.kind == ffi::KIND_SCRATCH) else {
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
            .take(&*state.device, execution.stream, each, shape.teams)
            .map_err(|fault| match fault {
                Fault::OutOfMemory => Failure::new(
                    site.place(),
                    format!(
                        "device {} has no memory left for the results of {} teams, {each} bytes each",
                        state.number, shape.teams
                    ),
                ),
                other => execution.device_failure(other),
            })?;
        self.scratch_address = block.at;
        self.scratch = Some(block);
        Ok(())
    }

    /// Takes the slices that one list element asks for.
    fn take_team_memory(&mut self, arg: &Arg, execution: &Execution) -> Result<()> {
        let Execution {
            state,
            shape,
            kernel,
            ..
        } = *execution;
        let arena = execution.settings.team_arena;
        let Some(each) = team_memory::slice(arg, shape.threads as usize, arena) else {
            let message = format!("{} need more bytes than there are", arg.text());
            return Err(Failure::new(execution.site.place(), message));
        };
        // The emulated device allocates each array of a thread by itself, so that it sees accesses beside it.
        let elsewhere = arg.has(ffi::THREADS) && !state.device.is_cuda();
        if elsewhere || arg.has(ffi::LINKED) && !kernel.thread_arrays {
            let bytes = if elsewhere { each } else { 0 };
            let none = Slices::of_nothing(bytes, shape.teams);
            self.team_memory.push((None, none));
            return Ok(());
        }
        let mut taken = take_slices(execution, each);
        if taken == Err(Fault::OutOfMemory) && arg.has(ffi::THREADS) {
            // The length of an array whose declaration the kernel may never reach can be anything: without it.
            let open = Arg {
                flags: arg.flags | ffi::OPEN,
                base: ptr::null_mut(),
                ..*arg
            };
            let least = team_memory::slice(&open, shape.threads as usize, arena);
            taken = least.map_or(taken, |each| take_slices(execution, each));
        }
        let (block, slices) = taken.map_err(|fault| match fault {
            Fault::OutOfMemory => Failure::new(
                execution.site.place(),
                format!(
                    "device {} has no memory left for the variables of {} teams, {each} bytes each",
                    state.number,
                    slices_needed(execution)
                ),
            )
            .note_if(
                arg.has(ffi::OPEN),
                "ROMP_TEAM_ARENA=bytes sets what each team has",
            ),
            other => execution.device_failure(other),
        })?;
        self.team_memory.push((Some(block), slices));
        Ok(())
    }

    /// Takes slices for the tasks of the teams.
    fn take_task_memory(&mut self, execution: &Execution) -> Result<()> {
        let bytes = execution.settings.task_memory(execution.shape.threads);
        let (block, slices) = take_slices(execution, bytes).map_err(|fault| match fault {
            Fault::OutOfMemory => Failure::new(
                execution.site.place(),
                format!(
                    "device {} has no memory left for the tasks of {} teams, {bytes} bytes each (ROMP_TASKS)",
                    execution.state.number,
                    slices_needed(execution)
                ),
            ),
            other => execution.device_failure(other),
        })?;
        self.task_slices = slices;
        self.task_memory = Some(block);
        Ok(())
    }

    /// The parameters' values, in the list's order. `part` is which part of its grid the launch is.
    pub fn params(&mut self, list: &[Arg], part: &mut GridPart) -> Params {
        fn own<T>(value: &mut T) -> (*mut c_void, usize) {
            (ptr::from_mut(value).cast(), size_of::<T>())
        }
        let mut params = Params::default();
        let mut addresses = self.addresses.iter_mut();
        let mut slices = self.team_memory.iter_mut();
        for (at, arg) in list.iter().enumerate() {
            let (value, bytes) = match arg.kind {
                ffi::KIND_VALUE => (arg.begin, arg.bytes),
                ffi::KIND_WORKERS => own(&mut self.workers),
                ffi::KIND_SCRATCH => own(&mut self.scratch_address),
                ffi::KIND_TEAM_MEMORY => own(&mut slices.next().expect("made before").1),
                ffi::KIND_TASKS => own(&mut self.task_slices),
                ffi::KIND_GRID => own(part),
                ffi::KIND_MAP if arg.has(ffi::PARAM) => {
                    own(addresses.next().expect("found before"))
                }
                _ => continue,
            };
            params.values.push(value);
            params.sizes.push(bytes);
            params.elements.push(at);
        }
        params
    }

    /// Whether the kernel for separate list items may be launched.
    pub fn is_apart(&self) -> bool {
        self.apart
    }

    /// Whether the kernel receives a pointer as it is, which may lead to memory that host code reaches, too.
    pub fn passes_unmapped(&self) -> bool {
        self.unmapped
    }

    /// Whether the launch has memory that is freed behind it.
    pub fn frees(&self) -> bool {
        !self.fresh.is_empty()
    }

    /// Gives back all memory of the launch, whose kernel has ended, or is under way where no memory is freed.
    pub fn release(&mut self, state: &DeviceState, stream: Stream) {
        for (at, bytes) in self.fresh.drain(..) {
            state.device.free(at, bytes);
        }
        if let Some(block) = self.scratch.take() {
            state.scratch.give(&*state.device, stream, block);
        }
        for block in self.team_memory.drain(..).filter_map(|(block, _)| block) {
            state.team_memory.give(&*state.device, stream, block);
        }
        if let Some(block) = self.task_memory.take() {
            state.team_memory.give(&*state.device, stream, block);
        }
    }
}

/// The device memory to which the mapped parameters of a launch lead.
#[derive(Default)]
struct Reached {
    pieces: SmallVec<[Range<Address>; 24]>,
    /// Whether some parameter leads to memory that is not known.
    open: bool,
}

impl Reached {
    fn add(&mut self, arg: &Arg, entry: Option<&Entry>) {
        match entry {
            Some(entry) => self.pieces.push(entry.on_device()),
            // A null pointer leads to nothing.
            None => self.open |= !arg.base.is_null(),
        }
    }

    /// Whether no byte belongs to two pieces. A host address stands for one entry, but several may stand for the same
    /// device memory (`omp_target_associate_ptr`).
    fn are_apart(mut self) -> bool {
        self.pieces.sort_unstable_by_key(|piece| piece.start);
        let mut pairs = self.pieces.windows(2);
        !self.open && pairs.all(|pair| pair[0].end <= pair[1].start)
    }
}

/// How many slices a launch needs: one a team, but no more than teams that are resident on the device at once.
fn slices_needed(execution: &Execution) -> u32 {
    let Execution {
        site,
        state,
        shape,
        kernel,
        ..
    } = *execution;
    let resident = super::resident_teams(site, state, &kernel, shape.threads);
    shape.teams.min(resident.max(1))
}

/// Takes slices of `bytes` each. Where teams outnumber them, their words are zero, so that a team that starts finds a
/// free one (`romp/team_slices.cuh`).
fn take_slices(
    execution: &Execution,
    bytes: usize,
) -> std::result::Result<(team_memory::Block, Slices), Fault> {
    let Execution {
        state,
        stream,
        shape,
        ..
    } = *execution;
    let count = slices_needed(execution);
    let cleared = count < shape.teams;
    let memory = &state.team_memory;
    memory.take(&*state.device, stream, bytes, count, cleared)
}
