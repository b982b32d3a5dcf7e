//! A process that has been started: waiting for its end, for a time or until somebody wants it stopped.
//!
//! Must not know what it was started for.

use super::{Finished, Mode, Runner, exit_code};
use crate::driver::{Failure, Result};
use rustix::process::{Pid, Signal, kill_process_group};
use std::io::Read;
use std::process::Child;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// A process that has not been waited for.
pub struct Running<'a> {
    pub(super) runner: Runner<'a>,
    pub(super) child: Child,
    pub(super) writer: Option<std::thread::JoinHandle<()>>,
    pub(super) started: Instant,
    pub(super) stopping: Stopping,
    pub(super) name: String,
}

/// What ends when a process is stopped.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Stopping {
    Process,
    /// The process and those that it started, which are in its group.
    Group,
}

/// How a process came to its end.
#[derive(Debug)]
pub enum End {
    Finished(Finished),
    /// It was stopped when its time was over.
    TimedOut,
    /// It was stopped because the user wants an end.
    Stopped,
}

impl Running<'_> {
    /// Its result, if it ends within `limit`; otherwise it is stopped.
    pub fn finish_within(self, limit: Duration) -> Result<Option<Finished>> {
        Ok(match self.finish_unless(limit, &|| false)? {
            End::Finished(finished) => Some(finished),
            End::TimedOut | End::Stopped => None,
        })
    }

    /// As [`Running::finish_within`]; it is also stopped once `stop` says so.
    pub fn finish_unless(mut self, limit: Duration, stop: &dyn Fn() -> bool) -> Result<End> {
        let started = Instant::now();
        // Its output must be read, or it may never end.
        let most = self.runner.limits.map_or(u64::MAX, |limits| limits.memory);
        let (output, errors) = (
            drained(self.child.stdout.take(), most),
            drained(self.child.stderr.take(), most),
        );
        loop {
            let status = self.child.try_wait();
            let elapsed = started.elapsed();
            let end = match status {
                Ok(None) if stop() => End::Stopped,
                Ok(None) if elapsed < limit => {
                    // Short enough that the time of a short program is measured well.
                    let pause = (elapsed / 200).min(Duration::from_millis(2));
                    std::thread::sleep(pause.max(Duration::from_micros(20)));
                    continue;
                }
                Ok(Some(_)) => break,
                _ => End::TimedOut,
            };
            // It may have ended in this very moment. What reads its output is not waited for: a process that it
            // started may hold the pipe open.
            self.stop();
            let _ = self.child.wait();
            return Ok(end);
        }
        let mut finished = self.wait()?;
        // The threads cannot panic.
        finished.stdout = output
            .and_then(|thread| thread.join().ok())
            .unwrap_or_default();
        finished.stderr = errors
            .and_then(|thread| thread.join().ok())
            .unwrap_or_default();
        Ok(End::Finished(finished))
    }

    fn stop(&mut self) {
        let group = i32::try_from(self.child.id())
            .ok()
            .and_then(Pid::from_raw)
            .filter(|_| self.stopping == Stopping::Group);
        let _ = match group {
            Some(group) => kill_process_group(group, Signal::KILL).map_err(Into::into),
            None => self.child.kill(),
        };
    }

    pub fn finish(self) -> Result<Finished> {
        let Some(limits) = self.runner.limits else {
            return self.wait();
        };
        let name = self.name.clone();
        let stop = || limits.stop.load(Ordering::Relaxed);
        match self.finish_unless(limits.time, &stop)? {
            End::Finished(finished) => Ok(finished),
            End::TimedOut => Err(Failure::tool(
                format!(
                    "{name} did not end within {} s, and was stopped",
                    limits.time.as_secs()
                ),
                "see what the file includes",
            )),
            End::Stopped => Err(Failure::tool(format!("{name} was stopped"), "try again")),
        }
    }

    fn wait(self) -> Result<Finished> {
        let output = self
            .child
            .wait_with_output()
            .map_err(|error| Failure::tool(format!("lost {}: {error}", self.name), "try again"))?;
        if let Some(writer) = self.writer {
            // The writer cannot panic.
            let _ = writer.join();
        }
        if self.runner.mode == Mode::Verbose {
            let seconds = self.started.elapsed().as_secs_f64();
            self.runner
                .reporter
                .say(&format!("# {} took {seconds:.3} s", self.name));
        }
        Ok(Finished {
            code: exit_code(output.status),
            stdout: output.stdout,
            stderr: output.stderr,
        })
    }
}

/// Sets how much address space a process may have, and those that it will start.
pub(super) fn limit_memory(child: &Child, bytes: u64) {
    let limit = rustix::process::Rlimit {
        current: Some(bytes),
        maximum: Some(bytes),
    };
    let id = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    if id.is_some() {
        // One that has ended already needs none.
        let _ = rustix::process::prlimit(id, rustix::process::Resource::As, limit);
    }
}

/// A thread that reads a pipe to its end, or to a failure: what was read before it still counts. Whoever writes more than
/// `most` bytes finds the pipe closed.
fn drained(
    pipe: Option<impl Read + Send + 'static>,
    most: u64,
) -> Option<std::thread::JoinHandle<Vec<u8>>> {
    let pipe = pipe?;
    Some(std::thread::spawn(move || {
        let mut bytes = vec![];
        let _ = pipe.take(most).read_to_end(&mut bytes);
        bytes
    }))
}
