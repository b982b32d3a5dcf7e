//! What emulated images are checked for: what `--check` or ROMP_EMULATED_CHECK says, or the command's default.
//!
//! Computes a choice; must not know how images are compiled.

use super::Failure;
use std::str::FromStr;

/// The checks that emulated images make while kernels run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Check {
    #[default]
    None,
    /// Accesses to memory that the device does not have or that is not the thread's, and reads of uninitialised memory.
    Memory,
    /// Data races (5.2, 1.4.1): accesses of several threads, one of them a write, that nothing puts in order.
    Races,
    All,
}

impl Check {
    pub fn word(self) -> &'static str {
        match self {
            Check::None => "none",
            Check::Memory => "memory",
            Check::Races => "races",
            Check::All => "all",
        }
    }

    /// The bits that images carry: 1 memory, 2 races.
    pub fn bits(self) -> u32 {
        self as u32
    }

    pub fn memory(self) -> bool {
        matches!(self, Check::Memory | Check::All)
    }

    pub fn races(self) -> bool {
        matches!(self, Check::Races | Check::All)
    }

    pub fn any(self) -> bool {
        self != Check::None
    }

    /// The choice: the flag overrules the environment, which overrules `usual`.
    pub fn choose(flag: Option<Check>, usual: Check) -> Result<Check, String> {
        let named = std::env::var("ROMP_EMULATED_CHECK").unwrap_or_default();
        match (flag, named.trim()) {
            (Some(check), _) => Ok(check),
            (None, "") => Ok(usual),
            (None, word) => word
                .parse()
                .map_err(|error: String| format!("ROMP_EMULATED_CHECK: {error}")),
        }
    }
}

/// The message for a word that names no check.
pub fn usage(error: String) -> Failure {
    Failure::tool(error, "--check=none|memory|races|all says what is checked")
}

impl FromStr for Check {
    type Err = String;

    fn from_str(word: &str) -> Result<Check, String> {
        match word {
            "none" | "0" => Ok(Check::None),
            "memory" | "1" => Ok(Check::Memory),
            "races" => Ok(Check::Races),
            "all" => Ok(Check::All),
            _ => Err(format!(
                "the checks are none, memory, races and all, not `{word}`"
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words() {
        for word in ["none", "memory", "races", "all"] {
            assert_eq!(word.parse::<Check>().unwrap().word(), word);
        }
        assert!("everything".parse::<Check>().is_err());
        assert_eq!(
            Check::All.bits(),
            Check::Memory.bits() | Check::Races.bits()
        );
    }

    #[test]
    fn the_flag_goes_first() {
        assert_eq!(
            Check::choose(Some(Check::None), Check::All),
            Ok(Check::None)
        );
    }
}
