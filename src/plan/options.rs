//! What the options of the command line decide about plans.

use crate::plan::architectures::Chosen;

/// The user's decisions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// How sequential parts run.
    pub sequential: SequentialMode,
    /// The shared memory that a team may use.
    pub shared_budget: SharedBudget,
    /// Whether adjacent parallel regions are forked one by one, not fused.
    pub separate_regions: bool,
    /// Where lanes of a warp may share an inner loop.
    pub simd: SimdMode,
    /// The architectures that code is made for.
    pub architectures: Chosen,
}

/// How sequential parts of regions run whose teams have several threads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SequentialMode {
    /// As the cost model decides.
    #[default]
    Auto,
    /// As guarded SPMD, where that is possible.
    Guarded,
    /// As fork-join.
    ForkJoin,
}

/// How `simd` loops, and nested parallel loops, inside of parallel loops run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SimdMode {
    /// Lanes of a warp share them where the accesses to memory promise a gain.
    #[default]
    Auto,
    /// Lanes of a warp share them wherever that is correct.
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

/// How much shared memory a team may use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SharedBudget {
    /// As much as leaves enough teams on an SM, 48 KB at least.
    #[default]
    Auto,
    /// This number of bytes.
    Bytes(u64),
    /// As much as leaves each architecture the number of teams that its threads allow.
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
