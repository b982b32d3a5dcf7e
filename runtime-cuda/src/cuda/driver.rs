//! The CUDA driver as a library: whether it has every function that is called, and what its results mean.
//!
//! `cudarc` looks a function up at its first use and panics where the driver lacks it, so [`probe`] looks them all up
//! before.

use crate::device::Fault;
use cudarc::driver::sys::{self, CUcontext, CUresult};
use std::ffi::{CStr, c_char};
use std::ptr;

/// The functions of the driver that the runtime calls; a driver that lacks one is too old.
const NEEDED: [&CStr; 35] = [
    c"cuInit",
    c"cuDriverGetVersion",
    c"cuGetErrorName",
    c"cuGetErrorString",
    c"cuDeviceGetCount",
    c"cuDeviceGet",
    c"cuDeviceGetName",
    c"cuDeviceGetAttribute",
    c"cuDevicePrimaryCtxRetain",
    c"cuCtxGetCurrent",
    c"cuCtxSetCurrent",
    c"cuCtxSetLimit",
    c"cuModuleLoadData",
    c"cuModuleUnload",
    c"cuModuleGetFunction",
    c"cuModuleGetGlobal_v2",
    c"cuMemAlloc_v2",
    c"cuMemFree_v2",
    c"cuMemHostAlloc",
    c"cuMemcpyHtoDAsync_v2",
    c"cuMemcpyDtoHAsync_v2",
    c"cuMemcpyAsync",
    c"cuMemcpy2DUnaligned_v2",
    c"cuMemsetD8Async",
    c"cuPointerGetAttribute",
    c"cuFuncGetAttribute",
    c"cuFuncGetModule",
    c"cuFuncSetAttribute",
    c"cuOccupancyMaxActiveBlocksPerMultiprocessor",
    c"cuLaunchKernel",
    c"cuStreamCreate",
    c"cuStreamDestroy_v2",
    c"cuStreamQuery",
    c"cuStreamSynchronize",
    c"cuStreamWriteValue32_v2",
];

/// Fails, with the reason, where there is no driver with every function that is called.
pub fn probe() -> Result<(), String> {
    // SAFETY: dlopen runs the driver's constructors, as its first use would.
    unsafe {
        let library = libc::dlopen(
            c"libcuda.so.1".as_ptr(),
            libc::RTLD_LAZY | libc::RTLD_GLOBAL,
        );
        if library.is_null() || !sys::is_culib_present() {
            return Err("there is no CUDA driver on this machine (libcuda.so.1)".into());
        }
        for name in NEEDED {
            if libc::dlsym(library, name.as_ptr()).is_null() {
                return Err(format!(
                    "the CUDA driver is too old: it has no {}",
                    name.to_string_lossy()
                ));
            }
        }
    }
    Ok(())
}

/// Makes a retained primary context the calling thread's. To ask which one it has takes less time than to set it.
pub fn make_current(context: CUcontext) -> Result<(), Fault> {
    let mut current: CUcontext = ptr::null_mut();
    // SAFETY: writes one handle.
    let asked = ok(unsafe { sys::cuCtxGetCurrent(&mut current) });
    if asked.is_ok() && current == context {
        return Ok(());
    }
    // SAFETY: a retained primary context.
    ok(unsafe { sys::cuCtxSetCurrent(context) })
}

/// What kind of memory the driver has allocated or registered at an address; none where the address is of no such memory.
pub fn memory_type(at: u64) -> Option<u32> {
    use sys::CUpointer_attribute_enum::CU_POINTER_ATTRIBUTE_MEMORY_TYPE as MEMORY_TYPE;
    let mut kind = 0u32;
    // SAFETY: writes one number.
    let asked = unsafe { sys::cuPointerGetAttribute((&raw mut kind).cast(), MEMORY_TYPE, at) };
    (asked == CUresult::CUDA_SUCCESS).then_some(kind)
}

/// The driver's text for an error.
fn text(error: CUresult) -> String {
    // The driver ends at exit, behind handlers that were registered after its start.
    if error == CUresult::CUDA_ERROR_DEINITIALIZED {
        return "the process is ending, and the driver has ended: register a handler of atexit that uses the device after \
                the first construct"
            .into();
    }
    let get = |of: unsafe fn(CUresult, *mut *const c_char) -> CUresult| {
        let mut text = ptr::null();
        // SAFETY: writes one pointer to a constant string, or null.
        unsafe {
            of(error, &mut text);
            (!text.is_null()).then(|| CStr::from_ptr(text).to_string_lossy().into_owned())
        }
    };
    match (get(sys::cuGetErrorString), get(sys::cuGetErrorName)) {
        (Some(text), Some(name)) => format!("{text} ({name})"),
        _ => format!("CUDA error {}", error as u32),
    }
}

/// The result of a call of the driver.
pub fn ok(result: CUresult) -> Result<(), Fault> {
    use CUresult::*;
    match result {
        CUDA_SUCCESS => Ok(()),
        CUDA_ERROR_OUT_OF_MEMORY => Err(Fault::OutOfMemory),
        CUDA_ERROR_NO_BINARY_FOR_GPU
        | CUDA_ERROR_INVALID_IMAGE
        | CUDA_ERROR_INVALID_PTX
        | CUDA_ERROR_UNSUPPORTED_PTX_VERSION
        | CUDA_ERROR_INVALID_SOURCE
        | CUDA_ERROR_JIT_COMPILER_NOT_FOUND => Err(Fault::Image(text(result))),
        CUDA_ERROR_ILLEGAL_ADDRESS
        | CUDA_ERROR_LAUNCH_FAILED
        | CUDA_ERROR_ILLEGAL_INSTRUCTION
        | CUDA_ERROR_MISALIGNED_ADDRESS
        | CUDA_ERROR_INVALID_ADDRESS_SPACE
        | CUDA_ERROR_INVALID_PC
        | CUDA_ERROR_HARDWARE_STACK_ERROR
        | CUDA_ERROR_ASSERT
        | CUDA_ERROR_LAUNCH_TIMEOUT => Err(Fault::Kernel(text(result))),
        _ => Err(Fault::Other(text(result))),
    }
}
