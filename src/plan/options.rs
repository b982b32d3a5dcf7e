//! What the user decides about plans: the options of the command line.

use crate::plan::architectures::Chosen;

/// What the user decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    pub sequential: SequentialMode,
    /// Shared memory of a team.
    pub shared_budget: SharedBudget,
    /// Adjacent parallel regions are forked one by one.
    pub separate_regions: bool,
    /// Where lanes of a warp may share an inner loop.
    pub simd: SimdMode,
    /// What code is made for.
    pub architectures: Chosen,
}

/// How sequential parts of regions with several threads a team run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SequentialMode {
    /// As the cost model says.
    #[default]
    Auto,
    /// Guarded SPMD, where that is possible.
    Guarded,
    /// Fork-join.
    ForkJoin,
}

/// What `simd` loops inside parallel ones become, and nested parallel loops.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SimdMode {
    /// Lanes of a warp share them where accesses to memory say so.
    #[default]
    Auto,
    /// Wherever it is right.
    Lanes,
    /// One thread runs each.
    Serial,
}

impl std::str::FromStr for SimdMode {
    type Err = String;

    fn from_str(word: &str) -> Result<SimdMode, String> {
        match word {
            "auto" => Ok(SimdMode::Auto),
            "lanes" => Ok(SimdMode::Lanes),
            "serial" => Ok(SimdMode::Serial),
            _ => Err(format!("`{word}` is not one of auto, lanes, serial")),
        }
    }
}

impl std::str::FromStr for SequentialMode {
    type Err = String;

    fn from_str(word: &str) -> Result<SequentialMode, String> {
        match word {
            "auto" => Ok(SequentialMode::Auto),
            "guarded" => Ok(SequentialMode::Guarded),
            "fork-join" => Ok(SequentialMode::ForkJoin),
            _ => Err(format!("`{word}` is not one of auto, guarded, fork-join")),
        }
    }
}

/// The user's word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SharedBudget {
    /// What leaves enough teams on an SM, 48 KB at least.
    #[default]
    Auto,
    Bytes(u64),
    /// As many bytes as leave each architecture the teams that its threads allow.
    Occupancy,
}

impl std::str::FromStr for SharedBudget {
    type Err = String;

    fn from_str(word: &str) -> Result<SharedBudget, String> {
        if word == "occupancy" {
            return Ok(SharedBudget::Occupancy);
        }
        match word.parse() {
            Ok(bytes) => Ok(SharedBudget::Bytes(bytes)),
            Err(_) => Err(format!(
                "`{word}` is neither a number of bytes nor `occupancy`"
            )),
        }
    }
}
