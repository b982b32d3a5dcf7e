//! The images that are on a device, by the units that they belong to.
//!
//! Must not know how they came there.

use crate::device::Module;
use crate::ffi;
use crate::libraries;
use crate::registry::Unit;

/// An image on a device: a unit's, or that of a part of a unit.
pub struct Loaded {
    pub unit: Unit,
    /// Which part, 0 where the image is the whole unit's.
    pub part: u32,
    pub image: *const ffi::Image,
    pub module: Module,
    pub suffix: String,
    /// The address of the image's bytes: units whose device code was linked together share one image.
    pub data: usize,
    /// Whether its kernels call functions of other units that call themselves.
    pub recursive: bool,
    /// Host addresses of the `declare target` variables that have been entered for it.
    pub globals: Vec<usize>,
}

/// A unit as messages call it.
pub fn unit_name(unit: &Unit) -> String {
    if unit.name.is_empty() {
        "the program".into()
    } else {
        format!("unit {}", unit.name)
    }
}

/// The images of a unit, by their indices: those of its own program or library where it has any. Host code may be in a
/// shared library whose device code was linked into the program.
pub fn of_unit(modules: &[Loaded], unit: &Unit) -> Vec<usize> {
    let all = |is: &dyn Fn(&Loaded) -> bool| -> Vec<usize> {
        (0..modules.len()).filter(|&at| is(&modules[at])).collect()
    };
    let own = all(&|loaded| loaded.unit == *unit);
    match own.is_empty() {
        true => all(&|loaded| loaded.unit.name == unit.name),
        false => own,
    }
}

/// An image of another program or library that has a device copy of this variable of the host.
pub fn copy_elsewhere(modules: &[Loaded], at: usize, host: usize) -> Option<usize> {
    let library = modules[at].unit.library;
    let other = |loaded: &Loaded| loaded.unit.library != library && loaded.globals.contains(&host);
    modules.iter().position(other)
}

/// Kernels of each library use their own copy, and `target update` could reach one of them only.
pub fn two_copies(symbol: &str, one: &Loaded, other: &Loaded) -> String {
    let library = |loaded: &Loaded| libraries::name(loaded.image.cast());
    format!(
        "the declare target variable {symbol} is one variable on the host, and the device code of {} and of {} has one \
         each: link the two into one library, hide the variable (-fvisibility=hidden), which gives each its own on the \
         host too, or map it (declare target link({symbol}))",
        library(one),
        library(other)
    )
}
