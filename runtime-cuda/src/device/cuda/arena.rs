//! Teams' memory: an arena with a slice for each block that the device can hold at once.
//!
//! Made when a kernel is looked up whose image has the variable of romp/team_memory.cuh; one for all images
//! of a device, since a slice belongs to the block that claims it, whatever it runs. Knows no kernel.

use super::Cuda;
use crate::device::{Address, Device, Fault, Module};
use std::ptr;

/// `romp::arena`
#[repr(C)]
#[derive(Clone, Copy)]
struct Arena {
    base: Address,
    taken: Address,
    bytes: u64,
    slices: u64,
}

/// In a whole program, and where nvlink joins files.
const NAMES: [&str; 2] = ["romp_arena", "_ZN4romp14arena_of_imageIvEE"];

#[derive(Default)]
pub struct Arenas {
    made: Option<Arena>,
    /// Images that know of it, or have no use for it.
    ready: Vec<Module>,
}

impl Arenas {
    /// Lets an image's kernels find the arena; the device must be the calling thread's.
    pub fn prepare(&mut self, device: &Cuda, module: Module) -> Result<(), Fault> {
        if self.ready.contains(&module) {
            return Ok(());
        }
        let variable = NAMES.iter().find_map(|name| device.global(module, name));
        if let Some((at, bytes)) = variable
            && bytes == size_of::<Arena>()
        {
            let arena = match self.made {
                Some(arena) => arena,
                None => *self.made.insert(make(device)?),
            };
            device.copy_to(at, ptr::from_ref(&arena).cast(), bytes, 0)?;
            device.finish(0, None)?;
        }
        self.ready.push(module);
        Ok(())
    }

    pub fn forget(&mut self, module: Module) {
        self.ready.retain(|ready| *ready != module);
    }
}

fn make(device: &Cuda) -> Result<Arena, Fault> {
    let slices = device.resident_blocks;
    let bytes = device.team_arena;
    let words = slices * size_of::<u32>();
    let whole = slices.checked_mul(bytes).ok_or(Fault::OutOfMemory);
    let base = whole.and_then(|whole| device.allocate(whole)).map_err(|_| {
        Fault::Other(format!(
            "no memory for the arena of its teams, {slices} times {bytes} bytes (ROMP_TEAM_ARENA)"
        ))
    })?;
    let taken = device.allocate(words)?;
    device.fill(taken, 0, words, 0)?;
    Ok(Arena {
        base,
        taken,
        bytes: bytes as u64,
        slices: slices as u64,
    })
}
