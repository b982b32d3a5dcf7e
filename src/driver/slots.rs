//! Compilations side by side, at most one for each processor of the machine.

use super::Result;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex};

/// How many compilations may begin now; none where nobody has asked yet.
static FREE: Mutex<Option<usize>> = Mutex::new(None);
static FREED: Condvar = Condvar::new();

/// The right to one compilation.
struct Slot;

impl Slot {
    /// Waits for one.
    fn take() -> Slot {
        let mut free = FREE.lock().expect("slots");
        loop {
            let now = free.get_or_insert_with(processors);
            if *now > 0 {
                *now -= 1;
                return Slot;
            }
            free = FREED.wait(free).expect("slots");
        }
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        if let Ok(mut free) = FREE.lock() {
            free.iter_mut().for_each(|free| *free += 1);
        }
        FREED.notify_one();
    }
}

fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, |count| count.get())
}

/// Does a job for each item, on as many processors as there are. The results stand in the items' order; behind a
/// failure no more jobs begin.
pub fn each<T: Sync, R: Send>(
    items: &[T],
    job: impl Fn(usize, &T) -> Result<R> + Sync,
) -> Result<Vec<R>> {
    let (next, failed) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let work = || {
        let mut done = vec![];
        while failed.load(Ordering::Relaxed) == 0 {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(at) else { break };
            let slot = Slot::take();
            let result = job(at, item);
            drop(slot);
            if result.is_err() {
                failed.store(1, Ordering::Relaxed);
            }
            done.push((at, result));
        }
        done
    };
    let mut all = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..processors().min(items.len()))
            .map(|_| scope.spawn(work))
            .collect();
        let done = threads.into_iter().flat_map(|thread| {
            thread
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        });
        done.collect::<Vec<_>>()
    });
    all.sort_by_key(|(at, _)| *at);
    all.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::super::Failure;
    use super::*;

    #[test]
    fn results_stand_in_order() {
        let items: Vec<usize> = (0..100).collect();
        let results = each(&items, |at, item| Ok(at + item)).unwrap();
        assert_eq!(results, (0..100).map(|at| 2 * at).collect::<Vec<_>>());
        assert!(each(&[] as &[u8], |_, _| Ok(())).unwrap().is_empty());
    }

    #[test]
    fn a_failure_ends_it() {
        let begun = AtomicUsize::new(0);
        let result = each(&[(); 1000], |at, ()| {
            begun.fetch_add(1, Ordering::Relaxed);
            match at {
                3 => Err(Failure::Usage("no".into())),
                _ => Ok(()),
            }
        });
        assert!(result.is_err());
        assert!(begun.load(Ordering::Relaxed) < 1000);
    }
}
