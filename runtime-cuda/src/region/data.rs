//! Constructs on data alone: `target data`, `target enter data`, `target exit data` and `target update` (OpenMP 5.2,
//! 13.5 to 13.7 and 13.9).

use super::failure;
use crate::error::Result;
use crate::ffi::{Arg, Site};
use crate::mapping::{Context, End, Present, Traffic};
use crate::runtime::DeviceState;
use crate::{icv, opening, trace};

/// A `target data` region that has begun and not ended.
pub struct Data {
    site: &'static Site,
    list: Vec<Arg>,
    device: Option<&'static DeviceState>,
}

thread_local! {
    /// The numbers of the devices of the `target data` regions that enclose what this thread executes, innermost last;
    /// none for a region on the host.
    static ENCLOSING: std::cell::RefCell<Vec<Option<i32>>> = const { std::cell::RefCell::new(Vec::new()) };
}

/// Begins a `target data` region: maps what its list says.
pub fn begin(site: &'static Site, list: &[Arg]) -> Result<Box<Data>> {
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

/// Ends a `target data` region: unmaps what [`begin`] has mapped.
pub fn end(data: &Data) -> Result<()> {
    ENCLOSING.with_borrow_mut(|open| open.pop());
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

/// Calls `work` with the present table of a device, waits for copies that it left pending, and records its traffic.
fn with_present(
    state: &DeviceState,
    site: &Site,
    work: impl FnOnce(&Present, &Context) -> Result<Traffic>,
) -> Result<()> {
    let stream = state
        .stream()
        .map_err(|f| failure::of_device(site, state, f))?;
    let place = || site.place();
    let traffic = work(&state.present, &state.context(stream, &place))?;
    if traffic.pending {
        state
            .device
            .finish(stream, None)
            .map_err(|f| failure::of_device(site, state, f))?;
    }
    if trace::on() {
        trace::region(site, state, None, traffic);
    }
    Ok(())
}

/// The device address that corresponds to a host address, on the device of the innermost enclosing `target data`
/// region, or else on the default device (5.2, 5.4.8). None where nothing is mapped there or the host is that device.
pub fn device_address(host: usize) -> Option<u64> {
    let runtime = opening::get();
    let number = match ENCLOSING.with_borrow(|open| open.last().copied()) {
        Some(number) => number?,
        None => icv::default_device(runtime.settings.default_device),
    };
    runtime.device(number)?.table().device_pointer(host)
}
