//! The queue against a device whose streams do nothing until somebody waits for them.

use super::flight::Launched;
use super::order::{Effect, Wait};
use super::{Queue, Trouble, Turn};
use crate::device::{Address, Device, Fault, Kernel, LaunchOf, Module, Shape, Stream};
use crate::ffi::{Image, Site};
use smallvec::SmallVec;
use std::collections::{BTreeMap, VecDeque};
use std::ptr;
use std::sync::{Mutex, mpsc};
use std::time::Duration;

/// What is in a stream of the device.
enum Work {
    Kernel(u32),
    Mark(u32),
}

#[derive(Default)]
struct Lazy {
    streams: Mutex<BTreeMap<Stream, VecDeque<Work>>>,
    /// The kernels that have run, in their order.
    ran: Mutex<Vec<u32>>,
    reached: Mutex<BTreeMap<Stream, u32>>,
    /// The kernel that faults.
    faulty: Option<u32>,
    /// Whether streams can hold marks.
    marks: bool,
    waits: Mutex<u32>,
}

impl Lazy {
    fn put(&self, stream: Stream, work: Work) {
        let mut streams = self.streams.lock().unwrap();
        streams.entry(stream).or_default().push_back(work);
    }

    fn ran(&self) -> Vec<u32> {
        self.ran.lock().unwrap().clone()
    }

    fn waits(&self) -> u32 {
        *self.waits.lock().unwrap()
    }
}

impl Device for Lazy {
    fn name(&self) -> String {
        "lazy".into()
    }
    fn is_cuda(&self) -> bool {
        true
    }
    fn reaches_host_memory(&self) -> bool {
        false
    }
    fn enter(&self) -> Result<(), Fault> {
        Ok(())
    }
    fn allocate(&self, _: usize) -> Result<Address, Fault> {
        unimplemented!()
    }
    fn free(&self, _: Address, _: usize) {}
    fn copy_to(&self, _: Address, _: *const u8, _: usize, _: Stream) -> Result<(), Fault> {
        unimplemented!()
    }
    fn copy_from(&self, _: *mut u8, _: Address, _: usize, _: Stream) -> Result<(), Fault> {
        unimplemented!()
    }
    fn copy_within(&self, _: Address, _: Address, _: usize, _: Stream) -> Result<(), Fault> {
        unimplemented!()
    }
    fn fill(&self, _: Address, _: u8, _: usize, _: Stream) -> Result<(), Fault> {
        unimplemented!()
    }
    fn load(&self, _: &Image) -> Result<Module, Fault> {
        unimplemented!()
    }
    fn unload(&self, _: Module) {}
    fn kernel(&self, _: Module, _: &str) -> Result<Kernel, Fault> {
        unimplemented!()
    }
    fn global(&self, _: Module, _: &str) -> Option<(Address, usize)> {
        None
    }
    fn resident_teams(&self, _: &Kernel, _: u32) -> u32 {
        1
    }
    fn launch(&self, _: &LaunchOf<'_>, _: Stream) -> Result<(), Fault> {
        unimplemented!()
    }
    fn threads_asked(&self, _: &Kernel, _: Stream) -> u32 {
        0
    }
    fn mark(&self, stream: Stream, number: u32) -> Result<(), Fault> {
        self.put(stream, Work::Mark(number));
        Ok(())
    }
    fn reached(&self, stream: Stream) -> Option<u32> {
        let reached = self.reached.lock().unwrap();
        self.marks
            .then(|| reached.get(&stream).copied().unwrap_or(0))
    }
    fn leads_somewhere(&self, _: Address) -> bool {
        false
    }
    fn finish(&self, stream: Stream, _: Option<Duration>) -> Result<(), Fault> {
        *self.waits.lock().unwrap() += 1;
        let mut streams = self.streams.lock().unwrap();
        let queue = streams.entry(stream).or_default();
        while let Some(work) = queue.pop_front() {
            match work {
                Work::Kernel(which) if self.faulty == Some(which) => {
                    queue.clear();
                    return Err(Fault::Kernel("an illegal address".into()));
                }
                Work::Kernel(which) => self.ran.lock().unwrap().push(which),
                Work::Mark(number) => {
                    self.reached.lock().unwrap().insert(stream, number);
                }
            }
        }
        Ok(())
    }
    fn new_stream(&self) -> Result<Stream, Fault> {
        Ok(1)
    }
}

fn launched() -> Launched {
    let site = Site {
        abi: 0,
        reserved: 0,
        unit: ptr::null(),
        place: ptr::null(),
        kernel: ptr::null(),
        cache: [ptr::null_mut(); 4],
    };
    Launched {
        site: Box::leak(Box::new(site)),
        shape: Shape {
            teams: 1,
            threads: 1,
            nest: None,
        },
        stack: None,
        pointers: SmallVec::new(),
    }
}

fn enter<'a>(queue: &'a Queue, stream: Stream, device: &Lazy) -> Turn<'a> {
    match queue.enter(stream, device) {
        Ok(turn) => turn,
        Err(_) => panic!("a fault"),
    }
}

/// A region of the calling thread.
fn region(
    queue: &Queue,
    device: &Lazy,
    stream: Stream,
    kernel: u32,
    effect: Option<Effect>,
) -> Result<(), Trouble> {
    let turn = queue.enter(stream, device)?;
    device.put(stream, Work::Kernel(kernel));
    turn.launched(&launched, 0, effect, device, None)
}

fn good(done: Result<(), Trouble>) {
    assert!(done.is_ok());
}

#[test]
fn regions_wait_for_nothing_until_the_host_asks() {
    let (queue, device) = (Queue::new(Wait::Lazy), Lazy::default());
    for k in 0..100 {
        good(region(&queue, &device, 1, k, None));
    }
    assert_eq!((device.waits(), device.ran().len()), (0, 0));
    assert!(queue.under_way());
    good(queue.settle(&device));
    assert_eq!(device.ran(), (0..100).collect::<Vec<_>>());
    good(queue.settle(&device));
    assert_eq!(device.waits(), 1);
}

#[test]
fn an_effect_is_waited_for_with_all_before_it() {
    let (queue, device) = (Queue::new(Wait::Lazy), Lazy::default());
    good(region(&queue, &device, 1, 0, None));
    good(region(&queue, &device, 1, 1, Some(Effect::Prints)));
    assert_eq!(device.ran(), [0, 1]);
    assert!(!queue.under_way());
}

#[test]
fn each_region_is_waited_for_where_asked() {
    let (queue, device) = (Queue::new(Wait::Region), Lazy::default());
    for k in 0..5 {
        good(region(&queue, &device, 1, k, None));
        assert_eq!(device.ran().len() as u32, k + 1);
    }
    let (queue, device) = (Queue::new(Wait::Lazy), Lazy::default());
    good(region(&queue, &device, 1, 0, None));
    queue.wait_for_each();
    good(region(&queue, &device, 1, 1, None));
    assert_eq!(device.ran(), [0, 1]);
}

#[test]
fn copies_to_the_device_run_on_as_regions_do() {
    let (queue, device) = (Queue::new(Wait::Lazy), Lazy::default());
    let turn = enter(&queue, 1, &device);
    device.put(1, Work::Kernel(0));
    good(turn.put(&device));
    drop(turn);
    assert!(queue.under_way() && device.waits() == 0);
    let turn = enter(&queue, 1, &device);
    good(turn.finish(&device));
    assert!(!queue.under_way());
    assert_eq!(device.ran(), [0]);
}

#[test]
fn streams_without_marks_are_not_filled_without_end() {
    let (queue, device) = (Queue::new(Wait::Lazy), Lazy::default());
    for k in 0..3 * super::MOST as u32 {
        good(region(&queue, &device, 1, k, None));
    }
    assert_eq!(device.waits(), 3);
}

#[test]
fn a_fault_is_told_with_its_launch() {
    for faulty in 0..5 {
        for marks in [true, false] {
            let queue = Queue::new(Wait::Lazy);
            let device = Lazy {
                faulty: Some(faulty),
                marks,
                ..Lazy::default()
            };
            for k in 0..5 {
                good(region(&queue, &device, 1, k, None));
            }
            let Err(Trouble::Launches(suspects, _)) = queue.settle(&device) else {
                panic!("no launch");
            };
            assert_eq!(suspects.len(), if marks { 1 } else { 5 }, "{faulty}");
            // Whoever asks again hears the same.
            device.put(1, Work::Kernel(faulty));
            assert!(queue.settle(&device).is_err());
        }
    }
}

#[test]
fn a_fault_of_a_region_that_is_waited_for_is_its_own_or_of_one_before() {
    for (faulty, expected) in [(0, 1), (1, 1)] {
        let queue = Queue::new(Wait::Lazy);
        let device = Lazy {
            faulty: Some(faulty),
            marks: true,
            ..Lazy::default()
        };
        good(region(&queue, &device, 1, 0, None));
        let waited = region(&queue, &device, 1, 1, Some(Effect::Prints));
        let Err(Trouble::Launches(suspects, _)) = waited else {
            panic!("no launch");
        };
        assert_eq!(suspects.len(), expected);
    }
}

/// Threads that hand a token to each other launch kernels, which must run in the order in which the host launched them:
/// that of a program whose regions wait.
#[test]
fn work_of_threads_that_follow_each_other_is_in_order() {
    const THREADS: usize = 3;
    const REGIONS: u32 = 3000;
    let (queue, device) = (Queue::new(Wait::Lazy), Lazy::default());
    let mut random = 12345_u32;
    let mut who = 0;
    // Runs of one thread of different length, so that it lets work run on in some of them.
    let plan: Vec<usize> = (0..REGIONS)
        .map(|_| {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            if (random >> 24) < 6 {
                who = (random >> 8) as usize % THREADS;
            }
            who
        })
        .collect();
    let (done, turns): (Vec<_>, Vec<_>) = (0..THREADS).map(|_| mpsc::channel::<u32>()).unzip();
    std::thread::scope(|scope| {
        let (plan, queue, device) = (&plan, &queue, &device);
        for (me, token) in turns.into_iter().enumerate() {
            let next = done.clone();
            scope.spawn(move || {
                while let Ok(k) = token.recv() {
                    if k == REGIONS {
                        return;
                    }
                    good(region(queue, device, me + 1, k, None));
                    match plan.get(k as usize + 1) {
                        Some(&who) => next[who].send(k + 1).unwrap(),
                        None => next.iter().for_each(|next| _ = next.send(REGIONS)),
                    }
                }
            });
        }
        done[plan[0]].send(0).unwrap();
    });
    good(queue.settle(&device));
    assert_eq!(device.ran(), (0..REGIONS).collect::<Vec<_>>());
    // Long runs of one thread are not waited for.
    assert!(device.waits() < REGIONS, "{}", device.waits());
}

#[test]
fn regions_of_threads_side_by_side_are_waited_for() {
    let (queue, device) = (Queue::new(Wait::Lazy), Lazy::default());
    let first = enter(&queue, 1, &device);
    std::thread::scope(|scope| {
        let (queue, device) = (&queue, &device);
        let other = scope.spawn(move || {
            for k in 0..100 {
                good(region(queue, device, 2, k, None));
            }
        });
        other.join().unwrap();
    });
    assert_eq!(device.ran().len(), 100);
    device.put(1, Work::Kernel(100));
    good(first.launched(&launched, 0, None, &device, None));
    assert_eq!(device.ran().len(), 101);
}
