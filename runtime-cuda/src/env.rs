//! The environment variables, read once.
//!
//! Computes values alone; whoever asks for one decides what it means for a construct.

use crate::checks::Checks;
use crate::device_icvs::{AllIcvs, AllTeamIcvs};
use crate::error::{Failure, Result};
use crate::queue::order::Wait;
use std::time::Duration;

/// ROMP_DEVICE: which kind of device executes `target` regions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    Cuda,
    Emulated,
    Host,
}

/// OMP_TARGET_OFFLOAD, which sets target-offload-var (5.2, 21.2.8).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Offload {
    Default,
    Mandatory,
    Disabled,
}

/// The values of all environment variables that the runtime reads (README.md has their meaning).
#[derive(Debug, Clone)]
pub struct Settings {
    pub device: Option<Choice>,
    pub offload: Offload,
    pub default_device: i32,
    /// OMP_NUM_TEAMS and OMP_TEAMS_THREAD_LIMIT.
    pub teams: AllTeamIcvs,
    pub timeout: Option<Duration>,
    /// ROMP_WAIT: where the host waits for kernels; none where each kind of device does as it is best.
    pub wait: Option<Wait>,
    /// ROMP_EMULATED_CHECK; none: the checks that the images were built for.
    pub check: Option<Checks>,
    /// ROMP_SCHEDULE_SEED, from which the order follows in which threads of the emulated device run; none: by number.
    pub schedule_seed: Option<u64>,
    /// ROMP_POOL: whether freed device memory is kept for what is mapped next. Otherwise each block of a GPU is an
    /// allocation of its exact size.
    pub pool: bool,
    pub emulated_threads: usize,
    pub emulated_memory: usize,
    /// ROMP_TEAM_ARENA: bytes of memory of each team for variables whose size only the program knows.
    pub team_arena: Option<usize>,
    /// ROMP_TASKS: bytes of memory of each team for its tasks.
    pub tasks: Option<usize>,
    /// ROMP_STACK: bytes of stack of each thread in kernels with recursive functions.
    pub stack: Option<usize>,
    pub icvs: AllIcvs,
}

/// Bytes for tasks where ROMP_TASKS does not say otherwise: for each team, and for each of its threads. The latter hold a
/// context, two events and tasks (`romp/task_pool.cuh`). A task for which there is no memory is executed at once, which a
/// detachable one cannot be.
const TASKS: (usize, usize) = (96 << 10, 2048);

impl Settings {
    /// Bytes of memory for the tasks of a team of so many threads.
    pub fn task_memory(&self, threads: u32) -> usize {
        self.tasks.unwrap_or(TASKS.0 + TASKS.1 * threads as usize)
    }

    /// Reads the environment. Fails where a variable has no valid value.
    pub fn read() -> Result<Settings> {
        Settings::from(|name| std::env::var(name).ok())
    }

    /// Reads variables by `get`.
    pub fn from(get: impl Fn(&str) -> Option<String>) -> Result<Settings> {
        let get = |name: &str| {
            get(name)
                .map(|v| v.trim().to_string())
                .filter(|v| !v.is_empty())
        };
        let device = match get("ROMP_DEVICE")
            .map(|v| v.to_ascii_lowercase())
            .as_deref()
        {
            None => None,
            Some("cuda") => Some(Choice::Cuda),
            Some("emulated") => Some(Choice::Emulated),
            Some("host") => Some(Choice::Host),
            Some(other) => {
                return Err(Failure::new(
                    "",
                    format!("ROMP_DEVICE={other}: expected cuda, emulated or host"),
                ));
            }
        };
        let offload = match get("OMP_TARGET_OFFLOAD")
            .map(|v| v.to_ascii_lowercase())
            .as_deref()
        {
            None | Some("default") => Offload::Default,
            Some("mandatory") => Offload::Mandatory,
            Some("disabled") => Offload::Disabled,
            Some(other) => {
                return Err(Failure::new(
                    "",
                    format!("OMP_TARGET_OFFLOAD={other}: expected DEFAULT, MANDATORY or DISABLED"),
                ));
            }
        };
        let positive = |name: &str| -> Result<Option<u32>> {
            match get(name) {
                None => Ok(None),
                Some(v) => match v.parse::<u32>() {
                    Ok(n) if n > 0 && n <= i32::MAX as u32 => Ok(Some(n)),
                    _ => Err(Failure::new(
                        "",
                        format!("{name}={v}: expected a positive number"),
                    )),
                },
            }
        };
        let default_device = match get("OMP_DEFAULT_DEVICE") {
            None => 0,
            Some(v) => v.parse().map_err(|_| {
                Failure::new(
                    "",
                    format!("OMP_DEFAULT_DEVICE={v}: expected a device number"),
                )
            })?,
        };
        let timeout = match get("ROMP_TIMEOUT") {
            None => None,
            Some(v) => match v.parse::<f64>() {
                Ok(s) if s > 0.0 && s < 1e9 => Some(Duration::from_secs_f64(s)),
                _ => {
                    return Err(Failure::new(
                        "",
                        format!("ROMP_TIMEOUT={v}: expected seconds"),
                    ));
                }
            },
        };
        let wait = match get("ROMP_WAIT").map(|v| v.to_ascii_lowercase()).as_deref() {
            None => None,
            Some("region") => Some(Wait::Region),
            Some("lazy") => Some(Wait::Lazy),
            Some(v) => {
                return Err(Failure::new(
                    "",
                    format!("ROMP_WAIT={v}: expected region or lazy"),
                ));
            }
        };
        let size = |name: &str, example: &str| -> Result<Option<usize>> {
            let wrong = |v| Failure::new("", format!("{name}={v}: expected bytes, as {example}"));
            get(name)
                .map(|v| {
                    parse_size(&v)
                        .filter(|&n| n <= 1 << 48)
                        .ok_or_else(|| wrong(v))
                })
                .transpose()
        };
        let check = match get("ROMP_EMULATED_CHECK") {
            None => None,
            Some(v) => Some(Checks::parse(&v).ok_or_else(|| {
                let words = "expected none, memory, races or all";
                Failure::new("", format!("ROMP_EMULATED_CHECK={v}: {words}"))
            })?),
        };
        let cores = std::thread::available_parallelism().map_or(1, |n| n.get());
        Ok(Settings {
            device,
            offload,
            default_device,
            teams: AllTeamIcvs::from(get)?,
            timeout,
            wait,
            check,
            schedule_seed: get("ROMP_SCHEDULE_SEED")
                .map(|v| {
                    v.parse().map_err(|_| {
                        Failure::new("", format!("ROMP_SCHEDULE_SEED={v}: expected a number"))
                    })
                })
                .transpose()?,
            pool: match get("ROMP_POOL").as_deref() {
                None | Some("1") => true,
                Some("0") => false,
                Some(v) => {
                    return Err(Failure::new("", format!("ROMP_POOL={v}: expected 0 or 1")));
                }
            },
            emulated_threads: positive("ROMP_EMULATED_THREADS")?.map_or(cores, |n| n as usize),
            emulated_memory: size("ROMP_EMULATED_MEMORY", "512M")?.unwrap_or(1 << 38),
            tasks: size("ROMP_TASKS", "256K")?,
            stack: size("ROMP_STACK", "16K")?,
            icvs: AllIcvs::from(get)?,
            team_arena: size("ROMP_TEAM_ARENA", "64K")?,
        })
    }
}

/// The bytes of `4096`, `64K`, `512M` or `2G`.
fn parse_size(text: &str) -> Option<usize> {
    let (digits, shift) = match text.as_bytes().last()?.to_ascii_uppercase() {
        b'K' => (&text[..text.len() - 1], 10),
        b'M' => (&text[..text.len() - 1], 20),
        b'G' => (&text[..text.len() - 1], 30),
        _ => (text, 0),
    };
    digits
        .parse::<usize>()
        .ok()?
        .checked_mul(1 << shift)
        .filter(|&n| n > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(pairs: &[(&str, &str)]) -> Result<Settings> {
        Settings::from(|name| {
            pairs
                .iter()
                .find(|(n, _)| *n == name)
                .map(|(_, v)| v.to_string())
        })
    }

    #[test]
    fn defaults_leave_the_choice_open() {
        let settings = read(&[]).unwrap();
        assert_eq!(settings.device, None);
        assert_eq!(settings.offload, Offload::Default);
        assert_eq!(settings.teams, AllTeamIcvs::default());
    }

    #[test]
    fn values_are_case_insensitive_and_checked() {
        let settings = read(&[
            ("ROMP_DEVICE", "Emulated"),
            ("OMP_TARGET_OFFLOAD", "MANDATORY"),
        ])
        .unwrap();
        assert_eq!(settings.device, Some(Choice::Emulated));
        assert_eq!(settings.offload, Offload::Mandatory);
        assert!(
            read(&[("OMP_NUM_TEAMS", "0")])
                .unwrap_err()
                .message
                .contains("OMP_NUM_TEAMS=0")
        );
        assert!(read(&[("ROMP_DEVICE", "gpu")]).is_err());
        assert_eq!(
            read(&[("ROMP_WAIT", "lazy")]).unwrap().wait,
            Some(Wait::Lazy)
        );
        assert!(read(&[("ROMP_WAIT", "never")]).is_err());
        assert!(read(&[]).unwrap().pool && !read(&[("ROMP_POOL", "0")]).unwrap().pool);
        assert!(read(&[("ROMP_POOL", "no")]).is_err());
        assert_eq!(
            read(&[("ROMP_EMULATED_MEMORY", "64K")])
                .unwrap()
                .emulated_memory,
            65536
        );
    }
}
