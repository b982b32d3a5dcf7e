//! Images and `declare target` variables that constructors of the program have announced.
//!
//! Filled before main and by dlopen; read by the runtime when it opens a device or sees the generation
//! move. Knows no device.

use crate::ffi::{self, Global, Image};
use crate::libraries::{self, Library};
use std::ffi::c_char;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// All images and variables, in the order of their registration.
pub struct Registry {
    pub images: Vec<ImageRef>,
    /// Each with the unit that it belongs to.
    pub globals: Vec<(Unit, Global)>,
}

/// A unit of the program or of a shared library. Two libraries may contain one object: each then has code and variables
/// of its own, on the host and on devices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    pub name: String,
    pub library: Option<Library>,
}

impl Unit {
    /// The unit that a name belongs to, a string of the program or library itself.
    pub fn named(name: *const c_char) -> Unit {
        Unit {
            name: ffi::string(name),
            library: libraries::of(name.cast()),
        }
    }
}

/// A registered image, which may go to another thread, and the program or library that it is in.
#[derive(Clone, Copy)]
pub struct ImageRef(pub &'static Image, Option<Library>);

impl ImageRef {
    fn unit(&self) -> Unit {
        Unit {
            name: ffi::string(self.0.unit),
            library: self.1,
        }
    }

    fn is_of(&self, unit: &Unit) -> bool {
        self.1 == unit.library && ffi::string(self.0.unit) == unit.name
    }
}

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
    let library = libraries::of(std::ptr::from_ref(image).cast());
    REGISTRY
        .lock()
        .expect("registry")
        .images
        .push(ImageRef(image, library));
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
    let at = |known: &ImageRef| std::ptr::eq(known.0, image);
    if let Some(unit) = registry.images.iter().find(|it| at(it)).map(ImageRef::unit) {
        registry.images.retain(|known| !at(known));
        if !registry.images.iter().any(|known| known.is_of(&unit)) {
            registry.globals.retain(|(of, _)| *of != unit);
        }
    }
    !EXITING.load(Ordering::Acquire)
}

/// Registers a `declare target` variable.
pub fn add_global(unit: Unit, global: Global) {
    REGISTRY
        .lock()
        .expect("registry")
        .globals
        .push((unit, global));
    GENERATION.fetch_add(1, Ordering::Release);
}

impl Registry {
    /// The units that have images or globals, each once, in order of registration.
    pub fn units(&self) -> Vec<Unit> {
        let mut units: Vec<Unit> = Vec::new();
        for image in &self.images {
            let unit = image.unit();
            if !units.contains(&unit) {
                units.push(unit);
            }
        }
        units
    }

    /// The images of a unit for one kind of device.
    pub fn images_of(&self, unit: &Unit, emulated: bool) -> Vec<ImageRef> {
        let of = |image: &&ImageRef| image.0.is_emulated() == emulated && image.is_of(unit);
        self.images.iter().filter(of).copied().collect()
    }

    /// Whether the program or another library has an image for a unit: what links device code need not link its host code.
    pub fn has_elsewhere(&self, unit: &Unit, emulated: bool) -> bool {
        self.images.iter().any(|image| {
            image.0.is_emulated() == emulated && ffi::string(image.0.unit) == unit.name
        })
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
