//! What each OS thread of the emulated device executes: kernel, team, thread, and the stack that it runs on.
//!
//! Messages and checks ask for it. Knows neither how threads of a team are scheduled nor what is checked.

use super::races;
use crate::device::LaunchOf;
use crate::error::Failure;
use crate::ffi::{self, Arg, EmulatedKernel, Site};
use std::cell::Cell;
use std::fmt::Write as _;

/// The kernel, the team and the thread that an OS thread executes now; for messages and for the checks.
#[derive(Clone, Copy)]
pub struct Running {
    /// The construct, and its list; both live while the launch does.
    pub site: *const Site,
    pub list: *const [Arg],
    /// The kernel, of an image that stays loaded.
    pub kernel: *const EmulatedKernel,
    /// The image's record of ids: team, teams, thread, threads, and whether the thread is the one that runs.
    pub place: *const u32,
    /// The address below which this OS thread's own stack holds frames of the kernel.
    pub stack_top: usize,
    /// The lowest and the highest address of the stack of the coroutine that runs; zeros where none does.
    pub fiber: (usize, usize),
    /// Whether the image's code marks what lies around its variables on the stack (--check=memory).
    pub marks_stack: bool,
}

thread_local! {
    /// What the calling OS thread executes; none outside of launches.
    pub static RUNNING: Cell<Option<Running>> = const { Cell::new(None) };
}

/// Whether the calling OS thread can run blocks: one that has ended its thread-local variables, as the thread has that
/// calls the handlers of `atexit`, cannot.
pub fn has_locals() -> bool {
    struct Last;
    impl Drop for Last {
        fn drop(&mut self) {}
    }
    thread_local! {
        static LAST: Last = const { Last };
    }
    LAST.try_with(|_| ()).is_ok()
}

/// Marks the calling OS thread as running a launch, until dropped.
pub struct Current(Option<Running>);

impl Current {
    /// Records the launch as what this OS thread executes.
    #[inline(never)]
    pub fn enter(launch: &LaunchOf<'_>, marks_stack: bool) -> Current {
        let here = 0u8;
        let running = Running {
            site: launch.site,
            list: std::ptr::from_ref(launch.list),
            // Handles of this device are addresses of the image's entries.
            kernel: launch.kernel.handle as *const EmulatedKernel,
            place: std::ptr::null(),
            // The kernel's frames begin where this one does: a little above this byte.
            stack_top: std::ptr::from_ref(&here) as usize + 512,
            fiber: (0, 0),
            marks_stack,
        };
        Current(RUNNING.replace(Some(running)))
    }
}

impl Drop for Current {
    fn drop(&mut self) {
        RUNNING.set(self.0.take());
    }
}

impl Running {
    /// What the image tells of the kernel for messages.
    pub fn told(&self) -> String {
        // SAFETY: set while the launch lasts, and the image's own table.
        match unsafe { self.kernel.as_ref() } {
            Some(kernel) => ffi::string(kernel.told),
            None => String::new(),
        }
    }

    /// For messages: `kernel saxpy_1, team 3, thread 17`; the thread only where the image knows which one runs.
    pub fn who(&self) -> String {
        // SAFETY: set while the construct's launch lasts.
        let mut text = format!("kernel {}", self.kernel());
        if !self.place.is_null() {
            // SAFETY: the image's thread-local record of this OS thread.
            let [team, thread, exact] =
                unsafe { [0, 2, 4].map(|which| self.place.add(which).read()) };
            let _ = write!(text, ", team {team}");
            if exact != 0 {
                let _ = write!(text, ", thread {thread}");
            }
        }
        text
    }

    /// The kernel's name.
    pub fn kernel(&self) -> String {
        // SAFETY: set while the construct's launch lasts.
        unsafe { (*self.site).kernel() }
    }

    /// The construct's place, `app.c:12`.
    pub fn at(&self) -> String {
        // SAFETY: as above.
        unsafe { (*self.site).place() }
    }
}

/// Registers where the image keeps the ids of what this OS thread executes.
///
/// # Safety
/// `place` points to five numbers that live as long as the calling OS thread's run of blocks.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn romp_emulated_place(place: *const u32) {
    races::place(place as usize);
    if let Some(mut running) = RUNNING.get() {
        running.place = place;
        RUNNING.set(Some(running));
    }
}

/// A failure of the thread that runs, with its place and its ids.
pub fn fail(what: &str) -> Failure {
    let (place, who) = RUNNING
        .get()
        .map_or_else(Default::default, |r| (r.at(), r.who()));
    Failure::new(place, format!("{who}: {what}"))
}
