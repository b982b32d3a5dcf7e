//! Whether other code of the process uses CUDA.
//!
//! Such code can make memory that host and device share, and leave its address in mapped structures, where this runtime
//! does not look: then the host waits at the end of each region. CUDA's runtime library is a part of the program, or a
//! library of its own, and so are those that are built on it.

use crate::queue::order::Wait;
use std::ffi::{CStr, c_int, c_void};

// The address of a function of CUDA's runtime library where the program is linked with that, otherwise null.
std::arch::global_asm!(
    ".weak cudaLaunchKernel",
    ".hidden romp_cuda_runtime",
    ".pushsection .data.rel.romp,\"aw\"",
    ".balign 8",
    ".globl romp_cuda_runtime",
    "romp_cuda_runtime:",
    ".8byte cudaLaunchKernel",
    ".popsection",
);

unsafe extern "C" {
    static romp_cuda_runtime: *const c_void;
}

/// Whether other code of the process uses CUDA, as far as it is loaded now.
fn present() -> bool {
    // SAFETY: the linker or the loader has filled it.
    let linked = unsafe { !(&raw const romp_cuda_runtime).read_volatile().is_null() };
    linked || libraries().iter().any(|name| uses_cuda(name))
}

/// Where the host waits for kernels, unless the user says it.
pub fn wait() -> Wait {
    match present() {
        true => Wait::Region,
        false => Wait::Lazy,
    }
}

/// Whether this is the path of a library of CUDA other than the driver and what it loads itself.
fn uses_cuda(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let others = [
        "libcudart",
        "libcublas",
        "libcufft",
        "libcusparse",
        "libcusolver",
        "libcurand",
        "libcudnn",
        "libnccl",
        "libnvshmem",
    ];
    others.iter().any(|other| name.starts_with(other))
}

/// The paths of the libraries of the process.
fn libraries() -> Vec<String> {
    unsafe extern "C" fn add(info: *mut libc::dl_phdr_info, _: usize, all: *mut c_void) -> c_int {
        // SAFETY: the loader's record, and the vector below.
        unsafe {
            let name = (*info).dlpi_name;
            if !name.is_null() {
                let name = CStr::from_ptr(name).to_string_lossy().into_owned();
                (*all.cast::<Vec<String>>()).push(name);
            }
        }
        0
    }
    let mut all: Vec<String> = vec![];
    // SAFETY: `add` is given the vector.
    unsafe { libc::dl_iterate_phdr(Some(add), (&raw mut all).cast()) };
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn libraries_are_told_by_their_names() {
        assert!(uses_cuda("/usr/local/cuda/lib64/libcudart.so.13"));
        assert!(uses_cuda("libcublasLt.so.13"));
        assert!(!uses_cuda("/usr/lib/x86_64-linux-gnu/libcuda.so.1"));
        assert!(!uses_cuda("/usr/lib/libc.so.6") && !uses_cuda(""));
        assert!(!present());
    }
}
