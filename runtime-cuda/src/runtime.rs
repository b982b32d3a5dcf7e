//! The process's devices: what is loaded on each, and which one a construct gets.
//!
//! Must not know a region's list beyond its `if` and `device` elements, nor how devices are opened (`opening`).

mod loaded;

use crate::device::{Address, Device, Fault, Kernel, Stream};
use crate::env::{Offload, Settings};
use crate::error::{Failure, Result};
use crate::ffi::{self, Arg, Site};
use crate::mapping::{Context, DECLARE_TARGET, Present, Table};
use crate::queue::order::Wait;
use crate::queue::{Queue, Trouble, Turn, streams};
use crate::registry::Unit;
use crate::scratch::Scratch;
use crate::team_memory::TeamMemory;
use crate::{icv, libraries, message, registry};
use loaded::{Loaded, copy_elsewhere, of_unit, two_copies, unit_name};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock};

/// All devices of the process.
pub struct Runtime {
    pub settings: Settings,
    pub devices: Vec<DeviceState>,
    /// Why there is no device, where the user did not ask for the host.
    pub(crate) none_because: Option<String>,
    /// Whether the message that the host executes all regions has been printed.
    pub(crate) host_fallback_reported: AtomicBool,
}

/// One device and what is on it.
pub struct DeviceState {
    pub number: i32,
    process: u32,
    pub device: Box<dyn Device>,
    pub queue: Queue,
    pub present: Present,
    pub scratch: Scratch,
    pub team_memory: TeamMemory,
    modules: Mutex<Vec<Loaded>>,
    generation: AtomicUsize,
}

// SAFETY: the image pointer is compared, and read while the image is registered, only.
unsafe impl Send for Loaded {}

pub(crate) static RUNTIME: OnceLock<Runtime> = OnceLock::new();

/// The runtime, if it has been opened ([`opening::get`](crate::opening::get)).
pub fn opened() -> Option<&'static Runtime> {
    RUNTIME.get()
}

impl Runtime {
    /// The device that executes a construct; none where the host does (5.2, 13.2; `if`, 3.4; target-offload-var).
    pub fn choose(&self, list: &[Arg], site: &Site) -> Result<Option<&DeviceState>> {
        let mut number = None;
        for arg in list {
            match arg.kind {
                ffi::KIND_IF if arg.bytes == 0 => return Ok(None),
                ffi::KIND_DEVICE => number = Some((arg.number(), arg)),
                _ => {}
            }
        }
        if self.devices.is_empty() {
            self.report_host_fallback();
            return Ok(None);
        }
        let count = self.devices.len() as i64;
        let (n, what) = match number {
            Some((n, arg)) => (n, Some(arg)),
            None => (
                i64::from(icv::default_device(self.settings.default_device)),
                None,
            ),
        };
        if n == count || n == -1 {
            return Ok(None);
        }
        if n < 0 || n > count {
            let asked = what.map_or_else(
                || "the default device".to_string(),
                |arg| format!("device({})", arg.text()),
            );
            return Err(Failure::new(
                site.place(),
                format!(
                    "{asked} is number {n}, but the devices are 0 to {} (the host is {count} or -1)",
                    count - 1
                ),
            ));
        }
        let state = &self.devices[n as usize];
        state.prepare()?;
        Ok(Some(state))
    }

    /// For the trace: why [`Runtime::choose`] has the host execute a construct.
    pub fn why_host(&self, list: &[Arg]) -> String {
        let refused = list
            .iter()
            .find(|arg| arg.kind == ffi::KIND_IF && arg.bytes == 0);
        if let Some(arg) = refused {
            return format!("if({}) is false", arg.text());
        }
        if self.devices.is_empty() {
            return match &self.none_because {
                Some(reason) => format!("no device: {reason}"),
                None if self.settings.offload == Offload::Disabled => {
                    "OMP_TARGET_OFFLOAD=DISABLED".into()
                }
                None => "ROMP_DEVICE=host".into(),
            };
        }
        let asked = list.iter().rfind(|arg| arg.kind == ffi::KIND_DEVICE);
        match asked {
            Some(arg) => format!("device({}) is the host", arg.text()),
            None => "the default device is the host".into(),
        }
    }

    /// The device of a number as device routines take it; none where it is the host's number or no device's.
    pub fn device(&self, number: i32) -> Option<&DeviceState> {
        self.devices.get(usize::try_from(number).ok()?)
    }

    /// Prints once that the host executes all regions.
    fn report_host_fallback(&self) {
        if let Some(reason) = &self.none_because
            && !self.host_fallback_reported.swap(true, Ordering::Relaxed)
        {
            message::say(format_args!(
                "romp: no device: {reason}; target regions run on the host (OMP_TARGET_OFFLOAD=MANDATORY makes this an error)"
            ));
        }
    }
}

impl DeviceState {
    pub fn new(number: i32, device: Box<dyn Device>, wait: Wait) -> DeviceState {
        DeviceState {
            number,
            process: std::process::id(),
            device,
            queue: Queue::new(wait),
            present: Present::default(),
            scratch: Scratch::default(),
            team_memory: TeamMemory::default(),
            modules: Mutex::default(),
            generation: AtomicUsize::new(0),
        }
    }

    pub fn table(&self) -> MutexGuard<'_, Table> {
        self.present.lock()
    }

    /// The present table, for messages: none where another thread holds its lock, or this one does already.
    pub fn try_table(&self) -> Option<MutexGuard<'_, Table>> {
        self.present.try_lock()
    }

    /// The calling thread of the host begins a construct or a routine that uses the device.
    pub fn enter(&self) -> std::result::Result<Turn<'_>, Trouble> {
        let stream = self.stream().map_err(Trouble::Device)?;
        self.queue.enter(stream, &*self.device)
    }

    /// The calling host thread's stream on this device.
    fn stream(&self) -> std::result::Result<Stream, Fault> {
        self.device.enter()?;
        streams::stream(self.number, &*self.device)
    }

    /// Whether this is a child that a process with a GPU has made by `fork`: it has no GPU.
    fn is_in_child(&self) -> bool {
        self.device.is_cuda() && self.process != std::process::id()
    }

    /// Waits for all work that is under way on this device.
    pub fn settle(&self) -> std::result::Result<(), Trouble> {
        if !self.queue.under_way() || self.is_in_child() {
            return Ok(());
        }
        self.device.enter().map_err(Trouble::Device)?;
        self.queue.settle(&*self.device)
    }

    pub fn context<'a>(&'a self, stream: Stream, place: &'a dyn Fn() -> String) -> Context<'a> {
        Context {
            device: &*self.device,
            number: self.number,
            stream,
            under_way: self.queue.under_way(),
            place,
        }
    }

    /// Loads the images and enters the variables that have been registered since the last call.
    fn prepare(&self) -> Result<()> {
        if self.generation.load(Ordering::Acquire) == registry::generation() {
            return Ok(());
        }
        self.device.check_program()?;
        self.load_all()
            .map_err(|reason| Failure::new("", format!("device {}: {reason}", self.number)))
    }

    pub(crate) fn load_all(&self) -> std::result::Result<(), String> {
        self.device.enter().map_err(|f| f.text())?;
        let stream = streams::stream(self.number, &*self.device).map_err(|f| f.text())?;
        let mut modules = self.modules.lock().expect("modules");
        let mut table = self.table();
        let generation = registry::generation();
        registry::with(|registry| {
            if let Some(unit) = registry.ambiguous(!self.device.is_cuda()) {
                return Err(format!(
                    "two units are called {unit}: they come from two folders that romp2cuda wrote, and host code could \
                     run the other's kernels: rename one of the files, or translate one with a macro of its own \
                     (-DPART=2), which becomes part of the name"
                ));
            }
            for unit in registry.units() {
                let emulated = !self.device.is_cuda();
                let images = registry.images_of(&unit, emulated);
                if images.is_empty() && registry.has_elsewhere(&unit, emulated) {
                    continue;
                }
                let mut parts: Vec<u32> = images.iter().map(|image| image.0.part()).collect();
                if parts.is_empty() {
                    parts.push(0); // there must be one
                }
                parts.sort_unstable();
                parts.dedup();
                for part in parts {
                    let known = |loaded: &Loaded| loaded.unit == unit && loaded.part == part;
                    if !modules.iter().any(known) {
                        let loaded = self.load(&unit, part, &images, &modules)?;
                        modules.push(loaded);
                    }
                }
            }
            for (unit, global) in &registry.globals {
                let host = global.host as usize;
                for at in of_unit(&modules, unit) {
                    if modules[at].globals.contains(&host) {
                        continue;
                    }
                    let symbol = ffi::string(global.symbol);
                    if let Some(other) = copy_elsewhere(&modules, at, host)
                        && global.flags & ffi::GLOBAL_LINK == 0
                    {
                        // Of a constant each copy has the value.
                        if libraries::is_constant(global.host) {
                            continue;
                        }
                        return Err(two_copies(&symbol, &modules[other], &modules[at]));
                    }
                    self.enter_global(&mut table, &mut modules[at], global, stream)?;
                }
            }
            Ok::<(), String>(())
        })?;
        self.device.finish(stream, None).map_err(|f| f.text())?;
        self.generation.store(generation, Ordering::Release);
        Ok(())
    }

    /// Loads the first of a unit's images for a part that this device accepts. Units whose device code was linked together share
    /// one image, which is loaded once.
    fn load(
        &self,
        unit: &Unit,
        part: u32,
        images: &[registry::ImageRef],
        others: &[Loaded],
    ) -> std::result::Result<Loaded, String> {
        let mut reason = format!(
            "{} has no {} image",
            unit_name(unit),
            if self.device.is_cuda() {
                "CUDA"
            } else {
                "emulated"
            }
        );
        for image in images
            .iter()
            .map(|image| image.0)
            .filter(|image| image.part() == part)
        {
            if image.abi != ffi::ABI {
                reason = format!(
                    "the image of {} has ABI version {}, this runtime {}: build both with one romp2cuda",
                    unit_name(unit),
                    image.abi,
                    ffi::ABI
                );
                continue;
            }
            let shared = others
                .iter()
                .find(|other| !image.data.is_null() && other.data == image.data as usize);
            let module = match shared {
                Some(other) => Ok(other.module),
                None => self.device.load(image),
            };
            match module {
                Ok(module) => {
                    let suffix = ffi::string(image.suffix);
                    return Ok(Loaded {
                        unit: unit.clone(),
                        part,
                        image,
                        recursive: image.is_recursive(),
                        module,
                        suffix,
                        data: image.data as usize,
                        globals: Vec::new(),
                    });
                }
                Err(fault) => {
                    reason = format!("the image of {}: {}", unit_name(unit), fault.text())
                }
            }
        }
        Err(reason)
    }

    /// Enters a `declare target` variable into the present table for good (5.2, 7.8); the unit's image must define it.
    fn enter_global(
        &self,
        table: &mut Table,
        loaded: &mut Loaded,
        global: &ffi::Global,
        stream: Stream,
    ) -> std::result::Result<(), String> {
        let host = global.host as usize;
        loaded.globals.push(host);
        let symbol = ffi::string(global.symbol);
        // A variable with external linkage keeps its name; one of the unit alone has the unit's suffix.
        let own = format!("{symbol}{}", loaded.suffix);
        let find = |name: &str| self.device.global(loaded.module, name);
        let Some((address, bytes)) = find(&own).or_else(|| find(&symbol)) else {
            // Without an error here host and device would have different variables.
            let remedy = match self.device.is_cuda() {
                true => {
                    "CUDA images of units with such variables need nvcc -rdc=true and nvlink, which keep the \
                     symbols global"
                        .to_string()
                }
                false => format!(
                    "one that was added by hand needs ROMP_GLOBAL_ENTRY({symbol}) in ROMP_GLOBALS(...) of its \
                     file's .emulated.cpp"
                ),
            };
            return Err(format!(
                "the declare target variable {symbol} has no symbol in the image of {} ({remedy})",
                unit_name(&loaded.unit)
            ));
        };
        if global.flags & ffi::GLOBAL_LINK != 0 {
            let unmapped = crate::mapping::unmapped(host);
            table.add_link(host, address);
            return self
                .device
                .copy_to(
                    address,
                    std::ptr::from_ref(&unmapped).cast(),
                    size_of::<usize>(),
                    stream,
                )
                .map_err(|f| f.text());
        }
        if bytes != global.bytes {
            return Err(format!(
                "the declare target variable {symbol} has {} bytes in host code and {bytes} in the image of {}",
                global.bytes,
                unit_name(&loaded.unit)
            ));
        }
        table.insert_forever(host, bytes, address, &symbol, DECLARE_TARGET)
    }

    /// The kernel that a construct names.
    pub fn kernel(&self, site: &Site, name: &str) -> Result<Kernel> {
        let unit = Unit::named(site.unit);
        let modules = self.modules.lock().expect("modules");
        let parts = of_unit(&modules, &unit);
        if parts.is_empty() {
            let mut there: Vec<&str> = modules.iter().map(|one| one.unit.name.as_str()).collect();
            there.dedup();
            let there = match there.is_empty() {
                true => String::new(),
                false => format!(", only of {}", there.join(", ")),
            };
            return Err(Failure::new(
                site.place(),
                format!(
                    "kernel {name}: no image of {} is registered{there}",
                    unit_name(&unit)
                ),
            )
            .note(
                "host code and device images must be built with the same ROMP_UNIT, and both linked: by romp2cuda cc, \
                 or with what its --device-link makes. In a folder of romp2cuda translate, -DROMP_UNIT of the host's \
                 file and the name in FILE.image.c and FILE.emulated.cpp must be equal",
            ));
        }
        let mut reason = String::new();
        for loaded in parts.into_iter().map(|at| &modules[at]) {
            // Translated kernels of an image that several units share have the unit's suffix; one that was added by
            // hand has the name that its author gave it.
            let own = format!("{name}{}", loaded.suffix);
            let found = self.device.kernel(loaded.module, &own);
            let found = match found {
                Err(_) if own != name => self.device.kernel(loaded.module, name),
                found => found,
            };
            match found {
                Ok(kernel) => {
                    return Ok(Kernel {
                        recursive: loaded.recursive,
                        ..kernel
                    });
                }
                Err(fault) => reason = fault.text(),
            }
        }
        Err(Failure::new(
            site.place(),
            format!("kernel {name}: {reason}"),
        ))
    }

    /// Unloads an image whose library is going away.
    pub fn unload(&self, image: &ffi::Image) {
        let Ok(mut modules) = self.modules.lock() else {
            return;
        };
        let mut table = self.table();
        let Some(at) = modules
            .iter()
            .position(|loaded| std::ptr::eq(loaded.image, image))
        else {
            return;
        };
        let loaded = modules.remove(at);
        for host in loaded.globals {
            table.remove_forever(host);
        }
        let shared = modules
            .iter()
            .any(|other| loaded.data != 0 && other.data == loaded.data);
        if !shared && self.device.enter().is_ok() {
            self.device.unload(loaded.module);
        }
    }

    /// For messages: the variable whose device copy has this address.
    pub fn owner(&self, at: Address) -> Option<String> {
        let table = self.try_table()?;
        table
            .find_device(at)
            .map(|e| format!("{} + {} bytes", e.text, at - e.device))
    }
}
