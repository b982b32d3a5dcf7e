//! The interoperability objects of OpenMP 5.2, 14.1, and their routines, 18.12.
//!
//! An object of a GPU has a CUDA stream of its own where the construct asks for `targetsync`, in the device's primary
//! context, which the CUDA runtime uses as well. Objects of other devices, the emulated one and the host, have no
//! foreign runtime: they know their device, and nothing waits for anything. Work is ordered by waiting for it: `init`,
//! `use` and `destroy` wait for the regions of the device, the last two for the stream, too.

use crate::device::{Fault, Foreign, Stream};
use crate::error::{Failure, Result, guarded};
use crate::runtime::DeviceState;
use crate::{failures, held, icv, opening};
use std::collections::BTreeMap;
use std::ffi::{CStr, c_char, c_int, c_void};
use std::ptr::{self, null_mut};
use std::sync::Mutex;

const SUCCESS: c_int = 0;
const NO_VALUE: c_int = 1;
const EMPTY: c_int = -1;
const OUT_OF_RANGE: c_int = -2;
const TYPE_INT: c_int = -3;
const TYPE_PTR: c_int = -4;
const TYPE_STR: c_int = -5;

/// `romp_interop_init`: the object has a stream.
const TARGETSYNC: c_int = 1;
/// `romp_interop_init`: CUDA's driver is preferred to its runtime.
const DRIVER: c_int = 2;

/// NVIDIA among the vendors of OpenMP's additional definitions.
const NVIDIA: isize = 11;

/// What a value of `omp_interop_t` stands for.
#[derive(Clone, Copy, Debug)]
struct Object {
    device: c_int,
    foreign: Option<Foreign>,
    /// The foreign runtime is CUDA's driver.
    driver: bool,
    stream: Option<Stream>,
}

/// The objects that were initialised and not destroyed, by their values, which are never given twice.
struct Objects {
    last: usize,
    all: BTreeMap<usize, Object>,
}

static OBJECTS: Mutex<Objects> = Mutex::new(Objects {
    last: 0,
    all: BTreeMap::new(),
});

fn find(object: *const c_void) -> Option<Object> {
    let objects = OBJECTS.lock().expect("objects");
    objects.all.get(&(object as usize)).copied()
}

/// # Safety
/// `place` is a string.
unsafe fn failure(place: *const c_char, text: String) -> Failure {
    // SAFETY: a string of the host's text.
    let place = unsafe { CStr::from_ptr(place) };
    Failure::new(place.to_string_lossy(), text)
}

/// The device that the object is for, if it is not the host.
fn state_of(object: &Object) -> Option<&'static DeviceState> {
    opening::get().device(object.device)
}

/// Waits for what others have put into the object's stream.
fn settle(object: &Object) -> std::result::Result<(), Fault> {
    let Some((state, stream)) = state_of(object).zip(object.stream) else {
        return Ok(());
    };
    state.device.enter()?;
    state.device.finish_foreign(stream)
}

/// `interop init(...)`, for the default device.
///
/// # Safety
/// `place` is a string, `object` points to an `omp_interop_t`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn romp_interop_init(
    place: *const c_char,
    object: *mut *const c_void,
    what: c_int,
) {
    guarded(|| {
        let runtime = opening::get();
        let number = icv::default_device(runtime.settings.default_device);
        failures::settle()?;
        let mut made = Object {
            device: runtime.devices.len() as c_int,
            foreign: None,
            driver: what & DRIVER != 0,
            stream: None,
        };
        if let Some(state) = runtime.device(number) {
            made.device = number;
            made.foreign = state.device.foreign();
            if made.foreign.is_some() && what & TARGETSYNC != 0 {
                let stream = state
                    .device
                    .enter()
                    .and_then(|()| state.device.foreign_stream());
                let stream = stream.map_err(|fault| {
                    let text = format!("interop: {}: {}", state.device.name(), fault.text());
                    // SAFETY: as the caller says.
                    unsafe { failure(place, text) }
                })?;
                made.stream = Some(stream);
            }
        }
        // Other libraries access memory of the device from now on.
        held::hold();
        let mut objects = OBJECTS.lock().expect("objects");
        objects.last += 16;
        let value = objects.last;
        objects.all.insert(value, made);
        // SAFETY: as the caller says.
        unsafe { *object = value as *const c_void };
        Ok(())
    });
}

/// `interop use(...)`.
///
/// # Safety
/// As `romp_interop_init`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn romp_interop_use(place: *const c_char, object: *mut *const c_void) {
    // SAFETY: as the caller says.
    guarded(|| unsafe { ordered(place, object) }.map(|_| ()));
}

/// `interop destroy(...)`.
///
/// # Safety
/// As `romp_interop_init`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn romp_interop_destroy(place: *const c_char, object: *mut *const c_void) {
    guarded(|| {
        // SAFETY: as the caller says.
        let found = unsafe { ordered(place, object) }?;
        if let Some((state, stream)) = state_of(&found).zip(found.stream) {
            state.device.end_foreign(stream);
        }
        held::release();
        // SAFETY: as the caller says.
        let value = unsafe { ptr::replace(object, ptr::null()) };
        OBJECTS
            .lock()
            .expect("objects")
            .all
            .remove(&(value as usize));
        Ok(())
    });
}

/// The object, after all that was begun before the construct.
///
/// # Safety
/// As `romp_interop_init`.
unsafe fn ordered(place: *const c_char, object: *mut *const c_void) -> Result<Object> {
    // SAFETY: as the caller says.
    let value = unsafe { *object };
    let Some(found) = find(value) else {
        let text = "interop: the variable has no object: `init` comes first, and `destroy` last";
        // SAFETY: as the caller says.
        return Err(unsafe { failure(place, text.into()) });
    };
    failures::settle()?;
    settle(&found).map_err(|fault| {
        let text = format!(
            "interop: work of others in the object's stream: {}",
            fault.text()
        );
        // SAFETY: as the caller says.
        unsafe { failure(place, text) }
    })?;
    Ok(found)
}

/// The value of a property.
enum Value {
    Int(isize),
    Pointer(usize),
    Text(&'static CStr),
}

/// The properties that every object has (OpenMP 5.2, table 14.1), from -1 downwards, and the types of their values.
const PROPERTIES: [(&CStr, c_int); 9] = [
    (c"fr_id", TYPE_INT),
    (c"fr_name", TYPE_STR),
    (c"vendor", TYPE_INT),
    (c"vendor_name", TYPE_STR),
    (c"device_num", TYPE_INT),
    (c"platform", TYPE_PTR),
    (c"device", TYPE_INT),
    (c"device_context", TYPE_PTR),
    (c"targetsync", TYPE_PTR),
];

fn property(number: c_int) -> Option<(&'static CStr, c_int)> {
    let at = usize::try_from(-1 - i64::from(number)).ok()?;
    PROPERTIES.get(at).copied()
}

impl Object {
    fn value(&self, number: c_int) -> Option<Value> {
        let foreign = self.foreign;
        let driver = self.driver;
        match number {
            -1 => foreign.map(|_| Value::Int(if driver { 2 } else { 1 })),
            -2 => foreign.map(|_| Value::Text(if driver { c"cuda_driver" } else { c"cuda" })),
            -3 => foreign.map(|_| Value::Int(NVIDIA)),
            -4 => foreign.map(|_| Value::Text(c"nvidia")),
            -5 => Some(Value::Int(self.device as isize)),
            -7 => foreign.map(|foreign| Value::Int(foreign.ordinal as isize)),
            -8 if driver => foreign.map(|foreign| Value::Pointer(foreign.context)),
            -9 => self.stream.map(Value::Pointer),
            _ => None,
        }
    }
}

/// The value of a property that has this type, or the return code that says why there is none.
fn get(object: *const c_void, number: c_int, ty: c_int) -> std::result::Result<Value, c_int> {
    let found = find(object).ok_or(EMPTY)?;
    match property(number) {
        None => Err(OUT_OF_RANGE),
        Some((_, other)) if other != ty => Err(other),
        Some(_) => found.value(number).ok_or(NO_VALUE),
    }
}

/// # Safety
/// `code` is null or points to an int.
unsafe fn returns(code: *mut c_int, value: c_int) {
    if !code.is_null() {
        // SAFETY: as the caller says.
        unsafe { *code = value };
    }
}

/// The number of properties beside those that every object has.
#[unsafe(no_mangle)]
pub extern "C" fn omp_get_num_interop_properties(_: *const c_void) -> c_int {
    0
}

/// # Safety
/// `code` is null or points to an int.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn omp_get_interop_int(
    object: *const c_void,
    number: c_int,
    code: *mut c_int,
) -> isize {
    let (value, said) = match get(object, number, TYPE_INT) {
        Ok(Value::Int(value)) => (value, SUCCESS),
        Ok(_) => (0, NO_VALUE),
        Err(said) => (0, said),
    };
    // SAFETY: as the caller says.
    unsafe { returns(code, said) };
    value
}

/// # Safety
/// As `omp_get_interop_int`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn omp_get_interop_ptr(
    object: *const c_void,
    number: c_int,
    code: *mut c_int,
) -> *mut c_void {
    let (value, said) = match get(object, number, TYPE_PTR) {
        Ok(Value::Pointer(value)) => (value as *mut c_void, SUCCESS),
        Ok(_) => (null_mut(), NO_VALUE),
        Err(said) => (null_mut(), said),
    };
    // SAFETY: as the caller says.
    unsafe { returns(code, said) };
    value
}

/// # Safety
/// As `omp_get_interop_int`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn omp_get_interop_str(
    object: *const c_void,
    number: c_int,
    code: *mut c_int,
) -> *const c_char {
    let (value, said) = match get(object, number, TYPE_STR) {
        Ok(Value::Text(value)) => (value.as_ptr(), SUCCESS),
        Ok(_) => (ptr::null(), NO_VALUE),
        Err(said) => (ptr::null(), said),
    };
    // SAFETY: as the caller says.
    unsafe { returns(code, said) };
    value
}

#[unsafe(no_mangle)]
pub extern "C" fn omp_get_interop_name(object: *const c_void, number: c_int) -> *const c_char {
    let known = find(object).and_then(|_| property(number));
    known.map_or(ptr::null(), |(name, _)| name.as_ptr())
}

#[unsafe(no_mangle)]
pub extern "C" fn omp_get_interop_type_desc(object: *const c_void, number: c_int) -> *const c_char {
    let Some((found, (_, ty))) = find(object).zip(property(number)) else {
        return ptr::null();
    };
    match (number, ty) {
        (-7, _) if found.driver => c"CUdevice",
        (-8, _) => c"CUcontext",
        (-9, _) if found.driver => c"CUstream",
        (-9, _) => c"cudaStream_t",
        (_, TYPE_INT) => c"int",
        (_, TYPE_STR) => c"const char *",
        _ => c"void *",
    }
    .as_ptr()
}

#[unsafe(no_mangle)]
pub extern "C" fn omp_get_interop_rc_desc(_: *const c_void, code: c_int) -> *const c_char {
    match code {
        SUCCESS => c"success",
        NO_VALUE => c"the property has no value",
        EMPTY => c"the interoperability object is omp_interop_none",
        OUT_OF_RANGE => c"not a property of the object",
        TYPE_INT => c"the property is an integer",
        TYPE_PTR => c"the property is a pointer",
        TYPE_STR => c"the property is a string",
        _ => c"another error",
    }
    .as_ptr()
}
