//! NVIDIA's architectures: what limits how many teams an SM holds at a time, and that number.
//!
//! From NVIDIA's tables of compute capabilities and the rules of its occupancy calculation (`cuda_occupancy.h`). Must
//! not know kernels.

use crate::plan::decisions::launch;
use serde::Serialize;

const KIB: u64 = 1024;
const WARP: u64 = launch::WARP as u64;
/// The shared memory that a kernel may declare without asking the driver for more.
pub const STATIC_LIMIT: u64 = 48 * KIB;

/// The architectures that code is made for; empty where the user names none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Chosen {
    /// A bit for each architecture, in the order of `ALL`.
    named: u32,
}

/// The machine code that is made where the user names no architecture; PTX is made besides.
const USUAL: &[u32] = &[80, 90];

impl Chosen {
    /// The architectures that words of `--offload-arch` name: `sm_90`; `compute_90`, whose PTX also runs on all later
    /// ones.
    pub fn of(words: &[String]) -> Chosen {
        let mut named = 0;
        for word in words {
            let Some(found) = find(word) else { continue };
            let runs = |sm: u32| match word.starts_with("compute_") {
                true => sm >= found.sm,
                false => sm == found.sm,
            };
            let bits = ALL.iter().enumerate().filter(|(_, one)| runs(one.sm));
            named |= bits.fold(0, |sum, (at, _)| sum | 1 << at);
        }
        Chosen { named }
    }

    /// The architectures that decisions are made for.
    pub fn all(self) -> Vec<&'static Architecture> {
        let at = |(at, one): (usize, &'static Architecture)| {
            let chosen = match self.named {
                0 => USUAL.contains(&one.sm),
                named => named >> at & 1 == 1,
            };
            chosen.then_some(one)
        };
        ALL.iter().enumerate().filter_map(at).collect()
    }

    /// The most shared memory that a team may have wherever the code runs. If the user names no architecture, the
    /// code must run on every device that accepts the usual images: machine code of sm_80 also runs on sm_86 and
    /// sm_89.
    pub fn shared_per_team(self) -> u64 {
        let first = USUAL.first().copied().unwrap_or_default();
        let usual = ALL.iter().filter(|one| self.named == 0 && one.sm >= first);
        let all = usual.chain(self.all()).map(|one| one.shared_per_team);
        all.min().unwrap_or(STATIC_LIMIT)
    }
}

/// An architecture, with its resources.
#[derive(Clone, Copy, Debug)]
pub struct Architecture {
    /// Its compute capability: 90 for `sm_90`.
    pub sm: u32,
    /// The bytes of shared memory of an SM.
    pub shared_per_sm: u64,
    /// The most bytes of shared memory that a team may have, which the driver has to be asked for.
    pub shared_per_team: u64,
    /// The bytes of each team's shared memory that CUDA takes for itself.
    pub reserved: u64,
    /// The unit, in bytes, in which shared memory is given out.
    pub shared_unit: u64,
    /// The most threads that an SM holds.
    pub threads: u64,
    /// The most teams that an SM holds.
    pub teams: u64,
    /// The registers of an SM.
    pub registers: u64,
}

/// The architectures for which nvcc 12 or nvcc 13 makes code that the device header compiles for. NVIDIA's tables lack
/// sm_88, which is taken to be as sm_86; sm_101 is the name that nvcc 12 has for sm_110.
pub const ALL: &[Architecture] = &[
    volta(70),
    volta(72),
    turing(75),
    later(80, 164, 2048, 32),
    later(86, 100, 1536, 16),
    later(87, 164, 1536, 16),
    later(88, 100, 1536, 16),
    later(89, 100, 1536, 24),
    later(90, 228, 2048, 32),
    later(100, 228, 2048, 32),
    later(101, 228, 1536, 24),
    later(103, 228, 2048, 32),
    later(110, 228, 1536, 24),
    later(120, 100, 1536, 24),
    later(121, 100, 1536, 24),
];

const fn volta(sm: u32) -> Architecture {
    Architecture {
        sm,
        shared_per_sm: 96 * KIB,
        shared_per_team: 96 * KIB,
        reserved: 0,
        shared_unit: 256,
        threads: 2048,
        teams: 32,
        registers: 64 * KIB,
    }
}

const fn turing(sm: u32) -> Architecture {
    Architecture {
        shared_per_sm: 64 * KIB,
        shared_per_team: 64 * KIB,
        threads: 1024,
        teams: 16,
        ..volta(sm)
    }
}

const fn later(sm: u32, shared: u64, threads: u64, teams: u64) -> Architecture {
    Architecture {
        sm,
        shared_per_sm: shared * KIB,
        shared_per_team: (shared - 1) * KIB,
        reserved: KIB,
        shared_unit: 128,
        threads,
        teams,
        registers: 64 * KIB,
    }
}

/// What a team takes of an SM's resources.
#[derive(Clone, Copy, Debug)]
pub struct Team {
    /// Its threads.
    pub threads: u32,
    /// The registers of a thread; none until ptxas has said.
    pub registers: Option<u32>,
    /// Its bytes of shared memory, static and dynamic.
    pub shared: u64,
}

/// The resource that limits how many teams an SM holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the variants name the resources")]
pub enum Limit {
    SharedMemory,
    Registers,
    Threads,
    Teams,
}

impl Limit {
    /// The name of the resource, for the report.
    pub fn name(self) -> &'static str {
        match self {
            Limit::SharedMemory => "shared memory",
            Limit::Registers => "registers",
            Limit::Threads => "threads",
            Limit::Teams => "teams",
        }
    }

    /// The names of several resources: `shared memory and registers`.
    pub fn names(all: &[Limit]) -> String {
        let names: Vec<&str> = all.iter().map(|one| one.name()).collect();
        names.join(" and ")
    }
}

/// How many teams an SM holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Occupancy {
    /// The number of teams; 0 where a team alone takes more than there is.
    pub teams: u64,
    /// The resources of which none has room for another team. The architecture's own limit stands alone, since nothing
    /// else can raise the number. Shared memory is the first of several: ptxas may give threads all registers that it
    /// leaves free, so that fewer of them alone change nothing.
    pub by: Vec<Limit>,
}

impl Architecture {
    /// The name in the words of nvcc: `sm_90`.
    pub fn name(&self) -> String {
        format!("sm_{}", self.sm)
    }

    /// How many such teams an SM of this architecture holds.
    pub fn occupancy(&self, team: Team) -> Occupancy {
        let warps = u64::from(team.threads.max(1)).div_ceil(WARP);
        let mut limits = vec![
            (self.teams, Limit::Teams),
            (self.threads / WARP / warps, Limit::Threads),
        ];
        let shared = (team.shared + self.reserved).next_multiple_of(self.shared_unit);
        if team.shared > self.shared_per_team {
            limits.push((0, Limit::SharedMemory));
        } else if let Some(teams) = self.shared_per_sm.checked_div(shared) {
            limits.push((teams, Limit::SharedMemory));
        }
        if let Some(registers) = team.registers.filter(|&n| n > 0) {
            // An SM has four partitions, each with its part of the registers, which warps get in units.
            const PARTITIONS: u64 = 4;
            const UNIT: u64 = 256;
            let warp = (u64::from(registers) * WARP).next_multiple_of(UNIT);
            let resident = self.registers / PARTITIONS / warp * PARTITIONS;
            limits.push((resident / warps, Limit::Registers));
        }
        let teams = limits.iter().map(|(teams, _)| *teams).min();
        let teams = teams.unwrap_or_default();
        let reached = limits.into_iter().filter(|(limit, _)| *limit == teams);
        let mut by: Vec<Limit> = reached.map(|(_, by)| by).collect();
        if matches!(by[0], Limit::Teams | Limit::Threads) {
            by.truncate(1);
        }
        Occupancy { teams, by }
    }

    /// The most bytes of shared memory that a team may have so that an SM holds `teams` of them.
    pub fn shared_for(&self, teams: u64) -> u64 {
        let each = self.shared_per_sm / teams.max(1) / self.shared_unit * self.shared_unit;
        each.saturating_sub(self.reserved).min(self.shared_per_team)
    }
}

/// The architecture of this name: `sm_90` or `sm_90a`.
pub fn find(name: &str) -> Option<&'static Architecture> {
    let digits = name
        .trim_start_matches("sm_")
        .trim_start_matches("compute_");
    let digits = digits.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let sm: u32 = digits.parse().ok()?;
    ALL.iter().find(|one| one.sm == sm)
}

/// Whether a CUDA compiler makes code for the architecture of this name: `sm_90`, `compute_90`, `sm_90a`, whose code
/// uses what only that architecture has, `sm_100f`, whose code uses what those of its family have.
pub fn is_known(name: &str) -> bool {
    find(name).is_some_and(|one| match name.as_bytes().last() {
        Some(b'a') => one.sm >= 90,
        Some(b'f') => one.sm >= 100,
        _ => true,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn occupancy(name: &str, threads: u32, registers: Option<u32>, shared: u64) -> (u64, Limit) {
        let team = Team {
            threads,
            registers,
            shared,
        };
        let found = find(name).expect("a known architecture").occupancy(team);
        assert_eq!(found.by.len(), 1, "{found:?}");
        (found.teams, found.by[0])
    }

    #[test]
    fn each_resource_limits() {
        assert_eq!(occupancy("sm_90a", 128, Some(32), 0), (16, Limit::Threads));
        assert_eq!(occupancy("sm_90", 32, None, 0), (32, Limit::Teams));
        assert_eq!(occupancy("sm_90", 128, Some(64), 0), (8, Limit::Registers));
        assert_eq!(occupancy("sm_90", 128, Some(65), 0), (7, Limit::Registers));
        assert_eq!(
            occupancy("sm_90", 128, None, 48 * KIB),
            (4, Limit::SharedMemory)
        );
        assert_eq!(
            occupancy("sm_75", 1024, None, 48 * KIB),
            (1, Limit::Threads)
        );
        assert_eq!(occupancy("sm_86", 33, None, 260), (16, Limit::Teams));
        assert_eq!(
            occupancy("sm_120", 1024, None, 100 * KIB),
            (0, Limit::SharedMemory)
        );
        assert_eq!(
            occupancy("sm_70", 64, None, 96 * KIB),
            (1, Limit::SharedMemory)
        );
        assert!(find("sm_60").is_none() && find("emulated").is_none());
    }

    #[test]
    fn names_are_those_of_compilers() {
        for name in ["sm_70", "sm_90a", "compute_100f", "sm_121"] {
            assert!(is_known(name), "{name}");
        }
        for name in [
            "sm_60",
            "sm_91",
            "sm_200",
            "compute_130",
            "sm_80a",
            "sm_90f",
        ] {
            assert!(!is_known(name), "{name}");
        }
    }

    #[test]
    fn resources_that_limit_equally_are_all_named() {
        let by = |registers, shared| {
            let team = Team {
                threads: 128,
                registers: Some(registers),
                shared,
            };
            find("sm_90").expect("a known architecture").occupancy(team)
        };
        let both = vec![Limit::SharedMemory, Limit::Registers];
        assert_eq!(
            by(80, 36 * KIB),
            Occupancy {
                teams: 6,
                by: both.clone()
            }
        );
        assert_eq!(by(96, 36 * KIB).by, [Limit::Registers]);
        assert_eq!(by(72, 36 * KIB).by, [Limit::SharedMemory]);
        // Without either there would be no more teams.
        assert_eq!(by(32, 13 * KIB).by, [Limit::Threads]);
        assert_eq!(Limit::names(&both), "shared memory and registers");
    }

    #[test]
    fn the_smallest_limit_holds() {
        let limit = |words: &[&str]| {
            let words: Vec<String> = words.iter().map(|w| w.to_string()).collect();
            Chosen::of(&words).shared_per_team() / KIB
        };
        assert_eq!(limit(&["sm_90"]), 227);
        assert_eq!(limit(&["sm_80", "sm_90a"]), 163);
        assert_eq!(limit(&["sm_75", "sm_90"]), 64);
        assert_eq!(limit(&["compute_90"]), 99);
        assert_eq!(limit(&["emulated"]), 99);
        assert_eq!(limit(&[]), 99);
    }

    #[test]
    fn what_is_allowed_keeps_the_teams() {
        for one in ALL {
            for teams in 1..=one.teams {
                let team = |shared| Team {
                    threads: 32,
                    registers: None,
                    shared,
                };
                let shared = one.shared_for(teams);
                assert!(one.occupancy(team(shared)).teams >= teams, "{}", one.name());
                let more = one.occupancy(team(shared + one.shared_unit)).teams;
                assert!(
                    more < teams || teams == one.teams || shared == one.shared_per_team,
                    "{} {teams}",
                    one.name()
                );
            }
        }
    }
}
