//! The ICVs of a device (OpenMP 5.2, 2.2 and 21): run-sched-var and cancel-var, which its code reads, nteams-var and
//! teams-thread-limit-var, which launches read.
//!
//! They come from the environment alone. `OMP_SCHEDULE_DEV_n`, `OMP_SCHEDULE_DEV`, `OMP_SCHEDULE_ALL` and
//! `OMP_SCHEDULE` count in this order, and so for the others; `OMP_CANCELLATION` has no variants, since cancel-var is
//! global.
//! Must not know how kernels read them.

use crate::error::{Failure, Result};

/// The ICVs as kernels see them (`romp::device_icvs`).
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeviceIcvs {
    /// `omp_sched_t`, with its monotonic bit.
    pub schedule: u32,
    /// The chunk size of run-sched-var; 0 where none was specified.
    pub chunk: i32,
    /// cancel-var: 1 where OMP_CANCELLATION is true.
    pub cancellation: u32,
}

/// `static,1`: neighbouring threads execute neighbouring iterations, whose accesses then coalesce.
impl Default for DeviceIcvs {
    fn default() -> DeviceIcvs {
        DeviceIcvs {
            schedule: STATIC,
            chunk: 1,
            cancellation: 0,
        }
    }
}

const STATIC: u32 = 1;
const AUTO: u32 = 4;
const MONOTONIC: u32 = 0x8000_0000;
/// The number of devices that may have an environment variable of their own (`OMP_SCHEDULE_DEV_n`).
const DEVICES: i32 = 64;

/// The ICVs of every device, as the environment specifies them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AllIcvs {
    common: DeviceIcvs,
    own: Vec<(i32, DeviceIcvs)>,
}

impl AllIcvs {
    /// Reads them; `get` is the value of an environment variable.
    pub fn from(get: impl Fn(&str) -> Option<String>) -> Result<AllIcvs> {
        let cancellation = match get("OMP_CANCELLATION") {
            None => 0,
            Some(word) if word.eq_ignore_ascii_case("true") => 1,
            Some(word) if word.eq_ignore_ascii_case("false") => 0,
            Some(word) => {
                let message = format!("OMP_CANCELLATION={word}: expected true or false");
                return Err(Failure::new("", message));
            }
        };
        let schedule = |name: &str| -> Result<Option<DeviceIcvs>> {
            let Some(text) = get(name) else {
                return Ok(None);
            };
            let Some((schedule, chunk)) = parse(&text) else {
                let message = format!(
                    "{name}={text}: expected [monotonic:|nonmonotonic:]static|dynamic|guided|auto[,chunk]"
                );
                return Err(Failure::new("", message));
            };
            Ok(Some(DeviceIcvs {
                schedule,
                chunk,
                cancellation,
            }))
        };
        let mut common = None;
        for name in ["OMP_SCHEDULE_DEV", "OMP_SCHEDULE_ALL", "OMP_SCHEDULE"] {
            let found = schedule(name)?;
            common = common.or(found);
        }
        let mut own = vec![];
        for number in 0..DEVICES {
            let found = schedule(&format!("OMP_SCHEDULE_DEV_{number}"))?;
            own.extend(found.map(|icvs| (number, icvs)));
        }
        let common = common.unwrap_or(DeviceIcvs {
            cancellation,
            ..DeviceIcvs::default()
        });
        Ok(AllIcvs { common, own })
    }

    /// The ICVs of the device of that number.
    pub fn of_device(&self, number: i32) -> DeviceIcvs {
        let own = self.own.iter().find(|(n, _)| *n == number);
        own.map_or(self.common, |(_, icvs)| *icvs)
    }
}

/// nteams-var and teams-thread-limit-var of a device; none where the environment leaves them open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TeamIcvs {
    /// OMP_NUM_TEAMS.
    pub num_teams: Option<u32>,
    /// OMP_TEAMS_THREAD_LIMIT.
    pub thread_limit: Option<u32>,
}

/// These ICVs of every device, as the environment specifies them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AllTeamIcvs {
    common: TeamIcvs,
    own: Vec<(i32, TeamIcvs)>,
}

impl AllTeamIcvs {
    /// Reads them; `get` is the value of an environment variable.
    pub fn from(get: impl Fn(&str) -> Option<String>) -> Result<AllTeamIcvs> {
        let positive = |name: String| -> Result<Option<u32>> {
            let Some(text) = get(&name) else {
                return Ok(None);
            };
            match text.parse::<u32>() {
                Ok(n) if n > 0 && n <= i32::MAX as u32 => Ok(Some(n)),
                _ => {
                    let message = format!("{name}={text}: expected a positive number");
                    Err(Failure::new("", message))
                }
            }
        };
        let of = |suffix: &str| -> Result<TeamIcvs> {
            Ok(TeamIcvs {
                num_teams: positive(format!("OMP_NUM_TEAMS{suffix}"))?,
                thread_limit: positive(format!("OMP_TEAMS_THREAD_LIMIT{suffix}"))?,
            })
        };
        let mut common = TeamIcvs::default();
        for suffix in ["_DEV", "_ALL", ""] {
            common = common.or(of(suffix)?);
        }
        let mut own = vec![];
        for number in 0..DEVICES {
            let found = of(&format!("_DEV_{number}"))?;
            if found != TeamIcvs::default() {
                own.push((number, found.or(common)));
            }
        }
        Ok(AllTeamIcvs { common, own })
    }

    /// The ICVs of the device of that number.
    pub fn of_device(&self, number: i32) -> TeamIcvs {
        let own = self.own.iter().find(|(n, _)| *n == number);
        own.map_or(self.common, |(_, icvs)| *icvs)
    }
}

impl TeamIcvs {
    /// These values, and those of `other` for what is open.
    fn or(self, other: TeamIcvs) -> TeamIcvs {
        TeamIcvs {
            num_teams: self.num_teams.or(other.num_teams),
            thread_limit: self.thread_limit.or(other.thread_limit),
        }
    }
}

/// The kind, with its monotonic bit, and the chunk size of a text such as `monotonic:dynamic,4`. As in gcc, `static` is
/// monotonic unless the text says `nonmonotonic`.
fn parse(text: &str) -> Option<(u32, i32)> {
    let text = text.to_ascii_lowercase();
    let (modifier, rest) = match text.split_once(':') {
        Some((modifier, rest)) => (Some(modifier.trim()), rest),
        None => (None, text.as_str()),
    };
    let (kind, chunk) = match rest.split_once(',') {
        Some((kind, chunk)) => (kind.trim(), Some(chunk.trim())),
        None => (rest.trim(), None),
    };
    let kind = ["static", "dynamic", "guided", "auto"]
        .iter()
        .position(|word| *word == kind)? as u32
        + 1;
    let chunk = match chunk {
        None if kind == STATIC || kind == AUTO => 0,
        None => 1,
        Some(digits) => digits.parse::<i32>().ok().filter(|&n| n > 0)?,
    };
    let monotonic = match modifier {
        None => kind == STATIC,
        Some("monotonic") => true,
        Some("nonmonotonic") => false,
        Some(_) => return None,
    };
    Some((kind | if monotonic { MONOTONIC } else { 0 }, chunk))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(pairs: &[(&str, &str)]) -> Result<AllIcvs> {
        AllIcvs::from(|name| {
            let found = pairs.iter().find(|(n, _)| *n == name);
            found.map(|(_, value)| value.to_string())
        })
    }

    fn schedule(pairs: &[(&str, &str)], device: i32) -> (u32, i32) {
        let icvs = read(pairs).unwrap().of_device(device);
        (icvs.schedule, icvs.chunk)
    }

    #[test]
    fn kinds_chunks_and_modifiers() {
        let of = |text| schedule(&[("OMP_SCHEDULE", text)], 0);
        assert_eq!(of("static"), (1 | MONOTONIC, 0));
        assert_eq!(of("Dynamic"), (2, 1));
        assert_eq!(of(" guided , 7 "), (3, 7));
        assert_eq!(of("monotonic:dynamic,4"), (2 | MONOTONIC, 4));
        assert_eq!(of("nonmonotonic: static, 2"), (1, 2));
        assert_eq!(of("auto"), (4, 0));
        for wrong in [
            "",
            "runtime",
            "static,0",
            "dynamic,-1",
            "odd:static",
            "guided,x",
        ] {
            assert!(read(&[("OMP_SCHEDULE", wrong)]).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_closest_variable_counts() {
        let all = [
            ("OMP_SCHEDULE", "static,1"),
            ("OMP_SCHEDULE_ALL", "static,2"),
            ("OMP_SCHEDULE_DEV", "static,3"),
            ("OMP_SCHEDULE_DEV_1", "static,4"),
        ];
        assert_eq!(schedule(&all[..1], 0).1, 1);
        assert_eq!(schedule(&all[..2], 0).1, 2);
        assert_eq!(schedule(&all, 0).1, 3);
        assert_eq!(schedule(&all, 1).1, 4);
        assert_eq!(schedule(&[], 0), (STATIC, 1));
    }

    #[test]
    fn teams_of_the_closest_variable_count() {
        let of = |pairs: &[(&str, &str)], device| {
            let all = AllTeamIcvs::from(|name| {
                let found = pairs.iter().find(|(n, _)| *n == name);
                found.map(|(_, value)| value.to_string())
            });
            let icvs = all.unwrap().of_device(device);
            (icvs.num_teams, icvs.thread_limit)
        };
        let all = [
            ("OMP_NUM_TEAMS", "1"),
            ("OMP_NUM_TEAMS_ALL", "2"),
            ("OMP_NUM_TEAMS_DEV", "3"),
            ("OMP_NUM_TEAMS_DEV_1", "4"),
            ("OMP_TEAMS_THREAD_LIMIT_DEV", "5"),
            ("OMP_TEAMS_THREAD_LIMIT_DEV_2", "6"),
        ];
        assert_eq!(of(&[], 0), (None, None));
        assert_eq!(of(&all[..1], 0), (Some(1), None));
        assert_eq!(of(&all[..2], 0), (Some(2), None));
        assert_eq!(of(&all, 0), (Some(3), Some(5)));
        assert_eq!(of(&all, 1), (Some(4), Some(5)));
        assert_eq!(of(&all, 2), (Some(3), Some(6)));
        let wrong = AllTeamIcvs::from(|name| (name == "OMP_NUM_TEAMS_DEV_0").then(|| "0".into()));
        assert!(wrong.unwrap_err().message.contains("OMP_NUM_TEAMS_DEV_0=0"));
    }

    #[test]
    fn cancellation() {
        let of = |word| read(&[("OMP_CANCELLATION", word)]);
        assert_eq!(of("TRUE").unwrap().of_device(0).cancellation, 1);
        assert_eq!(of("false").unwrap().of_device(0).cancellation, 0);
        assert!(of("maybe").is_err());
    }
}
