//! Which GPUs this machine has, asked of the driver library, which is opened for the question.
//!
//! The one place with foreign calls in the translator: everything else asks tools.

use std::ffi::{c_char, c_int, c_void};

/// A device of the CUDA driver.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gpu {
    pub name: String,
    /// 90 for compute capability 9.0.
    pub capability: u32,
}

/// What the driver says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Driver {
    /// No libcuda.so.1.
    Missing,
    /// It is there and does not start; its error number.
    Broken(i32),
    /// Version as the driver says it (13000 is CUDA 13.0), and its devices, perhaps none.
    Present { version: i32, gpus: Vec<Gpu> },
}

impl Driver {
    pub fn gpus(&self) -> &[Gpu] {
        match self {
            Driver::Present { gpus, .. } => gpus,
            _ => &[],
        }
    }
}

unsafe extern "C" {
    fn dlopen(name: *const c_char, flags: c_int) -> *mut c_void;
    fn dlsym(library: *mut c_void, name: *const c_char) -> *mut c_void;
}

const RTLD_NOW: c_int = 2;
const NO_DEVICE: c_int = 100;
const CAPABILITY_MAJOR: c_int = 75;
const CAPABILITY_MINOR: c_int = 76;

/// Asks the driver, once a process.
pub fn probe() -> &'static Driver {
    static ANSWER: std::sync::OnceLock<Driver> = std::sync::OnceLock::new();
    ANSWER.get_or_init(ask)
}

fn ask() -> Driver {
    // SAFETY: the signatures are those of cuda.h, stable since CUDA 2; every pointer given lives
    // through the call. The library stays open, as the driver wants it.
    unsafe {
        let library = dlopen(c"libcuda.so.1".as_ptr(), RTLD_NOW);
        if library.is_null() {
            return Driver::Missing;
        }
        let symbol =
            |name: &std::ffi::CStr| Some(dlsym(library, name.as_ptr())).filter(|p| !p.is_null());
        let functions = (
            symbol(c"cuInit"),
            symbol(c"cuDriverGetVersion"),
            symbol(c"cuDeviceGetCount"),
            symbol(c"cuDeviceGetName"),
            symbol(c"cuDeviceGetAttribute"),
        );
        let (Some(init), Some(version), Some(count), Some(name), Some(attribute)) = functions
        else {
            return Driver::Missing;
        };
        type Number = unsafe extern "C" fn(*mut c_int) -> c_int;
        let init: unsafe extern "C" fn(u32) -> c_int = std::mem::transmute(init);
        let version: Number = std::mem::transmute(version);
        let count: Number = std::mem::transmute(count);
        let name: unsafe extern "C" fn(*mut c_char, c_int, c_int) -> c_int =
            std::mem::transmute(name);
        let attribute: unsafe extern "C" fn(*mut c_int, c_int, c_int) -> c_int =
            std::mem::transmute(attribute);

        let (mut number, mut devices) = (0, 0);
        match init(0) {
            0 => {}
            NO_DEVICE => {
                version(&mut number);
                return Driver::Present {
                    version: number,
                    gpus: vec![],
                };
            }
            error => return Driver::Broken(error),
        }
        version(&mut number);
        count(&mut devices);
        let gpus = (0..devices).map(|device| {
            let mut text = [0 as c_char; 256];
            let (mut major, mut minor) = (0, 0);
            name(text.as_mut_ptr(), 255, device);
            attribute(&mut major, CAPABILITY_MAJOR, device);
            attribute(&mut minor, CAPABILITY_MINOR, device);
            Gpu {
                name: std::ffi::CStr::from_ptr(text.as_ptr())
                    .to_string_lossy()
                    .into_owned(),
                capability: (major * 10 + minor) as u32,
            }
        });
        Driver::Present {
            version: number,
            gpus: gpus.collect(),
        }
    }
}
