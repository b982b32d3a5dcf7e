//! The checks of the emulated device while kernels run, as the words of ROMP_EMULATED_CHECK and as the bits that images
//! carry.
//!
//! Must not know how a check works.

/// A bit of `romp_emulated_data.checked`: the image calls the runtime for accesses (-fsanitize=kernel-address).
pub const CALLS_FOR_ACCESSES: u32 = 1 << 0;
/// A bit of `romp_emulated_data.checked`: it does so for every single access (-fsanitize=thread).
pub const CALLS_FOR_EVERY_ACCESS: u32 = 1 << 1;
/// A bit of `romp_emulated_data.checked`: the lines of its tables are those of the CUDA file.
pub const LINES_OF_CUDA: u32 = 1 << 2;
/// From this bit on, `romp_emulated_data.checked` says what `--check` asked for: 1 memory, 2 races.
const ASKED: u32 = 8;

/// Which checks are made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Checks {
    /// Accesses to memory that the device does not have or that is not the thread's, and reads of what nobody wrote.
    pub memory: bool,
    /// Data races (5.2, 1.4.1): accesses of several threads, one of them a write, that nothing puts in order.
    pub races: bool,
}

impl Checks {
    /// No check.
    pub const NONE: Checks = Checks {
        memory: false,
        races: false,
    };

    /// The checks that a value of ROMP_EMULATED_CHECK asks for; none where it is no such word.
    pub fn parse(word: &str) -> Option<Checks> {
        let (memory, races) = match word {
            "0" | "none" => (false, false),
            "1" | "memory" => (true, false),
            "races" => (false, true),
            "all" => (true, true),
            _ => return None,
        };
        Some(Checks { memory, races })
    }

    /// The word of ROMP_EMULATED_CHECK that asks for these checks.
    pub fn word(self) -> &'static str {
        match (self.memory, self.races) {
            (false, false) => "none",
            (true, false) => "memory",
            (false, true) => "races",
            (true, true) => "all",
        }
    }

    /// Whether anything is checked.
    pub fn any(self) -> bool {
        self.memory || self.races
    }

    /// The checks that `--check` asked for when the image was built.
    pub fn asked_of(checked: u32) -> Checks {
        Checks {
            memory: checked >> ASKED & 1 != 0,
            races: checked >> ASKED & 2 != 0,
        }
    }

    /// Whether an image with these bits calls the runtime for all accesses that the checks need.
    pub fn possible_in(self, checked: u32) -> bool {
        let instrumented = checked & (CALLS_FOR_ACCESSES | CALLS_FOR_EVERY_ACCESS) != 0;
        (!self.memory || instrumented) && (!self.races || checked & CALLS_FOR_EVERY_ACCESS != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_checks_agree() {
        for word in ["none", "memory", "races", "all"] {
            assert_eq!(Checks::parse(word).unwrap().word(), word);
        }
        assert_eq!(Checks::parse("1"), Checks::parse("memory"));
        assert_eq!(Checks::parse("yes"), None);
    }

    #[test]
    fn images_say_what_they_can() {
        let checks = |word| Checks::parse(word).unwrap();
        assert!(checks("none").possible_in(0) && !checks("memory").possible_in(0));
        assert!(
            checks("memory").possible_in(CALLS_FOR_ACCESSES)
                && !checks("all").possible_in(CALLS_FOR_ACCESSES)
        );
        assert!(checks("all").possible_in(CALLS_FOR_EVERY_ACCESS));
        assert_eq!(Checks::asked_of(0x301), checks("all"));
    }
}
