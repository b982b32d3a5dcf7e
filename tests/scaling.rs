//! Translation takes memory in proportion to the program, however it grows: no count of blocks or bytes that are
//! allocated depends on the clock or on the machine. A program of twice the size must not need much more than twice
//! as many; work that grows with the square of something, or with each level of nesting, does.

#[path = "support/large.rs"]
mod large;

use large::Shape;
use romp2cuda::source::Preprocessed;
use romp2cuda::translate::{Options, translate};
use std::alloc::{GlobalAlloc, Layout, System};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// The system's allocator with counts of blocks and bytes.
struct Counting;

static BLOCKS: AtomicU64 = AtomicU64::new(0);
static BYTES: AtomicU64 = AtomicU64::new(0);

fn count(bytes: usize) {
    BLOCKS.fetch_add(1, Ordering::Relaxed);
    BYTES.fetch_add(bytes as u64, Ordering::Relaxed);
}

// SAFETY: every call goes to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size());
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: the block came from `System`, with this layout.
        unsafe { System.dealloc(block, layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size);
        // SAFETY: the block came from `System`, with this layout.
        unsafe { System.realloc(block, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// One translation at a time: the counts are those of the process.
static TURN: Mutex<()> = Mutex::new(());

/// The most that a program of twice the size may need, in units of what the smaller one needs. Growth
/// of maps and vectors stays below it; a tenth of quadratic work is above.
fn most(shape: Shape) -> f64 {
    match shape {
        // Code is indented and its constructs are checked against those around them: some of that grows with the
        // square of the depth, which brackets limit to some hundreds.
        Shape::NestedTasks => 2.6,
        _ => 2.3,
    }
}

/// Blocks and bytes that the translation of a program allocates.
fn allocated(shape: Shape, count: usize) -> (u64, u64) {
    let (text, path) = (shape.program(count), PathBuf::from("t.c"));
    let mut pre = Preprocessed::new(text.clone(), path.clone());
    pre.set_original(&path, text);
    let counts = || {
        (
            BLOCKS.load(Ordering::Relaxed),
            BYTES.load(Ordering::Relaxed),
        )
    };
    let before = counts();
    if let Err(found) = translate(&pre, Options::default()) {
        panic!("{count} {}: {found:#?}", shape.name());
    }
    let after = counts();
    (after.0 - before.0, after.1 - before.1)
}

fn grows_in_proportion(shape: Shape, count: usize) {
    let turn = TURN.lock().unwrap_or_else(|failed| failed.into_inner());
    let once = allocated(shape, count);
    let twice = allocated(shape, 2 * count);
    drop(turn);
    let ratio = |once: u64, twice: u64| twice as f64 / once as f64;
    let (blocks, bytes) = (ratio(once.0, twice.0), ratio(once.1, twice.1));
    println!(
        "{:20} {count:>5}: {:>9} blocks, {:>11} bytes; of twice as many {blocks:.2} and {bytes:.2} times that",
        shape.name(),
        once.0,
        once.1
    );
    assert!(
        blocks < most(shape) && bytes < most(shape),
        "twice as many {} take {blocks:.2} times the blocks and {bytes:.2} times the bytes",
        shape.name()
    );
}

macro_rules! shapes {
    ($($name:ident: $shape:ident, $count:expr;)*) => {
        $(#[test]
        fn $name() {
            grows_in_proportion(Shape::$shape, $count);
        })*

        #[test]
        fn every_shape_has_a_test() {
            assert_eq!([$(Shape::$shape),*], Shape::ALL);
        }
    };
}

shapes! {
    regions: Regions, 150;
    functions: Functions, 100;
    orphaned_functions: OrphanedFunctions, 100;
    forking_functions: ForkingFunctions, 80;
    tasking_functions: TaskingFunctions, 150;
    calls_in_a_chain: CallChain, 150;
    nested_tasks: NestedTasks, 40;
    tasks: Tasks, 150;
    parallel_regions: ParallelRegions, 150;
    worksharing_loops: WorksharingLoops, 150;
    statements: Statements, 300;
    statements_of_a_line: StatementsOfALine, 300;
    shared_variables: SharedVariables, 300;
    list_items: ListItems, 100;
    globals: Globals, 200;
}
