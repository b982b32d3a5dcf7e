//! NVIDIA GPUs through the driver API, opened at run time.
//!
//! Primary contexts, one stream a host thread, memory from a pool. Raw calls of `cudarc`: each is looked
//! up at its first use, and cudarc panics where the driver lacks one, so [`open`] probes them all first.
//! Knows nothing of OpenMP.

mod arena;

use super::{Address, Device, Fault, Kernel, LaunchOf, Module, Stream};
use crate::device_icvs::DeviceIcvs;
use crate::env::Settings;
use crate::ffi::Image;
use crate::pool::{self, Pool};
use cudarc::driver::sys::{self, CUcontext, CUfunction, CUmodule, CUresult, CUstream};
use std::ffi::{CStr, CString, c_char, c_int};
use std::ptr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// What this file calls; a driver that lacks one is too old.
const NEEDED: [&CStr; 26] = [
    c"cuInit",
    c"cuDriverGetVersion",
    c"cuGetErrorName",
    c"cuGetErrorString",
    c"cuDeviceGetCount",
    c"cuDeviceGet",
    c"cuDeviceGetName",
    c"cuDeviceGetAttribute",
    c"cuDevicePrimaryCtxRetain",
    c"cuCtxSetCurrent",
    c"cuCtxSetLimit",
    c"cuModuleLoadData",
    c"cuModuleUnload",
    c"cuModuleGetFunction",
    c"cuModuleGetGlobal_v2",
    c"cuMemAlloc_v2",
    c"cuMemFree_v2",
    c"cuMemcpyHtoDAsync_v2",
    c"cuMemcpyDtoHAsync_v2",
    c"cuMemcpyAsync",
    c"cuMemsetD8Async",
    c"cuFuncGetAttribute",
    c"cuOccupancyMaxActiveBlocksPerMultiprocessor",
    c"cuLaunchKernel",
    c"cuStreamCreate",
    c"cuStreamSynchronize",
];

pub struct Cuda {
    number: i32,
    name: String,
    context: CUcontext,
    multiprocessors: u32,
    /// Blocks that it can hold at once, of the smallest kernels.
    resident_blocks: usize,
    /// Bytes of each team's slice of the arena.
    team_arena: usize,
    pool: Mutex<Pool>,
    /// Bytes of stack a thread that were asked for.
    stack: AtomicUsize,
    arenas: Mutex<arena::Arenas>,
    icvs: DeviceIcvs,
}

// SAFETY: a context handle may be made current on any thread.
unsafe impl Send for Cuda {}
// SAFETY: the driver API is thread-safe.
unsafe impl Sync for Cuda {}

/// The devices of the driver. Contexts are made when a device is first used.
pub fn open(settings: &Settings) -> Result<Vec<Cuda>, String> {
    probe()?;
    // SAFETY: plain driver calls with pointers to locals.
    unsafe {
        ok(sys::cuInit(0)).map_err(|f| format!("cuInit: {}", f.text()))?;
        let mut count = 0;
        ok(sys::cuDeviceGetCount(&mut count)).map_err(|f| f.text())?;
        (0..count)
            .map(|number| Cuda::new(number, settings).map_err(|f| f.text()))
            .collect()
    }
}

/// Whether there is a driver that has everything that is called here.
fn probe() -> Result<(), String> {
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

impl Cuda {
    /// # Safety
    /// After `cuInit`.
    unsafe fn new(number: i32, settings: &Settings) -> Result<Cuda, Fault> {
        unsafe {
            let mut device = 0;
            ok(sys::cuDeviceGet(&mut device, number))?;
            let mut name = [0 as c_char; 128];
            ok(sys::cuDeviceGetName(
                name.as_mut_ptr(),
                name.len() as c_int,
                device,
            ))?;
            let name = CStr::from_ptr(name.as_ptr()).to_string_lossy().into_owned();
            use sys::CUdevice_attribute_enum::{
                CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR as BLOCKS,
                CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT as MULTIPROCESSORS,
            };
            let ask = |attribute| {
                let mut value = 1;
                ok(sys::cuDeviceGetAttribute(&mut value, attribute, device))?;
                Ok(value.max(1) as u32)
            };
            let multiprocessors = ask(MULTIPROCESSORS)?;
            let blocks = ask(BLOCKS)?;
            let mut context = ptr::null_mut();
            ok(sys::cuDevicePrimaryCtxRetain(&mut context, device))?;
            Ok(Cuda {
                number,
                name,
                context,
                multiprocessors,
                resident_blocks: multiprocessors as usize * blocks as usize,
                team_arena: settings.team_arena,
                pool: Mutex::default(),
                stack: AtomicUsize::new(0),
                arenas: Mutex::default(),
                icvs: settings.icvs.of_device(number),
            })
        }
    }

    fn allocate_now(&self, bytes: usize) -> Result<Address, Fault> {
        let mut at = 0;
        // SAFETY: writes one address.
        ok(unsafe { sys::cuMemAlloc_v2(&mut at, bytes) })?;
        Ok(at)
    }
}

fn text(error: CUresult) -> String {
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

fn ok(result: CUresult) -> Result<(), Fault> {
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

impl Device for Cuda {
    fn name(&self) -> String {
        format!("cuda {}: {}", self.number, self.name)
    }

    fn is_cuda(&self) -> bool {
        true
    }

    fn enter(&self) -> Result<(), Fault> {
        // SAFETY: a retained primary context.
        ok(unsafe { sys::cuCtxSetCurrent(self.context) })
    }

    /// From the pool; where the device is out of memory, what the pool holds is given back first.
    fn allocate(&self, bytes: usize) -> Result<Address, Fault> {
        let mut pool = self.pool.lock().expect("pool");
        if let Some(at) = pool.take(bytes) {
            return Ok(at);
        }
        match self.allocate_now(pool::class(bytes)) {
            Err(Fault::OutOfMemory) => {
                for at in pool.drain() {
                    // SAFETY: allocated here and not in use.
                    ok(unsafe { sys::cuMemFree_v2(at) })?;
                }
                self.allocate_now(pool::class(bytes))
            }
            other => other,
        }
    }

    fn free(&self, at: Address, bytes: usize) {
        self.pool.lock().expect("pool").give(at, bytes);
    }

    fn copy_to(
        &self,
        to: Address,
        from: *const u8,
        bytes: usize,
        stream: Stream,
    ) -> Result<(), Fault> {
        // SAFETY: the caller vouches for the host range, the table for the device range.
        ok(unsafe { sys::cuMemcpyHtoDAsync_v2(to, from.cast(), bytes, stream as CUstream) })
    }

    fn copy_from(
        &self,
        to: *mut u8,
        from: Address,
        bytes: usize,
        stream: Stream,
    ) -> Result<(), Fault> {
        // SAFETY: as above.
        ok(unsafe { sys::cuMemcpyDtoHAsync_v2(to.cast(), from, bytes, stream as CUstream) })
    }

    fn copy_within(
        &self,
        to: Address,
        from: Address,
        bytes: usize,
        stream: Stream,
    ) -> Result<(), Fault> {
        // SAFETY: addresses are unified: the driver knows which device each belongs to.
        ok(unsafe { sys::cuMemcpyAsync(to, from, bytes, stream as CUstream) })
    }

    fn fill(&self, at: Address, byte: u8, bytes: usize, stream: Stream) -> Result<(), Fault> {
        // SAFETY: as above.
        ok(unsafe { sys::cuMemsetD8Async(at, byte, bytes, stream as CUstream) })
    }

    fn load(&self, image: &Image) -> Result<Module, Fault> {
        let mut module: CUmodule = ptr::null_mut();
        // SAFETY: a fatbin or cubin, by the ABI.
        ok(unsafe { sys::cuModuleLoadData(&mut module, image.data) })?;
        // The number that omp_get_device_num gives in kernels (romp/cuda_backend.cuh), 0 until it is written.
        // Images whose code does not ask may hide the variable, or have none.
        let names: &[&str] = match self.number {
            0 => &[],
            _ => &["romp_device_number", "_ZN4romp22device_number_of_imageIvEE"],
        };
        for name in names {
            if let Some((at, bytes)) = self.global(Module(module as usize), name)
                && bytes == size_of::<i32>()
            {
                // Stream 0 is ordered with nothing that is running yet.
                self.copy_to(at, ptr::from_ref(&self.number).cast(), bytes, 0)?;
                self.finish(0, None)?;
            }
        }
        // The same for the ICVs that kernels ask for, where they are not what images begin with.
        let names: &[&str] = match self.icvs == DeviceIcvs::default() {
            true => &[],
            false => &["romp_device_icvs", "_ZN4romp13icvs_of_imageIvEE"],
        };
        for name in names {
            if let Some((at, bytes)) = self.global(Module(module as usize), name)
                && bytes == size_of::<DeviceIcvs>()
            {
                self.copy_to(at, ptr::from_ref(&self.icvs).cast(), bytes, 0)?;
                self.finish(0, None)?;
            }
        }
        Ok(Module(module as usize))
    }

    fn unload(&self, module: Module) {
        self.arenas.lock().expect("arenas").forget(module);
        // SAFETY: loaded above; its kernels are not running, since their library is going away.
        unsafe { sys::cuModuleUnload(module.0 as CUmodule) };
    }

    fn kernel(&self, module: Module, name: &str) -> Result<Kernel, Fault> {
        let symbol =
            CString::new(name).map_err(|_| Fault::Other("a NUL in a kernel's name".into()))?;
        let mut function: CUfunction = ptr::null_mut();
        let mut most = 0;
        let attribute = sys::CUfunction_attribute_enum::CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK;
        // SAFETY: writes one handle, one number.
        unsafe {
            ok(sys::cuModuleGetFunction(
                &mut function,
                module.0 as CUmodule,
                symbol.as_ptr(),
            ))?;
            ok(sys::cuFuncGetAttribute(&mut most, attribute, function))?;
        }
        self.enter()?;
        let mut arenas = self.arenas.lock().expect("arenas");
        arenas.prepare(self, module)?;
        Ok(Kernel {
            handle: function as usize,
            max_threads: most.max(1) as u32,
            params: None,
        })
    }

    fn global(&self, module: Module, name: &str) -> Option<(Address, usize)> {
        let symbol = CString::new(name).ok()?;
        let (mut at, mut bytes) = (0, 0);
        // SAFETY: writes an address and a size.
        ok(unsafe {
            sys::cuModuleGetGlobal_v2(&mut at, &mut bytes, module.0 as CUmodule, symbol.as_ptr())
        })
        .ok()?;
        Some((at, bytes))
    }

    fn resident_teams(&self, kernel: &Kernel, threads: u32) -> u32 {
        let mut blocks = 1;
        // SAFETY: writes one number.
        let result = unsafe {
            sys::cuOccupancyMaxActiveBlocksPerMultiprocessor(
                &mut blocks,
                kernel.handle as CUfunction,
                threads as c_int,
                0,
            )
        };
        let blocks = if ok(result).is_ok() {
            blocks.max(1) as u32
        } else {
            1
        };
        self.multiprocessors.saturating_mul(blocks)
    }

    fn need_stack(&self, bytes: usize) -> Result<(), Fault> {
        if self.stack.fetch_max(bytes, Ordering::Relaxed) >= bytes {
            return Ok(());
        }
        // SAFETY: of the current context.
        ok(unsafe { sys::cuCtxSetLimit(sys::CUlimit_enum::CU_LIMIT_STACK_SIZE, bytes) })
    }

    fn launch(&self, launch: &LaunchOf<'_>, stream: Stream) -> Result<(), Fault> {
        let shape = launch.shape;
        // SAFETY: the parameters' number and sizes are the kernel's, by the translator that wrote both.
        ok(unsafe {
            sys::cuLaunchKernel(
                launch.kernel.handle as CUfunction,
                shape.teams,
                1,
                1,
                shape.threads,
                1,
                1,
                0,
                stream as CUstream,
                launch.params.as_ptr().cast_mut(),
                ptr::null_mut(),
            )
        })
    }

    fn finish(&self, stream: Stream, timeout: Option<Duration>) -> Result<(), Fault> {
        let Some(timeout) = timeout else {
            // SAFETY: a stream of this context.
            return ok(unsafe { sys::cuStreamSynchronize(stream as CUstream) });
        };
        let end = Instant::now() + timeout;
        loop {
            // SAFETY: as above.
            match unsafe { sys::cuStreamQuery(stream as CUstream) } {
                CUresult::CUDA_ERROR_NOT_READY if Instant::now() >= end => {
                    return Err(Fault::Timeout);
                }
                CUresult::CUDA_ERROR_NOT_READY => std::thread::yield_now(),
                other => return ok(other),
            }
        }
    }

    fn new_stream(&self) -> Result<Stream, Fault> {
        let mut stream: CUstream = ptr::null_mut();
        let flags = sys::CUstream_flags_enum::CU_STREAM_NON_BLOCKING as u32;
        // SAFETY: writes one handle.
        ok(unsafe { sys::cuStreamCreate(&mut stream, flags) })?;
        Ok(stream as Stream)
    }
}
