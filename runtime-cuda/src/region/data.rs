//! Constructs on data alone: `target data`, `target enter data`, `target exit data` and `target update` (OpenMP 5.2,
//! 13.5 to 13.7 and 13.9).

use crate::error::Result;
use crate::ffi::{Arg, Site};
use crate::mapping::{Context, End, Present, Traffic};
use crate::queue::Turn;
use crate::runtime::DeviceState;
use crate::{failures, icv, opening, trace};
use std::cell::RefCell;
use std::mem::ManuallyDrop;

/// A `target data` region that has begun and not ended.
pub struct Data {
    site: &'static Site,
    list: Vec<Arg>,
    device: Option<&'static DeviceState>,
}

thread_local! {
    /// The numbers of the devices of the `target data` regions that enclose what this thread executes, innermost last;
    /// none for a region on the host. It has no destructor, so that handlers of `atexit` find it.
    static ENCLOSING: ManuallyDrop<RefCell<Vec<Option<i32>>>> = const { ManuallyDrop::new(RefCell::new(Vec::new())) };
}

/// Begins a `target data` region: maps what its list says.
pub fn begin(site: &'static Site, list: &[Arg]) -> Result<Box<Data>> {
    let device = opening::get().choose(list, site)?;
    if let Some(state) = device {
        with_present(state, site, |present, cx| present.enter(list, cx))?;
    }
    ENCLOSING.with(|open| open.borrow_mut().push(device.map(|state| state.number)));
    Ok(Box::new(Data {
        site,
        list: list.to_vec(),
        device,
    }))
}

/// Ends a `target data` region: unmaps what [`begin`] has mapped.
pub fn end(data: &Data) -> Result<()> {
    ENCLOSING.with(|open| {
        let mut open = open.borrow_mut();
        open.pop();
        if open.is_empty() {
            *open = Vec::new();
        }
    });
    match data.device {
        Some(state) => with_present(state, data.site, |present, cx| {
            present.exit(&data.list, End::Region, cx)
        }),
        None => Ok(()),
    }
}

/// A stand-alone directive on data.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Standalone {
    Enter,
    Exit,
    Update,
}

/// Executes a stand-alone directive; it does nothing where the host is its device.
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

/// Calls `work` with the present table of a device, waits for what the host needs of its copies, and records its traffic.
fn with_present(
    state: &DeviceState,
    site: &Site,
    work: impl FnOnce(&Present, &Context) -> Result<Traffic>,
) -> Result<()> {
    let turn = state
        .enter()
        .map_err(|trouble| failures::of_work(Some(site), state, trouble))?;
    let place = || site.place();
    let traffic = work(&state.present, &state.context(turn.stream, &place))?;
    end_of_copies(traffic, &turn, site, state)?;
    if trace::on() {
        trace::region(site, state, None, traffic);
    }
    Ok(())
}

/// Waits for copies to the host. Others may run on.
pub(super) fn end_of_copies(
    traffic: Traffic,
    turn: &Turn,
    site: &Site,
    state: &DeviceState,
) -> Result<()> {
    let device = &*state.device;
    let waited = match traffic {
        Traffic { pending: true, .. } => turn.finish(device),
        Traffic { put: true, .. } => turn.put(device),
        _ => Ok(()),
    };
    waited.map_err(|trouble| failures::of_work(Some(site), state, trouble))
}

/// The device address that corresponds to a host address, on the device of the innermost enclosing `target data`
/// region, or else on the default device (5.2, 5.4.8), for host code. None where nothing is mapped there or the host is that device.
pub fn device_address(host: usize) -> Result<Option<u64>> {
    let runtime = opening::get();
    let number = match ENCLOSING.with(|open| open.borrow().last().copied()) {
        Some(None) => return Ok(None),
        Some(Some(number)) => number,
        None => icv::default_device(runtime.settings.default_device),
    };
    let state = runtime.device(number);
    let address = state.and_then(|state| state.table().hand_out_pointer(host));
    // Whoever gets it may use what kernels have written there, without a word to this runtime.
    failures::settle()?;
    Ok(address)
}
