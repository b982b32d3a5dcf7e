//! Blocks of checked device memory: what each is for, who asked for it where, and who gave it back.
//!
//! A block is remembered until its addresses are allocated again, so that a message on an access that
//! comes too late names what the block once was. Places are kept as addresses of code, which only a message looks up.

use super::lines;
use super::shadow::{self, GONE};
use crate::device::Purpose;
use smallvec::{SmallVec, smallvec};
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Where something was asked for: return addresses, innermost first.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Origin(SmallVec<[usize; 2]>);

impl Origin {
    /// Device code that called the runtime, which returns there.
    pub fn code(return_address: usize) -> Origin {
        Origin(smallvec![return_address])
    }

    /// The calling host code.
    pub fn host() -> Origin {
        Origin(lines::callers().into_iter().collect())
    }

    /// ` at a.c:12`, or nothing where no line table knows.
    pub fn at(&self) -> String {
        let place = self.0.iter().find_map(|&code| lines::place_of(code));
        place
            .map(|place| format!(" at {place}"))
            .unwrap_or_default()
    }
}

/// Who may access a block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Owner {
    /// Memory that the runtime keeps for launches.
    Runtime,
    /// What constructs map: the present table knows which.
    Mapped,
    /// A region's own copy of a list item.
    Private(Box<str>),
    /// omp_target_alloc.
    Target,
    /// malloc in device code.
    Heap,
    /// An array of variable length in device code.
    Array(Box<str>),
}

#[derive(Debug, Clone)]
pub struct Block {
    /// The first address that its owner may access.
    pub at: usize,
    pub bytes: usize,
    pub owner: Owner,
    pub given: Origin,
    /// Where it was freed, if it was.
    pub gone: Option<Origin>,
}

impl Block {
    fn new(at: usize, bytes: usize, owner: Owner, given: Origin) -> Block {
        Block {
            at,
            bytes,
            owner,
            given,
            gone: None,
        }
    }

    pub fn holds(&self, at: usize) -> bool {
        at.wrapping_sub(self.at) < self.bytes
    }
}

/// All blocks, by the addresses where their allocations begin.
static BLOCKS: Mutex<BTreeMap<usize, Block>> = Mutex::new(BTreeMap::new());

fn blocks() -> MutexGuard<'static, BTreeMap<usize, Block>> {
    BLOCKS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An allocation that takes `room`, of which `bytes` may be accessed. Nobody but the runtime has it yet.
pub fn given(at: usize, bytes: usize, room: usize) {
    let mut blocks = blocks();
    let old: SmallVec<[usize; 4]> = blocks.range(at..at + room).map(|(&at, _)| at).collect();
    for at in old {
        blocks.remove(&at);
    }
    blocks.insert(at, Block::new(at, bytes, Owner::Runtime, Origin::default()));
}

/// Records what the host uses an allocation for.
pub fn is_for(allocation: usize, purpose: Purpose) {
    let (owner, origin) = match purpose {
        Purpose::Mapped => (Owner::Mapped, Origin::default()),
        Purpose::Private(text) => (Owner::Private(text.into()), Origin::default()),
        Purpose::Target => (Owner::Target, Origin::host()),
    };
    if let Some(block) = blocks().get_mut(&allocation) {
        (block.owner, block.given) = (owner, origin);
    }
}

/// Records that device code uses the `bytes` at `at` of an allocation of `all` bytes.
pub fn device_code_takes(
    allocation: usize,
    all: usize,
    at: usize,
    bytes: usize,
    owner: Owner,
    from: usize,
) {
    shadow::mark(allocation, all.next_multiple_of(8), GONE);
    shadow::mark(at, bytes, 0);
    blocks().insert(allocation, Block::new(at, bytes, owner, Origin::code(from)));
}

/// Records that device code frees its allocation at `at`. The error is the block that is there instead.
pub fn device_code_returns(at: usize, heap: bool, from: usize) -> Result<(), Option<Block>> {
    let mut blocks = blocks();
    let found = blocks.range_mut(..=at).next_back().map(|(_, block)| block);
    match found {
        Some(block)
            if block.at == at && block.gone.is_none() && (block.owner == Owner::Heap) == heap =>
        {
            block.gone = Some(Origin::code(from));
            Ok(())
        }
        other => Err(other.filter(|block| block.holds(at)).cloned()),
    }
}

/// Records that an allocation is freed.
pub fn returned(allocation: usize) {
    if let Some(block) = blocks().get_mut(&allocation)
        && block.gone.is_none()
    {
        block.gone = Some(match block.owner {
            Owner::Target => Origin::host(),
            _ => Origin::default(),
        });
    }
}

/// The block that an address belongs to, or the nearest one of those that are not the runtime's.
pub fn near(at: usize) -> Option<Block> {
    let blocks = blocks();
    let of_the_program = |(_, block): &(&usize, &Block)| block.owner != Owner::Runtime;
    let holding = blocks.range(..=at).next_back().filter(|(_, b)| b.holds(at));
    let before = || blocks.range(..=at).rev().find(of_the_program);
    let behind = || blocks.range(at + 1..).find(of_the_program);
    let found = holding.or_else(|| {
        let both = before().into_iter().chain(behind());
        both.min_by_key(|(_, b)| super::report::away(at, b.at, b.bytes))
    });
    found.map(|(_, block)| block.clone())
}

/// The block of an allocation of omp_target_alloc that an address belongs to.
pub fn holding(at: usize) -> Option<Block> {
    let blocks = blocks();
    let (_, block) = blocks.range(..=at).next_back()?;
    block.holds(at).then(|| block.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_block_is_found() {
        let base = 0x70_0000;
        given(base, 40, 512);
        given(base + 576, 100, 512);
        given(base + 1152, 8, 512);
        is_for(base, Purpose::Mapped);
        is_for(base + 1152, Purpose::Private("x"));
        let at = |offset| near(base + offset).map(|b| (b.at - base, b.owner));
        assert_eq!(at(39), Some((0, Owner::Mapped)));
        assert_eq!(at(60), Some((0, Owner::Mapped)));
        assert_eq!(at(600), Some((576, Owner::Runtime)));
        assert_eq!(at(700), Some((1152, Owner::Private("x".into()))));
        returned(base);
        assert!(near(base).unwrap().gone.is_some());
        given(base, 13, 512);
        assert_eq!(near(base).unwrap().gone, None);
    }
}
