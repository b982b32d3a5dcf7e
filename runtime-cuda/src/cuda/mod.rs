//! NVIDIA GPUs through the driver API, opened at run time.
//!
//! Primary contexts, one stream for each host thread, memory from a pool. Calls are the raw ones of `cudarc`;
//! [`driver`] makes sure that the driver has them, and turns their results into faults. Knows nothing of OpenMP.

mod driver;
mod marks;
mod others;
mod rows;
mod streams;

use crate::device::{
    Address, Device, Fault, Foreign, Grid, Kernel, LaunchOf, Module, Rows, Stream,
};
use crate::device_icvs::DeviceIcvs;
use crate::env::Settings;
use crate::ffi::Image;
use crate::pool::{self, Pool};
use crate::shape;
use cudarc::driver::sys::{self, CUcontext, CUfunction, CUmodule, CUstream};
use driver::{make_current, memory_type, ok, probe};
use marks::Marks;
pub use others::wait;
use std::ffi::{CStr, CString, c_char, c_int};
use std::ptr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// The device variable with the most threads that a parallel region asked for and did not get
/// (romp/cuda_backend.cuh): its name in a whole program, and where nvlink joins files.
const THREADS_ASKED: [&str; 2] = ["romp_threads_asked", "_ZN4romp22threads_asked_of_imageIvEE"];
/// The device symbol of an image of nvlink whose kernels have arrays of variable length (romp/thread_arrays.cuh).
const THREAD_ARRAYS: &str = "_ZN4romp22thread_arrays_in_imageIvEE";

/// One GPU.
pub struct Cuda {
    number: i32,
    name: String,
    context: CUcontext,
    multiprocessors: u32,
    /// The most bytes of shared memory that a block may have (CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN).
    shared: u32,
    /// Freed memory for reuse; none where ROMP_POOL=0 makes each block an allocation, for tools that watch those.
    pool: Option<Mutex<Pool>>,
    /// Bytes of stack that each thread has been given.
    stack: AtomicUsize,
    icvs: DeviceIcvs,
    marks: Marks,
    /// Whether the device reads pageable memory of the host itself, where others have the driver copy it first.
    reads_pageable: bool,
}

// SAFETY: a context handle may be made current on any thread.
unsafe impl Send for Cuda {}
// SAFETY: the driver API is thread-safe.
unsafe impl Sync for Cuda {}

/// The devices of the driver. A context is made when its device is first used. The error says why there are none.
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
                CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN as SHARED,
                CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT as MULTIPROCESSORS,
                CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES as HOST_TABLES,
            };
            let ask = |attribute| {
                let mut value = 1;
                ok(sys::cuDeviceGetAttribute(&mut value, attribute, device))?;
                Ok(value.max(1) as u32)
            };
            let mut reads_pageable = 1;
            ok(sys::cuDeviceGetAttribute(
                &mut reads_pageable,
                HOST_TABLES,
                device,
            ))?;
            let reads_pageable = reads_pageable != 0;
            let multiprocessors = ask(MULTIPROCESSORS)?;
            let shared = ask(SHARED)?;
            let mut context = ptr::null_mut();
            ok(sys::cuDevicePrimaryCtxRetain(&mut context, device))?;
            Ok(Cuda {
                number,
                name,
                context,
                multiprocessors,
                shared,
                pool: settings.pool.then(Mutex::default),
                stack: AtomicUsize::new(0),
                icvs: settings.icvs.of_device(number),
                marks: Marks::default(),
                reads_pageable,
            })
        }
    }

    /// Whether the device may read bytes of the host after the call that copies them has returned. The driver copies
    /// pageable memory before it returns, but not memory that is page-locked, or that the device reads by the host's own
    /// page tables.
    fn reads_later(&self, from: *const u8, bytes: usize) -> bool {
        let last = from.wrapping_add(bytes.saturating_sub(1));
        self.reads_pageable
            || [from, last]
                .iter()
                .any(|&at| memory_type(at as u64).is_some())
    }

    fn allocate_now(&self, bytes: usize) -> Result<Address, Fault> {
        let mut at = 0;
        // SAFETY: writes one address.
        ok(unsafe { sys::cuMemAlloc_v2(&mut at, bytes) })?;
        Ok(at)
    }
}

impl Device for Cuda {
    fn name(&self) -> String {
        format!("cuda {}: {}", self.number, self.name)
    }

    fn is_cuda(&self) -> bool {
        true
    }

    fn reaches_host_memory(&self) -> bool {
        use sys::CUdevice_attribute_enum::CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS as PAGEABLE;
        let (mut device, mut value) = (0, 0);
        // SAFETY: plain driver calls with pointers to locals.
        let asked = unsafe {
            ok(sys::cuDeviceGet(&mut device, self.number))
                .and_then(|()| ok(sys::cuDeviceGetAttribute(&mut value, PAGEABLE, device)))
        };
        asked.is_ok() && value != 0
    }

    fn enter(&self) -> Result<(), Fault> {
        make_current(self.context)
    }

    /// Takes memory from the pool. Where the device is out of memory, what the pool holds is given back first.
    fn allocate(&self, bytes: usize) -> Result<Address, Fault> {
        let Some(pool) = &self.pool else {
            return self.allocate_now(bytes.max(1));
        };
        let mut pool = pool.lock().expect("pool");
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
        match &self.pool {
            Some(pool) => pool.lock().expect("pool").give(at, bytes),
            // SAFETY: allocated by `allocate`; the call waits for kernels that use it.
            None => {
                let _ = unsafe { sys::cuMemFree_v2(at) };
            }
        }
    }

    fn copy_to(
        &self,
        to: Address,
        from: *const u8,
        bytes: usize,
        stream: Stream,
    ) -> Result<(), Fault> {
        // SAFETY: the caller vouches for the host range, the table for the device range.
        ok(unsafe { sys::cuMemcpyHtoDAsync_v2(to, from.cast(), bytes, stream as CUstream) })?;
        match self.reads_later(from, bytes) {
            true => self.finish(stream, None),
            false => Ok(()),
        }
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

    fn copy_rows_to(
        &self,
        to: Address,
        from: *const u8,
        rows: Rows,
        stream: Stream,
    ) -> Result<(), Fault> {
        rows::to_device(to, from, rows, stream)
    }

    fn copy_rows_from(
        &self,
        to: *mut u8,
        from: Address,
        rows: Rows,
        stream: Stream,
    ) -> Result<(), Fault> {
        rows::from_device(to, from, rows, stream)
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
        // Images whose code does not ask for it may have no such variable.
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
        // Likewise the ICVs that kernels ask for, where they are not what images begin with.
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
        Ok(Kernel {
            handle: function as usize,
            max_threads: most.max(1) as u32,
            params: None,
            shared: 0,
            marks_stack: false,
            recursive: false,
            thread_arrays: self.global(module, THREAD_ARRAYS).is_some(),
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
                kernel.shared as usize,
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

    fn need_shared(&self, kernel: &mut Kernel, bytes: u32) -> Result<(), Fault> {
        use sys::CUfunction_attribute_enum::{
            CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES as DYNAMIC,
            CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES as STATIC,
        };
        let function = kernel.handle as CUfunction;
        let mut declared = 0;
        // SAFETY: writes one number.
        ok(unsafe { sys::cuFuncGetAttribute(&mut declared, STATIC, function) })?;
        let declared = declared.max(0) as u32;
        if declared.saturating_add(bytes) > self.shared {
            return Err(Fault::Other(format!(
                "a team needs {declared} + {bytes} bytes of shared memory, and may have {} there",
                self.shared
            )));
        }
        // SAFETY: of a function of a loaded module.
        ok(unsafe { sys::cuFuncSetAttribute(function, DYNAMIC, bytes as c_int) })?;
        kernel.shared = bytes;
        Ok(())
    }

    fn launch(&self, launch: &LaunchOf<'_>, stream: Stream) -> Result<(), Fault> {
        let shape = launch.shape;
        let whole = Grid::of_one_dimension(&shape);
        let whole = shape.nest.unwrap_or(whole);
        let block = whole.block;
        for (from, size) in shape::launches(whole.grid) {
            if let Some(part) = launch.part {
                // SAFETY: a parameter of the launch, which its owner leaves alone meanwhile.
                unsafe { *part = whole.part(from) };
            }
            // SAFETY: the parameters' number and sizes are the kernel's, by the translator that wrote both.
            ok(unsafe {
                sys::cuLaunchKernel(
                    launch.kernel.handle as CUfunction,
                    size[0],
                    size[1],
                    size[2],
                    block[0],
                    block[1],
                    1,
                    launch.kernel.shared,
                    stream as CUstream,
                    launch.params.as_ptr().cast_mut(),
                    ptr::null_mut(),
                )
            })?;
        }
        Ok(())
    }

    fn threads_asked(&self, kernel: &Kernel, stream: Stream) -> u32 {
        let mut module: CUmodule = ptr::null_mut();
        let mut asked = 0u32;
        // SAFETY: writes one handle.
        let found = ok(unsafe { sys::cuFuncGetModule(&mut module, kernel.handle as CUfunction) });
        let variable = || {
            let module = Module(module as usize);
            let mut names = THREADS_ASKED.iter();
            names.find_map(|name| self.global(module, name))
        };
        if found.is_ok()
            && let Some((at, bytes)) = variable()
            && bytes == size_of::<u32>()
            && self
                .copy_from((&raw mut asked).cast(), at, bytes, stream)
                .is_ok()
            && self.finish(stream, None).is_ok()
            && asked != 0
        {
            // The next launch starts anew; a failure would show there.
            _ = self.fill(at, 0, bytes, stream);
        }
        asked
    }

    fn mark(&self, stream: Stream, number: u32) -> Result<(), Fault> {
        let Some(at) = self.marks.of(stream) else {
            return Ok(());
        };
        let default = sys::CUstreamWriteValue_flags_enum::CU_STREAM_WRITE_VALUE_DEFAULT as u32;
        // SAFETY: a word that host and device share, for ever.
        let put = ok(unsafe {
            sys::cuStreamWriteValue32_v2(stream as CUstream, at as u64, number, default)
        });
        match put {
            // An old device or system. Its faults are told less exactly.
            Err(Fault::Other(_)) => {
                self.marks.give_up();
                Ok(())
            }
            other => other,
        }
    }

    fn reached(&self, stream: Stream) -> Option<u32> {
        self.marks.read(stream)
    }

    fn leads_somewhere(&self, at: Address) -> bool {
        memory_type(at).is_some()
    }

    fn finish(&self, stream: Stream, timeout: Option<Duration>) -> Result<(), Fault> {
        streams::finish(stream, timeout)
    }

    fn new_stream(&self) -> Result<Stream, Fault> {
        let stream = streams::new()?;
        self.marks.add(stream);
        Ok(stream)
    }

    fn foreign(&self) -> Option<Foreign> {
        Some(Foreign {
            ordinal: self.number,
            context: self.context as usize,
        })
    }

    fn foreign_stream(&self) -> Result<Stream, Fault> {
        streams::new()
    }

    fn finish_foreign(&self, stream: Stream) -> Result<(), Fault> {
        streams::finish(stream, None)
    }

    fn end_foreign(&self, stream: Stream) {
        streams::end(stream);
    }
}
