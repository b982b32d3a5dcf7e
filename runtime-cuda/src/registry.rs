//! Images and `declare target` variables that constructors of the program have announced.
//!
//! Filled before main and by dlopen; read by the runtime when it opens a device or sees the generation
//! move. Knows no device.

use crate::ffi::{self, Global, Image};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// All images and variables, in the order of their registration.
pub struct Registry {
    pub images: Vec<ImageRef>,
    /// Each with the unit that it belongs to.
    pub globals: Vec<(String, Global)>,
}

/// A registered image, which may go to another thread.
#[derive(Clone, Copy)]
pub struct ImageRef(pub &'static Image);

// SAFETY: an image is constant data of the program's, read only.
unsafe impl Send for ImageRef {}
// SAFETY: a global's address and size never change.
unsafe impl Send for Registry {}

static REGISTRY: Mutex<Registry> = Mutex::new(Registry {
    images: Vec::new(),
    globals: Vec::new(),
});
static GENERATION: AtomicUsize = AtomicUsize::new(0);
static EXITING: AtomicBool = AtomicBool::new(false);
static SHARED_MEMORY: AtomicBool = AtomicBool::new(false);
static FOR_EMULATED_DEVICE: AtomicBool = AtomicBool::new(false);

/// Notes that the program was linked for the emulated device and no GPU.
pub fn for_emulated_device() {
    FOR_EMULATED_DEVICE.store(true, Ordering::Release);
}

/// Whether the program is for the emulated device and no GPU: its images say so, and where it has none, its link.
pub fn only_emulated() -> bool {
    with(|registry| match registry.images.as_slice() {
        [] => FOR_EMULATED_DEVICE.load(Ordering::Acquire),
        images => images.iter().all(|image| image.0.is_emulated()),
    })
}

/// Notes that a unit has `requires unified_shared_memory`.
pub fn require_shared_memory() {
    SHARED_MEMORY.store(true, Ordering::Release);
}

/// Whether devices must reach all memory of the host.
pub fn shared_memory() -> bool {
    SHARED_MEMORY.load(Ordering::Acquire)
}

/// A number that changes with every registration; a device compares it with the one of its last loading.
pub fn generation() -> usize {
    GENERATION.load(Ordering::Acquire)
}

/// Lets `body` see the registry, which stays locked meanwhile.
pub fn with<T>(body: impl FnOnce(&Registry) -> T) -> T {
    body(&REGISTRY.lock().expect("registry"))
}

/// Registers an image.
pub fn add_image(image: &'static Image) {
    REGISTRY
        .lock()
        .expect("registry")
        .images
        .push(ImageRef(image));
    GENERATION.fetch_add(1, Ordering::Release);
}

/// Notes that the process ends: an image that goes away now need not be unloaded.
pub fn exiting() {
    EXITING.store(true, Ordering::Release);
}

/// Removes an image; true where devices have to unload it, too.
pub fn remove_image(image: &'static Image) -> bool {
    let Ok(mut registry) = REGISTRY.lock() else {
        return false;
    };
    registry
        .images
        .retain(|known| !std::ptr::eq(known.0, image));
    let unit = ffi::string(image.unit);
    if !registry
        .images
        .iter()
        .any(|known| ffi::string(known.0.unit) == unit)
    {
        registry.globals.retain(|(of, _)| *of != unit);
    }
    !EXITING.load(Ordering::Acquire)
}

/// Registers a `declare target` variable.
pub fn add_global(unit: String, global: Global) {
    REGISTRY
        .lock()
        .expect("registry")
        .globals
        .push((unit, global));
    GENERATION.fetch_add(1, Ordering::Release);
}

impl Registry {
    /// The units that have images or globals, each once, in order of registration.
    pub fn units(&self) -> Vec<String> {
        let mut units: Vec<String> = Vec::new();
        for image in &self.images {
            let unit = ffi::string(image.0.unit);
            if !units.contains(&unit) {
                units.push(unit);
            }
        }
        units
    }

    /// The images of a unit for one kind of device.
    pub fn images_of(&self, unit: &str, emulated: bool) -> Vec<ImageRef> {
        let of = |image: &&ImageRef| {
            image.0.is_emulated() == emulated && ffi::string(image.0.unit) == unit
        };
        self.images.iter().filter(of).copied().collect()
    }

    /// A unit that is named after its file, and of which there are two images that are not the same: the host code of
    /// neither can tell which is its own.
    pub fn ambiguous(&self, emulated: bool) -> Option<String> {
        let of_kind = |image: &&ImageRef| image.0.is_emulated() == emulated;
        let images: Vec<&Image> = self.images.iter().filter(of_kind).map(|it| it.0).collect();
        let key = |image: &Image| (ffi::string(image.unit), image.part());
        for (at, image) in images.iter().enumerate() {
            let other = images[..at].iter().find(|other| {
                let named = image.is_named() || other.is_named();
                named && key(other) == key(image)
            });
            // Machine code can be compared; functions of the host cannot.
            if other.is_some_and(|other| emulated || other.code() != image.code()) {
                return Some(key(image).0);
            }
        }
        None
    }
}
