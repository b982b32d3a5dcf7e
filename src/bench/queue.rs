//! Work that several threads take piece by piece.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What `work` makes of each number below `count`, in their order; at most `jobs` at once. The numbers are taken in
/// their order, too, so that each says how many were taken before.
pub fn map<R: Send>(count: usize, jobs: usize, work: impl Fn(usize) -> R + Sync) -> Vec<R> {
    let results: Vec<Mutex<Option<R>>> = (0..count).map(|_| Mutex::new(None)).collect();
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, count.max(1)) {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(cell) = results.get(at) else {
                        return;
                    };
                    let result = work(at);
                    *cell
                        .lock()
                        .expect("no thread panics while it holds a result") = Some(result);
                }
            });
        }
    });
    let result = |cell: Mutex<Option<R>>| {
        let result = cell.into_inner().expect("no thread panicked");
        result.expect("each piece has its turn")
    };
    results.into_iter().map(result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_piece_is_done_once_and_results_keep_their_order() {
        let done = AtomicUsize::new(0);
        let squares = map(100, 7, |at| {
            done.fetch_add(1, Ordering::Relaxed);
            at * at
        });
        assert_eq!(done.into_inner(), 100);
        assert!(
            squares
                .iter()
                .enumerate()
                .all(|(at, square)| at * at == *square)
        );
        assert!(map(0, 7, |at| at).is_empty());
    }
}
