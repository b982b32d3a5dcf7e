//! When the host has to wait for a device: the decision alone, without a device.
//!
//! A region's kernel may run on behind the construct's end where the host can see no difference: it copies nothing
//! back, frees nothing, prints nothing, and writes to no memory that host code reaches other than by this runtime.
//! Whatever the same thread of the host puts into its stream later is behind it, by the order of the stream.
//!
//! Streams of different threads of the host have no order. So the work of one thread at most is under way without its
//! thread waiting for it, that of the *owner*: another thread that enters waits for it, and becomes the owner. A thread
//! that is not alone inside of the runtime waits for its own work, so that regions of several threads overlap.

use super::streams::HostThread;

/// ROMP_WAIT: where the host waits for its kernels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wait {
    /// At the end of each region.
    Region,
    /// Where the host could see a difference.
    Lazy,
}

/// Why the host has to wait for a kernel at the end of its region.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Because {
    /// ROMP_WAIT=region, or what needs it: ROMP_TRACE, ROMP_TIMEOUT, the end of the process.
    Asked,
    /// Other threads of the host use the device, or have just done so.
    Threads,
    /// What the kernel does shows without a construct that waits.
    Effect(Effect),
}

/// What of a kernel shows on the host without a construct or a routine that waits for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// It prints, between what the host prints before and behind it.
    Prints,
    /// It may use memory that the host reaches, too.
    HostMemory,
    /// Host code holds addresses of devices, which other libraries may use.
    AddressHeld,
    /// Memory of this launch alone is freed behind it.
    Frees,
}

/// How many times a thread waits for its own work after another one was there before it lets work run on.
const PATIENCE: u32 = 32;

/// Who uses a device, and whether work is under way there that nobody waits for.
#[derive(Debug)]
pub struct Order {
    wait: Wait,
    owner: Option<HostThread>,
    /// How many threads are between [`Order::enter`] and [`Order::leave`].
    inside: u32,
    /// How many times the owner still waits although it is alone.
    patience: u32,
    under_way: bool,
}

impl Order {
    pub fn new(wait: Wait) -> Order {
        Order {
            wait,
            owner: None,
            inside: 0,
            patience: 0,
            under_way: false,
        }
    }

    /// From now on every region is waited for.
    pub fn wait_for_each(&mut self) {
        self.wait = Wait::Region;
    }

    /// A thread begins a construct or a routine. True where work of another thread is under way: it has to be waited
    /// for before anything else, and [`Order::ended`] says that it was.
    pub fn enter(&mut self, host: HostThread) -> bool {
        self.inside += 1;
        if self.owner == Some(host) {
            return false;
        }
        if self.owner.replace(host).is_some() {
            self.patience = PATIENCE;
        }
        self.under_way
    }

    /// The construct or routine has ended.
    pub fn leave(&mut self) {
        self.inside -= 1;
    }

    /// The thread has put work into its stream. Says why it has to wait for that, or that the work is under way from now
    /// on.
    pub fn put(&mut self, host: HostThread, effect: Option<Effect>) -> Result<(), Because> {
        if self.wait == Wait::Region {
            return Err(Because::Asked);
        }
        if self.owner != Some(host) || self.inside != 1 {
            return Err(Because::Threads);
        }
        if self.patience > 0 {
            self.patience -= 1;
            return Err(Because::Threads);
        }
        if let Some(effect) = effect {
            return Err(Because::Effect(effect));
        }
        self.under_way = true;
        Ok(())
    }

    /// Whether no other thread has entered since this one did.
    pub fn is_owner(&self, host: HostThread) -> bool {
        self.owner == Some(host)
    }

    /// Whether work is under way that nobody has waited for.
    pub fn under_way(&self) -> bool {
        self.under_way
    }

    /// The work that was under way has ended.
    pub fn ended(&mut self) {
        self.under_way = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: HostThread = HostThread(1);
    const B: HostThread = HostThread(2);

    /// One construct of a thread that is alone: enters, puts work, leaves.
    fn construct(
        order: &mut Order,
        host: HostThread,
        effect: Option<Effect>,
    ) -> Result<(), Because> {
        if order.enter(host) {
            order.ended();
        }
        let put = order.put(host, effect);
        order.leave();
        put
    }

    #[test]
    fn regions_of_one_thread_run_on() {
        let mut order = Order::new(Wait::Lazy);
        for _ in 0..3 {
            assert_eq!(construct(&mut order, A, None), Ok(()));
            assert!(order.under_way());
        }
        order.ended();
        assert!(!order.under_way());
    }

    #[test]
    fn what_shows_is_waited_for() {
        for effect in [
            Effect::Prints,
            Effect::HostMemory,
            Effect::AddressHeld,
            Effect::Frees,
        ] {
            let mut order = Order::new(Wait::Lazy);
            let put = construct(&mut order, A, Some(effect));
            assert_eq!(put, Err(Because::Effect(effect)));
            assert!(!order.under_way());
        }
    }

    #[test]
    fn work_before_one_that_shows_stays_under_way_until_the_wait() {
        let mut order = Order::new(Wait::Lazy);
        assert_eq!(construct(&mut order, A, None), Ok(()));
        assert!(construct(&mut order, A, Some(Effect::Prints)).is_err());
        assert!(order.under_way());
    }

    #[test]
    fn all_is_waited_for_where_that_was_asked() {
        let mut order = Order::new(Wait::Region);
        assert_eq!(construct(&mut order, A, None), Err(Because::Asked));
        let mut order = Order::new(Wait::Lazy);
        assert_eq!(construct(&mut order, A, None), Ok(()));
        order.wait_for_each();
        assert_eq!(construct(&mut order, A, None), Err(Because::Asked));
        assert!(order.under_way());
    }

    #[test]
    fn another_thread_waits_for_what_is_under_way() {
        let mut order = Order::new(Wait::Lazy);
        assert_eq!(construct(&mut order, A, None), Ok(()));
        assert!(order.enter(B));
        order.ended();
        assert_eq!(order.put(B, None), Err(Because::Threads));
        order.leave();
        // Nothing of B's is under way when A comes back.
        assert!(!order.enter(A));
    }

    #[test]
    fn a_thread_that_was_interrupted_waits_itself() {
        let mut order = Order::new(Wait::Lazy);
        assert!(!order.enter(A));
        assert!(!order.enter(B));
        // A is not the owner any more, and B is not alone.
        assert_eq!(order.put(A, None), Err(Because::Threads));
        assert_eq!(order.put(B, None), Err(Because::Threads));
        order.leave();
        order.leave();
    }

    #[test]
    fn nobody_runs_on_while_another_is_inside() {
        let mut order = Order::new(Wait::Lazy);
        assert!(!order.enter(B));
        // B stays inside, however long A is the only one that comes.
        for _ in 0..2 * PATIENCE {
            assert_eq!(construct(&mut order, A, None), Err(Because::Threads));
        }
        order.leave();
        let waits = (0..2 * PATIENCE)
            .take_while(|_| construct(&mut order, A, None).is_err())
            .count();
        assert_eq!(waits as u32, PATIENCE);
    }

    #[test]
    fn threads_in_turn_wait_each_for_its_own() {
        let mut order = Order::new(Wait::Lazy);
        assert_eq!(construct(&mut order, A, None), Ok(()));
        for _ in 0..100 {
            assert_eq!(construct(&mut order, B, None), Err(Because::Threads));
            assert_eq!(construct(&mut order, A, None), Err(Because::Threads));
        }
    }
}
