//! What the emulated device looks for while kernels run, as words and as the bits that images carry.
//!
//! Must not know how any of it is found.

/// Of romp_emulated_data.checked: how the image was compiled.
pub const ACCESSES_TOLD: u32 = 1 << 0;
pub const EVERY_ACCESS_TOLD: u32 = 1 << 1;
/// And from which bit on it says what was asked for then, as [`Checks::bits`].
const ASKED: u32 = 8;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Checks {
    /// Accesses of what the device or the thread has not, and reads of what nobody wrote.
    pub memory: bool,
    /// Accesses of several threads that nothing puts in order.
    pub races: bool,
}

impl Checks {
    pub const NONE: Checks = Checks {
        memory: false,
        races: false,
    };

    /// What ROMP_EMULATED_CHECK says.
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

    pub fn word(self) -> &'static str {
        match (self.memory, self.races) {
            (false, false) => "none",
            (true, false) => "memory",
            (false, true) => "races",
            (true, true) => "all",
        }
    }

    pub fn any(self) -> bool {
        self.memory || self.races
    }

    /// What the image was built to be checked for.
    pub fn asked_of(checked: u32) -> Checks {
        Checks {
            memory: checked >> ASKED & 1 != 0,
            races: checked >> ASKED & 2 != 0,
        }
    }

    /// Whether an image compiled so tells what these checks have to know.
    pub fn possible_in(self, checked: u32) -> bool {
        let told = checked & (ACCESSES_TOLD | EVERY_ACCESS_TOLD) != 0;
        (!self.memory || told) && (!self.races || checked & EVERY_ACCESS_TOLD != 0)
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
            checks("memory").possible_in(ACCESSES_TOLD)
                && !checks("all").possible_in(ACCESSES_TOLD)
        );
        assert!(checks("all").possible_in(EVERY_ACCESS_TOLD));
        assert_eq!(Checks::asked_of(0x301), checks("all"));
    }
}
